"""Runs whose tasks are equal but for words that say on or off, and that put the same boxes into these states."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.aligning.align import align
from awm_mcp.induction.aligning.told_states import TIES, spots, state_of
from awm_mcp.induction.trace import Trace
from awm_mcp.model.polarity import without_sides


def sides_key(trace: Trace, wording: Sequence[str]) -> tuple[str, ...] | None:
    """The words of a task without those that say on or off and what ties these; None for a run that sets no box."""
    if not any(state_of(step.action) is not None for step in trace.steps):
        return None
    kept: list[str] = []
    said = True
    for word in wording:
        rest = (word,) if word == "\x01" else without_sides(word)
        if said or word not in TIES:
            kept.extend(rest)
        said = bool(rest)
    return tuple(kept)


def told_alike(a: Trace, b: Trace) -> bool:
    """Whether two tasks say the opposite of each other just where the runs put a box into opposite states."""
    pairs = [[state_of(step.action) for step in column.present] for column in align([a, b]) if column.everywhere]
    apart = any(None not in states and states[0] is not states[1] for states in pairs)
    return apart == bool(spots(a.task, b.task))
