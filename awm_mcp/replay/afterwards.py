"""What is left to do of a replay when its outcome is known: the picture of its end, and the closing of its page.

The caller need not wait for it. Whoever asks for the picture does, and so does the end of the server, within bounds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

_log = logging.getLogger(__name__)
LONGEST_S = 15.0
"""All of it is bounded by itself; where it is not over after so long, the server ends without it, seconds."""


class Afterwards:
    """Work in the background by the run that it belongs to."""

    def __init__(self) -> None:
        self._left: dict[str, asyncio.Task[None]] = {}

    def begin(self, run_id: str, work: Coroutine[Any, Any, None]) -> None:
        """Begins what is left of a run."""
        task = asyncio.get_running_loop().create_task(self._done(run_id, work, self._left.get(run_id)))
        self._left[run_id] = task
        task.add_done_callback(lambda _: self._left.pop(run_id, None) if self._left.get(run_id) is task else None)

    async def of(self, run_id: str) -> None:
        """Returns when nothing is left of a run."""
        await self._wait([task for known, task in self._left.items() if known == run_id])

    async def settled(self) -> None:
        """Returns when nothing is left of any."""
        await self._wait([*self._left.values()])

    async def close(self) -> None:
        """The same, within bounds: what is not over by then is given up, and told in the log."""
        await self._wait([*self._left.values()])
        for run_id, task in self._left.items():
            task.cancel()
            _log.warning("the end of %s was not tidied up in time; its last picture may be missing", run_id)

    async def _done(self, run_id: str, work: Coroutine[Any, Any, None], before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait({before})
        try:
            await work
        except Exception as broken:  # the outcome was told, and whoever waits for the picture is not to be stopped by it
            _log.warning("the end of %s was not tidied up: %s", run_id, broken)

    async def _wait(self, tasks: list[asyncio.Task[None]]) -> None:
        if tasks:
            await asyncio.wait(tasks, timeout=LONGEST_S)
