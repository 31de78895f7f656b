"""The default job runner: one job at a time inside the server process, from a table shared by all servers."""

from __future__ import annotations

import logging
import secrets

import anyio

from awm_mcp.errors import AwmError
from awm_mcp.jobs.port import Handler, Table
from awm_mcp.model.job import NOTHING_AGAIN, Job

log = logging.getLogger(__name__)


class InProcessJobs:
    """Looks into the table when woken and every ``look_s`` seconds; holds a lease while a job runs."""

    def __init__(self, table: Table, *, look_s: float = 2.0, lease_s: float = 30.0) -> None:
        self._table, self._look_s, self._lease_s = table, look_s, lease_s
        self._owner = secrets.token_hex(8)
        self._woken = anyio.Event()

    def wake(self) -> None:
        """Says that a job was added."""
        self._woken.set()

    async def work(self, handler: Handler) -> None:
        """Runs jobs, oldest first, until cancelled; a job that raises is recorded as failed and the next one begins."""
        while True:
            if await self._did_one(handler):
                continue
            with anyio.move_on_after(self._look_s):
                await self._woken.wait()
            self._woken = anyio.Event()

    async def _did_one(self, handler: Handler) -> bool:
        try:
            job = await self._table.claim(self._owner, self._lease_s)
            if job is not None:
                await self._do(job, handler)
        except Exception:
            # A store that fails now must not end the server; its lease lets the job be done later.
            log.exception("the job table could not be used; looking again in %s s", self._look_s)
            return False
        return job is not None

    async def _do(self, job: Job, handler: Handler) -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(self._keep_lease, job)
            await self._table.finish(await _outcome_of(job, handler))
            group.cancel_scope.cancel()

    async def _keep_lease(self, job: Job) -> None:
        held = True
        while held:
            await anyio.sleep(self._lease_s / 3)
            held = await self._table.renew(job.id, self._owner, self._lease_s)


async def _outcome_of(job: Job, handler: Handler) -> Job:
    try:
        return await handler(job)
    except AwmError as error:
        return job.model_copy(update={"state": "failed", "result": (error.text(),)})
    except Exception:
        # A background job has nobody above it to tell: the log keeps the trace, the asker gets where to look.
        log.exception("job %s failed", job.id)
        seen = f"job {job.id} failed unexpectedly; the server's log (stderr) has the trace"
        said = AwmError("job_failed", expected="to learn from it", seen=seen, next=NOTHING_AGAIN).text()
        return job.model_copy(update={"state": "failed", "result": (said,)})
