"""Where a workflow comes from and how it was proven, for people: ``awm-mcp workflows show NAME --evidence``."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import TYPE_CHECKING

from awm_mcp.model.text import plain

if TYPE_CHECKING:
    from awm_mcp.app import App
    from awm_mcp.model import Run, Workflow


async def evidence_lines(app: App, workflow: Workflow) -> list[str]:
    """Version and state, the source runs with their values, steps left out and why, proofs, use, and the history."""
    runs = [await app.memory.runs.get(run_id) for run_id in workflow.evidence.runs]
    support = workflow.evidence.support
    worked, tried = await app.worked(workflow.name)
    history = await app.library.history(workflow.id)
    parts = [part for own in workflow.built_on if (part := await app.memory.workflows.get(own)) is not None]
    return [
        "",
        f"version {workflow.version}, {workflow.state}{', pinned' if workflow.pinned else ''}, {workflow.memory} memory",
        f"learned from {support} run{'' if support == 1 else 's'}{_on(workflow.evidence.learned_at)}:",
        *_runs(workflow, [run for run in runs if run is not None]),
        *_dropped(workflow),
        *([f"built on: {', '.join(part.name for part in parts)}"] if parts else []),
        *_healed(workflow),
        *_proofs(workflow),
        f"in use: worked {worked} of {tried} time{'' if tried == 1 else 's'}",
        "history: " + ", ".join(f"v{w.version} {w.state}" for w in history),
    ]


def _runs(workflow: Workflow, runs: list[Run]) -> Iterator[str]:
    for run in runs:
        seen = "looked at again in the browser" if run.observed else "as reported"
        yield f"  {run.id}  {plain(run.task, 100)}  ({len(run.steps)} steps, {seen})"
        if run.judged:
            yield f"    {run.judged}"
    if not runs:
        yield from (f"  {plain(task, 120)}" for task in workflow.evidence.tasks)
    for arguments in workflow.evidence.arguments:
        if arguments:
            yield "  with " + ", ".join(f"{name}={plain(str(given), 40)}" for name, given in arguments.items())


def _dropped(workflow: Workflow) -> Iterator[str]:
    yield "steps left out:" if workflow.evidence.dropped else "steps left out: none"
    yield from (f"  {why}" for why in workflow.evidence.dropped)


def _healed(workflow: Workflow) -> Iterator[str]:
    if workflow.evidence.healed:
        yield "found under other names:"
        yield from (f"  {note}" for note in workflow.evidence.healed)
    if workflow.evidence.composed:
        yield "changed with what it is built on:"
        yield from (f"  {note}" for note in workflow.evidence.composed)
    if workflow.evidence.unproven:
        yield f"  not used: {workflow.evidence.unproven}"


def _proofs(workflow: Workflow) -> Iterator[str]:
    if workflow.evidence.verified_at is None:
        yield "verified: never in this memory"
        return
    yield f"verified{_on(workflow.evidence.verified_at)}:"
    yield from (f"  {case}" for case in workflow.evidence.verified)


def _on(at: float | None) -> str:
    if at is None:
        return ""
    return f" on {datetime.datetime.fromtimestamp(at, datetime.UTC).astimezone():%Y-%m-%d %H:%M}"
