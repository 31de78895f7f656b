"""Entries that pages show before their site has taken them, and take back without a word when it did not.

What is typed into a field and sent comes to stand in a list; where it is gone before the end, however shortly it stood, and
neither an answer nor a message says that it was taken, nothing tells that it was. Lists that are drawn anew still show it,
and what stands in its place is the same entry in the site's own words.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import anyio

from awm_mcp.errors import StepStopped
from awm_mcp.model import value
from awm_mcp.model.changes import changing_address
from awm_mcp.model.site import path_of
from awm_mcp.model.text import harmless
from awm_mcp.replay.browsing.patience import becomes_true
from awm_mcp.replay.judging.further_pages import BEFORE_S, found_from
from awm_mcp.replay.judging.honest_end import Judge, Message
from awm_mcp.replay.judging.seen_in_passing import place_of
from awm_mcp.replay.judging.typed import lettered_texts
from awm_mcp.replay.staging.own_tab import in_own_tab, opened
from awm_mcp.replay.staging.settle import rest
from awm_mcp.replay.targets.expectations import shows
from awm_mcp.replay.writing.late import SAVING

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.judging.watching import Comers
    from awm_mcp.replay.player import Player

STILL_MS, STILL_S = 300, 2.0
"""A list that was emptied to be loaded anew is given so long."""
ASKED_S = 2.0
"""What a page asks for once its time has come, as whether the entry was taken, is waited for so long."""
MOST_WAIT_S, ROOM_S, DRAWN_S, MOST_TOLD = 8.0, 0.05, 1.5, 120


async def check_stands(player: Player, *, waits: bool = True) -> None:
    """Stops for an entry with what was typed that came with the last write, and is gone or says that it was not taken.

    ``waits``: also for what the page has set itself to do for it.

    Raises:
        StepStopped: ``not_confirmed`` with status ``unknown``.
    """
    number = player.stage.activity.step
    if not _in_place(player, number) or await player.stage.write_answers.confirmed(number):
        return
    seen, judge = await _settled(player, waits=waits), Judge.of(player.request.workflow, player.arguments)
    amiss = [
        one
        for one in (*seen.beside, *seen.instead)
        if judge.is_complaint(Message(one, strong=False, tone="", heading=False))
    ]
    if seen.gone and not await _stands_on_load(player, seen):
        raise _stop(player, number, seen.gone[0], "was shown and is gone again")
    if amiss:
        raise _stop(player, number, amiss[0], "is what the new entry says")


def _stop(player: Player, number: int, words: str, what: str) -> StepStopped:
    player.step = number
    told = harmless(player.stage.redact(words), MOST_TOLD)
    return StepStopped(
        "not_confirmed", status="unknown", expected="the page to keep what was entered, or to say that it was taken",
        seen=f'"{told}" {what}',
        next="look on the site whether it happened before doing anything again; it is not sent twice",
    )  # fmt: skip


def _in_place(player: Player, number: int) -> bool:
    """Whether the last write was sent from a page that is still there."""
    action = player.steps[number - 1].action if 0 < number <= len(player.steps) else None
    if player.guard is not None or number not in player.judged or action is None or action.type in SAVING:
        return False
    stage = player.stage
    if stage.page.is_closed() or stage.activity.documents:
        return False
    return place_of(stage.page.url) == place_of(player.sent_from)


async def _settled(player: Player, *, waits: bool) -> Comers:
    """What became of the entries once the page has done what it has set itself to do for them."""
    deadline, seen = time.monotonic() + MOST_WAIT_S, await player.watch.comers()
    while waits and seen.soon_s and time.monotonic() < deadline:
        await anyio.sleep(seen.soon_s + ROOM_S)
        await rest(player.stage, 0, ASKED_S)
        seen = await player.watch.comers()
    if not seen.gone:
        return seen
    await rest(player.stage, STILL_MS, STILL_S, from_now=True)
    return await player.watch.comers()


async def _stands_on_load(player: Player, seen: Comers) -> bool:
    """Whether the entry stands there when the page is loaded anew, or on a further page of its list: pages that sort or
    filter show only a part of it."""
    page = player.stage.page
    texts = lettered_texts(player)
    if not texts or changing_address(path_of(page.url)):
        return False
    wanted, until = value(max(texts, key=len)), time.monotonic() + BEFORE_S

    async def look(tab: Page) -> bool:
        if not seen.known and await opened(tab, page.url) and await becomes_true(lambda: shows(tab, wanted), DRAWN_S):
            return True
        return bool((await found_from(player, page, tab, wanted, until)).found)

    return await in_own_tab(player.stage, look)
