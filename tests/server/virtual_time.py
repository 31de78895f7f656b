"""An event loop whose clock jumps over waiting: 45 seconds of patience are tested in a moment."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

_REAL_S = 0.03
"""What threads and pipes are given before the clock jumps, seconds."""
Answered = TypeVar("Answered")


class _Selector(selectors.DefaultSelector):
    """Waits a moment in real time; where nothing came, the rest of the wait is only counted."""

    skipped = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(_REAL_S if timeout is None else min(timeout, _REAL_S))
        if not ready and timeout is not None and timeout > _REAL_S:
            self.skipped += timeout - _REAL_S
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """Its time is real time and what was skipped."""

    def __init__(self) -> None:
        self._jumping = _Selector()
        super().__init__(self._jumping)

    def time(self) -> float:
        return super().time() + self._jumping.skipped


def in_virtual_time(work: Coroutine[Any, Any, Answered]) -> Answered:
    """Runs it on such a loop."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work)
