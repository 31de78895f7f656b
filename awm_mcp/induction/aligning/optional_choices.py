"""Choices that only some runs made, as their tasks told them: what picks one, and what opens the list to pick from.

The entry of a menu, a segment, a chip or a filter button picks one as an option does, where the task says its name as a
value: "sorted by Price", "in Blue". What the task commands ("and export") is none, nor what changes data or leads away.
"""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.texts.spans import occurs
from awm_mcp.induction.texts.told_values import introduces, told_as_value
from awm_mcp.induction.texts.verbs import changes_something, dismisses
from awm_mcp.induction.trace import Column, Trace, elsewhere, role_of, said
from awm_mcp.model import Step
from awm_mcp.model.names import slug, unique_name
from awm_mcp.model.site import path_of

_TYPED = frozenset({"fill", "select", "upload"})
_PICKED = frozenset({"option", "radio", "menuitemradio"})
_OPENING = frozenset({"combobox", "button", "textbox", "tab", "listbox"})
_MAY_PICK = frozenset(
    {"button", "menuitem", "menuitemcheckbox", "treeitem", "tab", "listitem", "option", "link", "switch", ""}
)
"""What may as well do something or lead somewhere: it picks one of several only where the task gives its name as a value."""
_CHOSEN = (
    "aria-pressed",
    "aria-selected",
    "aria-checked",
    "aria-current",
    "active",
    "selected",
    "checked",
    "pressed",
    "chosen",
)


def given_value(step: Step) -> str | None:
    """The value that a step gives to a form: typed, or the name of the choice that it picks."""
    action = step.action
    if action.type in _TYPED:
        one = action.value or (action.values[0] if len(action.values) == 1 else None)
        return (one.literal or None) if one is not None else None
    return (said(action.target) or None) if is_choice(step) else None


def is_choice(step: Step) -> bool:
    """Whether a step picks one of several choices by its name."""
    action = step.action
    return action.type in ("click", "check") and action.target is not None and action.target.role in _PICKED


def picked_value(step: Step, task: str) -> str | None:
    """The same with the name of what may be one of several choices, where the task tells it as a value."""
    given = given_value(step)
    if given is not None or not may_pick(step):
        return given
    label = said(step.action.target)
    shows = step.action.became is not None and any(one in mark for mark in step.action.became.marks for one in _CHOSEN)
    return label if told_as_value(label, task, anyhow=shows) else None


def may_pick(step: Step) -> bool:
    """Whether a click may only pick one of several choices of its page, for all that is seen of it."""
    action = step.action
    if not (action.type == "click" or presses_one_of(step)) or action.dialog is not None or action.opens is not None:
        return False
    label = said(action.target)
    if not label or role_of(action.target) not in _MAY_PICK or changes_something(label) or dismisses(label):
        return False
    effect = step.effect
    return effect is None or not (effect.requests or elsewhere(_page(effect.url), _page(step.url)))


def presses_one_of(step: Step) -> bool:
    """Whether a step presses one of several buttons that were seen side by side: a chip, no switch of its own."""
    target = step.action.target
    beside = len(target.seen.options) if target is not None and target.seen is not None else 0
    return step.action.type == "check" and step.action.checked is True and role_of(target) == "button" and beside > 1


def _page(url: str | None) -> str:
    return path_of(url).split("?")[0].split("#")[0].rstrip("/") if url else ""


def opens(step: Step) -> bool:
    """Whether a step may only show a list to choose from, or more fields."""
    action = step.action
    if action.type != "click" or action.target is None or action.dialog is not None:
        return False
    calm = step.effect is None or not step.effect.requests
    return calm and action.target.role in _OPENING and not changes_something(said(action.target))


def choices_of_some(columns: Sequence[Column], traces: Sequence[Trace]) -> set[int]:
    """Indices of the columns in which some runs picked what their tasks tell, with those that opened the list for it."""
    picked = picked_by_some(columns, traces)
    return {*picked, *(opener for opener, values in _opened(columns, traces).items() if picked & {*values})}


def picked_by_some(columns: Sequence[Column], traces: Sequence[Trace]) -> set[int]:
    """Indices of the columns in which only some runs picked one of several choices, each the one that its task tells."""
    told = {i for i, column in enumerate(columns) if _picks(column) and _is_told(column, traces)}
    return {i for i in told if i + 1 not in told or not _only_introduces(columns[i], columns[i + 1], traces)}


def _picks(column: Column) -> bool:
    return all(is_choice(step) or may_pick(step) for step in column.present)


def _only_introduces(column: Column, following: Column, traces: Sequence[Trace]) -> bool:
    """Whether the runs opened a list by the word with which their tasks introduce what they picked from it next."""
    rows = list(zip(column.steps, following.steps, traces, strict=True))
    pairs = [(one, two, trace) for one, two, trace in rows if one is not None and two is not None]
    return bool(pairs) and all(leads_in(one, two, trace.task) for one, two, trace in pairs)


def leads_in(step: Step, following: Step, task: str) -> bool:
    """Whether a step opens the list of what the next one picks, by the word that introduces it in the task."""
    value = picked_value(following, task)
    return value is not None and opens(step) and introduces(said(step.action.target), value, task)


def choice_groups(columns: Sequence[Column], traces: Sequence[Trace]) -> dict[int, str]:
    """Column index -> name of its group, for what opens a list or more fields, and for the values given there."""
    groups: dict[int, str] = {}
    for opener, values in _opened(columns, traces).items():
        name = unique_name(slug(f"choose {said(columns[opener].present[0].action.target)}"), {*groups.values()})
        groups |= dict.fromkeys((opener, *values), name)
    return groups


def _opened(columns: Sequence[Column], traces: Sequence[Trace]) -> dict[int, list[int]]:
    """Index of a column that opens something -> columns of values right behind it, given by just these runs."""
    found: dict[int, list[int]] = {}
    for index, column in enumerate(columns):
        if column.everywhere or not all(map(opens, column.present)):
            continue
        values: list[int] = []
        for later in range(index + 1, len(columns)):
            if not _is_told(columns[later], traces):
                break
            values.append(later)
        if values and _rows(column) == {row for value in values for row in _rows(columns[value])}:
            found[index] = values
    return found


def _rows(column: Column) -> set[int]:
    return {row for row, step in enumerate(column.steps) if step is not None}


def _is_told(column: Column, traces: Sequence[Trace]) -> bool:
    """Whether only some runs gave a value, each the one that its task tells and that stands for nothing else it did."""
    rows = [(step, trace) for step, trace in zip(column.steps, traces, strict=True) if step is not None]
    given = [(picked_value(step, trace.task), step, trace) for step, trace in rows]
    if column.everywhere or not all(value and occurs(value, trace.task) for value, _, trace in given):
        return False
    return all(
        given_value(step) is not None or not _is_given_elsewhere(value or "", step, trace) for value, step, trace in given
    )


def _is_given_elsewhere(value: str, step: Step, trace: Trace) -> bool:
    others = (one for one in trace.steps if one is not step)
    return any(
        value.casefold() in ((given_value(one) or "").casefold(), said(one.action.target).casefold()) for one in others
    )
