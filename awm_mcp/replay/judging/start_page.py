"""Whether a workflow is on the page that it starts on, and somebody signed in: ``login_required``, ``wrong_start``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action
from awm_mcp.replay.judging.stops import needs_login
from awm_mcp.replay.targets.expectations import wait_for, words_of
from awm_mcp.replay.targets.presence import is_there

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player

START_S = 5.0
"""What a run saw at its start is waited for at most so long, seconds."""


async def check_start(player: Player) -> None:
    """Whether the page is the one that the workflow starts on.

    Raises:
        StepStopped: ``login_required`` or ``wrong_start``, with status ``precondition_failed``.
    """
    steps = player.request.workflow.steps
    first = next((s.action for s in steps if s.action is not None and s.action.target is not None), None)
    await _check_precondition(player, first)
    if _signs_in(player) or not await needs_login(player.stage):
        return
    if first is None or first.target is None or player.arguments.cannot_name(first):
        return
    if not await is_there(player.stage, player.query_for(first)):
        raise _login_required(player, first.words(), early=True)


async def explained(player: Player, stop: StepStopped, number: int) -> StepStopped:
    """The stop of a step, or what is behind it: the page asks to sign in, or was never the one to start on."""
    over = stop.code == "covered"
    astray = over or (stop.code == "not_as_expected" and number not in player.judged)
    if stop.status != "target_not_found" and not astray:
        return stop
    if not _signs_in(player) and await needs_login(player.stage, over=over):
        return _login_required(player, stop.expected, early=number <= 2 and not astray)
    if player.starts_with_target and not player.rows and stop.code == "target_not_found" and not stop.candidates:
        return _wrong_start(stop.expected, stop.seen)  # with near elements it is the page, and it has changed
    return stop


async def _check_precondition(player: Player, first: Action | None) -> None:
    """Waits for what the runs saw on their first page. ``first``: the first action that has a target."""
    start, stage = player.request.workflow.precondition, player.stage
    if start is None:
        return
    if first is not None and start.target is not None and start.target == first.target:
        start = start.model_copy(update={"target": None})  # the first step looks for it, with all the help there is
        player.starts_with_target = True
    lacking = await wait_for(stage, start, player.arguments, min(START_S, stage.settings.step_timeout_s))
    if not lacking:
        return
    expected = words_of(start, player.arguments)
    if await needs_login(stage) and not _signs_in(player):
        raise _login_required(player, expected, early=True)
    raise _wrong_start(expected, lacking)


def _signs_in(player: Player) -> bool:
    """Whether the workflow itself signs in, so that a page that asks for it is a page of its way."""
    return any(one.secret for one in player.request.workflow.parameters)


def _wrong_start(expected: str, seen: str) -> StepStopped:
    return StepStopped("wrong_start", status="precondition_failed", expected=expected, seen=seen)


def _login_required(player: Player, expected: str, *, early: bool) -> StepStopped:
    """The stop for a page that asks to sign in. ``early``: nothing was done yet."""
    login = f"run `awm-mcp login {player.request.workflow.site}`, or sign in on the open page and resume"
    return StepStopped(
        "login_required", status="precondition_failed" if early else "step_failed", expected=expected,
        seen="the site asks to sign in", next=login,
    )  # fmt: skip
