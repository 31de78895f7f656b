"""Contiguous patterns of moves over the runs of a site, as keys that runs of different tasks share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product

from awm_mcp.induction.aligning.signin import sign_in_columns
from awm_mcp.induction.aligning.wanted import answer_of, wish_of
from awm_mcp.induction.texts.spans import marked_as_value, occurs, tokens
from awm_mcp.induction.trace import Column, Trace, role_of, said
from awm_mcp.model import Step

SHORTEST, LONGEST = 2, 6
_OPERATIONS = {
    "click": "click", "dblclick": "click", "check": "click", "hover": "hover", "fill": "fill", "select": "select",
    "upload": "upload", "press": "press",
}  # fmt: skip
HOLE = "{}"
MOSTHOLES = 3


@dataclass(frozen=True)
class Move:
    """A step as patterns see it: operation, role and label; ``{}`` stands for words that the task supplied."""

    operation: str
    role: str
    label: str

    @property
    def constant(self) -> bool:
        """Whether the label holds a word of the site itself."""
        return any(part.isalpha() for part in self.label.split() if part != HOLE)

    @property
    def open(self) -> bool:
        """Whether the task supplies part of the label."""
        return HOLE in self.label


Pattern = tuple[Move, ...]


@dataclass(frozen=True)
class Place:
    """Where a pattern occurs: run and first step, both 0-based."""

    trace: int
    start: int


@dataclass
class Occurrences:
    """All places of a pattern and the number of different tasks among them."""

    places: list[Place] = field(default_factory=list["Place"])
    tasks: set[int] = field(default_factory=set[int])


def count_patterns(traces: Sequence[Trace], task_of: Sequence[int], *, strict: bool) -> dict[Pattern, Occurrences]:
    """Patterns of two to six steps with their places; ``task_of``: number of the task family of each run.

    ``strict``: only labels that stand in the task as they are count as supplied by it. Sign-in is part of no pattern.
    """
    found: dict[Pattern, Occurrences] = {}
    for index, trace in enumerate(traces):
        signing_in = sign_in_columns([Column((step,)) for step in trace.steps])
        moves = [moves_of(s, trace.task, strict=strict) if k not in signing_in else [] for k, s in enumerate(trace.steps)]
        for start, pattern in _windows(moves):
            seen = found.setdefault(pattern, Occurrences())
            if not seen.places or seen.places[-1] != Place(index, start):
                seen.places.append(Place(index, start))
            seen.tasks.add(task_of[index])
    return found


def _windows(moves: Sequence[Sequence[Move]]) -> Iterator[tuple[int, Pattern]]:
    for start in range(len(moves)):
        for length in range(SHORTEST, min(LONGEST, len(moves) - start) + 1):
            window = moves[start : start + length]
            if not all(window):
                break
            for pattern in product(*window):
                if sum(move.open for move in pattern) <= MOSTHOLES and any(move.constant for move in pattern):
                    yield start, pattern


def moves_of(step: Step, task: str, *, strict: bool = False) -> list[Move]:
    """The ways to see a step: with its label as it is, and with the words that the task supplied left open."""
    operation = operation_of(step)
    if operation is None:
        return []
    role, shown = role_of(step.action.target), said(step.action.target)
    label = label_key(shown)
    ways = [Move(operation, role, label)] if label else []
    if operation.startswith("click") and label:
        open_ways = [way for way in opened(label, task) if not strict or _is_given(matched_text(shown, way), task)]
        ways.extend(Move(operation, role, way) for way in open_ways)
    return ways


def _is_given(text: str, task: str) -> bool:
    """Whether the task gives the text as a value of its own; a common word of both may be the site's."""
    return occurs(text, task) and marked_as_value(text, task)


def operation_of(step: Step) -> str | None:
    """The operation of a step on an element with what it wants of it (``click off``); None for other steps."""
    known = _OPERATIONS.get(step.action.type) if step.action.target is not None else None
    return " ".join(filter(None, (known, wish_of(step.action), answer_of(step.action)))) if known is not None else None


@lru_cache(maxsize=50_000)
def label_key(label: str) -> str:
    """Words and numbers of a label in lower case."""
    return " ".join(re.findall(r"[^\W_]+", label.lower()))


@lru_cache(maxsize=50_000)
def opened(label: str, task: str) -> tuple[str, ...]:
    """The label with what the task supplies left open: all of it when at least half its words are the task's, and the
    longest run of the task's words in it."""
    words, given = label.split(), task_words(task)
    known = [word in given for word in words]
    ways: list[str] = []
    if 2 * sum(known) >= len(words):
        ways.append(HOLE)
    start, end = _longest_run(known)
    if end > start and (start, end) != (0, len(words)) and _is_content(words[start:end]):
        ways.append(" ".join([*words[:start], HOLE, *words[end:]]))
    return tuple(ways)


@lru_cache(maxsize=20_000)
def task_words(task: str) -> frozenset[str]:
    """The words and numbers of a task text in lower case."""
    return frozenset(token.lower() for token in tokens(task) if token.isalnum())


def _longest_run(known: Sequence[bool]) -> tuple[int, int]:
    best, start = (0, 0), None
    for index, is_known in enumerate([*known, False]):
        if is_known and start is None:
            start = index
        elif not is_known and start is not None:
            if index - start > best[1] - best[0]:
                best = (start, index)
            start = None
    return best


SMALL = frozenset({
    "a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "from", "with", "and", "or", "as", "is", "are", "be",
    "it", "i", "my", "all", "more", "any", "no", "not",
})  # fmt: skip


def _is_content(words: Sequence[str]) -> bool:
    return any(word not in SMALL for word in words)


def matched_text(label: str, way: str) -> str:
    """What stands in the opening of a label: the value that this run supplied."""
    if way == HOLE:
        return label
    head, tail = way.split(HOLE)
    words, before, behind = re.findall(r"[^\W_]+", label), head.split(), tail.split()
    inner = words[len(before) : len(words) - len(behind)]
    if not inner:
        return label
    found = re.search(r"[\W_]+".join(re.escape(word) for word in inner), label)
    return found.group() if found else label
