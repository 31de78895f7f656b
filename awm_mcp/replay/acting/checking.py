"""Bringing check boxes, radio buttons and switches into a state, also where that loads or draws the page anew."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action, Value
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.acting.pointer import aimed
from awm_mcp.replay.acting.read_anew import found_anew, in_place, is_seen_otherwise, page_came, unseen
from awm_mcp.replay.targets.resolve import Found

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

MOVES_S = 1.5
"""A control shows its new state within so long, and longer only while something is on its way."""
_TRUE = frozenset({"true", "yes", "1", "on", "checked"})


async def check(actor: Actor, action: Action, found: Found) -> None:
    """Brings a check box, radio button or switch into the wanted state; a click only if it is not there yet.

    Raises:
        StepStopped: ``not_checked``, when the page does not take it, with status ``unknown`` where something was sent;
            ``state_not_seen`` with status ``unknown``, when it is not to be seen afterwards.
    """
    wanted = wanted_state(actor, action)
    found, state = await _first(actor, action, found)
    if state is wanted:
        actor.already = actor.so_already = True
        actor.notes.append("was so already")
        return
    found = await _click_state(actor, action, found)
    state = await _settled(actor, action, found, wanted)
    actor.seen_anew = state is wanted and await _read(actor, found) is None
    if state is wanted or (state is None and (actor.stage.page.is_closed() or is_seen_otherwise(actor))):
        return
    if state is None:
        raise unseen(actor, action)
    word = "checked" if wanted else "unchecked"
    sent = actor.stage.activity.sent
    raise StepStopped(
        "not_checked", status="unknown" if sent else "step_failed", expected=actor.arguments.said_action(action),
        seen=f"it is not {word} after the click" + (f", which sent {sent[0]}" if sent else ""),
        next="look at the page before doing anything again; it is not pressed twice" if sent else "",
    )  # fmt: skip


def wanted_state(actor: Actor, action: Action) -> bool:
    """The wanted state, also where a parameter gives it."""
    if isinstance(action.checked, Value):
        return actor.arguments.text(action.checked).strip().casefold() in _TRUE
    return action.checked


async def _first(actor: Actor, action: Action, found: Found) -> tuple[Found, bool]:
    """The state before anything is done; the element is found once more where the page is loaded anew just then."""
    from playwright.async_api import Error

    try:
        return found, bool(await actor.ask("choice", found, ask="checked"))
    except Error:
        if action.target is None:
            raise
    found = await actor.find(action.target, action.type)
    return found, bool(await actor.ask("choice", found, ask="checked"))


async def _click_state(actor: Actor, action: Action, found: Found) -> Found:
    asked = {"ask": "label"} if found.hidden else {}
    stand_in = await actor.ask_element("choice" if found.hidden else "stand_in", found, **asked)

    async def do(element: ElementHandle, timeout_ms: float) -> None:
        await (stand_in or element).click(timeout=timeout_ms)

    return await aimed(actor, action, found, do)


async def _settled(actor: Actor, action: Action, found: Found, wanted: bool) -> bool | None:
    """The state once the page has come to rest, or as soon as it is the wanted one; None where it is not to be seen."""
    activity, until = actor.stage.activity, time.monotonic() + actor.timeout_s
    seen: list[bool | None] = []

    async def so() -> bool:
        if activity.loading():
            return False
        seen[:] = [await _state(actor, action, found)]
        return seen[0] is wanted

    await page_came(actor)
    while not await actor.until(so, MOVES_S):
        if not (activity.loading() or activity.pending()) or time.monotonic() > until:
            break
    return seen[0] if seen else None


async def _state(actor: Actor, action: Action, found: Found) -> bool | None:
    """What it shows now, wherever it stands by then; one that was taken away keeps the state that it had."""
    last = await _read(actor, found)
    if last is not None and await in_place(found):
        return last
    again = await found_anew(actor, action)
    if again is None:
        return None if actor.stage.activity.pending() else last
    return await _read(actor, again)


async def _read(actor: Actor, found: Found) -> bool | None:
    from playwright.async_api import Error

    try:
        return bool(await actor.ask("choice", found, ask="checked"))
    except Error:  # its page is gone
        return None
