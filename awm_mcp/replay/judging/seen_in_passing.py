"""Entries that a replay's pages showed on the way to the step that is to bring an equal one.

A form often stands on another page than its list. What a list showed when it was passed is compared with what it shows
at the end: without one row more, or another, nothing tells that the entry came. A list that the step leads to and that
was not passed is looked at before it is sent, in a tab of its own.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from awm_mcp.model import FlowStep, Value
from awm_mcp.model.changes import changing_address
from awm_mcp.model.site import path_of
from awm_mcp.replay.acting.navigate import full_address
from awm_mcp.replay.browsing.page_script import ask_each
from awm_mcp.replay.judging.further_pages import BEFORE_S, NOWHERE, Elsewhere, found_from, has_further
from awm_mcp.replay.judging.new_entry import is_entry
from awm_mcp.replay.staging.own_tab import in_own_tab, opened
from awm_mcp.replay.targets.expectations import as_signal, shows

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.player import Player
    from awm_mcp.replay.values.binding import Arguments

Rows = Counter[str]


@dataclass
class Passed:
    """The rows that said an entry's words, by the words and the page that showed them.

    ``paged``: pages that link to further pages of their list.
    """

    rows: dict[tuple[Value, str], Rows] = field(default_factory=dict[tuple[Value, str], Rows])
    paged: set[str] = field(default_factory=set[str])

    async def note(self, player: Player) -> None:
        """Before a step that does not write: what its page says of the entry that is to come."""
        page, wanted = player.stage.page, _coming(player)
        if player.guard is not None or wanted is None or page.is_closed():
            return
        at = (wanted, place_of(page.url))
        self.rows[at] = self.rows.get(at, Rows()) | await _rows(page, wanted)
        if await has_further(player, page):
            self.paged.add(at[1])

    async def note_ahead(self, player: Player, step: FlowStep, wanted: Value, arguments: Arguments) -> Elsewhere:
        """Before a step that writes: what the page that it leads to says, where no step has passed it; whether an equal
        entry stands on the further pages of that list."""
        address = _leads_to(step, arguments)
        place, url = place_of(address), full_address(player.request.origin, address)
        if not address or player.guard is not None or place == place_of(player.stage.page.url):
            return NOWHERE
        known = (wanted, place) in self.rows
        if (known and place not in self.paged) or changing_address(address) or player.stage.foreign(url):
            return NOWHERE

        async def look(tab: Page) -> Elsewhere:
            if not await opened(tab, url):
                return NOWHERE
            if not known:
                self.rows[(wanted, place)] = await _rows(tab, wanted)
            return await found_from(player, tab, tab, wanted, time.monotonic() + BEFORE_S)

        return await in_own_tab(player.stage, look)

    def knows(self, page: Page, wanted: Value) -> Rows | None:
        """The rows that the page showed before; None where it was not seen."""
        return self.rows.get((wanted, place_of(page.url)))


async def has_more(page: Page, wanted: Value, before: Rows) -> bool:
    """Whether the page shows a row with the words that it did not show before."""
    now = await _rows(page, wanted)
    return any(now[one] > before[one] for one in now)


def place_of(url: str) -> str:
    """The page without its query; a fragment counts where it is a path."""
    path, _, fragment = path_of(url).partition("#")
    return path.split("?")[0] + (f"#{fragment.split('?')[0]}" if "/" in fragment else "")


def _coming(player: Player) -> Value | None:
    """The words of the next entry that a step is to bring."""
    for step in player.steps[player.step - 1 :]:
        if step.writes and step.action is not None and is_entry(step.expect):
            text = step.expect.text if step.expect is not None else None
            return None if text is None or player.arguments.missing(text) else player.arguments.bind(text)
    return None


def _leads_to(step: FlowStep, arguments: Arguments) -> str:
    """The one address that a step leads to, where no value of the caller makes it: a list is there before its entry is."""
    url = step.expect.url if step.expect is not None else None
    return arguments.bind(url).literal or "" if url is not None and not url.params else ""


async def _rows(page: Page, wanted: Value) -> Rows:
    if wanted.literal is None or not await shows(page, wanted):
        return Rows()
    told = cast("list[list[str]]", await ask_each(page.frames, "entries", {"text": as_signal(wanted)}))
    return Rows(one for rows in told for one in rows)
