"""Lists that pages draw themselves: opened, typed into where they filter, and their option clicked, which is found again
where the page draws it anew. What opened the list is never clicked in its place."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action
from awm_mcp.model.text import as_seen, plain, same
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.acting.toggle_clicks import shown_by
from awm_mcp.replay.browsing.page_script import page_script
from awm_mcp.replay.staging.settle import rest
from awm_mcp.replay.targets.resolve import Found

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

_log = logging.getLogger(__name__)
Tail = Sequence[str] | None
"""The words of the data that may stand behind the name of an option; None: nothing may."""
OPTIONS_WAIT_S = 3.0
TAKEN_S = 1.0
FILTERED_S, FILTERED_STILL_MS = 1.5, 80
# The search box that a list brought with it: it has the focus, says that it is one, and is empty.
_SEARCH_BOX = """el => {
  let one = document.activeElement;
  while (one && one.shadowRoot && one.shadowRoot.activeElement) one = one.shadowRoot.activeElement;
  const TEXT = 'input:not([type]),input[type=text],input[type=search],textarea';
  const SEARCH = '[type=search],[role=searchbox],[role=combobox],[aria-autocomplete],[aria-controls]';
  const ofList = one && one !== el && one.matches(TEXT) && !one.readOnly && (el.contains(one) || one.matches(SEARCH));
  return ofList && !one.value && one.getClientRects().length ? one : null;
}"""
# Until when, in milliseconds, the page has set itself to filter what it lists.
_SOON = "() => { const book = window[Symbol.for('awm.timers')]; return book ? book.soon('press') : 0; }"
# All by which a page may show that an option was taken.
_SHOWS = """el => JSON.stringify([document.body.innerText, location.href, el.isConnected,
  [...document.querySelectorAll('input,select,textarea')].map(one => [one.value, one.checked]),
  document.querySelectorAll('[aria-checked=true],[aria-selected=true],[aria-pressed=true]').length])"""


# What the field shows of its choice: in itself, or in the box around it and around no other field.
_FIELD_SHOWS = """el => {
  const FIELDS = 'input:not([type=hidden]):not([aria-hidden=true]),select,textarea,[role=combobox],[aria-haspopup]';
  const drawn = o => o !== el && !el.contains(o) && o.getClientRects().length > 0;
  const isOwn = box => !!box && !box.matches('form,body,main,fieldset') && ![...box.querySelectorAll(FIELDS)].some(drawn);
  let box = el;
  for (let up = 0; up < 3 && isOwn(box.parentElement); up++) box = box.parentElement;
  return [box.innerText, ...[el, ...box.querySelectorAll('input')].map(one => one.value || '')].join(' ');
}"""


async def take_option(actor: Actor, action: Action, found: Found, text: str, tail: Tail = None) -> None:
    """Opens the list of an element and clicks the option of a text, or the one that is the text with data behind it.

    Raises:
        StepStopped: ``no_such_option``, also where the option was there and is gone; ``did_not_stick``, where nothing shows
            that it was taken and the list is still open.
    """
    if not found.about.get("open") and await found.element.get_attribute("aria-expanded") != "true":
        await actor.do(action, found, lambda element, ms: element.click(timeout=ms))
    await _look_up(actor, found, text, tail)

    async def option() -> Found:
        return Found(await _suggestion(actor, found, text, tail), found.frame, found.page, text)

    there = await option()
    before, sent = await _shows(found, there), len(actor.stage.activity.log)
    await actor.do(action, there, lambda element, ms: element.click(timeout=ms), option)

    async def taken() -> bool:
        return len(actor.stage.activity.log) > sent or before is None or await _shows_again(found, text, tail) != before

    if not await actor.until(taken, TAKEN_S):
        raise _not_taken(actor, action)


async def offers(found: Found, text: str) -> bool:
    """Whether one entry that is shown equals a text."""
    return (await _equal(found, text))[0] is not None


async def read_choice(actor: Actor, action: Action, found: Found, texts: Sequence[str]) -> None:
    """Whether a field then shows what was chosen in its list, where no run showed how it does that.

    Raises:
        StepStopped: ``did_not_stick``.
    """
    from playwright.async_api import Error

    shown = ""

    async def so() -> bool:
        nonlocal shown
        shown = as_seen(str(await found.element.evaluate(_FIELD_SHOWS))).casefold()
        return all(as_seen(text).casefold() in shown for text in texts)

    try:
        if await actor.until(so, TAKEN_S):
            return
    except Error as moved:
        _log.debug("the choice led to another page: %s", moved)
        return
    raise StepStopped(
        "did_not_stick", status="unknown" if actor.writes else "step_failed", expected=actor.arguments.said_action(action),
        seen=f"the field then shows {plain(shown, 80)!r}", next="look at the page, choose by hand and resume",
    )  # fmt: skip


async def _look_up(actor: Actor, found: Found, text: str, tail: Tail) -> None:
    """Types what is to be chosen where the list takes text: in the field itself, or in the box that came with the list and
    has the focus, where the list does not show it anyway."""
    box = found.element
    if not await found.element.evaluate("el => el.matches('input,textarea') && !el.readOnly"):
        came = (await found.element.evaluate_handle(_SEARCH_BOX)).as_element()
        if came is None or (await _equal(found, text, tail))[0] is not None:
            return
        box = came
    await box.fill(text)
    await _filtered(actor, found)


async def _filtered(actor: Actor, found: Found) -> None:
    """Waits until the page has looked up what was typed: a list that it filters only after the choice is open again, and
    lies over what comes next."""

    async def done() -> bool:
        return not await found.frame.evaluate(_SOON)

    await actor.until(done, FILTERED_S)
    await rest(actor.stage, FILTERED_STILL_MS, OPTIONS_WAIT_S)


_Picture = tuple[str, list[str]]


async def _shows_again(found: Found, text: str, tail: Tail) -> _Picture | None:
    from playwright.async_api import Error

    try:
        again, _ = await _equal(found, text, tail)
    except Error as moving:
        _log.debug("the choice led to another page: %s", moving)
        return None
    return await _shows(found, Found(again, found.frame, found.page, text)) if again is not None else None


async def _shows(found: Found, option: Found) -> _Picture | None:
    """What the page shows, and by what marks the option tells its state; None while it moves on."""
    from playwright.async_api import Error

    try:
        page, marks = str(await found.element.evaluate(_SHOWS)), await shown_by(option)
    except Error as moving:
        _log.debug("what it shows is not to be seen: %s", moving)
        return None
    return page, sorted(marks["marks"]) if marks is not None else []


async def _suggestion(actor: Actor, found: Found, text: str, tail: Tail) -> ElementHandle:
    best: list[ElementHandle] = []
    options: list[str] = []

    async def there() -> bool:
        element, options[:] = await _equal(found, text, tail)
        if element is not None:
            best[:] = [element]
        return bool(best)

    if not await actor.until(there, OPTIONS_WAIT_S + 1):
        raise no_option(text, options)
    return best[0]


async def _equal(found: Found, text: str, tail: Tail = None) -> tuple[ElementHandle | None, list[str]]:
    """The one option that equals a text, and what there is to choose from."""
    handle = await found.frame.evaluate_handle(page_script("suggestions"), [{"text": text, "tail": tail}, found.element])
    parts = await handle.get_properties()
    return parts["element"].as_element(), await parts["options"].json_value()


def no_option(text: str, options: list[str], off: Sequence[str] = ()) -> StepStopped:
    """The stop for a choice that a list does not have, or has among what cannot be chosen now (``off``)."""
    shown = [plain(option, 60) for option in options[:30]]
    meant = [plain(option, 60) for option in off if same(option, text)]
    near = [*((option, "it is disabled") for option in meant), *((option, "its text differs") for option in shown)]
    disabled = "; the one that is meant is there and disabled" if meant else ""
    return StepStopped(
        "no_such_option", expected=f"the option {plain(text, 80)!r}",
        seen=f"options: {'; '.join(shown) or 'none'}{disabled}",
        candidates=tuple({"element": option, "why_not": why} for option, why in near[:5]),
        next="call again with one of the options",
    )  # fmt: skip


def _not_taken(actor: Actor, action: Action) -> StepStopped:
    return StepStopped(
        "did_not_stick", status="unknown" if actor.writes else "step_failed",
        expected=f"{actor.arguments.said_action(action)}, and to see that it was taken",
        seen="the option was clicked, and the page shows the list as it was before",
        next="look at the page before doing anything again; it is not clicked twice",
    )  # fmt: skip
