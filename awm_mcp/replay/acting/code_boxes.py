"""Codes typed into boxes for one character each, on pages that move the focus or draw the boxes anew as one types."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import anyio

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.targets.resolve import Found

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

AGAIN_S, SLOWLY_S = 2.0, 0.35
"""Boxes that were drawn anew are looked for again so long; who looks at each character takes so long for one, seconds."""


async def fill_boxes(actor: Actor, action: Action, found: Found, text: str, count: int) -> None:
    """Puts one character into each box and reads them back.

    Raises:
        StepStopped: ``wrong_format`` or ``did_not_stick``.
    """
    clean = re.sub(r"[\s-]", "", text)
    if len(clean) != count:
        wanted = f"{count} characters, one for each box"
        next_ = f"send the value with {count} characters"
        raise StepStopped("wrong_format", expected=wanted, seen=f"{len(clean)} characters", next=next_)
    found, held = await _fill_each(actor, action, found, clean)
    if held < count:
        await _type(actor, found, clean)
        held = await _held(actor, action, found, clean)
    if held < count:  # scripts that move on by timers take the next box away from a quick hand
        found, held = await _fill_each(actor, action, found, clean, SLOWLY_S)
    if held < count:
        raise StepStopped(
            "did_not_stick",
            expected=actor.arguments.said_action(action),
            seen=f"{held} of {count} boxes held their character",
        )
    actor.notes.append(f"one character in each of {count} boxes")


async def _fill_each(actor: Actor, action: Action, found: Found, text: str, pause_s: float = 0.0) -> tuple[Found, int]:
    for index, char in enumerate(text):
        await anyio.sleep(pause_s)
        found = await _fill_box(actor, action, found, index, char)
    await anyio.sleep(pause_s)
    return found, await _held(actor, action, found, text)


async def _fill_box(actor: Actor, action: Action, found: Found, index: int, char: str) -> Found:
    from playwright.async_api import Error

    box = await _box(actor, found, index)
    if box is None:
        found = await _anew(actor, action, found)
        box = await _box(actor, found, index)
    if box is None:
        seen = f"the box for character {index + 1} is gone"
        raise StepStopped("did_not_stick", expected=actor.arguments.said_action(action), seen=seen)
    try:
        await box.fill(char, timeout=actor.timeout_s * 1000)
    except Error:
        if await box.is_visible():
            raise
        found = await _anew(actor, action, found)  # what it then holds is read back at the end
    return found


async def _box(actor: Actor, found: Found, index: int) -> ElementHandle | None:
    return await actor.ask_element("field", found, ask="segment", index=index)


async def _anew(actor: Actor, action: Action, found: Found) -> Found:
    return await actor.find(action.target, "fill", AGAIN_S) if action.target is not None else found


async def _held(actor: Actor, action: Action, found: Found, text: str) -> int:
    """How many boxes hold their character; all of them where the page went on by itself after the last one."""
    from playwright.async_api import Error

    try:
        held: dict[str, Any] = await actor.ask("field", found, ask="segments", text=text)
        if not held["boxes"]:
            held = await actor.ask("field", await _anew(actor, action, found), ask="segments", text=text)
    except (Error, StepStopped):
        return len(text)
    return int(held["held"])


async def _type(actor: Actor, found: Found, text: str) -> None:
    first = await _box(actor, found, 0)
    if first is not None:
        await first.click(timeout=actor.timeout_s * 1000)
        await found.page.keyboard.type(text, delay=12)
        actor.notes.append("typed key by key")
