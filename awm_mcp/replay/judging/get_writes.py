"""GETs that change something, told by what came of them and not by their words.

A read leaves what was read before as it was. A link whose address sends the browser back to the page that it stands on,
where its row is another now or a message came, was no page to look at; neither was what a script asked for, when what it
changed at the control is still there in a tab that opens the page anew.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qsl, urlsplit

from awm_mcp.model import Run
from awm_mcp.model.site import path_of
from awm_mcp.model.text import fold
from awm_mcp.replay.browsing.page_script import ask
from awm_mcp.replay.judging.honest_end import messages
from awm_mcp.replay.staging.stage import Stage
from awm_mcp.replay.targets.resolve import Found
from awm_mcp.replay.traffic.activity import Activity
from awm_mcp.replay.writing.writes import QUIET

if TYPE_CHECKING:
    from playwright.async_api import Page

_log = logging.getLogger(__name__)
CLICKS = frozenset({"click", "dblclick", "press", "check"})
LOOKS, LATE_LOOKS, LOOK_S = 7, 2, 0.15
"""A page opened anew is looked at so often, so far apart: many draw what they fetch after they are loaded."""
PAGE_MS = 8000
MOST_FRESH = 0.6
"""Share of a page's texts that may be new where the page is the same as before."""
_PATH = """el => {
  const own = el.closest('a,button,[role=button],input,summary') || el, path = [];
  if (own.getRootNode() !== document) return null;
  for (let n = own; n.parentElement; n = n.parentElement) path.unshift([...n.parentElement.children].indexOf(n));
  return path;
}"""
_STATE = """path => {
  let el = document.documentElement;
  for (const place of path) el = el && el.children[place];
  if (!el) return null;
  const row = el.closest('tr,li,[role=row],[role=listitem],article');
  const text = n => n.textContent.replace(/\\s+/g, ' ').trim().slice(0, 2000);
  const marks = ['href', 'class', 'title', 'aria-label', 'aria-pressed', 'aria-checked', 'disabled'];
  const around = 'nav,footer,[role=navigation],[role=banner],[role=contentinfo],body > header';
  const frame = el.closest(around) ? 'yes' : '';
  const own = [text(el), ...marks.map(a => el.getAttribute(a) || '')].join('|');
  return { frame, own, tag: el.tagName, row: row ? text(row) : '', lang: document.documentElement.lang };
}"""

State = dict[str, str]


