"""Where nothing tells of the end: whether what was typed stands in a list of the site in which it did not stand before.

So a person looks who sees nothing: the page of the form is loaded anew, its list looked through to the last page, and so are
the lists that the replay came by. What they said before is noted on the way. Only more rows that say it count: a row
that was there may be written otherwise by then.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, cast

from awm_mcp.model import FlowStep, Value, value
from awm_mcp.model.changes import changing_address
from awm_mcp.model.site import path_of
from awm_mcp.replay.browsing.page_script import ask_each
from awm_mcp.replay.judging.further_pages import (
    BEFORE_S,
    NOWHERE,
    Elsewhere,
    FurtherPages,
    drawn_with,
    has_further,
    is_new_there,
)
from awm_mcp.replay.judging.held_anew import keeps_itself
from awm_mcp.replay.judging.seen_in_passing import place_of
from awm_mcp.replay.judging.typed import typed_until
from awm_mcp.replay.staging.own_tab import in_own_tab, opened
from awm_mcp.replay.targets.expectations import as_signal, shows
from awm_mcp.replay.traffic.confirming import doubts

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.player import Player

MOST_TEXTS, LONGEST, MOST_PLACES = 3, 120, 3
Rows = Counter[str]


class _Place(NamedTuple):
    """A page that was passed. ``rows``: what its rows said of each text; ``further``: the same of its further pages, where
    they were looked at."""

    url: str
    rows: dict[Value, Rows]
    further: dict[Value, Elsewhere] | None = None


@dataclass
class ListedAnew:
    """The pages that a replay came by before a write of whose end the runs tell nothing."""

    places: dict[str, _Place] = field(default_factory=dict[str, _Place])

    async def note(self, player: Player, number: int) -> None:
        """Before a step that leads on, on the way to a write (``number``)."""
        page, wanted = player.stage.page, _wanted(player, number)
        if page.is_closed() or not wanted or changing_address(path_of(page.url)):
            return
        if player.stage.activity.pending_for_reading():
            self.places.pop(place_of(page.url), None)  # what it lists may be yet to come
            return
        self.places[place_of(page.url)] = _Place(page.url, await _rows(page, wanted))

    async def begin(self, player: Player, number: int) -> None:
        """Right before the write: its own page, with the further pages of its list."""
        await self.note(player, number)
        page, place = player.stage.page, place_of(player.stage.page.url)
        if place not in self.places:
            return
        wanted, further = _wanted(player, number), dict.fromkeys(_wanted(player, number), NOWHERE)
        if await has_further(player, page):
            until = time.monotonic() + BEFORE_S
            further = await in_own_tab(player.stage, lambda tab: _each_from(player, page, tab, wanted, until))
        self.places[place] = self.places[place]._replace(further=further)

    async def shows_it(self, player: Player, asked: str) -> bool:
        """Whether one of the pages lists what was typed now. ``asked``: the words of the task."""
        own, here = place_of(player.sent_from), place_of(player.stage.page.url)
        passed = sorted(self.places, key=lambda place: place not in (own, here))[:MOST_PLACES]
        for place in passed:
            known = self.places[place]
            if await in_own_tab(player.stage, lambda tab, known=known: _lists(player, tab, known, asked)):
                return True
        return False

    def rows_before(self, url: str) -> dict[str, int]:
        """How many rows of a page that was passed said each of the texts; none where it was not."""
        known = self.places.get(place_of(url))
        if known is None or known.url != url:
            return {}  # another query may show another part of the list
        return {text.literal or "": sum(rows.values()) for text, rows in known.rows.items()}

    def addresses(self) -> list[str]:
        """Of the pages that were passed and can be loaded anew."""
        return [one.url for one in self.places.values()]

    def on_further_pages(self, url: str, wanted: Value) -> Elsewhere | None:
        """Where a text stood on the further pages of a page before; None where these were not looked at."""
        known = self.places.get(place_of(url))
        return known.further.get(wanted) if known is not None and known.further is not None else None


def next_write(player: Player) -> tuple[int, FlowStep | None]:
    """The next step from the one in hand on that writes, with its number."""
    coming = enumerate(player.steps[player.step - 1 :], start=player.step)
    return next(((number, step) for number, step in coming if step.writes and step.action is not None), (0, None))


def _wanted(player: Player, number: int) -> list[Value]:
    """By what an entry is known that comes of what is typed until a step: words, no numbers or days, and no long texts."""
    texts = dict.fromkeys(text.strip() for text in typed_until(player, number))
    return [value(one) for one in texts if len(one) <= LONGEST and any(char.isalpha() for char in one)][:MOST_TEXTS]


async def _rows(page: Page, wanted: Iterable[Value]) -> dict[Value, Rows]:
    found = dict[Value, Rows]()
    for one in wanted:
        told = cast("list[list[str]]", await ask_each(page.frames, "entries", {"text": as_signal(one)}))
        found[one] = Rows(row for rows in told for row in rows)
    return found


async def _lists(player: Player, tab: Page, known: _Place, asked: str) -> bool:
    """Whether a page, opened anew, or a further one of its list has got a row with one of the texts."""
    if not await opened(tab, known.url):
        return False

    async def has_more() -> bool:
        return _more(await _rows(tab, known.rows), known.rows, asked)

    found = await drawn_with(tab, has_more)
    if await keeps_itself(tab, [one.literal or "" for one in known.rows]):
        return False
    if found or known.further is None:
        return found
    now = await _each_from(player, tab, tab, list(known.rows), time.monotonic() + BEFORE_S)
    return any(is_new_there(known.further[one], now[one]) for one in known.rows if not known.rows[one])


def _more(now: dict[Value, Rows], before: dict[Value, Rows], asked: str) -> bool:
    """Whether a text has more rows than before, of which a new one does not say that it came to nothing."""
    return any(
        now[one].total() > rows.total() and not all(doubts(row, asked) for row in now[one] - rows)
        for one, rows in before.items()
    )


async def _each_from(
    player: Player, page: Page, tab: Page, wanted: list[Value], until: float | None
) -> dict[Value, Elsewhere]:
    """Where each text stands first on the further pages of a page, which are looked at in a tab."""
    walk, found = FurtherPages(player, page, tab, until), dict[Value, str]()
    async with aclosing(walk.each()) as pages:
        async for address in pages:
            for one in [text for text in wanted if text not in found]:
                if await shows(tab, one):
                    found[one] = address
            if len(found) == len(wanted):
                break
    return {one: Elsewhere(found.get(one, ""), frozenset(walk.seen), left=walk.left) for one in wanted}
