"""What a site says on any of its pages, whatever was sent: notes on cookies, on maintenance, on how much room is left.

Such a note often comes late, so that it seems to have come with what was sent. It says nothing of that where the page that
it was sent from, loaded anew in a tab, says the same; what a site says of one thing that was sent it says once.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import anyio

from awm_mcp.model import value
from awm_mcp.model.changes import changing_address
from awm_mcp.model.site import path_of
from awm_mcp.replay.staging.own_tab import in_own_tab, opened
from awm_mcp.replay.targets.expectations import shows

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.player import Player

LATE_S, PAUSE_S = 2.0, 0.2
MOST = 3


async def said_everywhere(player: Player, texts: Sequence[str]) -> bool:
    """Whether the page that the last write was sent from says all of the texts when it is loaded anew."""
    address, stage = player.sent_from, player.stage
    if not address.startswith(("http://", "https://")) or changing_address(path_of(address)) or stage.foreign(address):
        return False
    if not 0 < len(texts) <= MOST or player.guard is not None:
        return False

    async def says_all(tab: Page) -> bool:
        if not await opened(tab, address):
            return False
        deadline = time.monotonic() + LATE_S
        while not all([await shows(tab, value(one)) for one in texts]):
            if time.monotonic() > deadline:
                return False
            await anyio.sleep(PAUSE_S)
        return True

    return await in_own_tab(player.stage, says_all)
