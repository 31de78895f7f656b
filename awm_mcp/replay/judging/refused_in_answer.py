"""The stops for what the site refused in an answer that is well by its status, and for what was cut off before one."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model.text import plain
from awm_mcp.replay.traffic.answer_words import MOST_CHARACTERS
from awm_mcp.replay.traffic.questions import reads_only

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.traffic.activity import Lost

AGAIN_S = 2.5
"""What was cut off is sent again by many pages: so long it is waited for."""


async def check_answers(player: Player) -> None:
    """Stops at the step whose writing the site refused in its answer.

    Raises:
        StepStopped: ``site_refused``; ``no_answer`` with status ``unknown``, for what was cut off.
    """
    if not player.wrote:
        return
    await _check_sockets(player)
    await _check_lost(player)
    first, answers = min(player.judged, default=player.stage.activity.step), await player.stage.write_answers.refusing()
    own = [one for one in answers if one.step >= first and one.step in player.sent and not reads_only(one.request)]
    refusal = own[0] if own else None
    if refusal is None:
        return
    what = f"{refusal.said} answered {refusal.status}, and its answer"
    raise _stop(player, refusal.step, refusal.words, what, part=refusal.part)


async def _check_sockets(player: Player) -> None:
    sockets = player.stage.activity.sockets
    await sockets.answered()
    first = min(player.judged, default=player.stage.activity.step)
    refusal = next((one for one in sockets.refused if one.step >= first), None)
    if refusal is not None:
        raise _stop(player, refusal.step, refusal.words, f"the answer over the socket {refusal.said.split(' ', 1)[1]}")
    if (cut := sockets.cut) is not None and cut.step >= first and not player.stage.activity.loading():
        raise _no_answer(player, cut.step, f"the socket {cut.said.split(' ', 1)[1]} was closed after it was sent")


async def _check_lost(player: Player) -> None:
    """Pages that queue what they cannot send say that it is saved, too."""
    until = time.monotonic() + AGAIN_S
    while _lost(player) is not None and (left := until - time.monotonic()) > 0:
        await player.stage.activity.wait_change(left)
    if (one := _lost(player)) is None:
        return
    raise _no_answer(player, one.step, f"{one.said} was cut off before it was answered ({plain(one.failure, 60)})")


def _lost(player: Player) -> Lost | None:
    first = min(player.judged, default=player.stage.activity.step)
    lost = [one for one in player.stage.activity.lost.values() if one.step >= first and not reads_only(one.request)]
    return next((one for one in lost if not player.stage.foreign(one.request.url)), None)


def _no_answer(player: Player, step: int, seen: str) -> StepStopped:
    player.step = max(1, step)
    player.sent.add(player.step)
    return StepStopped(
        "no_answer", status="unknown", expected="an answer of the site to what was sent", seen=seen,
        next="look at the site whether it happened before doing anything again; the page may keep it and send it later",
    )  # fmt: skip


def _stop(player: Player, step: int, said: str, what: str, *, part: bool = False) -> StepStopped:
    """The stop at a step that was sent and refused. ``said``: words of the answer; ``what``: says so; ``part``: of some."""
    player.step = max(1, step)
    player.sent.add(player.step)
    words = plain(player.stage.redact(said), MOST_CHARACTERS)
    if part:
        return StepStopped(
            "site_refused", status="unknown", expected="the site to accept all of it",
            seen=f"{what} says that a part of it failed: {words!r}",
            next="look on the site which part was done before doing anything again; it is not sent twice",
        )  # fmt: skip
    return StepStopped(
        "site_refused", expected="the site to accept it", seen=f"{what} says that it failed: {words!r}",
        next="look what the page says, and whether it happened all the same; it is not sent again by itself",
    )  # fmt: skip
