"""One port for background work: claim a job, do it, say what came of it. Adapters: ``in_process.py`` (default)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from awm_mcp.model.job import Job

Handler = Callable[[Job], Awaitable[Job]]
"""Does a job and returns it finished, with its result; an exception marks the job as failed."""


class Table(Protocol):
    """The record of jobs that a runner works from; leases let another server take over."""

    async def claim(self, owner: str, lease_s: float) -> Job | None: ...

    async def renew(self, job_id: str, owner: str, lease_s: float) -> bool: ...

    async def finish(self, job: Job) -> None: ...


class Jobs(Protocol):
    """Runs jobs until cancelled."""

    async def work(self, handler: Handler) -> None: ...

    def wake(self) -> None:
        """Says that a job was added, so that it need not wait for the next look."""
        ...
