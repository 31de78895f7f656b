"""Verification: a draft must hold in a real browser, with the values of its source runs, before it is offered."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from awm_mcp.app.health import FAULTS
from awm_mcp.errors import AwmError
from awm_mcp.memory.port import VERIFICATION, Memory
from awm_mcp.model import Outcome, Workflow
from awm_mcp.model.arguments import bind
from awm_mcp.model.base import Word
from awm_mcp.model.site import default_origin
from awm_mcp.model.text import plain
from awm_mcp.replay.port import Replayer, ReplayRequest

MOST_CASES = 2
Arguments = dict[str, str | list[str]]


class Verdict(Word):
    """Whether a workflow held.

    ``reasons``: why not, in words; ``checked``: for each case, what was done; ``whole``: every case reached its end, not
    only the first step that writes; ``lasting``: trying again without a change would say the same.
    """

    ok: bool
    reasons: tuple[str, ...] = ()
    checked: tuple[str, ...] = ()
    whole: bool = True
    lasting: bool = True


async def verify(
    workflow: Workflow, *, memory: Memory, replayer: Replayer, allow_writes: bool, cases: int = MOST_CASES
) -> Verdict:
    """Replays a workflow with the arguments of its newest source runs; writing steps only when the owner allows them.

    The second set of values is only tried when the first one held.
    """
    origin = await memory.sites.origin(workflow.site) or default_origin(workflow.site)
    checked: list[str] = []
    whole = True
    for arguments in different_cases(workflow, cases):
        outcome = await _replay_case(workflow, arguments, origin, replayer, allow_writes)
        if isinstance(outcome, str):
            return Verdict(ok=False, reasons=(outcome,))
        if not _held(outcome):
            return Verdict(
                ok=False, reasons=(_why(workflow, outcome),), checked=tuple(checked), lasting=outcome.status in FAULTS
            )
        whole = whole and outcome.ok
        checked.append(_done(outcome, arguments))
    return Verdict(ok=True, checked=tuple(checked), whole=whole)


def different_cases(workflow: Workflow, most: int) -> Sequence[Arguments]:
    """The newest different sets of values of the source runs; without any, the examples of the parameters."""
    different: list[Arguments] = []
    for arguments in reversed(workflow.evidence.arguments):
        if arguments not in different:
            different.append(arguments)
    return different[:most] or [_examples(workflow)]


def _examples(workflow: Workflow) -> Arguments:
    shown = {p.name: p.examples[0] for p in workflow.callers_parameters if p.examples and p.default is None}
    lists = {p.name for p in workflow.callers_parameters if p.type == "array"}
    return {name: [text] if name in lists else text for name, text in shown.items()}


async def _replay_case(
    workflow: Workflow, arguments: Arguments, origin: str, replayer: Replayer, allow_writes: bool
) -> Outcome | str:
    try:
        bound = bind(workflow, arguments)
    except AwmError as error:
        return f"{workflow.name} cannot be called with the values of its own source run: {error.text()}"
    return await replayer.replay(
        ReplayRequest(
            run_id=f"{VERIFICATION}{secrets.token_hex(8)}",
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


def _done(outcome: Outcome, arguments: Arguments) -> str:
    given = ", ".join(f"{name}={plain(str(text), 40)}" for name, text in arguments.items())
    held_back = "" if outcome.ok else ", up to the first step that writes"
    return f"{outcome.steps_done} of {outcome.steps_total} steps{held_back}" + (f" with {given}" if given else "")


def _why(workflow: Workflow, outcome: Outcome) -> str:
    stopped = outcome.stopped
    if stopped is None:
        return f"{workflow.name}: {outcome.status}"
    return (
        f"{workflow.name}: {outcome.status} at step {stopped.step} ({stopped.action}): "
        f"expected {stopped.expected}; seen {stopped.seen}"
    )
