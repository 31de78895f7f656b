"""The further pages of a list, looked at in a tab of their own: those that it links to, else those that its script turns.

For the replay it is as if nothing had come. What a turned page asks for other than by GET is kept back.
"""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import TYPE_CHECKING, NamedTuple

import anyio

from awm_mcp.model import Value
from awm_mcp.model.changes import changing_address
from awm_mcp.model.site import path_of
from awm_mcp.replay.staging.own_tab import in_own_tab, opened
from awm_mcp.replay.targets.expectations import shows
from awm_mcp.replay.targets.turning import leads_on, says, turn

if TYPE_CHECKING:
    from playwright.async_api import Page, Route

    from awm_mcp.replay.player import Player

_log = logging.getLogger(__name__)
MOST_PAGES = 12
BEFORE_S = 5.0
"""Before an entry is sent, the further pages of its list are looked through for so long, seconds."""
DRAWN_S, RESTS_S = 3.0, 0.8
"""A page that was opened has so long to draw what it lists, and has done so when it says the same for so long."""
TURNED_S, STILL_S, PAUSE_S = 1.5, 0.2, 0.05
"""A page that was turned has come to rest when it stays the same for so long."""


class Elsewhere(NamedTuple):
    """The further pages of a list. ``found``: one that shows the entry; ``seen``: those that were looked at; ``left``: some
    were not."""

    found: str = ""
    seen: frozenset[str] = frozenset()
    left: bool = False


NOWHERE = Elsewhere()


class FurtherPages:
    """A walk through the further pages of a list, in a tab. ``seen``: their addresses; ``waiting``: those not yet seen."""

    def __init__(self, player: Player, page: Page, tab: Page, until: float | None) -> None:
        self._player, self._page, self._tab, self._until = player, page, tab, until
        self.seen, self.waiting = {page.url}, list[str]()

    @property
    def left(self) -> bool:
        """Whether there are pages that were not looked at."""
        return any(one not in self.seen for one in self.waiting)

    async def each(self) -> AsyncGenerator[str]:
        """The addresses of the pages; the tab stands on each in turn. A turned page has none, and a number in its place."""
        leads = await leads_on(self._player.stage, self._page)
        self.waiting = leads.links
        async for address in self._turned() if leads.turns and not leads.links else self._linked():
            yield address

    async def _linked(self) -> AsyncGenerator[str]:
        while self.waiting and self._goes_on():
            address = self.waiting.pop(0)
            if address in self.seen:
                continue
            self.seen.add(address)
            if await opened(self._tab, address):
                yield address
                self.waiting += (await leads_on(self._player.stage, self._tab)).links

    async def _turned(self) -> AsyncGenerator[str]:
        await self._tab.route("**/*", _reads_only)
        url, number = self._page.url, 1
        if changing_address(path_of(url)) or not (self._tab is self._page or await opened(self._tab, url)):
            return
        await _drawn(self._tab)
        while self._goes_on() and await self._turns():
            number += 1
            self.seen.add(f"{url} {number}")
            yield f"{url} {number}"
        more = (await leads_on(self._player.stage, self._tab)).turns
        self.waiting = [f"{url} {number + 1}"] if more else []

    async def _turns(self) -> bool:
        turned = await turn(self._tab)
        if turned:
            await _drawn(self._tab)
        return turned

    def _goes_on(self) -> bool:
        return len(self.seen) <= MOST_PAGES and (self._until is None or time.monotonic() < self._until)


async def shown_elsewhere(player: Player, wanted: Value) -> Elsewhere:
    """Before an entry is sent: whether an equal one stands on another page of the list."""
    page = player.stage.page
    if page.is_closed() or not await has_further(player, page):
        return NOWHERE
    return await in_own_tab(player.stage, lambda tab: found_from(player, page, tab, wanted, time.monotonic() + BEFORE_S))


async def found_from(player: Player, page: Page, tab: Page, wanted: Value, until: float | None) -> Elsewhere:
    """Where an entry stands on the further pages of a page, which are looked at in a tab."""
    walk = FurtherPages(player, page, tab, until)
    async with aclosing(walk.each()) as pages:
        async for address in pages:
            if await shows(tab, wanted):
                _log.debug("the entry stands on %s", path_of(address))
                return Elsewhere(address, frozenset(walk.seen))
    return Elsewhere("", frozenset(walk.seen), left=walk.left)


def is_new_there(before: Elsewhere, now: Elsewhere) -> bool:
    """Whether an entry came to stand on a further page; one on a page that was not looked at before may be older."""
    return bool(now.found) and not before.found and (not before.left or now.found in before.seen)


async def has_further(player: Player, page: Page) -> bool:
    """Whether a page is one of several of its list."""
    leads = await leads_on(player.stage, page)
    return bool(leads.links or leads.turns)


async def drawn_with(tab: Page, seen: Callable[[], Awaitable[bool]]) -> bool:
    """Waits until something is seen on a page that was just opened; no longer once the page says the same for a while."""
    said, since, until = "", time.monotonic(), time.monotonic() + DRAWN_S
    while not await seen():
        if (now := await says(tab)) != said:
            said, since = now, time.monotonic()
        if time.monotonic() > until or (said.strip() and time.monotonic() - since > RESTS_S):
            return False
        await anyio.sleep(PAUSE_S)
    return True


async def _drawn(tab: Page) -> None:
    """Waits until a page says something, and the same for a moment."""
    said, since, until = await says(tab), time.monotonic(), time.monotonic() + TURNED_S
    while time.monotonic() < until and time.monotonic() - since < STILL_S:
        await anyio.sleep(PAUSE_S)
        if (now := await says(tab)) != said:
            said, since = now, time.monotonic()


async def _reads_only(route: Route) -> None:
    if route.request.method in ("GET", "HEAD", "OPTIONS"):
        await route.fallback()
    else:
        await route.abort()
