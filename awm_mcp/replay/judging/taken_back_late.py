"""States that a page shows at once, and takes back some time after an answer that tells nothing.

Only where neither the answer nor a message says that it was taken is what the page has set itself since the last action
waited for: a timer may ask what became of it. What only tidies up then, like a message that goes, costs its time once. Where
the site answers that it has yet to do it (202, a job), the page that says "Saved" and asks on is waited for, too.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import anyio

from awm_mcp.replay.acting.shown_state import CHOICE
from awm_mcp.replay.browsing.page_script import evaluate_each
from awm_mcp.replay.judging.unseen_end import asked_words
from awm_mcp.replay.staging.settle import rest
from awm_mcp.replay.traffic.confirming import confirms

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.staging.stage import Stage

LATER_MS = 6000
MOST_WAIT_S, ROOM_S, ASKED_S = 8.0, 0.05, 2.0
_TOLD = frozenset({"fill", "select", "check", "stepper", CHOICE})
"""States that the markup or a box tells; a mark of a button may be a passing one, which says that it was done."""
_SINCE = "() => { const book = window[Symbol.for('awm.timers')]; return book ? book.since(%d, %s) : 0; }"


async def until_taken_back(player: Player) -> None:
    """Waits until the page has done what may take back a state that was set and sent at once, or that is yet to come."""
    stage, number = player.stage, player.stage.activity.step
    if player.guard is not None or number not in stage.activity.senders:
        return
    if await stage.write_answers.yet_to_come(number):
        return await _until_due(stage, asks="true")
    told = [one for one in player.states.were_sent(player) if one.kind in _TOLD]
    if not told or await stage.write_answers.confirmed(number):
        return None
    if confirms((one.text for one in player.watch.heard.values()), asked_words(player, number)):
        return None
    return await _until_due(stage, asks="false")


async def _until_due(stage: Stage, *, asks: str) -> None:
    """``asks``: whether the page may ask for the outcome again and again."""
    deadline = time.monotonic() + MOST_WAIT_S
    while time.monotonic() < deadline and not stage.page.is_closed() and (left := await _due_s(stage, asks)):
        await anyio.sleep(left + ROOM_S)
        await rest(stage, 0, ASKED_S)


async def _due_s(stage: Stage, asks: str) -> float:
    told = await evaluate_each(stage.own_frames(), _SINCE % (LATER_MS, asks))
    return max((float(one) for one in told), default=0.0) / 1000
