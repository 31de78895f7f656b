"""One read for one answer: where runs read it in different places, the place that both saw it in, else one of the two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from awm_mcp.induction.aligning.align import LIKELY, same_move, same_page
from awm_mcp.induction.texts.spans import occurs
from awm_mcp.induction.trace import Column, Trace
from awm_mcp.induction.varying.renaming import renaming
from awm_mcp.induction.writing.steps import after
from awm_mcp.model import Step, Target
from awm_mcp.model.names import slug

_CELLS = ("cell", "gridcell")


def with_one_read(columns: Sequence[Column]) -> list[Column]:
    """The columns with the best of several reads, where each run read the answer once, in one of several places."""
    reads = [column for column in columns if _reads(column.present[0]) and not column.everywhere]
    if len(reads) < 2 or not _read_the_same(reads):
        return list(columns)
    best = max(reads, key=_worth)
    return [column for column in columns if column is best or column not in reads]


def _reads(step: Step) -> bool:
    return step.action.type == "extract"


def _read_the_same(reads: Sequence[Column]) -> bool:
    """Whether every run read in just one of the places, under names that do not tell several answers."""
    once = all(sum(step is not None for step in row) == 1 for row in zip(*(column.steps for column in reads), strict=True))
    names = {slug(step.action.output) for column in reads for step in column.present if step.action.output}
    return once and len(names) < 2 and len({step.action.read for column in reads for step in column.present}) == 1


def _worth(column: Column) -> tuple[int, int]:
    """Of several places the one that most runs read at, then the one that is told by most."""
    return len(column.present), max(_told_by(step.action.target) for step in column.present)


def _told_by(target: Target | None) -> int:
    """How well an element is told; of a cell without a row that the runs agree on its column is only one of many."""
    if target is None:
        return 0
    own = bool(target.testid or target.label) + bool(target.css or target.xpath)
    return 2 * own + (target.role not in _CELLS)


def read_where_both_saw_it(first: Trace, other: Trace) -> Trace:
    """The other run, ended where the first one read its answer, if it was there and saw its own answer in that place.

    The place must be a row that the task names. The same object where the runs differ in more, or it is not known.
    """
    at = len(first.steps) - 1
    if at < 1 or len(other.steps) <= at or not _reads(first.steps[-1]) or not _reads(other.steps[-1]):
        return other
    read, own = first.steps[-1], other.steps[-1]
    if not _has_told_row(read, first.task) or not _same_so_far(first, other, at):
        return other
    answer = own.action.value.literal if own.action.value is not None else None
    there = other.steps[at]
    if not answer or not _looked(other.steps[at:-1]) or not _saw(other, at, answer):
        return other
    there_read = renaming(first.task, other.task).step(read, after(first, read))
    if not same_page(read, there, first.task, other.task) or not _has_told_row(there_read, other.task):
        return other
    action = there_read.action.model_copy(update={"value": own.action.value, "output": read.action.output})
    step = there_read.model_copy(update={"action": action, "url": there.url, "observation": there.observation})
    why = (
        f"its own way to the answer ({len(other.steps) - at} steps): it stood where {first.run.id or 'another run'} read it"
    )
    return replace(other, steps=(*other.steps[:at], step), dropped=(*other.dropped, why))


def _has_told_row(step: Step, task: str) -> bool:
    row = step.action.target.row if step.action.target is not None else None
    return row is not None and bool(row.literal) and occurs(row.literal or "", task)


def _same_so_far(first: Trace, other: Trace, at: int) -> bool:
    return all(
        same_move(a, b, first.task, other.task) >= LIKELY and same_page(a, b, first.task, other.task)
        for a, b in zip(first.steps[:at], other.steps[:at], strict=True)
    )


def _looked(steps: Sequence[Step]) -> bool:
    """Whether steps only followed links."""
    return all(
        step.action.type in ("click", "goto")
        and not (step.effect is not None and step.effect.requests)
        and (step.action.target is None or step.action.target.role in ("link", "tab"))
        for step in steps
    )


def _saw(trace: Trace, at: int, answer: str) -> bool:
    """Whether the run was told the text on the page that it was on before a step."""
    before = trace.steps[at - 1].effect
    shown = [trace.steps[at].observation, *(before.shown if before is not None else ())]
    return any(occurs(answer, text) for text in shown)
