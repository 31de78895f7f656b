"""Reporting: a solved or failed run comes in, is stored at once, and is learned from later."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol, cast

import anyio

from awm_mcp.app.owning.principals import OWNER, reported_by, unknown_run
from awm_mcp.errors import AwmError
from awm_mcp.formats import run_report
from awm_mcp.induction.cleaning.undone import why_undone
from awm_mcp.jobs.port import Jobs
from awm_mcp.memory.port import Job, Memory
from awm_mcp.model import Caller, Event, LearnedWorkflow, ReportAnswer, ReportStatus, Run, Step, Workflow
from awm_mcp.model.job import NOTHING_AGAIN
from awm_mcp.replay.values.secrets import env_name

LOOK_EVERY_S = 0.2
_NOTHING_TO_DO = (
    "nothing to do: the report is kept, and that the workflow was used is counted. To have another way learned, report all "
    "its steps, also those that the workflow did; do not do the task again for it"
)

_NOT_DONE = "if the task is still to be done, do it, see that it took effect, and report that run"


class Recording(Protocol):
    """What was done by hand in a browser session of this server."""

    @property
    def steps(self) -> tuple[Step, ...]: ...
    @property
    def site(self) -> str: ...
    @property
    def origin(self) -> str: ...
    @property
    def start_url(self) -> str: ...
    @property
    def secrets(self) -> tuple[str, ...]: ...
    @property
    def workflow(self) -> str: ...  # the one that acted on the same page, so that the steps are a part only
    @property
    def failed(self) -> str: ...  # what of the session's actions failed and is worth telling


class ByHand(Protocol):
    """The ``browser_*`` tools, which record what is done with them."""

    def recording(self, session: str, principal: str = "local", task: str = "") -> Recording: ...
    async def note_answer(self, session: str, answer: str, principal: str = "local", task: str = "") -> bool: ...


class Offering(Protocol):
    """What a report's answer says of the library, and what a report tells about its use."""

    async def could_have_been(self, run: Run, caller: Caller) -> str: ...
    async def count_by_hand(self, run: Run, caller: Caller) -> None: ...
    def task_done(self, caller: Caller) -> None: ...


