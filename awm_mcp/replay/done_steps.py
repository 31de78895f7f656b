"""Which steps were done in a replay and in those whose page it went on in, and their table as a reader needs it.

A step that somebody did by hand between two of them is not one of these, nor is one that was jumped over.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from awm_mcp.model import StepDone


def done_in(start: int, end: int, before: Collection[int] = ()) -> tuple[int, ...]:
    """The numbers of all steps done, from ``start`` to ``end`` now and ``before`` on the same page."""
    return tuple(sorted({*before, *range(start, end + 1)}))


def left_out(done: Collection[int], total: int) -> str:
    """What a good end says of steps that no replay did; empty where all were done."""
    missing = [number for number in range(1, total + 1) if number not in done]
    if not missing:
        return ""
    said = f"step {missing[0]} was" if len(missing) == 1 else f"steps {', '.join(map(str, missing))} were"
    return f"; {said} not done by it: that is as you left it on the page"


def one_row_a_step(rows: Sequence[StepDone], through: Collection[int]) -> tuple[StepDone, ...]:
    """The table with the parts of some steps in the note of the step; ``through``: steps done by way of others."""
    kept: list[StepDone] = []
    parts: dict[int, list[str]] = {}
    last = {row.step: number for number, row in enumerate(rows)}
    for number, row in enumerate(rows):
        if row.step not in through:
            kept.append(row)
        elif number < last[row.step]:
            parts.setdefault(row.step, []).append(row.action + (f" ({row.note})" if row.note else ""))
        else:
            inner = "; ".join(parts.get(row.step, ()))
            kept.append(row.model_copy(update={"note": ": ".join(filter(None, (row.note, inner)))}))
    return tuple(kept)
