"""Stops for a page that did not come, after a write that the site may have taken all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from awm_mcp.errors import AwmError, StepStopped

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player

_UNSEEN = frozenset({"page_unreachable", "site_boundary", "page_crashed", "page_closed"})
_LOOK = "look on the site whether it happened before doing anything again; it is not sent twice"


def unsure_after_sending(player: Player, problem: AwmError) -> AwmError:
    """The stop, with status ``unknown`` where what came of the last write is on the page that did not come."""
    number, activity = player.stage.activity.step, player.stage.activity
    sent = number in player.judged and number in activity.senders and player.guard is None
    if not sent or not isinstance(problem, StepStopped) or problem.code not in _UNSEEN or problem.status != "step_failed":
        return problem
    player.sent.add(number)
    return StepStopped(
        problem.code, status="unknown", expected=problem.expected, seen=problem.seen,
        next=f"{_LOOK}; {problem.next}" if problem.code == "site_boundary" else _LOOK, candidates=problem.candidates,
    )  # fmt: skip
