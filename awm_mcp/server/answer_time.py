"""By when a call is answered: counted from its arrival, with a reserve in which the answer is made and sent.

Opening the memory, asking a person, the queue, the start of the browser and the lock of a page all count.
"""

from __future__ import annotations

import math

import anyio

RESERVE = 0.1
"""Part of the time that is kept for the answer: on a machine with twenty busy processes, sending it takes seconds."""
WAITING_S = 1.0
"""What is seen so soon after serving began was there before: it waited in the pipe while the process started, seconds."""


class Arrivals:
    """When calls arrived. ``since``: when the process started, where callers may have waited for that already."""

    def __init__(self, since: float | None = None) -> None:
        self._since = since
        self._served_from = math.inf

    def begin(self) -> None:
        """Serving begins now."""
        self._served_from = anyio.current_time()

    def of_call(self) -> float:
        """The time at which the call that is seen now arrived at the latest."""
        now = anyio.current_time()
        if self._since is None or now - self._served_from > WAITING_S:
            return now
        return min(now, self._since)


class AnswerTime:
    """The time that is left for one call."""

    def __init__(self, arrived: float, within_s: float) -> None:
        self.by = arrived + within_s * (1 - RESERVE)
        """The moment, in the clock of ``anyio.current_time``, at which the answer begins to be made."""

    @property
    def left_s(self) -> float:
        """Seconds until then, never less than none."""
        return max(0.0, self.by - anyio.current_time())
