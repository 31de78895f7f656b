"""A text that a write is to bring and that stood on the page before: in another row, as an equal entry, or as its own trace.

It is counted before the step and after it. Where it is there no more often, the row that was acted on must say it, or it
must stand by itself, as messages and states do, in no list. A new entry is only there when there is one more of it, also
on another page than that of the step.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import anyio

from awm_mcp.model import Action, FlowStep, Text, Value
from awm_mcp.model.text import plain
from awm_mcp.replay.browsing.page_script import ask_each
from awm_mcp.replay.browsing.together import together
from awm_mcp.replay.judging.further_pages import NOWHERE, Elsewhere, shown_elsewhere
from awm_mcp.replay.judging.honest_end import fold
from awm_mcp.replay.judging.new_entry import is_entry
from awm_mcp.replay.judging.seen_in_passing import Passed, Rows, has_more, place_of
from awm_mcp.replay.targets.expectations import as_signal

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.acting.actor import Actor
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.values.binding import Arguments

PAUSE_S = 0.1


@dataclass
class AlreadyShown:
    """What a page shows before a step that writes of the text that the step is to bring.

    ``step``: the last one that writes; ``count``: how often, by how it is written there;
    ``behind``: how often behind the dialog over that page, None without one; ``place``: of which page;
    ``rows``: what the row that is acted on says; ``entry``: the text is a new entry; ``elsewhere``: the further pages of its
    list; ``held``: parameters whose value a field held before it was typed there, so that the state is to stay what it was;
    ``passed``: entries on other pages, which the replay passed before.
    """

    step: FlowStep | None = None
    text: Value | None = None
    place: str = ""
    entry: bool = False
    count: Counter[str] = field(default_factory=Counter[str])
    behind: Counter[str] | None = None
    rows: list[Value] = field(default_factory=list[Value])
    elsewhere: Elsewhere = NOWHERE
    held: set[str] = field(default_factory=set[str])
    passed: Passed = field(default_factory=Passed)

    async def look(self, player: Player, step: FlowStep, action: Action, arguments: Arguments) -> None:
        """Before a step that writes."""
        self.step, self.text, self.elsewhere = step, None, NOWHERE
        wanted = step.expect.text if step.expect is not None else None
        if wanted is None or arguments.missing(wanted) or (wanted.params and self.held.issuperset(wanted.params)):
            return
        self.text, self.place, self.entry = arguments.bind(wanted), place_of(player.stage.page.url), is_entry(step.expect)
        self.rows = _rows(action, arguments, self.text)
        if self.entry and player.guard is None:
            ahead = await self.passed.note_ahead(player, step, self.text, arguments)
            self.elsewhere = ahead if ahead is not NOWHERE else await shown_elsewhere(player, self.text)

    async def count_on(self, page: Page) -> None:
        """Right before a step that writes."""
        if self.text is not None:
            self.count, self.behind = await together(_counted(page, self.text), _counted_behind(page, self.text))

    def note(self, action: Action, actor: Actor) -> None:
        """After an action: whether the field that it typed into held the same before."""
        names = action.value.params if action.value is not None else ()
        if action.type == "fill":
            (self.held.update if actor.held else self.held.difference_update)(names)
        if actor.already:
            self.text = None

    async def lacking(self, player: Player, step: FlowStep) -> str:
        """Waits until what a step is to bring is told from what stood there before; what is missing; empty: nothing."""
        if step is not self.step:
            return ""
        stage, deadline = player.stage, time.monotonic() + player.stage.settings.step_timeout_s
        while self.text is not None and self._was_there(stage.page) and not stage.page.is_closed():
            busy = stage.activity.pending() or stage.activity.loading() or bool(stage.activity.unanswered)
            if await self._rose(stage.page) or (not busy and await self._stands(stage.page)):
                break
            if time.monotonic() > deadline:
                said = plain(stage.redact(_words(self.text)), 120)
                return f"the text {said!r} is shown where it was before, and no more often"
            await anyio.sleep(PAUSE_S)
        return ""

    def _was_there(self, page: Page) -> bool:
        known = self._before(page)
        return bool(self.count if known is None else known)

    def _before(self, page: Page) -> Rows | None:
        """The rows that said an entry on another page than that of the step; None where they are not known."""
        if self.text is None or not self.entry or place_of(page.url) == self.place:
            return None
        return self.passed.knows(page, self.text)

    async def _rose(self, page: Page) -> bool:
        if self.text is not None and (known := self._before(page)) is not None:
            return await has_more(page, self.text, known)
        if self.text is None:
            return False
        now = await _counted(page, self.text)
        if any(now[one] > self.count[one] for one in now):
            return True
        if self.behind is None or place_of(page.url) != self.place or await _counted_behind(page, self.text) is not None:
            return False
        return any(now[one] > self.behind[one] for one in now)  # the dialog said it, too, and is closed

    async def _stands(self, page: Page) -> bool:
        """Whether it need not be there more often: in its row, by itself, or on a page that is not the one before."""
        moved, seen = place_of(page.url) != self.place, await self._places(page)
        if seen is None or seen["row"]:
            return seen is not None
        if self._before(page) is not None:
            return False
        return (moved and not seen["rowed"]) or (seen["apart"] and not self.entry)

    async def _places(self, page: Page) -> dict[str, bool] | None:
        """Where it stands, in the first frame that shows it; None while the page moves."""
        if self.text is None:
            return None
        query = {"text": as_signal(self.text), "rows": [as_signal(one) for one in self.rows]}
        seen = cast("list[dict[str, bool]]", await ask_each(page.frames, "places", query))
        return {key: any(one.get(key, False) for one in seen) for key in seen[-1]} if seen else None


async def _counted(page: Page, text: Value) -> Counter[str]:
    """How often a text can be seen in a page and its frames, by how it is written there."""
    told = cast("list[list[str]]", await ask_each(page.frames, "shows", {"text": as_signal(text), "every": True}))
    return Counter(one for texts in told for one in texts)


async def _counted_behind(page: Page, text: Value) -> Counter[str] | None:
    """How often a text stands behind a dialog that covers the page, hidden or not; None without such a dialog."""
    query = {"text": as_signal(text), "every": True, "behind": True}
    told = cast("list[dict[str, Any]]", await ask_each(page.frames, "shows", query))
    if not any(one["over"] for one in told):
        return None
    return Counter(text for one in told for text in cast("list[str]", one["texts"]))


def _rows(action: Action, arguments: Arguments, text: Value) -> list[Value]:
    """What tells the row that an action is about; none where that is the text itself."""
    target = action.target
    if target is None:
        return []
    named = [one for one in (target.name, target.label, target.text) if one is not None and one.params]
    given = [target.row] if target.row is not None else [_only(token) for one in named for token in one.root]
    rows = [arguments.bind(one) for one in given if one is not None and not arguments.missing(one)]
    wanted = fold(_words(text))
    return [one for one in rows if fold(_words(one)) and wanted not in fold(_words(one))]


def _only(token: Any) -> Value | None:
    return None if isinstance(token, Text) or not hasattr(token, "param") else Value((token,))


def _words(text: Value) -> str:
    return "".join(token.text if isinstance(token, Text) else " … " for token in text.root)
