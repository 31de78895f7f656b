"""Fields and choices that hold what was set when their page is loaded anew: the site took it, whatever its answer says.

Answers may give back the record as it was before, or nothing at all. A page that keeps what is typed in the browser itself
shows it again also when the site refused it, so that it proves nothing there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from awm_mcp.model.changes import changing_address
from awm_mcp.model.site import path_of
from awm_mcp.replay.acting.shown_state import CHOICE, Kept, read_state
from awm_mcp.replay.browsing.page_script import evaluate_each
from awm_mcp.replay.judging.further_pages import drawn_with
from awm_mcp.replay.staging.own_tab import in_own_tab, opened
from awm_mcp.replay.targets.resolve import look

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.player import Player

_STORED = """() => { try { return Object.values(localStorage).join('\\n') } catch { return '' } }"""


async def held_anew(player: Player, number: int) -> bool:
    """Whether all that was set for a step that sends is there when the page is loaded anew, and some was otherwise before.

    A field that was empty tells nothing by itself: sites keep drafts of what is not sent yet; nor does a form that led to
    another page, which may ask for more.
    """
    given = [one for one in player.states.given_for(number) if one.kind != CHOICE]
    url = player.sent_from
    if player.stage.activity.documents or player.stage.page.url != url:
        return False
    if not given or all(one.was.blank or one.now.shows == one.was.shows for one in given) or changing_address(path_of(url)):
        return False

    async def holds(tab: Page) -> bool:
        if not await opened(tab, url):
            return False
        drawn = await drawn_with(tab, lambda: _hold(tab, given))
        return drawn and not await keeps_itself(tab, [one.now.shows for one in given])

    return await in_own_tab(player.stage, holds)


async def keeps_itself(tab: Page, texts: list[str]) -> bool:
    """Whether the browser's own store of a page holds one of the texts."""
    stored = "\n".join(str(one) for one in await evaluate_each(tab.frames, _STORED)).casefold()
    return any(len(text) > 1 and text.casefold() in stored for text in texts)


async def _hold(tab: Page, given: list[Kept]) -> bool:
    return all([await _holds(tab, one) for one in given])


async def _holds(tab: Page, one: Kept) -> bool:
    found = (await look(tab, replace(one.query, calm=0, ahead="", also={}, former=()))).found
    now = await read_state(one.kind, found) if found is not None else None
    return now is not None and (now.shows == one.now.shows or bool(now.key and now.key == one.now.key))
