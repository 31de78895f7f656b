"""Background jobs with leases in SQL. At most one running job a site: a unique index says so, too."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Row, insert, or_, select, update

from awm_mcp.memory.database import Database
from awm_mcp.memory.port import Job, JobKind
from awm_mcp.memory.tables import jobs


class SqlJobs:
    """``JobTable`` in SQL. ``clock``: seconds since the epoch, the same for all processes on the store."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database, self._clock = database, clock

    async def add(self, kind: JobKind, site: str, subject: str) -> Job:
        """Queues a job."""
        job = Job(id=f"job_{secrets.token_hex(8)}", kind=kind, site=site, subject=subject, state="queued")
        row = {"id": job.id, "kind": kind, "site": site, "subject": subject, "state": "queued", "attempts": 0}
        async with self._database.write() as db:
            await db.execute(insert(jobs).values(**row, result="[]", workflows="[]"))
        return job

    async def claim(self, owner: str, lease_s: float) -> Job | None:
        """The oldest queued job, or one whose lease ran out; at most one running job a site.

        A job of a dead server comes before the queued ones of its site: until it is taken over, its site is busy.
        """
        now = self._clock()
        busy = select(jobs.c.site).where(jobs.c.state == "running")
        free = (jobs.c.state == "queued") & jobs.c.site.not_in(busy)
        lapsed = (jobs.c.state == "running") & (jobs.c.lease_until <= now)
        async with self._database.write() as db:
            wanted = select(jobs).where(or_(free, lapsed)).order_by(jobs.c.seq).limit(1)
            row = (await db.execute(wanted)).first()
            if row is None:
                return None
            job = _job(row).model_copy(update={"state": "running", "attempts": row.attempts + 1})
            taken = {"state": "running", "attempts": job.attempts, "owner": owner, "lease_until": now + lease_s}
            await db.execute(update(jobs).where(jobs.c.id == job.id).values(**taken))
        return job

    async def renew(self, job_id: str, owner: str, lease_s: float) -> bool:
        """Prolongs the lease of a running job; False when another owner has it by now."""
        mine = (jobs.c.id == job_id) & (jobs.c.state == "running") & (jobs.c.owner == owner)
        async with self._database.write() as db:
            kept = await db.execute(update(jobs).where(mine).values(lease_until=self._clock() + lease_s))
        return kept.rowcount == 1

    async def finish(self, job: Job) -> None:
        """Stores state and result, unless another server took the job over meanwhile (then its attempt counts)."""
        mine = (jobs.c.id == job.id) & (jobs.c.state == "running") & (jobs.c.attempts == job.attempts)
        told = {"result": json.dumps(job.result), "workflows": json.dumps(job.workflows)}
        async with self._database.write() as db:
            done = update(jobs).where(mine).values(state=job.state, owner=None, lease_until=None, **told)
            await db.execute(done)

    async def of_subject(self, subject: str) -> Job | None:
        """The latest job that was asked for by the subject."""
        wanted = select(jobs).where(jobs.c.subject == subject).order_by(jobs.c.seq.desc()).limit(1)
        async with self._database.read() as db:
            row = (await db.execute(wanted)).first()
        return _job(row) if row is not None else None


def _job(row: Row[Any]) -> Job:
    return Job(
        id=row.id,
        kind=row.kind,
        site=row.site,
        subject=row.subject,
        state=row.state,
        attempts=row.attempts,
        result=tuple(json.loads(row.result)),
        workflows=tuple(json.loads(row.workflows)),
    )
