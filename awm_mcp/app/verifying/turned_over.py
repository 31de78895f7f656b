"""Proofs of steps that set a state: where it was so already nothing was done, and it is brought into the other one first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from awm_mcp.model import FlowStep, Outcome, Value, Workflow

SO_ALREADY = "was so already"
_ON = frozenset({"true", "yes", "1", "on", "checked"})
Arguments = Mapping[str, str | list[str]]


def found_so(workflow: Workflow, outcome: Outcome) -> tuple[int, ...]:
    """The numbers of the steps that set a state and had nothing to do."""
    done = {row.step for row in outcome.steps if SO_ALREADY in row.note}
    numbered = enumerate(workflow.steps, start=1)
    return tuple(n for n, s in numbered if n in done and s.action is not None and s.action.type == "check")


def turned_over(workflow: Workflow, numbers: Sequence[int], arguments: Arguments) -> Workflow | None:
    """The workflow that brings these states into the other one first; None where that cannot be, as of radio buttons."""
    steps: list[FlowStep] = []
    for number, step in enumerate(workflow.steps, start=1):
        if number in numbers:
            if (other := _other(step, arguments)) is None:
                return None
            steps.append(other)
        steps.append(step)
    return workflow.model_copy(update={"steps": tuple(steps)})


def _other(step: FlowStep, arguments: Arguments) -> FlowStep | None:
    action = step.action
    if action is None or (action.target is not None and action.target.role in ("radio", "menuitemradio")):
        return None
    wanted = _wanted(action.checked, arguments)
    if wanted is None:
        return None
    other = action.model_copy(update={"checked": not wanted})
    return step.model_copy(update={"action": other, "expect": None, "sends": (), "silent": False, "row_goes": False})


def _wanted(checked: bool | Value, arguments: Arguments) -> bool | None:
    if isinstance(checked, bool):
        return checked
    names = checked.params
    given = arguments.get(names[0]) if len(names) == 1 and len(checked.root) == 1 else None
    return given.strip().casefold() in _ON if isinstance(given, str) else None
