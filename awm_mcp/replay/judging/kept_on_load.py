"""Entries, orders and goings that pages show before their site has taken them: whether they last when it is loaded anew.

Only asked where no answer says that what was sent in place was taken: a message that the page's own script writes tells
what the page believes. The page's own address is opened once more in a tab. Where its list is as it was before, row by row,
nothing came of what was sent; so it is where it has all rows that stand beside the new entry, and not the entry. Where it is
anything else, as on pages that load no list or another part of it, that tells nothing.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import anyio

from awm_mcp.model import value
from awm_mcp.model.changes import changing_address
from awm_mcp.model.site import path_of
from awm_mcp.model.text import as_seen
from awm_mcp.replay.judging.form_back import filled_in
from awm_mcp.replay.judging.further_pages import BEFORE_S, found_from, is_new_there
from awm_mcp.replay.judging.pictured import picture_of
from awm_mcp.replay.judging.stops import not_kept
from awm_mcp.replay.judging.typed import lettered_texts, typed_texts
from awm_mcp.replay.staging.own_tab import PAGE_MS, in_own_tab, opened
from awm_mcp.replay.targets.turning import leads_on

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.player import Player

_log = logging.getLogger(__name__)
Lists = dict[str, list[str]]
DRAWN_S, LATER_S, PAUSE_S = 3.0, 2.0, 0.3
"""A list is waited for so long; where it is as before, it is loaded again and again for so long, as sites may be late."""


def changed_lists(before: Lists, now: Lists, texts: list[str], *, moved: bool) -> Lists:
    """The lists, as they were before, that had rows and have one more or another with one of the texts, or another order."""
    return {way: rows for way, rows in before.items() if _has_entry(rows, now.get(way, []), texts, moved=moved)}


def lists_with_less(before: Lists, now: Lists, named: str) -> Lists:
    """The lists, as they were before, that lack rows and have no new one, or lack all rows with the name of one."""
    return {way: rows for way, rows in before.items() if _lacks_row(rows, now.get(way, []), named.casefold())}


def entries_of(before: Lists, now: Lists, texts: list[str]) -> Lists:
    """The rows of each list that were not there before and say one of the texts."""
    asked = [as_seen(text).casefold() for text in texts]
    new = {way: (Counter(rows) - Counter(before.get(way, []))).elements() for way, rows in now.items()}
    said = {way: [row for row in rows if any(text in row.casefold() for text in asked)] for way, rows in new.items()}
    return {way: rows for way, rows in said.items() if rows}


def is_without(entries: list[str], now: list[str], anew: list[str], texts: list[str]) -> bool:
    """Whether a list that is loaded anew has the rows beside some entries, and fewer that say what these say."""
    beside, loaded = Counter(now) - Counter(entries), Counter(anew)
    said = [text for text in (as_seen(one).casefold() for one in texts) if any(text in row.casefold() for row in entries)]
    fewer = all(_saying(text, anew) < _saying(text, now) for text in said)
    return bool(beside) and beside <= loaded and len(anew) <= len(now) and fewer


def _saying(text: str, rows: list[str]) -> int:
    return sum(text in row.casefold() for row in rows)


def _lacks_row(rows: list[str], now: list[str], named: str) -> bool:
    less = len(now) < len(rows) and all(now.count(row) <= rows.count(row) for row in now)
    of_it = bool(named) and any(named in row.casefold() for row in rows)
    return less or (of_it and not any(named in row.casefold() for row in now))


def _has_entry(rows: list[str], now: list[str], texts: list[str], *, moved: bool) -> bool:
    if moved:
        return now != rows and sorted(now) == sorted(rows)
    said = [row.casefold() for row in rows]
    new = [row.casefold() for row in now if row not in rows]
    asked = [as_seen(text).casefold() for text in texts]
    wanted = [text for text in asked if not any(text in row for row in said)]
    return len(now) >= len(rows) and any(text in row for text in wanted for row in new)


async def check_kept(player: Player, before: Lists) -> None:
    """Stops for an entry or an order that the page shows, and does not show any more when it is loaded anew, and for a row
    that went and is there again then.

    Raises:
        StepStopped: ``not_kept`` with status ``unknown``.
    """
    stage, number = player.stage, player.stage.activity.step
    action = player.steps[number - 1].action if number else None
    if action is None or not before or not await untold_in_place(player, number):
        return
    now, drags = (await filled_in(stage)).lists, action.type == "drag"
    changed = changed_lists(before, now, typed_texts(player), moved=drags)
    entered = {} if drags else entries_of(before, now, lettered_texts(player))
    if (changed or entered) and await _on_further_page(player, drags=drags):
        return
    if not changed and not entered:
        changed = lists_with_less(before, now, player.acted_rows.named)
    if not changed and not entered:
        return
    if not await back_on_load(player, number, lambda tab: _is_as_before(player, tab, changed, now, entered)):
        return
    player.step = number
    place = path_of(stage.page.url).split("?")[0]
    raise not_kept(f"loaded anew, {place} shows its list as if it had not been sent")


async def _on_further_page(player: Player, *, drags: bool) -> bool:
    """Whether the entry may stand on a further page of its list when that is loaded anew; those that a script turns are
    looked through."""
    page, texts = player.stage.page, lettered_texts(player)
    leads = await leads_on(player.stage, page)
    if leads.links or not leads.turns or drags or not texts:
        return bool(leads.links)
    wanted, until = value(max(texts, key=len)), time.monotonic() + BEFORE_S
    now = await in_own_tab(player.stage, lambda tab: found_from(player, page, tab, wanted, until))
    before = player.unseen_end.lists.on_further_pages(player.sent_from, wanted) or player.already_shown.elsewhere
    return now.left or is_new_there(before, now)


def sent_in_place(player: Player) -> bool:
    """Whether the last step that sent something is one that writes, and the page is still the one that it was sent from."""
    activity, url = player.stage.activity, player.stage.page.url
    sent = activity.step in player.judged and activity.step in activity.senders and not activity.documents
    return sent and player.guard is None and url == player.sent_from and not changing_address(path_of(url))


async def untold_in_place(player: Player, number: int) -> bool:
    """Whether what a step sent was sent in place, and no answer says that it was taken; to say it again is not that."""
    answers = player.stage.write_answers
    return sent_in_place(player) and (await answers.only_echoed(number) or not await answers.confirmed(number))


async def back_on_load(player: Player, number: int, as_before: Callable[[Page], Awaitable[bool]], address: str = "") -> bool:
    """Whether the page, loaded anew in a tab, is as it was before a step, also once sockets have answered late.

    ``address``: the page that is asked, if it is not the one that is shown.
    """
    sockets, url = player.stage.activity.sockets, address or player.stage.page.url
    waiting = sockets.unanswered(number)
    if not await in_own_tab(player.stage, lambda tab: _stays_or_pictured(player, tab, url, as_before)):
        return False
    late = await sockets.answered_late(waiting)
    return not late or await in_own_tab(player.stage, lambda tab: _stays(tab, url, as_before))


async def _stays_or_pictured(player: Player, tab: Page, url: str, as_before: Callable[[Page], Awaitable[bool]]) -> bool:
    """Whether it stays as before; what is there else is noted, so that it is not loaded once more to be compared."""
    stays = await _stays(tab, url, as_before)
    if not stays and tab.url == player.stage.page.url:
        player.seen_anew.anew = await picture_of(tab)
    return stays


async def _stays(tab: Page, url: str, as_before: Callable[[Page], Awaitable[bool]]) -> bool:
    """Whether the page is as it was before, and stays so for some time: answers may be old, or from a cache."""
    if not await opened(tab, url):
        return False
    deadline = time.monotonic() + LATER_S
    while await as_before(tab):
        if time.monotonic() > deadline:
            return True
        await anyio.sleep(PAUSE_S)
        if not await came_again(tab):
            return False
    return False


async def came_again(tab: Page) -> bool:
    """Whether the page in a tab came when it was loaded once more."""
    from playwright.async_api import Error

    try:
        answer = await tab.reload(wait_until="domcontentloaded", timeout=PAGE_MS)
    except Error as broken:
        _log.debug("not loaded once more: %s", broken)
        return False
    return answer is not None and answer.ok


async def _is_as_before(player: Player, tab: Page, before: Lists, now: Lists, entered: Lists) -> bool:
    """Whether the lists came as they were, or as they are without the entries that the page shows."""
    deadline, texts, wanted = time.monotonic() + DRAWN_S, lettered_texts(player), before.keys() | entered.keys()
    while time.monotonic() < deadline:
        anew = (await filled_in(player.stage, tab)).lists
        if all(way in anew for way in wanted):
            again = bool(before) and all(anew[way] == rows for way, rows in before.items())
            without = bool(entered) and all(is_without(rows, now[way], anew[way], texts) for way, rows in entered.items())
            return again or without
        await anyio.sleep(PAUSE_S)
    return False
