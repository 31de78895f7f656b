"""States that a page shows at once, and takes back some time after an answer that tells nothing.

Only where neither the answer nor a message says that it was taken is what the page has set itself since the last action
waited for: a timer may ask what became of it. What only tidies up then, like a message that goes, costs its time once.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import anyio

from awm_mcp.replay.browsing.page_script import evaluate_each
from awm_mcp.replay.judging.unseen_end import asked_words
from awm_mcp.replay.staging.settle import rest
from awm_mcp.replay.traffic.confirming import confirms

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.staging.stage import Stage

LATER_MS = 6000
MOST_WAIT_S, ROOM_S, ASKED_S = 8.0, 0.05, 2.0
_TOLD = frozenset({"fill", "select", "check", "stepper"})
"""States that the markup tells; a mark of a button may be a passing one, which says that it was done."""
_SINCE = "() => { const book = window[Symbol.for('awm.timers')]; return book ? book.since(%d) : 0; }"


async def until_taken_back(player: Player) -> None:
    """Waits until the page has done what may take back a state that was set and sent at once."""
    stage, number = player.stage, player.stage.activity.step
    told = [one for one in player.states.were_sent(player) if one.kind in _TOLD]
    if player.guard is not None or number not in stage.activity.senders or not told:
        return
    if await stage.write_answers.confirmed(number):
        return
    if confirms((one.text for one in player.watch.heard.values()), asked_words(player, number)):
        return
    deadline = time.monotonic() + MOST_WAIT_S
    while time.monotonic() < deadline and not stage.page.is_closed() and (left := await _due_s(stage)):
        await anyio.sleep(left + ROOM_S)
        await rest(stage, 0, ASKED_S)


async def _due_s(stage: Stage) -> float:
    told = await evaluate_each(stage.own_frames(), _SINCE % LATER_MS)
    return max((float(one) for one in told), default=0.0) / 1000
