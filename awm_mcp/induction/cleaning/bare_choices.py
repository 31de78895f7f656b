"""Choices whose labels carry data behind the value are told by the value alone, as their task tells them.

What stood behind it is kept with what was seen of the element, so that the workflow knows what may stand there.
"""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.aligning.optional_choices import is_choice, may_pick
from awm_mcp.induction.texts.labels_with_data import bare, is_rival, told_head
from awm_mcp.induction.texts.spans import marked_as_value
from awm_mcp.induction.trace import role_of, said
from awm_mcp.model import Action, Run, Seen, Step, Target, value
from awm_mcp.model.tails import words_of

_TICKS = frozenset({"checkbox", "menuitemcheckbox"})


def with_bare_choices(run: Run) -> Run:
    """The run with its choices told by what the task, or a value that came with it, calls them."""
    told = tuple(run.hints.values())
    steps = tuple(_with_bare_choice(step, run.task, told) for step in run.steps)
    same = all(new is old for new, old in zip(steps, run.steps, strict=True))
    return run if same else run.model_copy(update={"steps": steps})


def _with_bare_choice(step: Step, task: str, told: Sequence[str]) -> Step:
    target, label = step.action.target, _label(step)
    head = told_head(label, task, told) if target is not None and label else ""
    if target is None or not head or not (_chooses(step) or _is_meant(step, head, task)):
        return step
    seen = _seen(target, label, label[len(head) :])
    if seen is None:
        return step
    return step.model_copy(update={"action": _called(step.action, target, label, head, seen)})


def _label(step: Step) -> str:
    if step.action.type != "select":
        return said(step.action.target)
    given = step.action.given
    return (given[0].literal or "").strip() if len(given) == 1 else ""


def _chooses(step: Step) -> bool:
    return step.action.type == "select" or is_choice(step)


def _is_meant(step: Step, head: str, task: str) -> bool:
    """Whether a tick, a link, a tab or the like is one of several by its name, and no part of the page that the words of the
    task are about as well."""
    ticks = step.action.type in ("click", "check") and role_of(step.action.target) in _TICKS
    return (ticks or may_pick(step)) and marked_as_value(head, task)


def _seen(target: Target, label: str, tail: str) -> Seen | None:
    """What was seen of the choice, without the data; None where the data tells it from another choice."""
    seen = target.seen or Seen()
    shown = [option.strip() for option in seen.options]
    options = tuple(bare(option, words_of(tail)) for option in shown)
    head = label[: len(label) - len(tail)]
    if any(is_rival(option, head) for option in shown if option != label) or len(set(options)) < len(set(shown)):
        return None
    return seen.model_copy(update={"options": options, "tail": tail})


def _called(action: Action, target: Target, label: str, head: str, seen: Seen) -> Action:
    told = value(head)
    if action.type == "select":
        given = {"values": (told,)} if action.values else {"value": told}
        return action.model_copy(update={**given, "target": target.model_copy(update={"seen": seen})})
    shown = {key: told for key, one in target.texts.items() if key != "testid" and (one.literal or "").strip() == label}
    return action.model_copy(update={"target": target.model_copy(update={**shown, "seen": seen})})
