"""Sub-task routines: the few contiguous patterns that tasks of a site are most likely to share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from awm_mcp.induction.aligning.patterns import Occurrences, Pattern, count_patterns, matched_text
from awm_mcp.induction.grouping.repeated_moves import within_rows
from awm_mcp.induction.trace import Trace, Vector, said

UNSEEN = 0.1
OPEN_BONUS = 2.0
TYPED_BONUS = 2.0


@dataclass(frozen=True)
class Routine:
    """A chosen pattern with its places. ``open_roles``: it says nothing of the elements' roles."""

    pattern: Pattern
    occurrences: Occurrences
    open_roles: bool = False

    @property
    def support(self) -> int:
        """Number of different tasks that it occurs in."""
        return len(self.occurrences.tasks)

    @property
    def traces(self) -> list[int]:
        """Indices of the runs that it occurs in."""
        return sorted({place.trace for place in self.occurrences.places})


def choose_routines(traces: Sequence[Trace], task_of: Sequence[int], *, most: int, least_support: int = 2) -> list[Routine]:
    """At most ``most`` patterns, best first, no two of which share two moves in a row.

    Greedy cover: a pattern is worth its expected use in a new task times the share of its places that the chosen ones
    do not cover yet. Patterns contained in a longer one of the same support are left to that one.
    """
    found = _of_whole_rows(count_patterns(traces, task_of, strict=True), traces, task_of)
    pool: dict[Pattern, Occurrences] = {p: o for p, o in found.items() if len(o.tasks) >= least_support}
    covered_by = {p: _cells(p, o) for p, o in pool.items()}
    chosen: list[Routine] = []
    covered: set[tuple[int, int]] = set()
    while pool and len(chosen) < most:
        best = _best(pool, covered_by, covered)
        if _fresh(covered_by[best], covered) <= 0:
            break
        chosen.append(Routine(best, pool[best]))
        covered |= covered_by[best]
        taken = _pairs(best)
        pool = {p: o for p, o in pool.items() if p != best and not taken & _pairs(p)}
    return chosen


def _of_whole_rows(
    found: Mapping[Pattern, Occurrences], traces: Sequence[Trace], task_of: Sequence[int]
) -> dict[Pattern, Occurrences]:
    """The patterns without the places that cut a row of one move done several times: its number would be lost."""
    inside = [within_rows(trace) for trace in traces]
    if not any(inside):
        return dict(found)
    kept: dict[Pattern, Occurrences] = {}
    for pattern, seen in found.items():
        whole = [p for p in seen.places if not {p.start, p.start + len(pattern)} & inside[p.trace]]
        if whole:
            kept[pattern] = Occurrences(whole, {task_of[place.trace] for place in whole})
    return kept


def _best(
    pool: Mapping[Pattern, Occurrences], covered_by: Mapping[Pattern, set[tuple[int, int]]], covered: set[tuple[int, int]]
) -> Pattern:
    return max(pool, key=lambda p: (_worth(p, pool[p]) * _fresh(covered_by[p], covered), *_order(p)))


def _cells(pattern: Pattern, seen: Occurrences) -> set[tuple[int, int]]:
    return {(place.trace, place.start + k) for place in seen.places for k in range(len(pattern))}


def _fresh(cells: set[tuple[int, int]], covered: set[tuple[int, int]]) -> float:
    return len(cells - covered) / len(cells)


def _pairs(pattern: Pattern) -> set[Pattern]:
    return {pattern[i : i + 2] for i in range(len(pattern) - 1)}


def _worth(pattern: Pattern, seen: Occurrences) -> float:
    """Expected use in a new task, up to a factor: seen in other tasks, typing first, open to the task's values."""
    worth = len(seen.tasks) - 1 + UNSEEN
    if any(move.open for move in pattern):
        worth *= OPEN_BONUS
    if pattern[0].operation == "fill":
        worth *= TYPED_BONUS
    return worth


def _order(pattern: Pattern) -> tuple[int, tuple[tuple[str, str, str], ...]]:
    """Longer before shorter among equals, then any fixed order."""
    return len(pattern), tuple((m.operation, m.role, m.label) for m in pattern)


def supplied_values(pattern: Pattern, traces: Sequence[Trace], starts: Sequence[int]) -> list[tuple[int, Vector]]:
    """For each open move: its index and what the runs supplied there."""
    found: list[tuple[int, Vector]] = []
    for index, move in enumerate(pattern):
        if move.open:
            labels = [said(t.steps[s + index].action.target) for t, s in zip(traces, starts, strict=True)]
            found.append((index, tuple(matched_text(label, move.label) for label in labels)))
    return found
