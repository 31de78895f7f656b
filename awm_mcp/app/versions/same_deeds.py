"""What a workflow does, told so that two which do the same are equal, whatever their parameters are called. Pure.

The fields of one form may be filled in in any order: it is the same form that is sent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from awm_mcp.induction.checking.lint import shape
from awm_mcp.model import FlowStep, Workflow

_INPUT = ("fill", "select", "upload")


def deeds(workflow: Workflow) -> tuple[str, ...]:
    """The steps in words, as ``shape`` gives them; those that fill in one page one after the other in a fixed order."""
    told = shape(workflow)
    steps = [step for step in workflow.steps if not step.instead]
    if len(told) != len(steps) or any(step.for_each is not None for step in steps):
        return told
    made: list[str] = []
    for begin, end in _stretches(steps):
        made += sorted(told[begin:end])
    return tuple(made)


def _stretches(steps: list[FlowStep]) -> Iterator[tuple[int, int]]:
    begin = 0
    for at in range(1, len(steps) + 1):
        if at == len(steps) or not _goes_with(steps[at - 1], steps[at]):
            yield begin, at
            begin = at


def _goes_with(one: FlowStep, two: FlowStep) -> bool:
    plain = all(step.action is not None and step.action.type in _INPUT and not step.optional for step in (one, two))
    return plain and _page(one) == _page(two)


def _page(step: FlowStep) -> str:
    return re.sub(r"\{\w*\}", "{}", step.url.words()).split("?")[0] if step.url is not None else ""
