"""One column for each field of a form that runs filled in at different places among others, which some of them left out."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.aligning.agreed_order import agreed_order
from awm_mcp.induction.aligning.align import masked
from awm_mcp.induction.aligning.optional_choices import is_choice, opens
from awm_mcp.induction.trace import Column, field_name, said
from awm_mcp.model import Step

_INPUT = frozenset({"fill", "select", "upload"})
_Field = tuple[str, str]
_Row = dict[_Field, list[Step]]


def in_form_order(columns: Sequence[Column]) -> list[Column]:
    """The columns, in which a field that lies in several of one stretch of input, or shares one with another, has its own.

    The order is one that all runs agree with, else the one in which the fields came up.
    """
    made: list[Column] = []
    stretch: list[Column] = []
    for column in columns:
        if _is_input(column):
            stretch.append(column)
        else:
            made, stretch = [*made, *_ordered(stretch), column], []
    return [*made, *_ordered(stretch)]


def _is_input(column: Column) -> bool:
    if column.present[0].action.type in _INPUT:
        return all(field_name(step.action.target) for step in column.present)
    return not column.everywhere and (all(map(opens, column.present)) or all(map(is_choice, column.present)))


def _ordered(stretch: Sequence[Column]) -> list[Column]:
    if len(stretch) < 2 or all(column.everywhere for column in stretch):
        return list(stretch)
    rows: list[_Row] = []
    for steps in zip(*(column.steps for column in stretch), strict=True):
        fields = _fields([step for step in steps if step is not None])
        if fields is None:
            return list(stretch)
        rows.append(fields)
    made: list[Column] = []
    for field in agreed_order([list(row) for row in rows]):
        given = [row.get(field, []) for row in rows]
        longest = max(map(len, given))
        padded = [[None] * (longest - len(steps)) + steps for steps in given]
        made += [Column(steps) for steps in zip(*padded, strict=True)]
    same = all(len({step.action.type for step in column.present}) == 1 for column in made)
    return made if same else list(stretch)


def _fields(steps: Sequence[Step]) -> _Row | None:
    """What a run did field by field; None where it came back to one, or picked something that was no list opened for it."""
    found: _Row = {}
    opened: list[Step] = []
    for step in steps:
        if opens(step):
            opened.append(step)
            continue
        if is_choice(step) and not opened:
            return None
        opener = said(opened[-1].action.target) if opened and is_choice(step) else ""
        field = ("choice", masked(opener)) if opener else (step.action.type, masked(field_name(step.action.target)))
        if field in found:
            return None
        found[field], opened = [*opened, step], []
    return None if opened else found
