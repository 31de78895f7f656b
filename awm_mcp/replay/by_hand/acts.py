"""How each primitive acts on its element, and what of it is remembered."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import anyio

from awm_mcp.errors import InvalidArguments, StepStopped
from awm_mcp.model import Action, Target, value
from awm_mcp.model.text import fold, plain
from awm_mcp.replay.acting.keys import unknown_key
from awm_mcp.replay.browsing.faults import stop_for, unknown_host
from awm_mcp.replay.browsing.page_script import ask, ask_element
from awm_mcp.replay.targets.obstacles import leave_list

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page

    from awm_mcp.replay.by_hand.recorder import Recorder
    from awm_mcp.replay.targets.resolve import Found

_TOGGLES = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio", "button"})
_PLAIN_ROLES = frozenset({None, "generic", "link", "img"})
"""Of elements that pages make controls of: one that says that it is ticked or pressed in is none but that."""
_STATE = """el => { const c = el.control || el, pressed = c.getAttribute('aria-pressed');
  if (c.matches('input[type=checkbox],input[type=radio]')) return c.checked;
  if (c.hasAttribute('aria-checked')) return c.getAttribute('aria-checked') === 'true';
  return ['true', 'false'].includes(pressed) ? pressed === 'true' : null; }"""

_CONTROL_OF = """el => { const flat = n => (n.innerText || '').replace(/\\s+/g, ' ').trim();
  const own = el.closest('[aria-hidden=true]') ? '' : flat(el), says = n => own ? flat(n) === own : flat(n).length <= 40;
  const roles = 'button link tab menuitem menuitemradio menuitemcheckbox option switch checkbox radio'.split(' ');
  const control = el.closest(['button', 'a[href]', 'summary', ...roles.map(r => `[role=${r}]`)].join());
  if (control) return control !== el && says(control) ? control : null;
  const label = el.closest('label'), ticks = 'input[type=checkbox],input[type=radio]';
  const tick = label && label !== el && label.control;
  return tick && tick.matches(ticks) && !el.contains(tick) && own && says(label) ? tick : null; }"""
"""The control that an element is the text or the icon of: what is clicked there is the control, and found again as it."""

FADING_S = 0.6
"""A list from which something was chosen is gone after so long."""
MORE_OPTIONS_S = 0.7
"""A select with options is given so long to get others, as one that depends on another field does."""
_OPTIONS = """(el, values) => { const select = el.closest('select') || el.control;
  if (!select || !select.matches('select')) return null;
  const flat = text => text.replace(/\\s+/g, ' ').trim(), all = [...select.options];
  if (values.every(one => all.some(o => o.value === one || flat(o.label) === flat(one)))) return null;
  const loading = select.disabled || select.closest('[aria-busy=true]') || !all.some(o => o.value && !o.disabled);
  return loading ? [] : all.map(o => flat(o.label)); }"""


def given(target: str, ref: str) -> str:
    """The reference that was given, under either name.

    Raises:
        InvalidArguments: neither was.
    """
    if not (target or ref):
        raise InvalidArguments(
            "invalid_arguments", expected="`target`: a reference from the snapshot", seen="none",
            next="take a browser_snapshot",
        )  # fmt: skip
    return target or ref


def check_wait(text: str | None, gone: str | None, seconds: float | None) -> None:
    """Refuses a wait for nothing.

    Raises:
        InvalidArguments: neither a text nor a time was given.
    """
    if not (text or gone) and seconds is None:
        raise InvalidArguments(
            "invalid_arguments", expected="`text`, `textGone` or `time`", seen="none of them",
            next='say what to wait for, for example {"text": "Saved"} or {"time": 2}',
        )  # fmt: skip


async def press(page: Page, key: str) -> None:
    """Presses a key or chord where the focus is.

    Raises:
        StepStopped: ``unknown_key``.
    """
    from playwright.async_api import Error

    try:
        await page.keyboard.press(key)
    except Error as broken:
        if "Unknown key" in str(broken):
            raise unknown_key(key) from None
        raise


async def open_address(hand: Recorder, url: str, timeout: float) -> None:
    """Opens an address in the page in use.

    Raises:
        StepStopped: the page did not come, mostly ``page_unreachable``.
    """
    from playwright.async_api import Error

    try:
        await hand.page.goto(url, wait_until="domcontentloaded", timeout=timeout)
    except Error as broken:
        known = not hand.kept.opened.boundary.knows_no_address_of(url)
        raise (stop_for(broken, f"a page at {plain(url, 200)}") if known else unknown_host(url)) from broken


def tab(pages: Sequence[Any], index: int | None, current: Any) -> Any:
    """The tab of a number, else the one in use.

    Raises:
        StepStopped: ``no_such_tab``.
    """
    if index is None:
        return current
    if index >= len(pages):
        raise StepStopped("no_such_tab", expected=f"a tab from 0 to {len(pages) - 1}", seen=str(index), next="list the tabs")
    return pages[index]


async def clickable(found: Found) -> Found:
    """The element, the control that it is the text of, or what stands in for a select that is hidden or covered by what is
    drawn for it."""
    if await found.element.evaluate("el => el.matches('select')"):
        instead = await _stand_in(found)
    else:
        instead = (await found.element.evaluate_handle(_CONTROL_OF)).as_element()
    return found if instead is None else replace(found, element=instead)


async def click(found: Found, action: Action, timeout: float, notes: list[str]) -> None:
    """Clicks; a tick that is hidden or covered by its own label is clicked where people click it. An open list that lies
    over the element is left before, as a person leaves it, and noted."""
    element = await _stand_in(found) or found.element
    if await _stays_under_a_list(found) and await leave_list(found):
        notes.append("left the list of choices that lay over it")
    do = element.dblclick if action.type == "dblclick" else element.click
    modifiers: Any = list(action.modifiers)
    await do(button=action.button, modifiers=modifiers, timeout=timeout)


async def _stays_under_a_list(found: Found) -> bool:
    """Whether a list that a field has opened lies over an element, and does not go by itself, as one that fades out does."""
    until = time.monotonic() + FADING_S
    while await ask(found.frame, "open_list", {"ask": "over"}, found.element):
        if time.monotonic() > until:
            return True
        await anyio.sleep(0.05)
    return False


async def _stand_in(found: Found) -> ElementHandle | None:
    return await ask_element(found.frame, "stand_in", {}, found.element)


async def put(found: Found, text: str, slowly: bool, timeout: float) -> None:
    """Puts a text into a field, at once or key by key."""
    if not slowly:
        await found.element.fill(text, timeout=timeout)
        return
    await found.element.fill("", timeout=timeout)
    await found.element.type(text, timeout=timeout)


async def read_back(found: Found, text: str) -> list[str]:
    """What to tell when the field holds something else than was typed."""
    from playwright.async_api import Error

    try:
        held = str(await found.element.evaluate("el => el.isContentEditable ? el.innerText : el.value"))
    except Error:  # the page moved on with the last letter
        return []
    return [] if fold(held) == fold(text) else [f"the field now holds {plain(held, 100)!r}, not what was typed"]


async def as_state(action: Action, found: Found) -> Action:
    """A click on something that is ticked or pressed in, remembered as the state it led to."""
    if not may_be_state(action):
        return action
    state = await pressed_in(found)
    return action if state is None else action.model_copy(update={"type": "check", "checked": state})


async def pressed_in(found: Found) -> bool | None:
    """Whether the element is ticked or pressed in; None where it has no such state, or is not to be seen."""
    from playwright.async_api import Error

    try:
        state = await found.element.evaluate(_STATE)
    except Error:  # the click led elsewhere
        return None
    return None if state is None else bool(state)


def may_be_state(action: Action) -> bool:
    """Whether a click may be on something that is ticked or pressed in."""
    target = action.target
    return action.type == "click" and target is not None and (target.role in _TOGGLES | _PLAIN_ROLES or _is_tick(target))


def _is_tick(target: Target) -> bool:
    return target.seen is not None and target.seen.input_type in ("checkbox", "radio")


async def select(found: Found, values: Sequence[str], about: Target, timeout: float) -> None:
    """Chooses options by label or value.

    Raises:
        StepStopped: ``no_such_option``, with the options that there are.
    """
    from playwright.async_api import TimeoutError as TooLate

    options = await _offered(found, values, timeout)
    if options is not None:
        raise _no_such_option(values, options)
    try:
        await found.element.select_option(list(values), timeout=timeout)
    except TooLate:
        raise _no_such_option(values, about.seen.options if about.seen else ()) from None


async def _offered(found: Found, values: Sequence[str], timeout: float) -> list[str] | None:
    """The options that a select has for good, where not all values are among them; None where they are, or may be.

    Options that are there are given ``MORE_OPTIONS_S`` to become others, a select without any the whole time.
    """
    began = time.monotonic()
    while True:
        options: list[str] | None = await found.element.evaluate(_OPTIONS, list(values))
        if options is None or time.monotonic() - began > (MORE_OPTIONS_S if options else timeout / 1000):
            return options
        await anyio.sleep(0.05)


def _no_such_option(values: Sequence[str], options: Sequence[str]) -> StepStopped:
    return StepStopped(
        "no_such_option", expected=f"options {', '.join(map(repr, values))}",
        seen=f"options: {', '.join(plain(one, 120) for one in options[:50])}", next="choose among these",
    )  # fmt: skip


async def chosen_before(found: Found) -> tuple[str, ...] | None:
    """The labels of what is chosen in a select that takes several; None for any other."""
    chosen: list[str] | None = await found.element.evaluate(
        "el => el.matches('select') && el.multiple ? [...el.selectedOptions].map(o => o.label.trim()) : null"
    )
    return tuple(chosen) if chosen is not None else None


async def as_labels(action: Action, found: Found) -> Action:
    """A choice remembered by the labels of what is then chosen."""
    from playwright.async_api import Error

    try:
        labels = await found.element.evaluate("el => [...el.selectedOptions].map(o => o.label.trim())")
    except Error:  # choosing led elsewhere
        return action
    return action.model_copy(update={"values": tuple(value(str(label)) for label in labels)}) if labels else action


async def upload(found: Found, files: Sequence[str], timeout: float) -> None:
    """Gives files to a file field, or to the one chooser that a click opens."""
    if await found.element.evaluate("el => el.matches('input[type=file]')"):
        await found.element.set_input_files(list(files), timeout=timeout)
        return
    async with found.page.expect_file_chooser(timeout=timeout) as chooser:
        await found.element.click(timeout=timeout)
    await (await chooser.value).set_files(list(files))
