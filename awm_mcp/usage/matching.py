"""When a step that was done is a step of a workflow: equal action and, where known, role; words with wildcards. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from awm_mcp.model import Action, FlowStep, Value, Workflow
from awm_mcp.model.site import path_of

StepKey = tuple[str, str, Value | None]
"""Action type, role, and the words of the element (of goto and press: the value)."""

LEAST_STEPS = 2
"""So many first steps of a workflow, done by hand, are no chance."""


def flow_steps(workflow: Workflow) -> list[StepKey]:
    """The steps of a workflow, repeated blocks opened once."""
    return [step_key(action) for action in _actions(workflow.steps)]


def step_key(action: Action) -> StepKey:
    """What of an action is compared."""
    if action.type in ("goto", "press"):
        return action.type, "", action.value
    target = action.target
    said = (target.name or target.label or target.text or target.placeholder or target.testid) if target else None
    return action.type, (target.role or "") if target else "", said


def matches(flow: StepKey, done: StepKey) -> bool:
    """Whether a step of a workflow makes a step that was done; parameters and gaps stand for any text."""
    if flow[0] != done[0] or (flow[1] and done[1] and flow[1] != done[1]):
        return False
    if flow[2] is None or done[2] is None:
        return flow[2] is done[2]
    said = done[2].literal or ""
    return flow[2].matches(path_of(said) if flow[0] == "goto" and flow[2].words().startswith("/") else said)


def followed(workflow: Workflow, done: Sequence[Action]) -> tuple[int, int]:
    """How many of a workflow's first steps were done in order, and how many it has; other actions may lie between.

    Optional steps, reading and waiting count on neither side: an agent that reads a page leaves no action.
    """
    wanted = [step_key(action) for action in _actions(s for s in workflow.steps if not s.optional) if _acts(action)]
    made = [step_key(action) for action in done if _acts(action)]
    at = 0
    for step in made:
        if at < len(wanted) and matches(wanted[at], step):
            at += 1
    return at, len(wanted)


def by_hand(workflow: Workflow, done: Sequence[Action]) -> tuple[int, int] | None:
    """What ``followed`` says, when it is enough to be no chance: two steps with one on an element, or all of them."""
    count, of = followed(workflow, done)
    acted = any(action.type != "goto" for action in done)
    return (count, of) if acted and count >= min(LEAST_STEPS, max(of, 1)) else None


def _acts(action: Action) -> bool:
    return action.type not in ("extract", "wait_for", "scroll", "hover", "stop", "switch_tab")


def _actions(steps: Iterable[FlowStep]) -> Iterator[Action]:
    for step in steps:
        if step.for_each is not None:
            yield from _actions(step.for_each.steps)
        elif step.instead:
            yield from _actions(step.instead)
        elif step.action is not None:
            yield step.action
