"""How each primitive acts on its element, and what of it is remembered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from awm_mcp.errors import InvalidArguments, StepStopped
from awm_mcp.model import Action, Target, value
from awm_mcp.model.text import fold, plain
from awm_mcp.replay.browsing.page_script import ask_element

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

    from awm_mcp.replay.targets.resolve import Found

_TOGGLES = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio", "button"})
_PLAIN_ROLES = frozenset({None, "generic", "link", "img"})
"""Of elements that pages make controls of: one that says that it is ticked or pressed in is none but that."""
_STATE = """el => { const c = el.control || el, pressed = c.getAttribute('aria-pressed');
  if (c.matches('input[type=checkbox],input[type=radio]')) return c.checked;
  if (c.hasAttribute('aria-checked')) return c.getAttribute('aria-checked') === 'true';
  return ['true', 'false'].includes(pressed) ? pressed === 'true' : null; }"""


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
    """The element, or what stands in for a select that is hidden or covered by what is drawn for it."""
    stand_in = await _stand_in(found) if await found.element.evaluate("el => el.matches('select')") else None
    return found if stand_in is None else replace(found, element=stand_in)


async def click(found: Found, action: Action, timeout: float) -> None:
    """Clicks; a tick that is hidden or covered by its own label is clicked where people click it."""
    element = await _stand_in(found) or found.element
    do = element.dblclick if action.type == "dblclick" else element.click
    modifiers: Any = list(action.modifiers)
    await do(button=action.button, modifiers=modifiers, timeout=timeout)


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

    try:
        await found.element.select_option(list(values), timeout=timeout)
    except TooLate:
        options = about.seen.options if about.seen else ()
        raise StepStopped(
            "no_such_option", expected=f"options {', '.join(map(repr, values))}", seen=f"options: {', '.join(options[:50])}",
            next="choose among these",
        ) from None  # fmt: skip


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
