"""Times that a task spells in one way and a native time field takes in another: the caller gives what the task says.

A replay writes it as the field wants it; a field that is no native one may want its own form, which is left as it was.
"""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.trace import Column, Trace
from awm_mcp.model import Step, value
from awm_mcp.model.clock import times_in


def with_task_times(columns: Sequence[Column], traces: Sequence[Trace]) -> list[Column]:
    """The columns, with the times typed into native time fields as the tasks spell them, where all tasks do."""
    return [_spelled(column, traces) for column in columns]


def _spelled(column: Column, traces: Sequence[Trace]) -> Column:
    spelled = [_of_task(step, trace.task) for step, trace in zip(column.steps, traces, strict=True) if step is not None]
    if None in spelled:
        return column
    given = iter(spelled)
    return Column(tuple(None if step is None else _with(step, next(given) or "") for step in column.steps))


def _of_task(step: Step, task: str) -> str | None:
    """How the task spells the time that a step types; None where it types none, or the task names it twice or not at all."""
    typed = step.action.value.literal if step.action.type == "fill" and step.action.value is not None else None
    if typed is None or not _is_native(step):
        return None
    spellings = {spelling.strip() for spelling, time in times_in(task) if time == typed.strip()[:5]}
    return spellings.pop() if len(spellings) == 1 else None


def _is_native(step: Step) -> bool:
    target = step.action.target
    if target is None:
        return False
    return target.attrs.get("type") == "time" or (target.seen is not None and target.seen.input_type == "time")


def _with(step: Step, text: str) -> Step:
    return step.model_copy(update={"action": step.action.model_copy(update={"value": value(text)})})
