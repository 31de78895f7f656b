"""Reporting: a solved or failed run comes in, is stored at once, and is learnt from later."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

import anyio

from awm_mcp.errors import NotFound
from awm_mcp.formats import run_report
from awm_mcp.jobs.port import Jobs
from awm_mcp.memory.port import Job, Memory
from awm_mcp.model import Caller, Event, LearnedWorkflow, ReportAnswer, ReportStatus, Run
from awm_mcp.model.templates import best_fill

LOOK_EVERY_S = 0.2


class Reporter:
    """Takes reports and says what became of them."""

    def __init__(self, memory: Memory, jobs: Jobs, count: Callable[[Event], Awaitable[None]]) -> None:
        self._memory, self._jobs, self._count = memory, jobs, count

    async def report(self, report: object, caller: Caller) -> ReportAnswer:
        """Stores a run and queues learning; a repeated report is recognised by its content.

        Raises:
            InvalidReport: names the step and the fix.
        """
        parsed = run_report.parse(report)
        run, duplicate = await self._memory.runs.add(parsed.run)
        await self._memory.sites.remember(run.site, run.origin)
        solved = run.outcome == "success"
        if solved and not duplicate:
            await self._memory.jobs.add("learn", run.site, run.id)
            self._jobs.wake()
        await self._count(_event_of(run, caller))
        return ReportAnswer(
            report_id=run.id,
            accepted=True,
            duplicate=duplicate,
            learning="queued" if solved else "off",
            warnings=parsed.warnings,
            next=await self._next(run, duplicate),
        )

    async def _next(self, run: Run, duplicate: bool) -> str:
        if run.outcome != "success":
            return "kept as a lesson; only runs with outcome 'success' are learnt from"
        said = "known already; nothing to do" if duplicate else "learning goes on in the background"
        return f"{said}: get_run(id='{run.id}', wait_s=30) tells what was learnt. {await self._could_have_been(run)}".strip()

    async def _could_have_been(self, run: Run) -> str:
        for hit in await self._memory.finder.search(run.task, site=run.site, limit=1):
            filled, missing = best_fill(hit.workflow, run.task)
            if hit.workflow.state in ("verified", "published") and not missing:
                given = ", ".join(f"{name}={value!r}" for name, value in filled.items())
                call = f"run_workflow(workflow='{hit.workflow.name}', arguments={{{given}}})"
                return f"Next time, this could be one call: {call}."
        return ""

    async def status(self, report_id: str, wait_s: float) -> ReportStatus:
        """What became of a report; waits at most ``wait_s`` seconds for learning to end.

        Raises:
            NotFound: no run was reported under that id.
        """
        run = await self._memory.runs.get(report_id)
        if run is None:
            raise NotFound(
                "unknown_run",
                expected="an id that report_run or run_workflow returned",
                seen=repr(report_id[:80]),
                next="use the report_id or run_id of the answer as it is",
            )
        job = await self._settled_job(report_id, wait_s)
        return await self._status_of(run, job)

    async def _settled_job(self, report_id: str, wait_s: float) -> Job | None:
        job = await self._memory.jobs.of_subject(report_id)
        with anyio.move_on_after(wait_s):
            while job is not None and job.state in ("queued", "running"):
                await anyio.sleep(LOOK_EVERY_S)
                job = await self._memory.jobs.of_subject(report_id)
        return job

    async def _status_of(self, run: Run, job: Job | None) -> ReportStatus:
        learned = [w for w in await self._memory.workflows.of_site(run.site) if run.id in w.evidence.runs]
        rows = tuple(
            LearnedWorkflow(
                workflow=w.name, tool=w.name if w.state == "published" else None, state=w.state, version=w.version
            )
            for w in learned
        )
        waiting = job is not None and job.state in ("queued", "running")
        usable = any(w.state in ("verified", "published") for w in learned)
        status = (
            ("learning" if job and job.state == "running" else "queued")
            if waiting
            else "learned"
            if usable
            else "not_learned"
        )
        reasons = job.result if job is not None else () if rows else ("only solved runs are learnt from",)
        return ReportStatus(report_id=run.id, status=status, workflows=rows, reasons=reasons, next=_next_of(status, rows))


def _next_of(status: str, rows: tuple[LearnedWorkflow, ...]) -> str:
    if status in ("queued", "learning"):
        return "ask again with wait_s"
    usable = [row.workflow for row in rows if row.state in ("verified", "published")]
    if usable:
        return f"call run_workflow(workflow='{usable[0]}', arguments=…); get_workflow tells its parameters"
    return "see reasons; report another solved run of the same task with other values"


def _event_of(run: Run, caller: Caller) -> Event:
    return Event(
        kind="reported",
        at=time.time(),
        task_id=run.task_id or "",
        client=caller.client,
        era=caller.era,
        connection=caller.connection,
        site=run.site,
        run_id=run.id,
        status=run.outcome,
        steps_total=len(run.steps),
    )
