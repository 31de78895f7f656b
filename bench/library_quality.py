"""Quality of a workflow library on recorded tasks: what an agent could have called, re-stated from the paper's Table 10.

A library is a list of workflows, a workflow a list of step lines ``[role] label -> OP``. A line fits a recorded step when
the operations are equal, the roles belong together (``*`` fits any) and the labels agree word by word, a ``{parameter}``
taking one or more words. Of the words that a parameter of a CLICK takes, at least half must stand in the task, else no
agent could have supplied them. A workflow is used where all its lines fit neighbouring steps, in order; it needs two lines
and a word of its own.

* coverage: share of all recorded steps that lie in a used workflow
* utility: share of tasks in which at least one workflow is used
* overlap: over pairs of workflows of a site, longest run of equal neighbouring lines (two at least) over the shorter length
* per site: workflows in a library
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import mean
from typing import Any

_FAMILIES = {
    "link": ("a",),
    "textbox": ("input", "searchbox"),
    "select": ("combobox",),
    "option": ("li",),
    "text": ("span", "div", "p", "label"),
    "image": ("svg", "img", "i"),
}
_FAMILY = {member: family for family, members in _FAMILIES.items() for member in members}
_LINE = re.compile(r"\s*\[([^\]]*)\]\s*(.*?)\s*->\s*(CLICK|TYPE|SELECT)\b", re.DOTALL)
_WORD = re.compile(r"\{[^{}]*\}|[a-z0-9]+")


@dataclass(frozen=True)
class Line:
    """A step line, or a recorded step, taken apart."""

    role: str
    operation: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Quality:
    """The four numbers and the size of the sample."""

    tasks: int
    steps: int
    coverage: float
    utility: float
    overlap: float
    per_site: float


def family(role: str) -> str:
    """Roles and tags that stand for the same kind of element."""
    name = role.strip().lower()
    return _FAMILY.get(name, name)


def line(text: str) -> Line:
    """A step line of a workflow.

    Raises:
        ValueError: the text has another form.
    """
    match = _LINE.match(text)
    if match is None:
        raise ValueError(f"no step line: {text!r}")
    role, label, operation = match.groups()
    return Line(family(role), operation, tuple(_WORD.findall(label.lower())))


def recorded(step: dict[str, Any]) -> Line:
    """A recorded step."""
    return Line(family(step["role"]), step["op"], tuple(re.findall(r"[a-z0-9]+", step["label"].lower())))


def _labels_agree(pattern: Sequence[str], words: Sequence[str], task: set[str], free: bool) -> bool:
    if not pattern or not words:
        return not pattern and not words
    if not pattern[0].startswith("{"):
        return pattern[0] == words[0] and _labels_agree(pattern[1:], words[1:], task, free)
    for taken in range(1, len(words) + 1):
        known = sum(word in task for word in words[:taken])
        if (free or 2 * known >= taken) and _labels_agree(pattern[1:], words[taken:], task, free):
            return True
    return False


def fits(pattern: Line, step: Line, task: set[str]) -> bool:
    """Whether a line fits a recorded step of a task."""
    if pattern.operation != step.operation or pattern.role not in ("*", step.role):
        return False
    return _labels_agree(pattern.words, step.words, task, step.operation != "CLICK")


def _usable(workflow: Sequence[Line]) -> bool:
    return len(workflow) > 1 and any(word.isalpha() for one in workflow for word in one.words if not word.startswith("{"))


def _used_at(workflow: Sequence[Line], steps: Sequence[Line], task: set[str]) -> list[int]:
    starts = range(len(steps) - len(workflow) + 1)
    return [s for s in starts if all(fits(one, steps[s + k], task) for k, one in enumerate(workflow))]


def covered(workflows: Sequence[Sequence[Line]], task: dict[str, Any]) -> list[bool]:
    """For each recorded step of a task, whether a used workflow holds it."""
    words = set(re.findall(r"[a-z0-9]+", task["task"].lower()))
    steps = [recorded(step) for step in task["steps"]]
    hit = [False] * len(steps)
    for workflow in filter(_usable, workflows):
        for start in _used_at(workflow, steps, words):
            hit[start : start + len(workflow)] = [True] * len(workflow)
    return hit


def _shared(a: Sequence[Line], b: Sequence[Line]) -> int:
    """Longest run of equal neighbouring lines; a single one is none."""
    longest = 0
    for i in range(len(a)):
        for j in range(len(b)):
            run = 0
            while i + run < len(a) and j + run < len(b) and a[i + run] == b[j + run]:
                run += 1
            longest = max(longest, run)
    return longest if longest > 1 else 0


def overlap(workflows: Sequence[Sequence[Line]]) -> float | None:
    """Mean overlap of the pairs of a library; None without a pair."""
    pairs = list(combinations(workflows, 2))
    return mean(_shared(a, b) / min(len(a), len(b)) for a, b in pairs) if pairs else None


def quality(tasks: Sequence[dict[str, Any]], libraries: Sequence[Sequence[Sequence[str]]]) -> Quality:
    """The numbers of a leave-one-out: ``libraries[i]`` was made without ``tasks[i]``."""
    hits: list[list[bool]] = []
    first: dict[str, list[list[Line]]] = {}
    for task, library in zip(tasks, libraries, strict=True):
        workflows = [[line(text) for text in workflow] for workflow in library]
        first.setdefault(task["website"], workflows)
        hits.append(covered(workflows, task))
    overlaps = [share for workflows in first.values() if (share := overlap(workflows)) is not None]
    steps = sum(map(len, hits))
    return Quality(
        tasks=len(tasks),
        steps=steps,
        coverage=sum(map(sum, hits)) / steps,
        utility=sum(map(any, hits)) / len(tasks),
        overlap=mean(overlaps) if overlaps else 0.0,
        per_site=mean(map(len, libraries)),
    )
