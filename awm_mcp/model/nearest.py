"""The name that was most likely meant by a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

MOST_NEAR, LEAST_ALIKE = 2, 0.7


def nearest(given: str, known: Iterable[str]) -> list[str]:
    """The known names that are spelled nearly alike, the nearest first; case does not count."""
    folded = {name.casefold(): name for name in sorted(known)}
    found = get_close_matches(given.strip().casefold()[:200], list(folded), n=MOST_NEAR, cutoff=LEAST_ALIKE)
    return [folded[name] for name in found]


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """As the beginning of an advice; empty where no name is near."""
    near = nearest(given, known)
    return f"did you mean {' or '.join(near)}? " if near else ""
