"""What lies over a target: dialogs and banners with a plain close or reject button are put away, and it is told."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import anyio

from awm_mcp.model import FlowStep
from awm_mcp.model.text import fold, plain
from awm_mcp.replay.browsing.page_script import ask, page_script
from awm_mcp.replay.traffic.complaint_words import COMPLAINING, HARMLESS

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame

    from awm_mcp.replay.targets.resolve import Found

_log = logging.getLogger(__name__)
CLOSING_MS, LOOKS, PAUSE_S = 2000, 10, 0.15


def own_dialogs(steps: Iterable[FlowStep]) -> tuple[str, ...]:
    """Names of the dialogs and frames in which the steps of a workflow act: its own, even before it acted in them.

    Those of optional steps come by themselves, as one that asks for a consent.
    """
    inside = [one for step in steps for one in (step, *(step.for_each.steps if step.for_each is not None else ()))]
    acting = [one.action for one in inside if one.action is not None and not one.optional]
    targets = [action.target for action in acting if action.target is not None]
    marks = [mark for target in targets for mark in target.landmarks if mark.role in ("dialog", "alertdialog")]
    frames = [name for target in targets for hop in target.frame for name in (hop.title, hop.name)]
    return tuple(dict.fromkeys(name for name in (*(mark.name for mark in marks), *frames) if name))


@dataclass(frozen=True)
class Cover:
    """What lies over an element, in words, and what puts it away.

    ``button``: what closes it, called ``how``; ``noted``: what it says, where that button only takes note of it.
    ``manages``: what leads to such a button; ``frame``: the frame that it is; ``bare``: there is nothing in it to press, and
    ``beside`` it is a point that still belongs to it.
    """

    says: str
    how: str = ""
    noted: str = ""
    button: ElementHandle | None = None
    manages: ElementHandle | None = None
    frame: ElementHandle | None = None
    bare: bool = False
    beside: list[float] = field(default_factory=list[float])


async def clear_cover(found: Found, cleared: set[str], own: Iterable[str] = (), known: list[str] | None = None) -> str:
    """Closes what covers an element and says so; empty when there is nothing that plainly closes.

    ``cleared`` holds what was closed before in this step: nothing is closed twice. ``own``: names of the dialogs in which
    the task acts; they stay, as do those in which it acted. With ``known``, names of the places in which the task is at
    work, only dialogs of another name are closed.
    """
    from playwright.async_api import Error

    asked = {"known": known, "own": list(own)}
    cover = await _seen(found.frame, asked, found.element)
    if cover.says in cleared:
        return ""
    try:
        how = await _put_away(found, cover, asked)
    except Error as stuck:
        _log.debug("the overlay could not be closed: %s", stuck)
        return ""
    if not how:
        return ""
    cleared.add(cover.says)
    return f"closed {cover.says} with {plain(how, 40)!r}"


async def _seen(frame: Frame, asked: dict[str, Any], element: ElementHandle | None) -> Cover:
    handle = await frame.evaluate_handle(page_script("obstacle"), [asked, element])
    parts = await handle.get_properties()
    told: dict[str, Any] = {name: await part.json_value() for name, part in parts.items() if part.as_element() is None}
    elements = {name: part.as_element() for name, part in parts.items()}
    return Cover(
        says=plain(str(told.get("says") or ""), 80), how=str(told.get("how") or ""), noted=str(told.get("noted") or ""),
        button=elements.get("button"), manages=elements.get("manages"), frame=elements.get("frame"),
        bare=bool(told.get("bare")), beside=told.get("beside") or [],
    )  # fmt: skip


async def _put_away(found: Found, cover: Cover, asked: dict[str, Any]) -> str:
    if cover.button is not None:
        return await _pressed(cover)
    if cover.frame is not None:
        inside = await cover.frame.content_frame()
        return await _pressed(await _seen(inside, {"within": True}, None)) if inside is not None else ""
    if cover.manages is not None:
        return await _refused_behind(found, cover.manages, asked)
    return await _without_button(found, cover, asked) if cover.bare else ""


async def _pressed(cover: Cover) -> str:
    """What was pressed; nothing where a notice tells that something went wrong: that is for the caller to read."""
    if cover.button is None or (cover.noted and COMPLAINING.search(HARMLESS.sub(" ", fold(cover.noted)))):
        return ""
    await cover.button.click(timeout=CLOSING_MS)
    return cover.how


async def _refused_behind(found: Found, manages: ElementHandle, asked: dict[str, Any]) -> str:
    """Goes to the second page of a question about cookies and refuses there."""
    await manages.click(timeout=CLOSING_MS)
    for _ in range(LOOKS):
        await anyio.sleep(PAUSE_S)
        if (behind := await _seen(found.frame, {**asked, "refuses": True}, found.element)).button is not None:
            return await _pressed(behind)
    return ""


async def _without_button(found: Found, cover: Cover, asked: dict[str, Any]) -> str:
    """Puts away what has nothing to press: with the key for that, or by a click beside it."""
    page = found.page
    await page.keyboard.press("Escape")
    if await _is_gone(found, asked):
        return "Escape"
    if not cover.beside or found.frame is not page.main_frame:
        return ""
    await page.mouse.click(*cover.beside)
    return "a click beside it" if await _is_gone(found, asked) else ""


async def _is_gone(found: Found, asked: dict[str, Any]) -> bool:
    for _ in range(LOOKS // 3):
        await anyio.sleep(PAUSE_S)
        if not (await _seen(found.frame, asked, found.element)).says:
            return True
    return False


async def leave_list(found: Found) -> bool:
    """Leaves what a field has opened to choose from and still lies over an element that is none of its own; whether it is
    gone then.

    The field of a list is left, as by a click beside it; where that is not enough, and no dialog would hear it, by Escape. A
    calendar is left by the key that goes on to the next field and keeps what was typed.
    """
    from playwright.async_api import Error

    try:
        told: dict[str, Any] | None = await ask(found.frame, "open_list", {}, found.element)
        if told is None or told["left"] or told["inDialog"]:
            return bool(told and told["left"])
        await found.page.keyboard.press(told["key"])
        for _ in range(LOOKS // 3):
            if not await ask(found.frame, "open_list", {"ask": "over"}, found.element):
                return True
            await anyio.sleep(PAUSE_S)
        return False
    except Error as moving:
        _log.debug("the list could not be left: %s", moving)
        return False
