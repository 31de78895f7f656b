"""The stop for what the site refused in an answer that is well by its status."""

from __future__ import annotations

from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model.text import plain
from awm_mcp.replay.traffic.answer_words import MOST_CHARACTERS
from awm_mcp.replay.traffic.questions import reads_only

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player


async def check_answers(player: Player) -> None:
    """Stops at the step whose writing the site refused in its answer.

    Raises:
        StepStopped: ``site_refused``.
    """
    if not player.wrote:
        return
    await _check_sockets(player)
    first, answers = min(player.judged, default=player.stage.activity.step), await player.stage.write_answers.refusing()
    own = [one for one in answers if one.step >= first and one.step in player.sent and not reads_only(one.request)]
    refusal = own[0] if own else None
    if refusal is None:
        return
    raise _stop(player, refusal.step, refusal.words, f"{refusal.said} answered {refusal.status}, and its answer")


async def _check_sockets(player: Player) -> None:
    sockets = player.stage.activity.sockets
    await sockets.answered()
    first = min(player.judged, default=player.stage.activity.step)
    refusal = next((one for one in sockets.refused if one.step >= first), None)
    if refusal is None:
        return
    raise _stop(player, refusal.step, refusal.words, f"the answer over the socket {refusal.said.split(' ', 1)[1]}")


def _stop(player: Player, step: int, said: str, what: str) -> StepStopped:
    """The stop at a step that was sent and refused. ``said``: words of the answer; ``what``: says so."""
    player.step = max(1, step)
    player.sent.add(player.step)
    words = plain(player.stage.redact(said), MOST_CHARACTERS)
    return StepStopped(
        "site_refused", expected="the site to accept it", seen=f"{what} says that it failed: {words!r}",
        next="look what the page says, and whether it happened all the same; it is not sent again by itself",
    )  # fmt: skip
