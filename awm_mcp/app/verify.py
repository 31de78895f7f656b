"""Verification: a draft must hold in a real browser, with the values of its source runs, before it is offered."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from awm_mcp.errors import AwmError
from awm_mcp.memory.port import Memory
from awm_mcp.model import Outcome, Workflow
from awm_mcp.model.arguments import bind
from awm_mcp.model.base import Word
from awm_mcp.replay.port import Replayer, ReplayRequest

MOST_CASES = 2


class Verdict(Word):
    """Whether a draft held. ``reasons``: why not, in words; ``checked``: for each case, steps checked of all."""

    ok: bool
    reasons: tuple[str, ...] = ()
    checked: tuple[str, ...] = ()


async def verify(
    workflow: Workflow, *, memory: Memory, replayer: Replayer, allow_writes: bool, cases: int = MOST_CASES
) -> Verdict:
    """Replays a draft with the arguments of its newest source runs; writing steps only when the owner allows them."""
    origin = await memory.sites.origin(workflow.site) or f"https://{workflow.site}"
    reasons: list[str] = []
    checked: list[str] = []
    for arguments in _different_cases(workflow, cases):
        outcome = await _replay_case(workflow, arguments, origin, replayer, allow_writes)
        if isinstance(outcome, str):
            return Verdict(ok=False, reasons=(outcome,))
        checked.append(f"{outcome.steps_done} of {outcome.steps_total} steps")
        if not _held(outcome):
            reasons.append(_why(workflow, outcome))
    return Verdict(ok=not reasons and bool(checked), reasons=tuple(reasons), checked=tuple(checked))


def _different_cases(workflow: Workflow, most: int) -> Sequence[dict[str, str | list[str]]]:
    different: list[dict[str, str | list[str]]] = []
    for arguments in reversed(workflow.evidence.arguments):
        if arguments not in different:
            different.append(arguments)
    return different[:most] or [{}]


async def _replay_case(
    workflow: Workflow, arguments: dict[str, str | list[str]], origin: str, replayer: Replayer, allow_writes: bool
) -> Outcome | str:
    try:
        bound = bind(workflow, arguments)
    except AwmError as error:
        return f"{workflow.name} cannot be called with the values of its own source run: {error.text()}"
    return await replayer.replay(
        ReplayRequest(
            run_id=f"verify_{secrets.token_hex(8)}",
            workflow=workflow,
            arguments=bound,
            origin=origin,
            hosts=workflow.hosts,
            until_write=not allow_writes,
            keep_page=False,
        )
    )


def _held(outcome: Outcome) -> bool:
    """Whether the replay reached its end, or the first step that writes when it was to go no further."""
    return outcome.ok or (outcome.stopped is not None and outcome.stopped.code == "until_write")


def _why(workflow: Workflow, outcome: Outcome) -> str:
    stopped = outcome.stopped
    if stopped is None:
        return f"{workflow.name}: {outcome.status}"
    return (
        f"{workflow.name}: {outcome.status} at step {stopped.step} ({stopped.action}): "
        f"expected {stopped.expected}; seen {stopped.seen}"
    )
