"""The last write of a workflow that goes on with steps which write nothing: judged as a whole before the first of them.

A step that closes what came, goes back or opens something else takes away what would have told at the end. Where a later
step looks at what came of the write (reads, waits, or acts on what the caller gave), that tells, and no more is asked here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from awm_mcp.model import Action, FlowStep
from awm_mcp.replay.acting.actions import locate, only_looks
from awm_mcp.replay.judging.all_dropped import check_all_dropped
from awm_mcp.replay.judging.answer_against_page import check_words
from awm_mcp.replay.judging.ending import answered, check_sent
from awm_mcp.replay.judging.new_entry import is_entry
from awm_mcp.replay.judging.partly_saved import check_partly_saved
from awm_mcp.replay.judging.taken_back_late import until_taken_back
from awm_mcp.replay.judging.told_late import until_told
from awm_mcp.replay.targets.expectations import shows

if TYPE_CHECKING:
    from awm_mcp.replay.acting.actor import Actor
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.targets.resolve import Found

_READS = frozenset({"extract", "wait_for", "choose"})


async def found_after_judging(
    player: Player, step: FlowStep, actor: Actor, action: Action, found: Found | None
) -> Found | None:
    """Before a step: stops when what came of the last write speaks against it; where it is the last one, as at the end. The
    answer is what was found for the step, anew where the page was looked at for some time.

    Raises:
        StepStopped: as ``check_sent``; of the last write ``not_confirmed``, ``not_kept`` and the like, too.
    """
    looks = only_looks(action, player.stage.activity)
    number = player.stage.activity.step
    if looks or not _leaves_the_last_write(player, step, number):
        unsent = 0 < number == max(player.judged, default=0) and number not in player.stage.activity.senders
        await check_sent(player, proven=await _proven(player, player.step - 1), goes_on=looks or unsent)
        return found
    await until_taken_back(player)
    await player.states.answered()
    await answered(player)
    await player.check_refused()
    await until_told(player)
    await check_sent(player, proven=await _proven(player, number), at_end=True)
    await check_words(player)
    await check_partly_saved(player)
    await check_all_dropped(player)
    return await locate(actor, action)


async def _proven(player: Player, number: int) -> bool:
    """Whether the text that a step was seen to bring was waited for; a new entry must still be there."""
    seen = player.steps[number - 1].expect if number else None
    if seen is None or seen.text is None:
        return False
    return not is_entry(seen) or player.entry_elsewhere or await shows(player.stage.page, player.arguments.bind(seen.text))


def _leaves_the_last_write(player: Player, step: FlowStep, number: int) -> bool:
    """Whether the last thing done was a write that was sent, and nothing from here on writes or looks at what came of it."""
    coming = player.steps[player.step - 1 :]
    if player.shown_before is None or player.guard is not None or not coming or coming[0] is not step:
        return False
    if number not in player.judged or number not in player.stage.activity.senders:
        return False
    return not any(one.writes or one.for_each is not None or _tells(one.action) for one in coming)


def _tells(action: Action | None) -> bool:
    """Whether a step tells of the write: it reads or waits for something, or what it acts on is called by a value."""
    if action is None:
        return False
    named = action.target is not None and any(value.params for value in action.target.values)
    return named or action.type in _READS
