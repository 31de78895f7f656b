"""Choices in a select of several: what a run added to what was chosen before, or the whole choice that it made.

A browser tells the whole choice each time. What was chosen before and stays, and what the task does not name, is no part of
what the run did; what goes with it shows that the run made the whole choice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from awm_mcp.model import Run, Step, value
from awm_mcp.model.text import fold


def with_added_choices(run: Run) -> Run:
    """The run with choices as what they added, where they did."""
    steps = [_as_added(step, run.task) for step in run.steps]
    same = all(new is old for new, old in zip(steps, run.steps, strict=True))
    return run if same else run.model_copy(update={"steps": tuple(steps)})


def joint_keeps(steps: Sequence[Step]) -> bool | None:
    """Whether what was chosen before stays, as far as runs show it; None also where they contradict each other."""
    told = {step.action.keeps for step in steps} - {None}
    return told.pop() if len(told) == 1 else None


def _as_added(step: Step, task: str) -> Step:
    had, texts = step.action.had, [one.literal for one in step.action.values]
    if step.action.type != "select" or not had or not texts:
        return step
    added = [text for text in texts if text is not None and text not in had]
    stays = all(one in texts for one in had)
    if stays and not added:
        return step
    named = any(fold(one).casefold() in fold(task).casefold() for one in had)
    if not stays or named:
        return _with(step, {"keeps": False})
    return _with(step, {"keeps": True, "values": tuple(map(value, added))})


def _with(step: Step, told: Mapping[str, object]) -> Step:
    return step.model_copy(update={"action": step.action.model_copy(update=told)})
