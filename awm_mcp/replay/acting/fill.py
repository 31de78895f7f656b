"""Typing into fields of every kind, with a look at what the field then holds."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action
from awm_mcp.model.clock import clock
from awm_mcp.model.moments import moment, month
from awm_mcp.model.text import plain
from awm_mcp.replay.acting import calendars
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.acting.code_boxes import fill_boxes
from awm_mcp.replay.acting.sliding import slide_to
from awm_mcp.replay.targets.resolve import Found
from awm_mcp.replay.values.hinted_dates import as_hinted
from awm_mcp.replay.values.same_value import days_meant

_TAKES_NO_TYPING = "el => el.matches('input') && el.readOnly"
_FORMATS = {
    "date": ("YYYY-MM-DD", re.compile(r"\d{4,}-\d{2}-\d{2}")),
    "time": ("HH:MM in 24 hours, or with AM or PM", re.compile(r"\d{2}:\d{2}(:\d{2}(\.\d+)?)?")),
    "datetime-local": ("YYYY-MM-DDTHH:MM", re.compile(r"\d{4,}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?")),
    "month": ("YYYY-MM", re.compile(r"\d{4,}-\d{2}")),
    "week": ("YYYY-Www, for example 2027-W05", re.compile(r"\d{4,}-W\d{2}")),
    "color": ("#rrggbb", re.compile(r"#[0-9a-fA-F]{6}")),
    "number": ("a number with a decimal point", re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")),
    "range": ("a number", re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")),
}


_PLAIN = frozenset({"text", "tel", "search", ""})
_AS_TAKEN: dict[str, Callable[[str], str | None]] = {"time": clock, "datetime-local": moment, "month": month}
"""What such fields take, of a text that people write; None where that is not known."""


async def fill(actor: Actor, action: Action, found: Found) -> None:
    """Puts text into a field and reads it back.

    Raises:
        StepStopped: ``wrong_format``, ``truncated``, ``not_a_field`` or ``did_not_stick``, naming what the field wants.
    """
    if action.value is None:
        raise StepStopped("no_value", expected="a text to type", seen="none")
    found, kind = await _field(actor, found)
    text = actor.arguments.text(action.value)
    text = _as_asked_for(actor, action, kind, text)
    _check_format(kind["type"], text)
    same = found.about.get("same") if text == actor.typing else None
    actor.held = bool(await actor.ask("field", found, ask="same", text=text) if same is None else same)
    actor.already = actor.writes and actor.held
    if kind["segments"] and len(text) > 1:
        await fill_boxes(actor, action, found, text, int(kind["segments"]))
    elif kind["type"] in ("slider", "spinbutton"):
        await slide_to(actor, found, text)
    elif not await _picked(actor, action, found, text):
        await _fill_field(actor, action, found, kind, text)


def _as_asked_for(actor: Actor, action: Action, kind: dict[str, Any], text: str) -> str:
    """The text as a field of its kind takes it, or as the hint at a field for a date asks for it."""
    if kind["type"] not in _PLAIN:
        return _AS_TAKEN.get(kind["type"], str)(text) or text
    written = as_hinted(text, kind["hints"])
    if written != text and action.value is not None:
        actor.arguments.note_form(action.value, written)
        actor.notes.append(f"wrote the date as the field asks for it: {written}")
    return written


async def _field(actor: Actor, found: Found) -> tuple[Found, dict[str, Any]]:
    """The field itself, where a label or a box around it was found, and what kind of field it is."""
    kind: dict[str, Any] = found.about.get("field") or await actor.ask("field", found, ask="kind")
    if kind["itself"]:
        return found, kind
    element = await actor.ask_element("field", found, ask="element")
    if element is None:
        raise StepStopped("not_a_field", expected="a field", seen=found.says)
    return Found(element, found.frame, found.page, found.says, found.disabled, found.hidden), kind


def _check_format(kind: str, text: str) -> None:
    if kind == "file":
        raise StepStopped("not_a_field", expected="a field to type into", seen="a file field", next="use upload")
    if kind in ("checkbox", "radio", "button", "submit"):
        raise StepStopped("not_a_field", expected="a field to type into", seen=f"a {kind}")
    if text and kind in _FORMATS and not _FORMATS[kind][1].fullmatch(text):
        raise _wrong_format(kind, f"{plain(text, 80)!r}")


def _wrong_format(kind: str, seen: str, bounds: str = "") -> StepStopped:
    wanted = (_FORMATS[kind][0] if kind in _FORMATS else "a value that the field takes") + bounds
    return StepStopped(
        "wrong_format", expected=f"{wanted}, for this field of type {kind}", seen=seen, next=f"send the value as {wanted}"
    )


async def _picked(actor: Actor, action: Action, found: Found, text: str) -> bool:
    """Whether a day was chosen in the calendar that a field opens which takes no typing, or both of a span of days.

    Raises:
        StepStopped: ``no_such_option``; ``did_not_stick``, where the text names two days, and the field shows it after none.
    """
    days = days_meant(text)
    if not 0 < len(days) <= 2 or (len(days) > 1 and actor.writes) or not await found.element.evaluate(_TAKES_NO_TYPING):
        return False
    shown = ""
    for day in days:
        if not await calendars.pick(actor, action, found, day):
            return False
        shown = str(await actor.ask("choice", found, ask="text"))
        if len(days) == 1 or shown == text:
            actor.notes.append("chose the day in the calendar of a field that takes no typing")
            return True
    raise StepStopped(
        "did_not_stick", expected=actor.arguments.said_action(action), seen=f"the field then held {plain(shown, 80)!r}",
        next="send the day as YYYY-MM-DD",
    )  # fmt: skip


async def _fill_field(actor: Actor, action: Action, found: Found, kind: dict[str, Any], text: str) -> None:
    if action.slowly:
        await _type(actor, action, found, text)
    else:
        await actor.do(action, found, lambda element, ms: element.fill(text, timeout=ms))
    number = actor.stage.fills.next()
    held = await _held(actor, action, found, text, at_once=not action.slowly, number=number)
    if held["how"] in ("different", "empty", "cut") and text and not action.slowly and kind["type"] not in _FORMATS:
        await _type(actor, action, found, text)
        held = await _held(actor, action, found, text, number=number)
        actor.notes.append("typed key by key")
    _judge(actor, action, kind, held)
    actor.stage.fills.again[number] = partial(_put_back, actor, action, found, text)
    if text and "typed key by key" not in actor.notes and not action.slowly:
        actor.stage.fills.by_keys = partial(_type, actor, action, found, text)


async def _put_back(actor: Actor, action: Action, found: Found, text: str) -> None:
    await found.element.fill(text, timeout=actor.timeout_s * 1000)
    await _held(actor, action, found, text, at_once=True)


async def _type(actor: Actor, action: Action, found: Found, text: str) -> None:
    await actor.do(action, found, lambda element, ms: element.click(timeout=ms))
    await found.page.keyboard.press("ControlOrMeta+a")
    if not text:
        await found.page.keyboard.press("Delete")
    delay = 12 if len(text) < 200 else 0
    await found.page.keyboard.type(text, delay=delay)


async def _held(
    actor: Actor, action: Action, found: Found, text: str, *, at_once: bool = False, number: int = 0
) -> dict[str, Any]:
    secret = action.value is not None and actor.arguments.is_secret(action.value)
    asked = {"text": text, "secret": secret, "at_once": at_once, "fill": number}
    from playwright.async_api import Error

    try:
        actor.also_read()
        held: dict[str, Any] = await actor.ask("field", found, ask="holds", **asked)
    except Error as gone:  # the field was redrawn or the page moved on: what is there now is the page's business
        return {"how": "gone", "is": str(type(gone).__name__)}
    return held


def _judge(actor: Actor, action: Action, kind: dict[str, Any], held: dict[str, Any]) -> None:
    how = held["how"]
    if how in ("same", "gone"):
        return
    if how == "formatted":
        form = repr(plain(held["is"], 80)) if held["is"] else "something in another form"
        if action.value is not None and held["is"]:
            actor.arguments.note_form(action.value, held["is"])
        actor.notes.append(f"the page shows it as {form}")
        return
    said = actor.arguments.said_action(action)
    if how == "cut":
        raise StepStopped("truncated", expected=said, seen=f"the field takes {kind['max']} characters at most")
    if kind["type"] in _FORMATS:
        bounds = _bounds(kind)
        raise _wrong_format(kind["type"], f"the field then held {plain(held['is'], 80)!r}", bounds)
    nothing = "the field was empty" if how == "empty" else "the field held something else"
    seen = f"the field then held {plain(held['is'], 120)!r}" if held["is"] else nothing
    raise StepStopped("did_not_stick", expected=said, seen=seen)


def _bounds(kind: dict[str, Any]) -> str:
    if kind["type"] != "range":
        return ""
    return f" from {kind['min'] or 0} to {kind['top'] or 100} in steps of {kind['step'] or 1}"
