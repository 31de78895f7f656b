"""An entry that was not sent and stands alone in its list: whether that is the list of the site, which came empty.

The page is opened once more, and where its site answers a script with nothing (an empty list, an empty object, 204) it is
given one row of ours instead. Where that row comes to stand in the list of the entry, the list is the site's, and the site
does not have the entry. Lists that the page keeps itself come without it.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, cast

import anyio

from awm_mcp.replay.browsing.page_script import ask_moving, page_source
from awm_mcp.replay.staging.own_tab import is_still, opened

if TYPE_CHECKING:
    from playwright.async_api import Page, Request

    from awm_mcp.replay.player import Player

ROW = "Xqz ownrow"
"""What the row of ours says; see ``one_row.js``."""
LEAST_S, DRAWN_S, PAUSE_S = 0.3, 1.5, 0.1


async def is_in_an_empty_list(player: Player, tab: Page, texts: list[str]) -> bool:
    """Whether the list in which an entry stands is drawn from an answer of the site that holds nothing.

    ``tab``: one that was opened for it; ``texts``: what the entry is known by.
    """
    page = player.stage.page
    places = cast(
        "list[dict[str, Any]] | None", await ask_moving(page.main_frame, "beside_entry", {"texts": texts, "places": True})
    )
    if not places:
        return False
    asked = _Asked(tab)
    await tab.add_init_script(page_source("one_row"))
    if not await opened(tab, page.url):
        return False
    began = time.monotonic()
    while (since := time.monotonic() - began) < DRAWN_S:
        over = since > LEAST_S and not asked.open and await is_still(tab)
        if any([await _is_in(tab, place) for place in places]):
            return True
        if over:
            return False
        await anyio.sleep(PAUSE_S)
    return False


class _Asked:
    """What the scripts of a tab ask for and are not answered yet."""

    def __init__(self, tab: Page) -> None:
        self.open: set[Request] = set()
        tab.on("request", self._begin)
        tab.on("requestfinished", self._end)
        tab.on("requestfailed", self._end)

    def _begin(self, request: Request) -> None:
        if request.resource_type in ("xhr", "fetch"):
            self.open.add(request)

    def _end(self, request: Request) -> None:
        self.open.discard(request)


async def _is_in(tab: Page, place: dict[str, Any]) -> bool:
    rows = cast("list[str] | None", await ask_moving(tab.main_frame, "beside_entry", place))
    return any(ROW in one for one in rows or ())
