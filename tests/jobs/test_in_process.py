from __future__ import annotations

from collections import deque

import anyio

from awm_mcp.errors import Unavailable
from awm_mcp.jobs.in_process import InProcessJobs
from awm_mcp.model.job import Job


class Table:
    """A job table of three lists, with an event for each finished job."""

    def __init__(self, *jobs: Job) -> None:
        self.queued, self.finished, self.renewed = deque(jobs), list[Job](), 0
        self.news = anyio.Event()

    async def claim(self, owner: str, lease_s: float) -> Job | None:
        return self.queued.popleft() if self.queued else None

    async def renew(self, job_id: str, owner: str, lease_s: float) -> bool:
        self.renewed += 1
        return True

    async def finish(self, job: Job) -> None:
        self.finished.append(job)
        self.news.set()
        self.news = anyio.Event()


def _job(number: int) -> Job:
    return Job(id=f"job_{number}", kind="learn", site="shop.test", subject=f"run_{number}", state="running")


async def _done(job: Job) -> Job:
    return job.model_copy(update={"state": "done"})


async def test_jobs_are_done_oldest_first() -> None:
    table = Table(_job(1), _job(2))
    async with anyio.create_task_group() as group:
        group.start_soon(InProcessJobs(table).work, _done)
        with anyio.fail_after(5):
            while len(table.finished) < 2:
                await table.news.wait()
        group.cancel_scope.cancel()
    assert [(job.id, job.state) for job in table.finished] == [("job_1", "done"), ("job_2", "done")]


async def test_a_job_that_raises_is_recorded_and_the_next_one_is_done() -> None:
    async def handler(job: Job) -> Job:
        if job.id == "job_1":
            raise Unavailable("no_browser", next="run awm-mcp doctor")
        if job.id == "job_2":
            raise ZeroDivisionError
        return await _done(job)

    table = Table(_job(1), _job(2), _job(3))
    async with anyio.create_task_group() as group:
        group.start_soon(InProcessJobs(table).work, handler)
        with anyio.fail_after(5):
            while len(table.finished) < 3:
                await table.news.wait()
        group.cancel_scope.cancel()
    first, second, third = table.finished
    assert (first.state, first.result) == ("failed", ("no_browser: next: run awm-mcp doctor",))
    assert second.state == "failed" and "log" in second.result[0]
    assert third.state == "done"


async def test_waking_makes_a_new_job_start_at_once() -> None:
    table = Table()
    jobs = InProcessJobs(table, look_s=3600)
    async with anyio.create_task_group() as group:
        group.start_soon(jobs.work, _done)
        await anyio.wait_all_tasks_blocked()
        table.queued.append(_job(7))
        jobs.wake()
        with anyio.fail_after(5):
            while not table.finished:
                await table.news.wait()
        group.cancel_scope.cancel()
    assert table.finished[0].id == "job_7"


async def test_the_lease_is_kept_while_a_job_runs() -> None:
    table = Table(_job(1))
    kept = anyio.Event()

    async def handler(job: Job) -> Job:
        with anyio.fail_after(5):
            while table.renewed < 2:
                await anyio.lowlevel.checkpoint()
        kept.set()
        return await _done(job)

    async with anyio.create_task_group() as group:
        group.start_soon(InProcessJobs(table, lease_s=0.03).work, handler)
        with anyio.fail_after(5):
            await kept.wait()
        group.cancel_scope.cancel()
    assert kept.is_set()
