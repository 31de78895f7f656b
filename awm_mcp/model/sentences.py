"""Sentences: taken apart and put together within a limit, never cut inside of one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from awm_mcp.model.text import plain

_END = re.compile(r"[.!?…][\"”’»)]*\s+")
_ABBREVIATED = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|no|nr|approx|incl|st|dr|mr|mrs)|\b[A-Za-z])\.$", re.IGNORECASE)
_PAIRS = ("()", "“”", "[]", "«»")


def sentences(text: str) -> list[str]:
    """The sentences of a text. What stands in brackets or quotes, and a dot of an abbreviation, ends none."""
    found: list[str] = []
    begin = 0
    for end in _END.finditer(text):
        part = text[begin : end.end()].rstrip()
        if _open(part) or _ABBREVIATED.search(part):
            continue
        found.append(part)
        begin = end.end()
    rest = text[begin:].strip()
    return [*found, *([rest] if rest else [])]


def within(parts: Sequence[str], most: int, rank: Callable[[str], int]) -> list[str]:
    """The sentences that fit into so many characters, in their order; those of lower rank number go first."""
    kept: set[int] = set()
    used = 0
    for index in sorted(range(len(parts)), key=lambda one: (rank(parts[one]) if one else -1, one)):
        if used + len(parts[index]) + 1 <= most or not kept:
            kept.add(index)
            used += len(parts[index]) + 1
    return [parts[index] for index in sorted(kept)]


def shortened(text: str, most: int) -> str:
    """A text in at most so many characters: whole sentences where that is possible, else whole words and an ellipsis."""
    said = plain(text, 10_000)
    if len(said) <= most:
        return said
    kept = within(sentences(said), most, lambda _: 0)
    whole = " ".join(kept)
    return whole if len(whole) <= most else _words(said, most)


def _words(text: str, most: int) -> str:
    at = text.rfind(" ", 0, most)
    # A text without spaces, as in some scripts, is cut where it must be.
    return plain(text[: at if at > most // 2 else most - 1].rstrip(" ,;:–-"), most - 1) + "…"


def _open(part: str) -> bool:
    return any(part.count(left) > part.count(right) for left, right in _PAIRS) or part.count('"') % 2 == 1
