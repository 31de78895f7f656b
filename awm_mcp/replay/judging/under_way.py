"""What is said to be still under way when all that was asked for is answered: jobs in a queue, told of by a stream."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from awm_mcp.replay.judging.honest_end import fold
from awm_mcp.replay.traffic.under_way_words import says_under_way

if TYPE_CHECKING:
    from awm_mcp.replay.judging.watching import Since
    from awm_mcp.replay.player import Player

PAUSE_S = 0.2


async def until_over(player: Player, since: Since) -> Since:
    """What came since something was sent, once the page says no more that it is at it; as long as for a page."""
    until = time.monotonic() + player.stage.settings.navigation_timeout_s
    while _is_under_way(since) and time.monotonic() < until and not player.stage.page.is_closed():
        await player.stage.activity.wait_change(PAUSE_S)
        since = await player.watch.now()
    return since


def _is_under_way(since: Since) -> bool:
    there = [one.text for one in since.heard if fold(one.text) not in since.gone]
    return any(says_under_way(one) for one in (*there, *since.found, *(one.text for one in since.shown)))
