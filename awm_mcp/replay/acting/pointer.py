"""Pointer actions: clicks, double clicks, hovering and dragging."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action, Target
from awm_mcp.replay.acting import dropping
from awm_mcp.replay.acting.actor import Actor, Do
from awm_mcp.replay.targets import aiming
from awm_mcp.replay.targets.resolve import Found

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle


_OF_DRAWINGS = frozenset({None, "img", "generic", "graphics-document"})
_POINTS = "() => { const book = window[Symbol.for('awm.timers')]; if (book) book.points(); }"
"""Tells the page's account of its timers that what comes of pointing is meant."""


def needed(action: Action) -> Target:
    """The target of an action that cannot be without one.

    Raises:
        StepStopped: it has none.
    """
    if action.target is None:
        raise StepStopped("no_target", expected=f"a target for {action.type}", seen="none")
    return action.target


async def click(actor: Actor, action: Action, found: Found) -> None:
    """One click or double click, with modifiers, at a point where one was recorded."""
    options: dict[str, Any] = {"button": action.button, "modifiers": list(action.modifiers)}
    point = action.target.point if action.target else None
    if point is None:
        await _refuse_drawing(action, found)
    bare = point is None and found.about.get("bare", False)
    tick = found.hidden and action.target is not None and action.target.role in ("checkbox", "radio")
    stand_in = await actor.ask_element("choice", found, ask="label") if tick else None

    async def do(element: ElementHandle, timeout_ms: float) -> None:
        extra: dict[str, Any] = {"position": await _position(element, point)} if point is not None else {}
        if bare:
            await element.hover(timeout=timeout_ms)
        element = stand_in or element
        act = element.dblclick if action.type == "dblclick" else element.click
        await act(timeout=timeout_ms, **options, **extra)

    await aimed(actor, action, found, do)


async def _refuse_drawing(action: Action, found: Found) -> None:
    """In a drawing the point is what is meant; one that is a single control by its role has none.

    Raises:
        StepStopped: ``no_point``.
    """
    role = action.target.role if action.target is not None else None
    if role in _OF_DRAWINGS and await found.element.evaluate("el => el.tagName === 'CANVAS'"):
        raise StepStopped(
            "no_point", expected=f"where in {found.says} to click", seen="a drawing, and no run tells the point in it",
            next="click in it by hand on the open page, then resume at the next step",
        )  # fmt: skip


async def aimed(actor: Actor, action: Action, found: Found, do: Do) -> Found:
    """Presses an element; once more where its row held another entry by then, of which the page learned nothing.

    Raises:
        StepStopped: ``row_moved``, with nothing pressed.
    """
    for _ in range(aiming.MOST):
        found = await actor.do(action, found, do)
        if action.target is None or action.target.row is None or not await aiming.missed(found):
            return found
        found = await actor.find(action.target, action.type)
    seen = "another entry came into its row each time that it was about to be pressed"
    raise StepStopped("row_moved", expected=actor.arguments.said_action(action), seen=seen)


async def hover(actor: Actor, action: Action, found: Found) -> None:
    """Moves the pointer over an element."""

    async def do(element: ElementHandle, timeout_ms: float) -> None:
        await element.evaluate(_POINTS)
        await element.hover(timeout=timeout_ms)

    await actor.do(action, found, do)


async def drag(actor: Actor, action: Action, found: Found) -> None:
    """Drags an element to where another one is: HTML5 drag and drop and pointer events alike.

    Raises:
        StepStopped: ``did_not_stick``, where it then stands elsewhere than in the runs, or nothing at all came of it.
    """
    if action.to is None:
        raise StepStopped("no_target", expected="where the drag ends", seen="nothing")
    end = await actor.find(action.to, "drag")
    drop = await dropping.Drop.watched(found, end)
    if action.landed is not None and not actor.literal and await drop.already(action.landed):
        actor.so_already = True
        return actor.note_so_already()
    await found.element.scroll_into_view_if_needed(timeout=actor.timeout_s * 1000)
    start = await dropping.middle(found.element, needed(action).point)
    sent, actor.dispatched = len(actor.stage.activity.log), True
    await dropping.drag_onto(found.page, start, end.element, action.to.point)
    if actor.literal:
        actor.landed = await drop.settled()
        return
    if action.landed is None:
        await _came_of_it(actor, action, drop, sent)
        return
    if not dropping.lies(seen := await drop.settled(action.landed), action.landed):
        raise StepStopped(
            "did_not_stick", status="unknown" if actor.writes else "step_failed",
            expected=f"{actor.arguments.said_action(action)}, and it {dropping.SAID[action.landed]} then",
            seen=f"it is {dropping.SAID[seen]}" if seen else "it has not moved, or is not to be seen",
            next="look at the page before doing anything again",
        )  # fmt: skip


async def _came_of_it(actor: Actor, action: Action, drop: dropping.Drop, sent: int) -> None:
    """Whether a drag of which no run tells where it led has changed or sent anything."""

    async def seen() -> bool:
        return len(actor.stage.activity.log) > sent or await drop.changed()

    if not await actor.until(seen, dropping.CALM_MS / 1000):
        raise StepStopped(
            "did_not_stick", status="unknown" if actor.writes else "step_failed",
            expected=f"{actor.arguments.said_action(action)}, and something to come of it",
            seen="nothing was sent, and the page is as it was before",
            next="look at the page before doing anything again",
        )  # fmt: skip


async def _position(element: ElementHandle, point: tuple[float, float]) -> dict[str, float]:
    await element.scroll_into_view_if_needed()
    box = await element.bounding_box()
    if box is None:
        return {"x": 0, "y": 0}
    return {"x": box["width"] * point[0], "y": box["height"] * point[1]}
