"""Composition: which sub-task routines a longer workflow is built on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from awm_mcp.model import FlowStep, Workflow


def linked(workflows: Sequence[Workflow]) -> list[Workflow]:
    """The workflows; those that contain all steps of a routine, one after the other, name it in ``built_on``."""
    parts = [(workflow.name, move_shape(workflow.steps)) for workflow in workflows if workflow.kind == "subtask"]
    return [_with_parts(workflow, parts) for workflow in workflows]


def _with_parts(workflow: Workflow, parts: Sequence[tuple[str, tuple[str, ...]]]) -> Workflow:
    own = move_shape(workflow.steps)
    names = tuple(name for name, shape in parts if name != workflow.name and contains(own, shape) and len(shape) < len(own))
    return workflow.model_copy(update={"built_on": names}) if names != workflow.built_on else workflow


def move_shape(steps: Sequence[FlowStep]) -> tuple[str, ...]:
    """The steps as words, the same whatever their parameters and rows are called."""
    return tuple(_shape(step) for step in steps)


def _shape(step: FlowStep) -> str:
    action = step.action
    if action is None:
        return re.sub(r"\{\w*\}", "{}", step.words())
    target = action.target.model_copy(update={"row": None}) if action.target is not None else None
    said = f"{action.type} {target.words() if target is not None else ''} {action.value.words() if action.value else ''}"
    return re.sub(r"\{\w*\}", "{}", said)


def contains(whole: Sequence[str], part: Sequence[str]) -> bool:
    """Whether the part stands in the whole as neighbouring items."""
    return bool(part) and any(tuple(whole[at : at + len(part)]) == tuple(part) for at in range(len(whole) - len(part) + 1))
