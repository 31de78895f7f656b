"""What a page says beside the fields of a form that it did not send, in whatever words: nothing more is to come of it then.

Such a text has often neither the looks nor the words of a complaint ("must have at least 7 characters"). Waiting longer for
what the runs showed is of no use where the page has sent nothing, has nothing set for later, and has said something there.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model.text import plain
from awm_mcp.replay.judging.honest_end import Judge, fold
from awm_mcp.replay.judging.refused_value import STOOD_S, standing_complaint, standing_refusal
from awm_mcp.replay.judging.watching import is_back
from awm_mcp.replay.traffic.confirming import confirms
from awm_mcp.replay.writing.unsent import is_at_rest

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player

BETWEEN_S = 0.2
_LOOKS = frozenset({"wait_for", "extract", "scroll"})


def hopeless(player: Player, *, stops: bool) -> Callable[[], Awaitable[bool]]:
    """A question, asked again and again, whether to wait no longer for what is to come of what was sent.

    ``stops``: a text beside a field stops the replay at the step that was to send, as a message that complains does.
    """
    refused, complained = standing_refusal(player), standing_complaint(player)
    known, since, next_at = "", 0.0, time.monotonic() + BETWEEN_S

    async def is_hopeless() -> bool:
        nonlocal known, since, next_at
        if await refused():
            return True
        now = time.monotonic()
        if now < next_at:
            return False
        if await complained():
            return True
        next_at, said = now + BETWEEN_S, await said_beside_field(player)
        if said != known:
            known, since = said, now
        if not known or now - since < STOOD_S:
            return False
        if stops:
            raise _stop(player, known)
        return True

    return is_hopeless


async def said_beside_field(player: Player) -> str:
    """What stands newly in the form that was to be sent and was not, on a page that has nothing more to do; else empty."""
    number = max(player.judged, default=0)
    if not _was_held_back(player, number) or not await is_at_rest(player.stage):
        return ""
    since, judge = await player.watch.now(), Judge.of(player.request.workflow, player.arguments)
    told = [one.text for one in since.heard if one.near and one.tone != "good" and fold(one.text) not in since.gone]
    told = [one for one in told if not judge.is_own(one) and not confirms([one])]
    return plain(told[0], 200) if told and await is_back(player, number) else ""


def _was_held_back(player: Player, number: int) -> bool:
    """Whether the last step that writes sent and asked nothing, also by no socket, and what followed only looked."""
    activity, stage = player.stage.activity, player.stage
    if not number or player.guard is not None or stage.page.is_closed() or activity.speaks:
        return False
    after = [step.action for step in player.steps[number : player.step]]
    looked = all(action is not None and action.type in _LOOKS for action in after)
    return activity.is_silent_since(number) and looked and not any(hop.step >= number for hop in stage.trail.hops)


def _stop(player: Player, said: str) -> StepStopped:
    player.step = max(player.judged)
    return StepStopped(
        "site_complained", status="postcondition_failed", expected="no complaint of the page",
        seen=player.stage.redact(said), next="look whether it happened before doing anything again",
    )  # fmt: skip