@dataclass(frozen=True)
class GetWatch:
    """What stood at a control before it was clicked."""

    stage: Stage
    url: str
    path: list[int]
    before: State
    said: frozenset[str]

    @classmethod
    async def on(cls, stage: Stage, found: Found | None) -> GetWatch | None:
        """Looks at a control before it is used; None where nothing can be told of it."""
        from playwright.async_api import Error

        page = stage.page
        if found is None or page.is_closed() or found.frame != page.main_frame:
            return None
        try:
            path: Any = await found.element.evaluate(_PATH)
            before = await _state(page, path) if path else None
        except Error as moving:
            _log.debug("not looked at before it is used: %s", moving)
            return None
        if before is None:
            return None
        return cls(stage, page.url, path, before, frozenset(fold(one.text) for one in await messages(stage)))

    @property
    def in_content(self) -> bool:
        """Whether the control is none of those around the pages: logos and switches of language lead back to them, too."""
        return not self.before["frame"]

    async def changed(self, shown: Sequence[str] = ()) -> str:
        """What was asked for with GET and changed something (``"GET /take/5"``); empty when it only read.

        Args:
            shown: texts that the page did not show before.
        """
        from playwright.async_api import Error

        page, activity = self.stage.page, self.stage.activity
        if page.is_closed():
            return ""
        try:
            if (led := next((led for led in activity.led if led[1] == page.url), None)) is not None:
                return f"GET {_bare(led[0])}" if await self._sent_back(*led) else ""
            if activity.asked and page.url == self.url and await self._is_still_so(page, shown):
                return f"GET {_bare(activity.asked[0])}"
        except Error as moving:
            _log.debug("not known whether a GET changed something: %s", moving)
        return ""

    async def _sent_back(self, asked: str, led: str) -> bool:
        after = await _state(self.stage.page, self.path)
        told = [one for one in await messages(self.stage) if not one.heading and fold(one.text) not in self.said]
        if not is_back(self.url, asked, led):
            good = {fold(one.text) for one in told if one.tone == "good"}
            return urlsplit(asked).path != urlsplit(led).path and bool(good) and await self._says_once(led, good)
        if after is not None and after["lang"] != self.before["lang"]:
            return False
        return bool(told) or after is None or (after["own"], after["row"]) != (self.before["own"], self.before["row"])

    async def _is_still_so(self, page: Page, shown: Sequence[str]) -> bool:
        """Whether the page, opened anew, shows what the control's place shows since, or a text that came."""
        new = {fold(text) for text in shown if any(char.isalpha() for char in text)}
        after, moved = await self._moved(page)
        for _ in range(LATE_LOOKS):
            if new or moved:
                break
            await self.stage.activity.wait_change(LOOK_S)
            after, moved = await self._moved(page)
        if not new and not moved:
            return False
        async with self._opened_anew(self.url) as tab:
            return await self._shows(tab, after, moved, new)

    async def _says_once(self, address: str, told: set[str]) -> bool:
        """Whether messages are gone when their page is opened anew: a product that is in stock says so each time."""
        async with self._opened_anew(address) as tab:
            again = cast("list[dict[str, Any]]", await ask(tab.main_frame, "messages", {}))
        return not told & {fold(str(one["text"])) for one in again}

    @asynccontextmanager
    async def _opened_anew(self, address: str) -> AsyncGenerator[Page]:
        """A page in a tab of its own; nothing that is asked for there is what a step sent."""
        known, step = len(self.stage.fresh), self.stage.activity.step
        self.stage.activity.step = 0
        tab = await self.stage.context.new_page()
        try:
            await tab.goto(address, timeout=PAGE_MS)
            yield tab
        finally:
            await tab.close()
            self.stage.activity.step = step
            del self.stage.fresh[known:]

    async def _moved(self, page: Page) -> tuple[State | None, list[str]]:
        """What stands at the control's place now, and which parts of it are others than before."""
        after = await _state(page, self.path)
        return after, [part for part in ("own", "row") if after is not None and after[part] != self.before[part]]

    async def _shows(self, tab: Page, after: State | None, moved: Sequence[str], new: set[str]) -> bool:
        for _ in range(LOOKS):
            there = await _state(tab, self.path)
            alike = after is not None and there is not None and there["tag"] == after["tag"]
            if alike and after and there and any(after[part] and there[part] == after[part] for part in moved):
                return True
            texts = cast("list[str]", await ask(tab.main_frame, "texts", {}))
            if new & {fold(text) for text in texts}:
                return True
            await self.stage.activity.wait_change(LOOK_S)
        return False


def sent_back(activity: Activity, before: str, here: str, fresh: Sequence[str], texts: Sequence[str]) -> tuple[str, ...]:
    """The GET that led back to the page where it was asked for and changed a part of it: a language changes all of it.

    Args:
        activity: what was asked for since the page was at ``before``.
        fresh: the texts among ``texts``, all that the page shows now, that it did not show before.
    """
    led = next((asked for asked, led in activity.led if led == here and is_back(before, asked, led)), "")
    return (f"GET {_bare(led)}",) if led and 0 < len(fresh) < max(2, len(texts) * MOST_FRESH) else ()


def page_kept(run: Run, index: int, here: str) -> str:
    """The page that a reported run was on before and after a step, where its addresses agree with what is seen; else empty.

    A report that has one address for all of its steps is only believed of its last move.
    """
    step, following = run.steps[index], run.steps[index + 1 :]
    after = step.effect.url if step.effect is not None else next((one.url for one in following), None)
    if not step.url or not after or not _path(step.url) == _path(after) == _path(here):
        return ""
    several = len({_path(one.url) for one in run.steps if one.url}) > 1
    last = run.answer is None and all(one.action.type in QUIET for one in following)
    return here if several or last else ""


def is_back(before: str, asked: str, led: str) -> bool:
    """Whether an address led to the page where it was asked for, and not to itself in other words."""
    same = _path(led) == _path(before) and _query(before) <= _query(led)
    itself = _path(asked) == _path(led) and _query(asked) <= _query(led)
    return same and not itself


async def _state(page: Page, path: list[int]) -> State | None:
    return cast("State | None", await page.evaluate(_STATE, path))


def _path(address: str) -> str:
    return urlsplit(address).path.rstrip("/")


def _query(address: str) -> set[tuple[str, str]]:
    return set(parse_qsl(urlsplit(address).query, keep_blank_values=True))


def _bare(address: str) -> str:
    return path_of(address).split("?")[0]
