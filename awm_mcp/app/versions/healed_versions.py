"""Workflows with healed targets: how a version is made of what a replay healed, and what learning keeps of it.

Pure functions over workflows; nothing is stored here.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator, Sequence

from awm_mcp.induction.writing.promotion import demote
from awm_mcp.model import Action, FlowStep, Healed, Target, Value, Workflow

Change = Callable[[Target], Target]
MOST_NOTES = 20


def with_targets(workflow: Workflow, healed: Sequence[Healed], at: float) -> Workflow:
    """The workflow with the healed targets in place of its own, and a note of each in its evidence.

    Args:
        at: when they were healed, seconds since the epoch.
    """
    steps = tuple(_changed(step, _by(healed, number)) for number, step in enumerate(workflow.steps, start=1))
    start = workflow.precondition
    if start is not None and start.target is not None:
        start = start.model_copy(update={"target": _by(healed, None)(start.target)})
    day = datetime.datetime.fromtimestamp(at, datetime.UTC).date().isoformat()
    told = (f"step {one.step}: {one.was.words()} is {_now(one)}, healed in use on {day}" for one in healed)
    notes = tuple(dict.fromkeys((*workflow.evidence.healed, *told)))[-MOST_NOTES:]
    evidence = workflow.evidence.model_copy(update={"healed": notes})
    return workflow.model_copy(update={"steps": steps, "precondition": start, "evidence": evidence})


def _now(healed: Healed) -> str:
    kind = healed.target.widget
    return f"another widget ({kind}) by now" if kind is not None and kind != healed.was.widget else healed.target.words()


def healed_steps(healed: Workflow, before: Workflow) -> set[int]:
    """Numbers of the steps (1-based) in which two versions of a workflow differ."""
    pairs = enumerate(zip(healed.steps, before.steps, strict=False), start=1)
    return {number for number, (new, old) in pairs if new != old}


def composes(waiting: Workflow, current: Workflow) -> bool:
    """Whether a version that waits has more than healed targets: a change of a workflow that it is built on."""
    return waiting.evidence.composed != current.evidence.composed


def refuted_at(waiting: Workflow, current: Workflow, step: int) -> bool:
    """Whether a stop at a step (1-based) speaks against a version that waits: a healed step, or any since a changed part."""
    changed = healed_steps(waiting, current)
    if not composes(waiting, current):
        return step in changed
    return step >= min(changed, default=1 + min(len(waiting.steps), len(current.steps)))


def with_heals(draft: Workflow, former: Workflow) -> Workflow:
    """A draft of the source runs with the targets that were healed since, so that a further run does not undo it."""
    pairs = [(_page(step.url), target) for step in _steps(demote(former).steps) for target in targets_of(step)]
    known = [(page, target) for page, target in pairs if target.formerly or target.widget]
    if not known:
        return draft

    def now(step: FlowStep) -> Change:
        here = _page(step.url)
        return lambda target: next((_as(new, target) for page, new in known if page == here and _was(new, target)), target)

    steps = tuple(_changed(step, now(step)) for step in draft.steps)
    start = draft.precondition
    if start is not None and start.target is not None and draft.steps:
        start = start.model_copy(update={"target": now(draft.steps[0])(start.target)})
    evidence = draft.evidence.model_copy(update={"healed": former.evidence.healed})
    return draft.model_copy(update={"steps": steps, "precondition": start, "evidence": evidence})


def _page(url: Value | None) -> str | None:
    """The pattern of a page's address, whatever its parameters are called."""
    return re.sub(r"\{\w*\}", "{}", url.words()) if url is not None else None


def _by(healed: Sequence[Healed], number: int | None) -> Change:
    """The change of a step's targets; without a number, of any step's."""
    known = [(one.was, one.target) for one in healed if number in (None, one.step)]
    return lambda target: next((new for was, new in known if was == target), target)


def _changed(step: FlowStep, change: Change) -> FlowStep:
    updates: dict[str, object] = {}
    if step.action is not None:
        updates["action"] = _with(step.action, change)
    if step.for_each is not None:
        inner = tuple(_changed(one, change) for one in step.for_each.steps)
        updates["for_each"] = step.for_each.model_copy(update={"steps": inner})
    if step.instead:
        updates["instead"] = tuple(_changed(one, change) for one in step.instead)
    return step.model_copy(update=updates)


def _with(action: Action, change: Change) -> Action:
    ends = {"target": action.target, "to": action.to}
    return action.model_copy(update={key: change(target) for key, target in ends.items() if target is not None})


def _steps(steps: Sequence[FlowStep]) -> Iterator[FlowStep]:
    for step in steps:
        yield step
        yield from _steps(step.for_each.steps if step.for_each is not None else ())


def targets_of(step: FlowStep) -> list[Target]:
    """The elements that a step is about."""
    ends = (step.action.target, step.action.to) if step.action is not None else ()
    return [target for target in ends if target is not None]


def _naming(target: Target) -> tuple[object, ...]:
    return target.role, sorted((key, signal.words()) for key, signal in target.texts.items())


def _was(healed: Target, target: Target) -> bool:
    known = (*healed.formerly, healed) if healed.widget is not None else healed.formerly
    return any(_naming(one) == _naming(target) for one in known)


def _as(healed: Target, target: Target) -> Target:
    """The healed target in the row of the draft's, whose parameters may bear other names."""
    own = {"row": target.row, "row_spot": target.row_spot}
    former = tuple(one.model_copy(update=own) if one.row is not None else one for one in healed.formerly)
    return healed.model_copy(update={**own, "formerly": former})
