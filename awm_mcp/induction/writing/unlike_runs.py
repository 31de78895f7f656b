"""Whether a workflow with the values of one of its runs does what that run did: others are another task."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.trace import Column
from awm_mcp.induction.writing.steps import Plan
from awm_mcp.model import FlowStep, Gap
from awm_mcp.model.value import Value

_PUTS_IN = frozenset({"fill", "select", "upload"})
_PRESSES = frozenset({"click", "dblclick", "press"})


def unlike_runs(plan: Plan, steps: Sequence[FlowStep], templates: Sequence[Value]) -> tuple[str, ...]:
    """Why not, in words: a value that some runs put into one field and some into another, and steps that runs did as often
    as a part of their tasks says that no parameter takes."""
    return (*_two_fields(plan, steps), *_times(plan, steps, templates))


def _two_fields(plan: Plan, steps: Sequence[FlowStep]) -> list[str]:
    puts = [i for i, step in enumerate(steps) if _is_of_some(plan.columns[i]) and _kind(step) in _PUTS_IN]
    pairs = [(a, b) for at, a in enumerate(puts) for b in puts[at + 1 :]]
    return [
        f"some of its runs put {', '.join(sorted(shared))} into {_at(steps[a])} and others into {_at(steps[b])}"
        for a, b in pairs
        if (shared := {*steps[a].params} & {*steps[b].params}) and _apart(plan.columns[a], plan.columns[b])
    ]


def _times(plan: Plan, steps: Sequence[FlowStep], templates: Sequence[Value]) -> list[str]:
    """Steps that are done once more in some runs: how often, nothing but the words of the tasks may tell."""
    if len(templates) < 2 and not any(isinstance(token, Gap) for template in templates for token in template.root):
        return []
    return [
        f"how often it does {_said(step)!r} differs between its runs, and nothing that a caller gives tells it"
        for before, step, column in zip(steps, steps[1:], plan.columns[1:], strict=False)
        if _is_of_some(column) and step.group is None and _kind(step) in _PRESSES and _said(step) == _said(before)
    ][:1]


def _is_of_some(column: Column) -> bool:
    return not column.everywhere


def _apart(one: Column, other: Column) -> bool:
    """Whether no run has both."""
    return all(a is None or b is None for a, b in zip(one.steps, other.steps, strict=True))


def _kind(step: FlowStep) -> str:
    return step.action.type if step.action is not None else ""


def _said(step: FlowStep) -> str:
    return step.action.words() if step.action is not None else ""


def _at(step: FlowStep) -> str:
    target = step.action.target if step.action is not None else None
    return target.words() if target is not None else "the page"
