"""What a page says of a write only some time after it was answered with nothing that tells: that it could not be saved.

Pages say "Saved" when the answer has come, and what became of it when a timer, an animation, a worker or their site tells.
What the page has set itself since the last action is waited for, if not for long; what plainly only tidies up, like a
message that goes again, is not. Where the answer itself says that it was taken, nothing is waited for.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from awm_mcp.replay.browsing.page_script import evaluate_each
from awm_mcp.replay.judging.honest_end import Judge
from awm_mcp.replay.staging.settle import rest

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player

LATER_MS = 2000
MOST_WAIT_S, HEARS_S, ROOM_S, PAUSE_S = 2.6, 1.5, 0.06, 0.1
"""``HEARS_S``: what a site tells by itself is waited for so long after its answer."""
_LATER = f"() => {{ const book = window[Symbol.for('awm.timers')]; return book ? book.later({LATER_MS}) : 0; }}"


async def until_told(player: Player) -> None:
    """Waits until the page has done what it has set itself since the last write, where its answer does not tell."""
    stage, number = player.stage, player.stage.activity.step
    if player.guard is not None or number not in player.judged or number not in stage.activity.senders:
        return
    if stage.page.is_closed() or stage.activity.documents or await stage.write_answers.confirmed(number):
        return
    deadline = time.monotonic() + MOST_WAIT_S
    while (left := await _left_s(player, number)) and time.monotonic() < deadline and not _complained(player):
        await stage.activity.wait_change(min(left + ROOM_S, max(deadline - time.monotonic(), 0.01)))
        await rest(stage, 0, max(deadline - time.monotonic(), 0.01))


async def _left_s(player: Player, number: int) -> float:
    """Seconds until the page may have told more, as far as it is known now."""
    stage = player.stage
    told = await evaluate_each(stage.own_frames(), _LATER)
    left = max((float(one) for one in told), default=0.0) / 1000
    answered = stage.activity.answered_at.get(number)
    if stage.activity.hears and answered is not None and (open_s := answered + HEARS_S - time.monotonic()) > 0:
        left = max(left, min(open_s, PAUSE_S))
    return left


def _complained(player: Player) -> bool:
    judge = Judge.of(player.request.workflow, player.arguments)
    return any(judge.is_complaint(one.message()) for one in player.watch.heard.values())
