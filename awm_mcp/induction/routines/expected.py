"""Which short routines of a site a new task is most likely to use, told from few runs of different tasks.

A pair of neighbouring moves seen in one task is rarely seen again as it is. So a pair is rated by its parts: how many tasks
use its telling move at all, and how often the other move stands beside it, each with a little left for what was not seen
(additive smoothing). Labels are opened where the task supplies their words, and field labels of a site that share an
edge ("Enter pickup location", "Enter drop-off location") are joined. What is clicked beside a fixed move may be any entry of
a list, also where the run's task named it in other words ("the airport of Boston"). Pure counting; no words of any site.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, product

from awm_mcp.induction.aligning.patterns import (
    HOLE,
    SMALL,
    Move,
    Occurrences,
    Pattern,
    Place,
    label_key,
    moves_of,
    operation_of,
    task_words,
)
from awm_mcp.induction.aligning.signin import sign_in_columns
from awm_mcp.induction.routines.routines import Routine
from awm_mcp.induction.texts.verbs import changes_something
from awm_mcp.induction.trace import Column, Trace, said
from awm_mcp.model import Step

UNSEEN_LABEL = 0.2
"""Tasks added to those that used a label, less the one it was first seen in."""
PSEUDO_PLACES = 1.0
"""Weight of the prior beside the places seen, in places."""
BESIDE_OPEN, BESIDE_FIXED = 0.5, 0.1
"""Prior that a move stands beside the telling one: any choice that the task names, a fixed label."""
TYPED_BONUS, OPEN_BONUS, START_BONUS, NEW_TASK_BONUS = 1.5, 1.5, 3.5, 1.0
UNNAMED_PLACE, ONLY_UNNAMED = 0.4, 0.3
"""Weight of a place whose choice the task did not name in its own words, and of a pattern that has only such places."""
COVERED = 0.8
"""What a step that a chosen routine covers is no longer worth; another one may still fit where that one does not."""
MOST_RUNS = 120
LENGTH = 2

Cells = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Line:
    """A recorded step as patterns see it; None where it is no move with a label."""

    operation: str
    words: tuple[str, ...]


@dataclass
class Site:
    """The runs of a site as lines, with the places of every move looked up so far."""

    traces: Sequence[Trace]
    lines: list[list[Line | None]]
    known: list[frozenset[str]]
    places: dict[tuple[Move, bool], Cells] = field(default_factory=dict[tuple[Move, bool], "Cells"])

    def where(self, move: Move, *, unnamed: bool = False) -> Cells:
        """(run, step) of every step that the move fits; ``unnamed``: also choices that the task has other words for."""
        key = move, unnamed and move.label == HOLE
        if key not in self.places:
            self.places[key] = frozenset(
                (run, at)
                for run, lines in enumerate(self.lines)
                for at, line in enumerate(lines)
                if line is not None and (_is_choice(move, line) if key[1] else fits(move, line, self.known[run]))
            )
        return self.places[key]


@dataclass(frozen=True)
class Found:
    """Where a pattern begins. ``named``: its choices are the task's words; ``loose``: whatever they are."""

    named: Cells
    loose: Cells

    @property
    def shown(self) -> Cells:
        """The places that stand for the pattern."""
        return self.named or self.loose


def likely_routines(traces: Sequence[Trace], task_of: Sequence[int], *, most: int) -> list[Routine]:
    """At most ``most`` two-step routines, the likeliest first; runs beyond the 120th are left out, evenly spread."""
    rows = _spread(len(traces))
    site = _site([traces[row] for row in rows])
    found = {pattern: _found(site, pattern) for pattern in sorted(_candidates(site), key=_order)}
    pool = {pattern: places.shown for pattern, places in found.items() if places.shown}
    worth = {pattern: _worth(site, pattern, found[pattern]) for pattern in pool}
    chosen = _greedy(pool, worth, most)
    return [_routine(pattern, sorted(pool[pattern]), rows, task_of) for pattern in chosen]


