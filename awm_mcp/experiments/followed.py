"""Followed by hand: whether the steps of a workflow were done with the browser tools, in order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_HOLE = re.compile(r"\\\{\w+\\\}|…")
_READS = ("read ", "answer ", "done", "wait ")


def followed(steps: Iterable[str], done: Sequence[str]) -> bool:
    """``steps``: a workflow's, numbered, with ``{parameters}``; ``done``: actions in the same words with their values.

    What only reads leaves no trace by hand and is left out; other actions may stand between the steps.
    """
    patterns = [_pattern(step) for step in steps if not _bare(step).startswith(_READS)]
    rest = iter(done)
    return bool(patterns) and all(any(pattern.fullmatch(action) for action in rest) for pattern in patterns)


def _pattern(step: str) -> re.Pattern[str]:
    return re.compile(_HOLE.sub(".*?", re.escape(_bare(step))), re.IGNORECASE | re.DOTALL)


def _bare(step: str) -> str:
    return re.sub(r"^\d+\.\s*", "", step.strip())
