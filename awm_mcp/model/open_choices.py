"""Parameters whose choices the page decides: a select or a group may have got others since it was learned from.

Only what is chosen in a field is meant. The entries of a menu or the labels of buttons do different things: another one of
them is another task.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from awm_mcp.model.action import Action
from awm_mcp.model.workflow import FlowStep, Workflow

_ONE_OF_A_FIELD = frozenset({"radio", "option", "menuitemradio"})


def open_choices(workflow: Workflow) -> frozenset[str]:
    """The parameters with choices of which the page may have more: it is asked, and tells what it has where it lacks one."""
    chosen = {name for action in _actions(workflow.steps) for name in _chosen(action)}
    return frozenset(p.name for p in workflow.callers_parameters if p.enum and p.name in chosen)


def _chosen(action: Action) -> tuple[str, ...]:
    if action.type == "select":
        return tuple(name for used in action.given for name in used.params)
    target = action.target
    if target is None or action.type not in ("click", "check") or target.role not in _ONE_OF_A_FIELD:
        return ()
    said = target.name or target.label or target.text
    return said.params if said is not None else ()


def _actions(steps: Iterable[FlowStep]) -> Iterator[Action]:
    for step in steps:
        if step.action is not None:
            yield step.action
        yield from _actions(step.for_each.steps if step.for_each is not None else ())
        yield from _actions(step.instead)