def _spread(count: int) -> list[int]:
    if count <= MOST_RUNS:
        return list(range(count))
    return [i * (count - 1) // (MOST_RUNS - 1) for i in range(MOST_RUNS)]


def _site(traces: Sequence[Trace]) -> Site:
    lines: list[list[Line | None]] = []
    for trace in traces:
        hidden = sign_in_columns([Column((step,)) for step in trace.steps])
        lines.append([None if k in hidden else _line(step) for k, step in enumerate(trace.steps)])
    return Site(traces, lines, [task_words(trace.task) for trace in traces])


def _line(step: Step) -> Line | None:
    operation, label = operation_of(step), label_key(said(step.action.target))
    return Line(operation, tuple(label.split())) if operation and label else None


def fits(move: Move, line: Line, known: frozenset[str]) -> bool:
    """Whether a step is the move; at least half of the words that a clicked label leaves open must be the task's."""
    if move.operation != line.operation:
        return False
    before, behind = _edges(move.label)
    if not move.open:
        return line.words == before
    inner = line.words[len(before) : len(line.words) - len(behind)]
    if not inner or line.words[: len(before)] != before or (behind and line.words[-len(behind) :] != behind):
        return False
    return move.operation in ("fill", "select") or 2 * sum(word in known for word in inner) >= len(inner)


def _is_choice(move: Move, line: Line) -> bool:
    """Whether a step may be the choice of any entry: nothing that reads like a change of data."""
    return move.operation == line.operation and not changes_something(" ".join(line.words))


@lru_cache(maxsize=20_000)
def _edges(label: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    head, _, tail = label.partition(HOLE)
    return tuple(head.split()), tuple(tail.split())


# --- candidates -------------------------------------------------------------------------------------------------------


def _candidates(site: Site) -> set[Pattern]:
    found: set[Pattern] = set()
    joined = _joined_fields(site)
    for trace, lines in zip(site.traces, site.lines, strict=True):
        ways = [_ways(step, line, trace.task, joined) if line else [] for step, line in zip(trace.steps, lines, strict=True)]
        for start in range(len(ways) - LENGTH + 1):
            found.update(p for p in product(*ways[start : start + LENGTH]) if any(move.constant for move in p))
    return found


def _ways(step: Step, line: Line, task: str, joined: Sequence[str]) -> list[Move]:
    ways = [Move(way.operation, "", way.label) for way in moves_of(step, task)]
    any_choice = Move("click", "", HOLE)
    if _is_choice(any_choice, line):
        ways.append(any_choice)
    if line.operation == "fill":
        moves = (Move("fill", "", label) for label in joined)
        ways.extend(move for move in moves if fits(move, line, frozenset()))
    return ways


def _joined_fields(site: Site) -> list[str]:
    """Labels that several fields of the site share but for their middle: ``enter {} location``."""
    labels = sorted({line.words for lines in site.lines for line in lines if line is not None and line.operation == "fill"})
    return sorted({joined for a, b in combinations(labels[:60], 2) if (joined := _joined(a, b))})


def _joined(a: Sequence[str], b: Sequence[str]) -> str:
    shorter = min(len(a), len(b))
    before = next((i for i in range(shorter) if a[i] != b[i]), shorter)
    behind = next((i for i in range(shorter - before) if a[-1 - i] != b[-1 - i]), shorter - before)
    kept = [*a[:before], HOLE, *a[len(a) - behind :]]
    telling = [word for word in kept if word != HOLE and word.isalpha() and word not in SMALL]
    return " ".join(kept) if telling and before + behind < shorter else ""


# --- rating -----------------------------------------------------------------------------------------------------------


def _found(site: Site, pattern: Pattern) -> Found:
    return Found(_starts(site, pattern, unnamed=False), _starts(site, pattern, unnamed=True))


def _starts(site: Site, pattern: Pattern, *, unnamed: bool) -> Cells:
    """(run, first step) of every place of a pattern."""
    first, *rest = [site.where(move, unnamed=unnamed) for move in pattern]
    return frozenset((run, at) for run, at in first if all((run, at + k) in cells for k, cells in enumerate(rest, start=1)))


def _worth(site: Site, pattern: Pattern, found: Found) -> float:
    """Expected use in a new task, up to a factor."""
    together = len(found.named) + UNNAMED_PLACE * len(found.loose - found.named)
    rated = [_rated(site, pattern, index, together) for index, move in enumerate(pattern) if move.label != HOLE]
    worth = min(rated)
    if pattern[0].operation == "fill":
        worth *= TYPED_BONUS
    if any(move.label == HOLE for move in pattern):
        worth *= OPEN_BONUS
    if not found.named:
        worth *= ONLY_UNNAMED
    places = found.named | found.loose
    runs = {run for run, _ in places}
    return worth * START_BONUS ** (sum((run, 0) in places for run in runs) / len(runs))


def _rated(site: Site, pattern: Pattern, anchor: int, together: float) -> float:
    cells = site.where(pattern[anchor])
    tasks = len({run for run, _ in cells}) - 1 + UNSEEN_LABEL
    others_open = any(move.label == HOLE for k, move in enumerate(pattern) if k != anchor)
    prior = BESIDE_OPEN if others_open else BESIDE_FIXED
    return tasks * (together + PSEUDO_PLACES * prior) / (len(cells) + PSEUDO_PLACES)


def _greedy(pool: dict[Pattern, Cells], worth: dict[Pattern, float], most: int) -> list[Pattern]:
    """The best next one again and again; what lies on steps and in tasks that are covered by now counts less."""
    cells = {p: frozenset((run, at + k) for run, at in starts for k in range(len(p))) for p, starts in pool.items()}
    runs = {p: frozenset(run for run, _ in starts) for p, starts in pool.items()}
    chosen: list[Pattern] = []
    covered: set[tuple[int, int]] = set()
    served: set[int] = set()
    left = list(pool)
    while left and len(chosen) < most:
        value = {
            p: worth[p]
            * (1 - COVERED * len(cells[p] & covered) / len(cells[p]))
            * (1 + NEW_TASK_BONUS * len(runs[p] - served) / len(runs[p]))
            for p in left
        }
        best = max(left, key=lambda p: (value[p], _order(p)))
        if value[best] <= 0:
            break
        chosen.append(best)
        covered |= cells[best]
        served |= runs[best]
        left.remove(best)
    return chosen


def _order(pattern: Pattern) -> tuple[tuple[str, str], ...]:
    return tuple((move.operation, move.label) for move in pattern)


def _routine(pattern: Pattern, starts: Sequence[tuple[int, int]], rows: Sequence[int], task_of: Sequence[int]) -> Routine:
    """The routine at its places; places that overlap the one before are left out."""
    seen: dict[int, list[int]] = defaultdict(list)
    for run, at in starts:
        if not seen[run] or at >= seen[run][-1] + len(pattern):
            seen[run].append(at)
    places = [Place(rows[run], at) for run in sorted(seen) for at in seen[run]]
    return Routine(pattern, Occurrences(places, {task_of[place.trace] for place in places}), open_roles=True)
