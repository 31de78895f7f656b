"""Rows that the tasks name: which row of a list is meant is a value of the task, also where all runs meant the same one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from awm_mcp.induction.texts.spans import occurs
from awm_mcp.induction.trace import Column, Vector, said
from awm_mcp.induction.varying.about_things import is_labelled_value
from awm_mcp.model import Target

LEAST_LETTERS = 2


class NamedRow(NamedTuple):
    """The row of an element in each run, as the task names it, and the column of the step."""

    values: Vector
    column: int


def named_rows(columns: Sequence[Column], tasks: Sequence[str]) -> Iterator[NamedRow]:
    """Rows that the task of every run names, of elements that nothing but their row tells from others."""
    for index, column in enumerate(columns):
        targets = [step.action.target if step is not None else None for step in column.steps]
        rows = tuple(_row(target) for target in targets)
        if not all(row is not None and occurs(row, task) for row, task in zip(rows, tasks, strict=True)):
            continue
        values = all(is_labelled_value(target, task) for target, task in zip(targets, tasks, strict=True))
        if (values and len(set(rows)) > 1) or (_acts(column) and all(_is_one_of_several(target) for target in targets)):
            yield NamedRow(rows, index)


def _acts(column: Column) -> bool:
    """Whether something is done to the element; what is read in one row by all runs is what the task asks for."""
    return all(step.action.type != "extract" for step in column.present)


def _row(target: Target | None) -> str | None:
    row = target.row.literal if target is not None and target.row is not None else None
    return row if row and sum(c.isalpha() for c in row) >= LEAST_LETTERS else None


def _is_one_of_several(target: Target | None) -> bool:
    """Whether it has no words of its own and stands among others of its shape."""
    if target is None or target.seen is None or said(target) or target.testid is not None:
        return False
    return max(target.seen.count or 1, target.seen.equals or 1) > 1
