"""What a caller did not ask for: steps for optional values that were left out, and what only opens the way to these."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.model import Action, FlowStep, Workflow
from awm_mcp.replay.values.binding import Arguments

_SIGN_IN = "sign_in"


def unasked(step: FlowStep, action: Action, arguments: Arguments, workflow: Workflow) -> str:
    """The name of an optional value for which alone a step is done, where the caller left it out; empty for other steps."""
    absent = [name for used in action.all_values() for name in arguments.missing(used)]
    if action.type == "choose":
        return ""
    if not absent and not action.params and not _has_value(step.group, workflow.steps, arguments):
        absent = _values_of(step.group, workflow.steps)
    known = [workflow.parameter(name) for name in absent]
    return absent[0] if absent and not any(p is None or p.required for p in known) else ""


def skipped_with(step: FlowStep, arguments: Arguments, workflow: Workflow) -> set[str]:
    """The group that goes with a step that is not shown: none where it takes a value that the caller gave."""
    if step.group is None or _has_value(step.group, workflow.steps, arguments):
        return set()
    return {step.group}


def _has_value(group: str | None, steps: Sequence[FlowStep], arguments: Arguments) -> bool:
    return any(name in arguments.given for name in _values_of(group, steps))


def _values_of(group: str | None, steps: Sequence[FlowStep]) -> list[str]:
    """The caller's values that a group takes; signing in is no such group, as it is done where the page asks for it."""
    if group is None or group == _SIGN_IN:
        return []
    return [name for step in steps if step.group == group for name in step.params]
