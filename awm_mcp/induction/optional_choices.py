"""Choices that only some runs made, as their tasks told them: what picks one, and what opens the list to pick from."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.spans import occurs
from awm_mcp.induction.trace import Column, Trace, said
from awm_mcp.induction.verbs import changes_something
from awm_mcp.model import Step
from awm_mcp.model.names import slug, unique_name

_TYPED = frozenset({"fill", "select", "upload"})
_PICKED = frozenset({"option", "radio", "menuitemradio"})
_OPENING = frozenset({"combobox", "button", "textbox", "tab", "listbox"})


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


def opens(step: Step) -> bool:
    """Whether a step may only show a list to choose from, or more fields."""
    action = step.action
    if action.type != "click" or action.target is None or action.dialog is not None:
        return False
    calm = step.effect is None or not step.effect.requests
    return calm and action.target.role in _OPENING and not changes_something(said(action.target))


def choices_of_some(columns: Sequence[Column], traces: Sequence[Trace]) -> set[int]:
    """Indices of the columns in which some runs picked what their tasks tell, with those that opened the list for it."""
    picked = {i for i, column in enumerate(columns) if is_choice(column.present[0]) and _is_told(column, traces)}
    return {*picked, *(opener for opener, values in _opened(columns, traces).items() if picked & {*values})}


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
    """Whether only some runs gave a value, each the one that its task tells."""
    rows = zip(column.steps, traces, strict=True)
    given = [(given_value(step), trace.task) for step, trace in rows if step is not None]
    return not column.everywhere and all(value and occurs(value, task) for value, task in given)
