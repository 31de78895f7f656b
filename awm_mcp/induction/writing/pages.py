"""Lists of several pages: presses of Next before the wanted entry become one step that turns pages until it shows.

How often a run pressed is chance: it depends on where its entry stood. So the presses are folded where the runs differ in
their number, or one pressed more than once in a row, and where the task names what is looked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from awm_mcp.induction.texts.spans import occurs
from awm_mcp.induction.trace import Column, Trace, role_of, said
from awm_mcp.induction.writing.toggled import without_became
from awm_mcp.model import FlowStep, Step

MOST_PAGES = 20
LEAST_LETTERS = 3
_PAGER = re.compile(
    r"(?:go to )?(?:the )?next(?: page| results| items)?(?: ?[>›»→]+)?|(?:load|show|view|see) more(?: \w+)?"
    r"|more(?: results)?|older(?: posts| entries| messages)?|[>›»→]+",
    re.IGNORECASE,
)
_ENTRIES = frozenset({"click", "dblclick", "check", "hover", "wait_for"})


@dataclass(frozen=True)
class Turning:
    """Runs with each row of presses cut down to its first; ``presses``: these."""

    traces: tuple[Trace, ...]
    presses: tuple[Step, ...]

    def holds(self, column: Column) -> bool:
        """Whether a column is the turning of pages."""
        return any(step is press for step in column.present for press in self.presses)

    def filled(self, columns: Sequence[Column]) -> list[Column]:
        """The columns, in which runs whose entry stood on the first page turn pages like the others."""
        return [_everywhere(column) if self.holds(column) else column for column in columns]

    def marked(self, steps: Sequence[FlowStep], columns: Sequence[Column]) -> tuple[FlowStep, ...]:
        """The steps, with those that turn pages marked as such."""
        turns = {"until_next": MOST_PAGES, "expect": None, "url": None, "optional": False}
        pairs = zip(steps, columns, strict=True)
        return tuple(without_became(step).model_copy(update=turns) if self.holds(column) else step for step, column in pairs)


def find_turning(traces: Sequence[Trace]) -> Turning | None:
    """The runs with their presses folded; None where pages were not turned, or always equally often."""
    found = [_presses(trace) for trace in traces]
    counts = {end - start for start, end in found}
    if max(counts) < 1 or (len(counts) == 1 and max(counts) < 2):
        return None
    rows = list(zip(traces, found, strict=True))
    presses = tuple(trace.steps[start] for trace, (start, end) in rows if end > start)
    return Turning(tuple(_cut(trace, start, end, keep=1) for trace, (start, end) in rows), presses)


def without_turning(trace: Trace) -> Trace:
    """The run as if its entry had stood on the first page."""
    return _cut(trace, *_presses(trace), keep=0)


def is_pager(step: Step) -> bool:
    """Whether a step turns a page or loads more of a list, and sends nothing else."""
    action = step.action
    sends = step.effect is not None and bool(step.effect.requests)
    fits = action.type == "click" and role_of(action.target) in ("link", "button", "") and not sends
    return fits and _PAGER.fullmatch(said(action.target)) is not None


def _presses(trace: Trace) -> tuple[int, int]:
    """The last row of equal presses right before an entry that the task names: a half-open range, empty if there is none."""
    for end in range(len(trace.steps) - 1, 0, -1):
        start = end
        while start > 0 and _turns(trace.steps[start - 1], trace) and _same(trace.steps[start - 1], trace.steps[end - 1]):
            start -= 1
        if start < end and _is_wanted(trace.steps[end], trace.task):
            return start, end
    return 0, 0


def _turns(step: Step, trace: Trace) -> bool:
    """Whether a step turns a page; a "More" in the row that the task names opens that row's menu."""
    return is_pager(step) and not _is_wanted(step, trace.task)


def _same(a: Step, b: Step) -> bool:
    return said(a.action.target) == said(b.action.target) and role_of(a.action.target) == role_of(b.action.target)


def _is_wanted(step: Step, task: str) -> bool:
    """Whether a step acts on an entry, or in the row of one, that the task names in words."""
    target = step.action.target
    if target is None or step.action.type not in _ENTRIES:
        return False
    row = target.row.literal if target.row is not None else None
    return any(_is_worded(text) and occurs(text, task) for text in (said(target), row or ""))


def _is_worded(text: str) -> bool:
    return sum(c.isalpha() for c in text) >= LEAST_LETTERS


def _cut(trace: Trace, start: int, end: int, *, keep: int) -> Trace:
    if end - start <= keep:
        return trace
    why = f"pages turned {end - start} times on the way to the entry: a replay turns as many as it needs"
    return replace(trace, steps=(*trace.steps[: start + keep], *trace.steps[end:]), dropped=(*trace.dropped, why))


def _everywhere(column: Column) -> Column:
    return Column(tuple(step if step is not None else column.present[0] for step in column.steps))
