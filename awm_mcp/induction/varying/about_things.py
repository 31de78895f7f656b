"""Pages about one thing at a time, with labelled values: that the thing is the one meant is looked at before its value.

``Find Ann and click on her email``: the run clicks what stands behind ``Email`` while the heading says ``Ann``. The address
clicked is data of that run; the heading and the label, which the task names, tell what was meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.texts.spans import occurs
from awm_mcp.induction.trace import said
from awm_mcp.model import Action, Run, Step, Target, value

LEAST_LETTERS = 3
_ACTS = frozenset({"click", "dblclick", "hover", "check"})


def with_things(run: Run) -> Run:
    """The run with a look at the heading before each act on a labelled value, where the task names both."""
    steps: list[Step] = []
    for step in run.steps:
        heading = _heading(step, run.task)
        if heading and not _is_looked_for(steps, heading):
            target = Target(role="heading", name=value(heading))
            steps.append(Step(url=step.url, action=Action(type="wait_for", target=target)))
        steps.append(step)
    return run if len(steps) == len(run.steps) else run.model_copy(update={"steps": tuple(steps)})


def is_labelled_value(target: Target | None, task: str) -> bool:
    """Whether an element is told by the label of its row, which the task names, and itself says what the task does not."""
    row = target.row.literal if target is not None and target.row is not None else None
    shown = said(target)
    return bool(row and shown) and _is_named(row or "", task) and not occurs(shown, task) and row != shown


def _heading(step: Step, task: str) -> str:
    """The heading of the section that a labelled value stands in, if the task names it."""
    target = step.action.target
    if target is None or step.action.type not in _ACTS or not is_labelled_value(target, task):
        return ""
    row = target.row.literal if target.row is not None else None
    names = [mark.name for mark in target.landmarks if mark.role == "section" and mark.name != row]
    return next((name for name in names if _is_named(name, task)), "")


def _is_named(text: str, task: str) -> bool:
    return sum(char.isalpha() for char in text) >= LEAST_LETTERS and occurs(text, task)


def _is_looked_for(steps: Sequence[Step], heading: str) -> bool:
    last = steps[-1].action if steps else None
    return last is not None and last.type == "wait_for" and said(last.target) == heading
