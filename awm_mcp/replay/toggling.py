"""Clicks that brought a control into a state, replayed: where it is in that state already, a click would undo it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action, Became, Target
from awm_mcp.replay.actor import Actor
from awm_mcp.replay.expectations import wait_for
from awm_mcp.replay.presence import first_there, is_there
from awm_mcp.replay.query import Query
from awm_mcp.replay.resolve import Found
from awm_mcp.replay.toggle_clicks import shown_by

FIRST_S = 3.0
SHOWS_S = 3.0
_ALREADY = "already"
_Click = Callable[[Actor, Action, Found], Awaitable[None]]


async def find_either(actor: Actor, target: Target, after: Target, timeout_s: float | None) -> Found:
    """The control as it was before the click, or, where only that is there, as the click left it in the runs.

    Raises:
        StepStopped: it is not there in either way, or not alone.
    """
    wanted, then = _in_its_row(actor.query(target, "click")), _in_its_row(actor.query(after, "click"))
    if await first_there(actor.stage, wanted, then, FIRST_S) or not await is_there(actor.stage, then):
        return await actor.find(target, "click", timeout_s)
    found = await actor.find(after, "click", timeout_s)
    return replace(found, about={**found.about, _ALREADY: True})


def _in_its_row(query: Query) -> Query:
    """The query for the row that was seen, and no other: its neighbours have the same control in the other state."""
    row = query.target.get("row")
    return query if row is None else replace(query, target={**query.target, "row": {**row, "fixed": True}})


async def click_into_state(actor: Actor, action: Action, found: Found, became: Became, click: _Click) -> None:
    """Clicks, unless the control shows the state that the click led to; and looks whether it shows it then.

    Raises:
        StepStopped: ``already_so``, where the rest of what the click did is not to be seen; ``did_not_stick``, where the
            control does not come into the state.
    """
    marks = await _marks(found)
    already = bool(found.about.get(_ALREADY)) or (became.target is None and _is_after(became, marks))
    if already:
        await _without_click(actor, action, found, became)
        return
    judged = became.alone and (became.target is not None or _is_before(became, marks))
    address = actor.stage.page.url
    await click(actor, action, found)
    if not judged:
        return

    async def so() -> bool:
        if actor.stage.page.is_closed() or actor.stage.page.url != address:
            return True
        if became.target is not None:
            return await is_there(actor.stage, actor.query(became.target, "click"))
        return (now := await _marks(found)) is None or not _is_before(became, now)

    if not await actor.until(so, actor.timeout_s):
        raise StepStopped(
            "did_not_stick", status="unknown" if actor.writes else "step_failed",
            expected=f"{actor.arguments.said_action(action)}, and {_said(actor, became)} then",
            seen="it shows what it showed before the click", next="look at the page before doing anything again",
        )  # fmt: skip


async def _without_click(actor: Actor, action: Action, found: Found, became: Became) -> None:
    """Takes the step as done, where nothing but the control's state came of the click, or the rest is seen, too."""
    expected = actor.expects
    told = expected is not None and bool(expected.text or expected.target or expected.url)
    seen = (became.alone or (became.target is None and not actor.writes)) and not await _typed_before(found)
    if expected is not None and told:
        seen = not await wait_for(actor.stage, expected, actor.arguments, SHOWS_S)
    if not seen:
        raise StepStopped(
            "already_so", expected=actor.arguments.said_action(action),
            seen=f"{found.says} is as the click left it in the runs; whether the rest of what it did was done is not seen",
            next="look whether it is done; if so, resume at the next step, else do it by hand",
        )  # fmt: skip
    actor.already = True
    actor.notes.append("was so already")


async def _typed_before(found: Found) -> bool:
    """Whether something was typed on the page, which the control may send."""
    shown = await shown_by(found)
    return shown is None or bool(shown["filled"])


def _said(actor: Actor, became: Became) -> str:
    if became.target is None:
        return "a change of how it looks"
    query = actor.query(became.target, "click")
    return f"to see {query.words}"


async def _marks(found: Found) -> frozenset[str] | None:
    shown = await shown_by(found)
    return frozenset(shown["marks"]) if shown is not None else None


def _is_after(became: Became, marks: frozenset[str] | None) -> bool:
    return marks is not None and marks.issuperset(became.marks) and marks.isdisjoint(became.lost)


def _is_before(became: Became, marks: frozenset[str] | None) -> bool:
    return marks is not None and marks.issuperset(became.lost) and marks.isdisjoint(became.marks)
