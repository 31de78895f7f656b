"""Clicks on boxes and switches whose report does not say which state they led to: told by the markup seen, or by the task.

A click turns a box round, so that it is no step to repeat: on a page that keeps the state, a later look finds the box as the
run left it, and the same click would undo it. What the task asks for in so many words is what the click was for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from awm_mcp.induction.aligning.told_states import NEAR, ONE_WAY, gap_between, label_of, mention
from awm_mcp.induction.texts.spans import Span
from awm_mcp.induction.trace import role_of, said
from awm_mcp.induction.varying.flags import side_beside
from awm_mcp.model import Action, Run, Step
from awm_mcp.model.polarity import negations, side_of, words_of
from awm_mcp.model.templates import bare_task

_BOXES = frozenset({"checkbox", "switch", "menuitemcheckbox"})
_STATE_MARK = re.compile(r"\[?aria-(?:pressed|checked)=(?P<state>true|false)\]?")


def with_meant_states(run: Run) -> Run:
    """The run with clicks on boxes as the states that they led to, where the markup or the task tells these."""
    steps = [_as_state(step, run) for step in run.steps]
    same = all(new is old for new, old in zip(steps, run.steps, strict=True))
    return run if same else run.model_copy(update={"steps": tuple(steps)})


def with_told_states(reported: Run, seen: Run) -> Run:
    """A run that was looked at again, in which reported clicks lead to what its task tells and not to what that look saw."""
    clicks = [step for step in reported.steps if step.action.type == "click"]
    steps = [_told_instead(step, clicks, reported.task) for step in seen.steps]
    same = all(new is old for new, old in zip(steps, seen.steps, strict=True))
    return seen if same else seen.model_copy(update={"steps": tuple(steps)})


def _told_instead(step: Step, clicks: Sequence[Step], task: str) -> Step:
    if step.action.type != "check" or role_of(step.action.target) in ONE_WAY:
        return step
    clicked = sum(_is_same(one, step) for one in clicks) == 1
    state = side_told(label_of(step), task) if clicked else None
    if state is None or state is step.action.checked:
        return step
    return step.model_copy(update={"action": step.action.model_copy(update={"checked": state}), "effect": None})


def _is_same(one: Step, other: Step) -> bool:
    a, b = one.action.target, other.action.target
    if a is None or b is None:
        return False
    return said(a).casefold() == said(b).casefold() or (bool(a.css) and a.css == b.css)


def _as_state(step: Step, run: Run) -> Step:
    state = _by_marks(step.action)
    if state is None and step.action.type == "click" and role_of(step.action.target) in _BOXES and _is_alone(step, run):
        state = side_told(label_of(step), run.task)
    if state is None:
        return step
    told = {"type": "check", "checked": state, "became": None}
    return step.model_copy(update={"action": step.action.model_copy(update=told)})


def _by_marks(action: Action) -> bool | None:
    """The state that the markup of a clicked control then told: pressed in, or ticked."""
    if action.type != "click" or action.became is None or action.button != "left" or role_of(action.target) in ONE_WAY:
        return None
    got = {hit["state"] == "true" for mark in action.became.marks if (hit := _STATE_MARK.fullmatch(mark))}
    lost = {hit["state"] != "true" for mark in action.became.lost if (hit := _STATE_MARK.fullmatch(mark))}
    states = got | lost
    return states.pop() if len(states) == 1 else None


def _is_alone(step: Step, run: Run) -> bool:
    """Whether it is a plain click, and the only one on its box: two turn it back."""
    action = step.action
    plain = action.button == "left" and not action.modifiers and action.dialog is None and action.opens is None
    return plain and sum(_is_same(step, other) for other in run.steps) == 1


def side_told(label: str, task: str) -> bool | None:
    """Whether a task wants a box on or off, as it says where it names it; None where it does not say so plainly.

    A box that is itself called after a side ("Hide the sidebar") is told by none of these words.
    """
    named = mention(label, task) if label else None
    if named is None or negations(label) or any(side_of(word) is not None for word, _, _ in words_of(label)):
        return None
    beside = side_beside(task, named)
    said = task[slice(*beside[0])] if beside is not None else ""
    state = _commanded(task, named) if beside is None else None if said.casefold() in _DEEDS else beside[1]
    return None if negations(task) > negations(said) else state


def _commanded(task: str, named: Span) -> bool | None:
    """What the task begins with, where that stands near the name: "Subscribe me to the newsletter"."""
    bare = bare_task(task)
    first = next(iter(words_of(bare)), None)
    begins = task.find(bare) + first[1] if first is not None else 0
    near = first is not None and gap_between((begins, begins + len(first[0])), named, task) < NEAR
    return _plain_side(first[0]) if first is not None and near else None


def _plain_side(word: str) -> bool | None:
    """Which side a word says, unless it as well says what is done to a thing: "add one brown"."""
    return None if word.casefold() in _DEEDS else side_of(word)


_DEEDS = frozenset({
    "add", "remove", "show", "hide", "display", "open", "closed", "start", "stop", "select", "check", "include", "exclude",
    "accept", "reject", "visa", "vis", "mostra", "mostrar", "muestra", "affiche", "afficher", "zeige", "zeigen", "toon",
    "pokaż", "setze", "seleziona", "marca", "marcar", "plus",
})  # fmt: skip
