"""What a click on a tick or switch was to bring about, of a run that was only reported and is followed afterwards.

The page may show by then what the run did: a second click on the same would undo it, and what that leads to is the
contrary of what was meant. A reported tick is meant to be on, unless the task asks for the contrary.
"""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.model import Action, Step
from awm_mcp.model.polarity import may_turn_off, turns_off, undoes

_TICKS = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})


def as_meant_state(action: Action, task: str, steps: Sequence[Step]) -> Action:
    """The state that a reported click is meant to lead to, where a task for one tick or switch tells it; else the state
    that the page told."""
    if action.type != "check" or not isinstance(action.checked, bool):
        return action
    if not may_turn_off(task) or (action.target is not None and action.target.role == "radio"):
        return action.model_copy(update={"checked": True})
    alone = sum(_is_tick(step.action) for step in steps) <= 1
    off = (alone and turns_off(task)) or undoes(task, _name_of(action))
    return action.model_copy(update={"checked": False}) if off else action


def _name_of(action: Action) -> str:
    said = (action.target.name or action.target.label or action.target.text) if action.target is not None else None
    return (said.literal or "") if said is not None else ""


def _is_tick(action: Action) -> bool:
    target = action.target
    return action.type == "check" or (action.type == "click" and target is not None and target.role in _TICKS)
