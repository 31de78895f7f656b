"""Stops that say nothing against a workflow: what the caller's own value names is gone, there twice, or refused."""

from __future__ import annotations

from awm_mcp.app.live_values import telling
from awm_mcp.model import Outcome, Stopped, Target, Workflow

ELSEWHERE = "not in the wanted row"
REFUSED = "site_refused"


def is_about_a_value(workflow: Workflow, outcome: Outcome) -> bool:
    """Whether a replay stopped because of what it was called with: the like is there, only not for that value."""
    stopped = outcome.stopped
    if stopped is None or outcome.version != workflow.version:
        return False
    if stopped.code == REFUSED:
        return True
    target = _target(workflow, stopped)
    if target is None or telling(target) is None:
        return False
    if outcome.status == "ambiguous_target":
        return True
    return outcome.status == "target_not_found" and _others_are_there(target, stopped)


def _target(workflow: Workflow, stopped: Stopped) -> Target | None:
    if not 1 <= stopped.step <= len(workflow.steps):
        return None
    action = workflow.steps[stopped.step - 1].action
    return action.target if action is not None else None


def _others_are_there(target: Target, stopped: Stopped) -> bool:
    if target.row is None:
        return bool(stopped.candidates)
    return any(one.why_not.startswith(ELSEWHERE) for one in stopped.candidates)
