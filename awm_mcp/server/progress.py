"""Progress of a long call: always increasing, at least every few seconds, silent once the call is over."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import anyio

from awm_mcp.server.connections import Context

log = logging.getLogger(__name__)

BEAT_S = 3.0
"""Under the five seconds that are promised, also where a busy machine sends it two seconds late."""
Answered = TypeVar("Answered")


class Heartbeat:
    """Reports of one call. The SDK sends nothing when the client gave no progress token."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._last, self._total, self._said, self._over = 0.0, 0, "working", False

    async def report(self, done: int, total: int, said: str) -> None:
        """A step was done or is being done (``awm_mcp.server.application.Progress``)."""
        self._total, self._said = total, said
        await self._send(float(done))

    async def during(self, work: Callable[[], Awaitable[Answered]]) -> Answered:
        """Does the work and sends a beat all the while. The work's own errors come through."""
        answers: list[Answered] = []
        problems: list[Exception] = []
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._beat)
            try:
                answers.append(await work())
            except Exception as problem:
                # Kept aside: leaving the group with it would wrap it into an exception group.
                problems.append(problem)
            finally:
                self._over = True
            tasks.cancel_scope.cancel()
        for problem in problems:
            raise problem
        return answers[0]

    async def _beat(self) -> None:
        while True:
            await anyio.sleep(BEAT_S)
            await self._send(self._last)

    async def _send(self, value: float) -> None:
        if self._over:
            return
        # The protocol wants every value larger than the one before; a wait within a step moves by fractions of it.
        if value <= self._last:
            ceiling = max(self._last + 1.0, float(self._total))
            value = self._last + (ceiling - self._last) / 100
        self._last = value
        try:
            await self._ctx.session.report_progress(value, float(self._total) or None, self._said)
        except Exception as problem:
            # A replay must not end because its client went away in the middle of a report.
            log.debug("progress could not be sent: %s", problem)
