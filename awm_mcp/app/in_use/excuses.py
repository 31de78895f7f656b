"""Stops that say nothing against a workflow: what the caller's own value names is gone, there twice, or refused."""

from __future__ import annotations

from collections.abc import Mapping

from awm_mcp.app.in_use.live_values import telling
from awm_mcp.model import Outcome, Stopped, Target, Workflow
from awm_mcp.model.text import fold

ELSEWHERE = "not in the wanted row"
REFUSED = "site_refused"
WRONG_CALLS = frozenset({"already_sent", "already_so", "page_expired", "page_taken", "page_busy", "no_such_choice"})
"""Stops of calls that could not be followed, whatever the workflow is like."""
COMPLAINTS = frozenset({"site_complained", "no_such_option", "invalid_value"})
"""Stops at a value that the site does not take, told by the site itself."""
SAID = "the page says"

Arguments = Mapping[str, str | list[str]]


def is_callers_mistake(workflow: Workflow, outcome: Outcome, arguments: Arguments, *, resumed: bool = False) -> bool:
    """Whether a replay stopped because of how it was called; then it says nothing of the workflow, for or against.

    With values that solved runs gave it is the workflow's fault, so that a site that changed is still seen. ``resumed``:
    it went on in an open page, where the caller may have done anything by hand; its first stop was counted already.
    """
    stopped = outcome.stopped
    if stopped is None or outcome.ok:
        return False
    if resumed or stopped.code in WRONG_CALLS or is_about_a_value(workflow, outcome):
        return True
    if outcome.version != workflow.version:
        return False
    new = _new_values(workflow, arguments)
    if outcome.status == "target_not_found":
        return bool(new & _naming(_target(workflow, stopped)))
    complained = stopped.code in COMPLAINTS or (stopped.code == "not_as_expected" and SAID in stopped.seen)
    return complained and bool(new & _used_until(workflow, stopped.step))


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


def _new_values(workflow: Workflow, arguments: Arguments) -> frozenset[str]:
    """The parameters that got a value which no solved run gave; of one whose values are not known nothing is said."""
    proven = {p.name: _proven(workflow, p.name) for p in workflow.callers_parameters}
    return frozenset(
        name for name, given in arguments.items() if (known := proven.get(name)) and not _folded(given) <= known
    )


def _proven(workflow: Workflow, name: str) -> frozenset[str]:
    parameter = workflow.parameter(name)
    said = [*parameter.examples, *([parameter.default] if parameter.default is not None else [])] if parameter else []
    rows = [row[name] for row in workflow.evidence.arguments if name in row]
    return frozenset(text for given in (said, *rows) for text in _folded(given))


def _folded(given: str | list[str]) -> frozenset[str]:
    texts = [given] if isinstance(given, str) else given
    return frozenset(fold(text).casefold() for text in texts)


def _naming(target: Target | None) -> frozenset[str]:
    """The parameters that name a target or its row."""
    if target is None:
        return frozenset()
    signals = (target.row, target.name, target.text, target.label)
    return frozenset(name for signal in signals if signal is not None for name in signal.params)


def _used_until(workflow: Workflow, number: int) -> frozenset[str]:
    """The parameters that the steps up to one (1-based) use."""
    done = workflow.steps[:number]
    blocks = [step.for_each for step in done if step.for_each is not None]
    inner = [*(one for step in done for one in step.instead), *(one for block in blocks for one in block.steps)]
    steps = [*done, *inner]
    values = [value for step in steps if step.action is not None for value in step.action.all_values()]
    listed = {block.parameter for block in blocks if block.parameter is not None}
    return frozenset(name for value in values for name in value.params) | listed
