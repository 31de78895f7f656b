"""Beginnings typed into a field that suggests entries: ``ber`` typed and ``Berlin`` chosen are one value, the chosen."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.texts.spans import occurs
from awm_mcp.induction.trace import Column, Trace, said
from awm_mcp.model import Step, value

FAR = 2
"""Columns after the typing in which the choice is looked for."""


def with_whole_entries(columns: Sequence[Column], traces: Sequence[Trace]) -> list[Column]:
    """The columns, with the chosen entry typed where the runs typed only its beginning and their tasks name the entry."""
    made = list(columns)
    for index, column in enumerate(columns):
        for chosen in columns[index + 1 : index + 1 + FAR]:
            if _begins(column, chosen, traces):
                made[index] = Column(tuple(map(_typed_whole, column.steps, chosen.steps)))
                break
    return made


def _begins(typed: Column, chosen: Column, traces: Sequence[Trace]) -> bool:
    pairs = list(zip(typed.steps, chosen.steps, traces, strict=True))
    if not any(
        _text(step) != said(entry.action.target) for step, entry, _ in pairs if step is not None and entry is not None
    ):
        return False
    return all(
        step is entry is None or (step is not None and entry is not None and _is_beginning(step, entry, trace.task))
        for step, entry, trace in pairs
    )


def _is_beginning(step: Step, entry: Step, task: str) -> bool:
    if step.action.type != "fill" or entry.action.type not in ("click", "check"):
        return False
    text, label = _text(step), said(entry.action.target)
    return bool(text) and label.casefold().startswith(text.casefold()) and occurs(label, task)


def _text(step: Step) -> str:
    return (step.action.value.literal or "") if step.action.value is not None else ""


def _typed_whole(step: Step | None, entry: Step | None) -> Step | None:
    if step is None or entry is None:
        return step
    action = step.action.model_copy(update={"value": value(said(entry.action.target))})
    return step.model_copy(update={"action": action})