class Reporter:
    """Takes reports and says what became of them."""

    def __init__(
        self,
        memory: Memory,
        jobs: Jobs,
        count: Callable[[Event], Awaitable[None]],
        by_hand: ByHand | None = None,
        offers: Offering | None = None,
        *,
        judged: bool = False,
    ) -> None:
        """``judged``: whether a model judges runs whose outcome nobody told."""
        self._memory, self._jobs, self._count, self._by_hand = memory, jobs, count, by_hand
        self._offers, self._judged = offers, judged

    async def report(self, report: object, caller: Caller) -> ReportAnswer:
        """Stores a run and queues learning; a repeated report is recognised by its content.

        A report with a ``session`` and no steps is completed from what was recorded in that browser session.

        Raises:
            InvalidReport: names the step and the fix. NotFound: no such session.
        """
        if self._by_hand is not None and (given := _of_session(report)) is not None:
            return await self._take_recorded(self._by_hand, given, caller)
        parsed = run_report.parse(report)
        return await self.take(parsed.run, caller, parsed.warnings)

    async def _take_recorded(self, by_hand: ByHand, given: dict[str, Any], caller: Caller) -> ReportAnswer:
        session, task = str(given["session"]), str(given.get("task") or "")
        recording = by_hand.recording(session, caller.principal, task)
        if recording.workflow:
            return await self._take_part(_run_of(given, recording), recording.workflow, caller)
        warnings = (
            *((recording.failed,) if recording.failed else ()),
            *await _answer_noted(by_hand, session, given, caller),
        )
        return await self.take(_run_of(given, by_hand.recording(session, caller.principal, task)), caller, warnings)

    async def _take_part(self, run: Run, workflow: str, caller: Caller) -> ReportAnswer:
        """Stores and counts a report of which a workflow did a part: what is left of it is not the task and teaches nothing.

        It is stored as a run that never counts as solved, so that no later pass learns from it, and no model judges it.
        """
        why = f"a part of it was done by the workflow {workflow}, so nothing is learned from the steps done by hand"
        outcome = "failure" if run.outcome == "failure" else "unknown"
        kept, duplicate = await self._stored(run.model_copy(update={"outcome": outcome, "judged": why}), caller)
        await self._count(_event_of(kept.model_copy(update={"outcome": run.outcome}), caller))
        if self._offers is not None and run.outcome == "success":
            self._offers.task_done(caller)
        return ReportAnswer(
            report_id=kept.id, accepted=True, duplicate=duplicate, learning="off", warnings=(why,), next=_NOTHING_TO_DO
        )

    async def take(self, run: Run, caller: Caller, warnings: tuple[str, ...] = ()) -> ReportAnswer:
        """Stores a run that is in the model's form already; see :meth:`report`."""
        run, duplicate = await self._stored(run, caller)
        undone = why_undone(run)
        teaches = run.outcome == "success" or (run.outcome == "unknown" and self._judged)
        if teaches and not duplicate:
            await self._memory.jobs.add("learn", run.site, run.id)
            self._jobs.wake()
        if self._offers is not None:
            await self._offers.count_by_hand(run, caller)
        await self._count(_event_of(run, caller))
        return ReportAnswer(
            report_id=run.id,
            accepted=True,
            duplicate=duplicate,
            learning="queued" if teaches else "off",
            warnings=(*warnings, f"nothing is learned from it: {undone}") if undone else warnings,
            next=_NOT_DONE if undone else await self._next(run, duplicate, caller),
        )

    async def _stored(self, run: Run, caller: Caller) -> tuple[Run, bool]:
        """The run as it is kept, and whether it was known already."""
        run, duplicate = await self._memory.runs.add(_owned(run, caller.principal))
        if not reported_by(caller.principal, run.reporters):
            run = run.model_copy(update={"reporters": (*(run.reporters or (OWNER,)), caller.principal)})
            await self._memory.runs.replace(run)
        await self._memory.sites.remember(run.site, run.origin)
        return run, duplicate

    async def _next(self, run: Run, duplicate: bool, caller: Caller) -> str:
        if run.outcome == "unknown" and self._judged:
            return f"a model judges first whether it was solved: get_run(id='{run.id}', wait_s=30) tells"
        if run.outcome != "success":
            return "kept as a lesson; only runs with outcome 'success' are learned from"
        said = "known already; nothing to do" if duplicate else "learning goes on in the background"
        offered = ""
        if self._offers is not None:
            self._offers.task_done(caller)  # before: no offer comes with the arguments of what was just done
            offered = await self._offers.could_have_been(run, caller)
        return f"{said}: get_run(id='{run.id}', wait_s=30) tells what was learned. {offered}".strip()

    async def status(self, report_id: str, wait_s: float, principal: str = OWNER) -> ReportStatus:
        """What became of a report; waits at most ``wait_s`` seconds for learning to end.

        Raises:
            NotFound: the principal reported no run under that id.
        """
        run = await self._memory.runs.get(report_id)
        if run is None or not reported_by(principal, run.reporters):
            raise unknown_run(report_id)
        job = await self._settled_job(report_id, wait_s)
        status = await self._status_of(run, job)
        return status if principal == OWNER else _without_pages(status)

    async def _settled_job(self, report_id: str, wait_s: float) -> Job | None:
        job = await self._memory.jobs.of_subject(report_id)
        with anyio.move_on_after(wait_s):
            while job is not None and job.state in ("queued", "running"):
                await anyio.sleep(LOOK_EVERY_S)
                job = await self._memory.jobs.of_subject(report_id)
        return job

    async def _status_of(self, run: Run, job: Job | None) -> ReportStatus:
        stored = await self._memory.workflows.of_site(run.site)
        learned = [w for w in stored if run.id in w.evidence.runs and w.state != "retired"]
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
        reasons = job.result if job is not None else () if rows else (run.judged or "only solved runs are learned from",)
        renamed = any("report the run again with the role and name" in reason for reason in reasons)
        on = _next_of(status, rows, undone=why_undone(run), renamed=renamed)
        on = _NOTHING_TO_DO if job is None and run.judged and not rows else on
        on = (_give_secrets(learned, reasons) or _after_a_fault(reasons) if status == "not_learned" else "") or on
        return ReportStatus(report_id=run.id, status=status, workflows=rows, reasons=reasons, next=on)


