"""Whether a page shows what is expected: an address, a text, an element, a change."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, unquote_plus, urlsplit

import anyio

from awm_mcp.model import Expectation, Text, Value
from awm_mcp.model.site import path_of
from awm_mcp.model.text import plain
from awm_mcp.replay.browsing.frames import frames_of_site
from awm_mcp.replay.browsing.page_script import ask_each, ask_moving
from awm_mcp.replay.staging.stage import Stage
from awm_mcp.replay.targets.query import query_of
from awm_mcp.replay.targets.resolve import look
from awm_mcp.replay.values.binding import Arguments
from awm_mcp.replay.values.slugs import as_slugs

if TYPE_CHECKING:
    from playwright.async_api import Page

_log = logging.getLogger(__name__)
FRAMES_S = 2.0
"""Before an action, inline frames that are still loading are waited for so long, seconds."""
DRAWN_S = 1.5
"""A page that shows something new for a typed text has so long for it, seconds."""
_PAUSES = ((0.3, 0.02), (1.0, 0.05), (float("inf"), 0.15))
"""Until so long after the beginning it is looked again after so long, seconds."""
_UNKNOWN = "?"


async def wait_for(
    stage: Stage, expected: Expectation, arguments: Arguments, timeout_s: float, since: str | None = None,
    hopeless: Callable[[], Awaitable[bool]] | None = None,
) -> str:  # fmt: skip
    """Waits for all parts of an expectation; the answer says what is missing, empty when nothing is.

    ``since``: what ``change_count`` said before the action, for expectations of a change. ``hopeless``: asked again
    and again whether to wait no longer.
    """
    began = time.monotonic()
    deadline = began + timeout_s
    while True:
        stage.back_from_closed()
        lacking = await _lacking(stage, expected, arguments, since)
        if not lacking:
            return ""
        now = time.monotonic()
        if stage.activity.loading():
            deadline = max(deadline, min(now + 1, deadline + stage.settings.navigation_timeout_s))
        if now > deadline or (hopeless is not None and await hopeless()):
            return lacking
        await anyio.sleep(next(pause for until, pause in _PAUSES if now - began < until))


async def _lacking(stage: Stage, expected: Expectation, arguments: Arguments, since: str | None) -> str:
    pages = [stage.page, *[page for page in stage.fresh if not page.is_closed()]]
    said = ""
    for page in pages:
        said = await _lacking_on(page, expected, arguments, since)
        if not said:
            if page is not stage.page:
                stage.follow(page)
            return ""
    return await _lacking_on(stage.page, expected, arguments, since) if len(pages) > 1 else said


async def _lacking_on(page: Page, expected: Expectation, arguments: Arguments, since: str | None) -> str:
    if expected.url is not None and not any(address_fits(one, page.url) for one in _spellings(expected.url, arguments)):
        return f"the address is {plain(path_of(page.url), 160)}"
    if expected.text is not None and not await _says_any(page, expected, arguments.as_shown(expected.text)):
        return f"the text {plain(arguments.said(expected.text).words(), 120)!r} is not shown"
    if expected.target is not None:
        query = query_of(expected.target, arguments, "wait_for")
        if (await look(page, query)).state not in ("one", "unsettled", "many"):
            return f"{query.words} is not shown"
    if expected.changed and since is not None and not await _changed(page, since):
        return "the page did not change"
    return ""


async def _says_any(page: Page, expected: Expectation, texts: tuple[Value, ...]) -> bool:
    for text in texts:
        if await _says(page, expected, text):
            return True
    return False


async def _says(page: Page, expected: Expectation, text: Value) -> bool:
    if not expected.alone:
        return await shows(page, text)
    return any(text.matches(one) for texts in await ask_each(page.frames, "texts", {}) for one in texts)


def address_after(expected: Expectation | None, arguments: Arguments) -> str | None:
    """Path and query of the one page that a step leads to, if that is known to the letter."""
    return arguments.bind(expected.url).literal if expected is not None and expected.url is not None else None


def _spellings(url: Value, arguments: Arguments) -> Iterator[Value]:
    """The wanted address as it was recorded and decoded, and as sites spell what it holds.

    It is decoded before the arguments are put in, which are plain text.
    """
    yield from (arguments.bind(one) for one in (url, url.map_text(unquote), url.map_text(unquote_plus)))
    yield from (arguments.bind(one.map_text(unquote)) for one in as_slugs(url, arguments))


def address_fits(wanted: Value, url: str) -> bool:
    """Whether an address is the wanted path and query, encoded or not; parts that are not asked for may be there."""
    full = path_of(url)
    parts = urlsplit(full)
    asks = "".join(t.text for t in wanted.root if isinstance(t, Text))
    forms = {full, full.split("#")[0]}
    if "?" not in asks:
        forms.add(parts.path)
        if parts.fragment:
            forms.add(f"{parts.path}#{parts.fragment}")
    shown = {one for form in forms for one in (form, unquote(form), unquote_plus(form))}
    shown |= {one.rstrip("/") for one in shown if len(one) > 1}
    return any(wanted.matches(one) for one in shown) or any(wanted.matches(one + "/") for one in shown)


def as_signal(text: Value) -> dict[str, Any]:
    """A text as page scripts ask for it."""
    return {"tokens": [{"text": t.text} if isinstance(t, Text) else {"gap": getattr(t, "gap", "text")} for t in text.root]}


async def shows(page: Page, text: Value) -> bool:
    """Whether a text can be seen in the page or one of its frames."""
    query: dict[str, Any] = {"text": as_signal(text)}
    for frame in page.frames:
        if await ask_moving(frame, "shows", query):
            return True
    return False


async def count_before(page: Page) -> str:
    """What ``change_count`` says before an action, once the inline frames are there: one that comes late is no effect."""
    from playwright.async_api import Error

    if len(page.frames) > 1 and not page.is_closed():
        try:
            await page.wait_for_load_state("load", timeout=FRAMES_S * 1000)
        except Error as late:  # a picture that never comes, for one; what has not come by then is not compared
            _log.debug("the page is not loaded yet: %s", late)
    return await change_count(page)


async def change_count(page: Page) -> str:
    """How much the page and its frames have changed, of which documents; the counting starts with the first question."""
    counts: list[str] = []
    for frame in frames_of_site(page):
        count = str(await ask_moving(frame, "changes", {}, _UNKNOWN))
        if count == _UNKNOWN and frame == page.main_frame:
            return ""
        counts.append(count)
    return " ".join(counts)


async def drawn(page: Page, since: str | None) -> None:
    """Waits a little until a page has drawn what it makes of a typed text; what fields hold is no drawing."""
    deadline, before = time.monotonic() + DRAWN_S, _drawings(since or "")
    while before and not differ(before, _drawings(await change_count(page))):
        if time.monotonic() > deadline:
            return
        await anyio.sleep(0.05)


def _drawings(count: str) -> str:
    return " ".join(one.rpartition(":")[0] or one for one in count.split())


def differ(before: str, now: str) -> bool:
    """Whether two counts tell of a change; a frame that did not answer one of them tells nothing."""
    pairs = list(zip_longest(before.split(), now.split(), fillvalue=""))
    return any(a != b and _UNKNOWN not in (a, b) for a, b in pairs)


async def _changed(page: Page, since: str) -> bool:
    now = await change_count(page)
    return bool(now) and differ(since, now)


def words_of(expected: Expectation, arguments: Arguments) -> str:
    said = expected.model_copy(
        update={
            "url": arguments.said(expected.url) if expected.url else None,
            "text": arguments.said(expected.text) if expected.text else None,
        }
    )
    return said.words()
