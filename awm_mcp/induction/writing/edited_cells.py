"""Cells of tables that are pressed to be written in or to choose in: what they held in the runs is no name of theirs."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.trace import Column, role_of
from awm_mcp.model import Step, Target

_CELLS = frozenset({"cell", "gridcell"})
_PRESSES = frozenset({"click", "dblclick"})
_PUTS_IN = frozenset({"fill", "select"})
_CHOICES = frozenset({"option", "menuitem", "menuitemradio"})


def without_contents(column: Column, later: Sequence[Column]) -> list[Target] | None:
    """The targets of a column by row and heading alone; None unless all its steps open a cell to change what it holds."""
    opened = [
        bare
        for run, step in enumerate(column.steps)
        if step is not None and (bare := _bare(step, _next_of(run, later))) is not None
    ]
    return opened if len(opened) == len(column.present) else None


def _next_of(run: int, later: Sequence[Column]) -> Step | None:
    return next((step for column in later if (step := column.steps[run]) is not None), None)


def _bare(step: Step, after: Step | None) -> Target | None:
    """The target without what its cell held, where the next step puts something else there."""
    cell = step.action.target
    is_told = cell is not None and role_of(cell) in _CELLS and cell.row is not None and cell.label is not None
    if not is_told or cell is None or after is None or step.action.type not in _PRESSES:
        return None
    if not (_writes_in(cell, after) or _chooses(after)):
        return None
    return cell.model_copy(update={"name": None, "text": None, "title": None})


def _writes_in(cell: Target, after: Step) -> bool:
    """Whether a field is filled in that is called by the heading of the cell and stands in its row."""
    field = after.action.target
    return after.action.type in _PUTS_IN and field is not None and (field.label, field.row) == (cell.label, cell.row)


def _chooses(after: Step) -> bool:
    return after.action.type == "click" and role_of(after.action.target) in _CHOICES