def _of_session(report: object) -> dict[str, Any] | None:
    """A report that is to be completed from what was recorded in a browser session, if it is one."""
    if not isinstance(report, dict):
        return None
    given = cast("dict[str, Any]", report)
    return given if given.get("session") and not given.get("steps") else None


async def _answer_noted(by_hand: ByHand, session: str, given: Mapping[str, Any], caller: Caller) -> tuple[str, ...]:
    """Has the answer found on the session's page, so that the workflow returns it; a warning when it is not there."""
    answer, task = given.get("answer"), str(given.get("task") or "")
    if not isinstance(answer, str) or not answer.strip():
        return ()
    try:
        shown = await by_hand.note_answer(session, answer.strip(), caller.principal, task)
    except AwmError as error:
        # Without its `next`: that is about going on with the page, and what is reported is done.
        return (f"the answer could not be looked for ({error.seen or error.code}), so the workflow will not return it",)
    return () if shown else ("the open page does not show the answer, so the workflow will not return it",)


def _next_of(status: str, rows: tuple[LearnedWorkflow, ...], *, undone: str = "", renamed: bool = False) -> str:
    if status in ("queued", "learning"):
        return "ask again with wait_s"
    usable = [row.workflow for row in rows if row.state in ("verified", "published")]
    if usable:
        return f"call run_workflow(workflow='{usable[0]}', arguments=…); get_workflow tells its parameters"
    if undone or not rows:
        return f"see reasons: {_NOT_DONE}"
    if renamed:
        return "see reasons; report the run again with the roles and names that the page shows"
    return "see reasons; report another solved run of the same task with other values"


def _give_secrets(learned: Sequence[Workflow], reasons: Sequence[str]) -> str:
    """What to do where a draft could not be tried for want of a secret: another report of the task would not help."""
    for workflow in learned:
        names = [p.name for p in workflow.parameters if p.secret]
        wanted = [name for name in names if any(f"expected a secret {name!r} of {workflow.site}" in one for one in reasons)]
        if wanted:
            given = " and ".join(env_name(workflow.site, name) for name in wanted)
            return f"set {given} where the server runs, then `awm-mcp workflows verify {workflow.name}`"
    return ""


def _after_a_fault(reasons: Sequence[str]) -> str:
    """What to do where the server could not learn from a good report: neither the task nor the report again."""
    return f"see reasons: {NOTHING_AGAIN}" if any(NOTHING_AGAIN in reason for reason in reasons) else ""


def _owned(run: Run, principal: str) -> Run:
    return run if principal == OWNER else run.model_copy(update={"reporters": (principal,)})


def _without_pages(status: ReportStatus) -> ReportStatus:
    """Verification runs with the logins of all whose runs it replays: what its pages showed is for the owner only."""
    return status.model_copy(update={"reasons": tuple(reason.split("; seen ")[0] for reason in status.reasons)})


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


def _run_of(given: dict[str, Any], recording: Recording) -> Run:
    """The run of a recorded session with what the reporter says of it; texts are checked as in any other report."""
    stub = [{"action": {"type": "stop"}}]
    told = {key: value for key, value in given.items() if key not in ("session", "steps")}
    said = run_report.parse({**told, "start_url": recording.start_url, "steps": stub}).run
    return said.model_copy(
        update={
            "site": recording.site,
            "origin": recording.origin,
            "start_url": recording.start_url,
            "steps": recording.steps,
            "secrets": recording.secrets,
            "source": "recorded",
            "observed": True,
        }
    )
