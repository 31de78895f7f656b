"""What a page asks for again and again by itself, so that nothing waits for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import Request

POLLED = 4
"""So often something is asked for anew, with nothing done to the page meanwhile, until it is known as a poll."""
_IN_BACKGROUND = frozenset({"xhr", "fetch"})


class Polls:
    """Counts what is read from the same address again between two actions."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[float, int]] = {}

    def has(self, request: Request, said: str, marked_at: float) -> bool:
        """Whether a request that begins now is one of a poll.

        ``said``: what is asked for, without the time in it; ``marked_at``: when the last action was done.
        """
        if request.method != "GET" or request.resource_type not in _IN_BACKGROUND:
            return False
        last, count = self._seen.get(said, (-1.0, 0))
        count += last == marked_at
        self._seen[said] = (marked_at, count)
        return count >= POLLED
