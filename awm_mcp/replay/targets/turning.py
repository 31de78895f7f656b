"""A row that is not on the page that is shown: the further pages of its list are looked through, as a person would.

Pages with addresses are looked at in a tab of their own, and the one that has it is opened. Where a script turns them, they
are turned on the page itself, and back again where none has it. Not where the page holds what was filled in or ticked.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import anyio

from awm_mcp.model.changes import changing_address
from awm_mcp.model.site import path_of
from awm_mcp.replay.browsing.page_script import ask_moving
from awm_mcp.replay.staging.own_tab import PAGE_MS, in_own_tab, opened
from awm_mcp.replay.staging.settle import rest
from awm_mcp.replay.targets.resolve import Look, look

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.staging.stage import Stage
    from awm_mcp.replay.targets.query import Query

_log = logging.getLogger(__name__)
MOST_TURNS, LONGEST_S = 12, 20.0
TURNED_S, STILL_MS, PAUSE_S = 1.5, 200, 0.05
"""A page that is turned begins to change within so long."""
DRAWN_S = 1.5
_SAYS = "() => document.body ? document.body.innerText : ''"


class LeadsOn(NamedTuple):
    """How a page leads to the further pages of its list. ``links``: their addresses, on the site, that only read;
    ``turns``: the name of the control by which a script shows them; ``held``: the page holds what was filled in or ticked;
    ``dialog``: a dialog is open on it."""

    links: list[str]
    turns: str
    held: bool = False
    dialog: bool = False


class Turned(NamedTuple):
    """``seen``: the look that found it; ``said``: what was done, or why it was not found."""

    seen: Look | None
    said: str


async def leads_on(stage: Stage, page: Page) -> LeadsOn:
    """How a page leads to the further pages of its list; no way where it is none of several."""
    told = cast("dict[str, Any]", await ask_moving(page.main_frame, "further", {}, {}))
    links = [str(one) for one in told.get("links", []) if str(one).startswith(("http://", "https://"))]
    reading = [one for one in dict.fromkeys(links) if not stage.foreign(one) and not changing_address(path_of(one))]
    others = [one for one in reading if one != page.url]
    return LeadsOn(others, told.get("turns", ""), told.get("held", False), told.get("dialog", False))


async def turn(page: Page) -> bool:
    """Turns to the next page of a list by its own control; false where there is none, or nothing comes of it."""
    before = await says(page)
    if not await ask_moving(page.main_frame, "turn", {}, otherwise=False):
        return False
    until = time.monotonic() + TURNED_S
    while await says(page) == before:
        if time.monotonic() > until:
            return False
        await anyio.sleep(PAUSE_S)
    return True


async def says(page: Page) -> str:
    """What a page says; nothing while it moves."""
    from playwright.async_api import Error

    try:
        return str(await page.evaluate(_SAYS))
    except Error as moving:
        _log.debug("a page of a list moves: %s", moving)
        return ""


async def turned_to(stage: Stage, query: Query) -> Turned:
    """Looks for what is not on the page on the further pages of its list; then its page is shown."""
    leads = await leads_on(stage, stage.page)
    if leads.dialog or not (leads.links or leads.turns):
        return Turned(None, "")
    if leads.held:
        return Turned(None, "the list has further pages, which were not looked at: the page holds what was filled in")
    if leads.links:
        return await _by_address(stage, query, leads.links)
    return await _by_control(stage, query)


async def _by_address(stage: Stage, query: Query, links: list[str]) -> Turned:
    seen = {stage.page.url}

    async def having(tab: Page) -> str:
        waiting, until = list(links), time.monotonic() + LONGEST_S
        while waiting and len(seen) <= MOST_TURNS and time.monotonic() < until:
            address = waiting.pop(0)
            if address in seen:
                continue
            seen.add(address)
            if await opened(tab, address):
                if await _comes_to_show(tab, query):
                    return address
                waiting += (await leads_on(stage, tab)).links
        return ""

    if not (found := await in_own_tab(stage, having)):
        return Turned(None, _nowhere(len(seen) - 1))
    await stage.page.goto(found, wait_until="domcontentloaded", timeout=PAGE_MS)
    better = await _comes_to_show(stage.page, query)
    return Turned(better, f"found on a further page of the list: {path_of(found)}")


async def _by_control(stage: Stage, query: Query) -> Turned:
    turns, until = 0, time.monotonic() + LONGEST_S
    while turns < MOST_TURNS and time.monotonic() < until and await turn(stage.page):
        turns += 1
        await rest(stage, STILL_MS, TURNED_S, from_now=True)
        if (better := await _shown(stage.page, query)) is not None:
            return Turned(better, f"turned {turns} page{'' if turns == 1 else 's'} of the list to find it")
    for _ in range(turns):
        if not await ask_moving(stage.page.main_frame, "turn", {"back": True}, otherwise=False):
            break
        await rest(stage, STILL_MS, TURNED_S, from_now=True)
    return Turned(None, _nowhere(turns))


async def _shown(page: Page, query: Query) -> Look | None:
    seen = await look(page, query)
    return seen if seen.found is not None or seen.state == "many" else None


async def _comes_to_show(page: Page, query: Query) -> Look | None:
    until = time.monotonic() + DRAWN_S
    while True:
        seen = await _shown(page, query)
        if seen is not None or time.monotonic() > until:
            return seen
        await anyio.sleep(PAUSE_S * 2)


def _nowhere(number: int) -> str:
    pages = "1 further page" if number == 1 else f"{number} further pages"
    more = "; there may be more" if number >= MOST_TURNS else ""
    return f"nor on {pages} of the list that {'was' if number == 1 else 'were'} looked through{more}"
