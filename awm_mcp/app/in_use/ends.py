"""Tells whoever listens that a replay, or the learning from a report, came to its end in this process."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from awm_mcp.memory.port import JobTable
from awm_mcp.model.job import Job

log = logging.getLogger(__name__)
Listener = Callable[[str], Awaitable[None]]


class Ends:
    """Listeners to the ends of runs. One that fails is logged and hinders nobody."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def on_end(self, listener: Listener) -> None:
        """Calls the listener with the id of each run that ends."""
        self._listeners.append(listener)

    async def tell(self, run_id: str) -> None:
        """The run of that id has ended, and its outcome can be read."""
        for listener in self._listeners:
            try:
                await listener(run_id)
            except Exception:
                log.exception("the end of %s could not be told", run_id)


class ToldJobs:
    """A table of jobs as a runner needs it, which tells the ends of jobs about reports."""

    def __init__(self, table: JobTable, ends: Ends) -> None:
        self._table, self._ends = table, ends

    async def claim(self, owner: str, lease_s: float) -> Job | None:
        return await self._table.claim(owner, lease_s)

    async def renew(self, job_id: str, owner: str, lease_s: float) -> bool:
        return await self._table.renew(job_id, owner, lease_s)

    async def finish(self, job: Job) -> None:
        await self._table.finish(job)
        if job.kind == "learn":
            await self._ends.tell(job.subject)
