"""The parameters of flags: what true and false mean, told of the box that they set."""

from __future__ import annotations

from awm_mcp.induction.aligning.told_states import label_of
from awm_mcp.induction.trace import Column, role_of
from awm_mcp.induction.varying.flags import Flag
from awm_mcp.induction.writing.pages_told import page_told
from awm_mcp.induction.writing.steps import Plan
from awm_mcp.model import Parameter, Step
from awm_mcp.model.text import plain

_TICKED = frozenset({"checkbox", "menuitemcheckbox", ""})


def flag_parameter(plan: Plan, flag: Flag) -> Parameter:
    """The parameter of a flag, with what the form holds where it is left out."""
    column = plan.columns[flag.columns[0]]
    default = None if flag.everywhere else _default(column)
    held = "the form then keeps what it shows" if default is None else f"the form then keeps its default {default}"
    return Parameter(
        name=flag.name,
        type="boolean",
        description=_description(plan, flag, column) + ("" if flag.everywhere else f" Leave it out to skip it; {held}."),
        examples=tuple(text for text in ("true", "false") if text in flag.vector),
        required=flag.everywhere,
        default=default,
    )


def _description(plan: Plan, flag: Flag, column: Column) -> str:
    target = column.present[0].action.target
    role = role_of(target)
    labels = {label_of(step) for step in column.present}
    does = ("ticks", "unticks it") if role in _TICKED else ("turns on", "turns it off")
    kind, human = role or "box", flag.name.replace("_", " ")
    if len(labels) > 1:
        return f"Whether the {kind} is to be {human}: true {does[0]} it, false {does[1]}{page_told(plan, column)}."
    return f'The {human}: true {does[0]} the {kind} "{plain(labels.pop(), 60)}", false {does[1]}{page_told(plan, column)}.'


def _default(column: Column) -> str | None:
    """What the box held before, where each run then changed it; where it keeps what a run left there, that is stored."""
    pairs = [(_held(step), step.action.checked) for step in column.present]
    known = {held for held, wanted in pairs if held is not None and (held == "true") is not wanted}
    same = len(known) == 1 and all(held is not None and held in known for held, _ in pairs)
    return known.pop() if same else None


def _held(step: Step) -> str | None:
    target = step.action.target
    held = target.seen.held if target is not None and target.seen is not None else None
    return held if held in ("true", "false") else None
