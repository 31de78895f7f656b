"""Running a workflow: arguments checked, risk gated, replayed at most once, counted, and answered in time."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

import anyio
from anyio.abc import TaskGroup

from awm_mcp.app.catalogue.reading_only import only_reads
from awm_mcp.app.in_use.ends import Ends
from awm_mcp.app.in_use.excuses import is_callers_mistake
from awm_mcp.app.in_use.health import Health
from awm_mcp.app.in_use.seen_in_use import as_stored, with_seen_in_use
from awm_mcp.app.keeping.library import Library
from awm_mcp.app.measuring.measure import Counter
from awm_mcp.app.owning.principals import new_run_id, unknown_run
from awm_mcp.app.versions.healing import Healing
from awm_mcp.config import Settings
from awm_mcp.errors import AwmError, InvalidArguments, Refused, Unavailable
from awm_mcp.memory.port import Memory
from awm_mcp.model import Caller, FlowStep, Outcome, Status, Stopped, Workflow
from awm_mcp.model.arguments import bind
from awm_mcp.model.run_options import RunOptions
from awm_mcp.model.site import default_origin, origin_of, site_of
from awm_mcp.replay.port import Progress, Replayer, ReplayRequest
from awm_mcp.usage import telemetry

log = logging.getLogger(__name__)


class Running:
    """A replay under way: its outcome once there, and the scope that cancels it."""

    def __init__(self, request: ReplayRequest, workflow: Workflow) -> None:
        """``workflow``: the stored version; the request's may have targets that were healed since."""
        self.request, self.workflow = request, workflow
        self.scope = anyio.CancelScope()
        self.finished = anyio.Event()
        self.outcome: Outcome | None = None
        self.doing = "waiting for a free browser"
        self.done_steps = 0


class Runner:
    """Starts replays, answers within the time a client waits, and keeps the handle of those that take longer."""

    def __init__(
        self,
        settings: Settings,
        memory: Memory,
        library: Library,
        replayer: Callable[[], Replayer],
        counter: Counter,
        health: Health,
        healing: Healing,
        ends: Ends,
    ) -> None:
        self._settings, self._memory, self._library = settings, memory, library
        self._replayer, self._counter, self._health, self._ends = replayer, counter, health, ends
        self._healing = healing
        self._running: dict[str, Running] = {}
        self._tasks: TaskGroup | None = None

    def use(self, tasks: TaskGroup) -> None:
        """Gives the task group in which replays live; it outlasts single calls."""
        self._tasks = tasks

    async def run(
        self, ref: str, arguments: Mapping[str, Any], options: RunOptions, caller: Caller, progress: Progress | None
    ) -> Outcome:
        """Replays a workflow and returns its outcome, or a running one with the id to ask for.

        Raises:
            NotFound: no such workflow. InvalidArguments: they do not fit. Refused: risk or origin not allowed.
            Unavailable: ``not_begun``; the memory did not answer in time.
        """
        now = anyio.current_time()
        latest = options.answer_by if options.answer_by is not None else now + self._settings.answer_within_s
        running: Running | None = None
        with anyio.CancelScope(deadline=latest):
            workflow = await self._library.in_use(ref)
            self._gate(workflow, options)
            _check_from_step(workflow, options)
            given = self._with_kept(workflow, arguments, options, caller)
            request = await self._request(workflow, bind(workflow, given), options, caller)
            if workflow.risk == "destructive" and not options.confirm and not options.dry_run:
                return _ask_to_confirm(request, given)
            await self._counter.called(workflow, request.run_id, options, caller)
            running = self._start(request, workflow, options, caller, progress)
        if running is None:
            raise _not_begun(latest - now)
        return await self._answer(running, min(latest, now + options.wait_s))

    async def _request(
        self, workflow: Workflow, bound: dict[str, str | list[str]], options: RunOptions, caller: Caller
    ) -> ReplayRequest:
        known, seen_end = await with_seen_in_use(await self._healing.remembered(workflow), self._memory)
        return ReplayRequest(
            run_id=new_run_id(caller.principal),
            workflow=known,
            arguments=bound,
            origin=await self._origin(workflow, options.start_url),
            start_url=options.start_url,
            hosts=workflow.hosts,
            dry_run=options.dry_run,
            resume=options.resume,
            from_step=options.from_step,
            choice=options.choice,
            keep_end=options.keep_open,
            read_only=options.read_only,
            principal=caller.principal,
            seen_end=seen_end,
        )

    def _with_kept(
        self, workflow: Workflow, arguments: Mapping[str, Any], options: RunOptions, caller: Caller
    ) -> Mapping[str, Any]:
        """The arguments, with those of the call that stopped on the open page where this one gives none."""
        if options.resume is None:
            return arguments
        kept = self._replayer().kept_arguments(options.resume, workflow.name, caller.principal)
        known = {p.name for p in workflow.callers_parameters}
        given = {name: value for name, value in arguments.items() if value is not None}
        return {**{name: value for name, value in kept.items() if name in known}, **given}

    async def _answer(self, running: Running, until: float) -> Outcome:
        """What came of it by a moment of the event loop's clock; the replay goes on behind a running one."""
        try:
            with anyio.CancelScope(deadline=until):
                await running.finished.wait()
        except anyio.get_cancelled_exc_class():
            running.scope.cancel()
            raise
        return running.outcome or _still_running(running)

    def _start(
        self, request: ReplayRequest, workflow: Workflow, options: RunOptions, caller: Caller, progress: Progress | None
    ) -> Running:
        if self._tasks is None:
            raise Refused("not_running", expected="an application that was started", next="enter App.running() first")
        running = Running(request, workflow)
        self._running[request.run_id] = running
        self._tasks.start_soon(self._replay, running, options, caller, progress)
        return running

    async def _replay(self, running: Running, options: RunOptions, caller: Caller, progress: Progress | None) -> None:
        async def tell(done: int, total: int, doing: str) -> None:
            running.done_steps, running.doing = done, doing
            if progress is not None and not running.finished.is_set():
                await progress(done, total, doing)

        started = time.monotonic()
        try:
            with running.scope:
                running.outcome = await self._replayer().replay(running.request, tell)
        except Exception as error:
            log.exception("replay %s of %s failed", running.request.run_id, running.request.workflow.name)
            running.outcome = _broken(running, error)
        finally:
            whole = _judged(running, running.outcome or _cancelled(running))
            running.outcome = whole.model_copy(update={"healed_targets": ()})
            with anyio.CancelScope(shield=True), anyio.move_on_after(5):
                await self._keep(running, running.outcome, options, caller, int((time.monotonic() - started) * 1000))
                await self._learn_from(running, whole)
            self._running.pop(running.request.run_id, None)
            running.finished.set()
        await self._ends.tell(running.request.run_id)

    async def _keep(self, running: Running, outcome: Outcome, options: RunOptions, caller: Caller, ms: int) -> None:
        workflow = running.workflow
        try:
            await self._memory.outcomes.put(outcome)
            await self._counter.finished(workflow, outcome, options, caller, ms)
            telemetry.replayed(workflow, outcome, client=caller.client, via=options.via, ms=ms)
            if not running.request.dry_run:
                await self._health.note(workflow, outcome)
        except Exception:
            # The caller still gets the outcome; only its record is lost, and the log says so.
            log.exception("the outcome of %s could not be kept", outcome.run_id)

    async def _learn_from(self, running: Running, outcome: Outcome) -> None:
        try:
            replayed = as_stored(running.request.workflow, running.workflow)
            await self._healing.take(running.workflow, replayed, outcome)
        except Exception:
            # The caller still gets the outcome; the next replay heals again, and the log says why.
            log.exception("what %s healed could not be kept", outcome.run_id)

    async def outcome(self, run_id: str, wait_s: float) -> Outcome | None:
        """The outcome of a replay, waiting at most ``wait_s`` seconds; None when no replay has that id."""
        running = self._running.get(run_id)
        if running is None:
            return await self._memory.outcomes.get(run_id)
        with anyio.move_on_after(min(wait_s, self._settings.answer_within_s)):
            await running.finished.wait()
        return running.outcome or _still_running(running)

    async def cancel(self, run_id: str) -> Outcome:
        """Aborts the action in the browser and closes the page; harmless when the replay has ended.

        Raises:
            NotFound: no replay has that id.
        """
        running = self._running.get(run_id)
        if running is not None:
            running.scope.cancel()
            with anyio.move_on_after(10):
                await running.finished.wait()
            return running.outcome or _cancelled(running)
        if (outcome := await self._memory.outcomes.get(run_id)) is not None:
            return outcome
        raise unknown_run(run_id)

    def _gate(self, workflow: Workflow, options: RunOptions) -> None:
        if workflow.state in ("retired", "quarantined"):
            raise Refused(
                f"workflow_{workflow.state}",
                expected="a workflow in use",
                seen=f"{workflow.name} is {workflow.state}",
                next="call find_workflows for one that replaces it, or do the task by hand and report it",
            )
        if options.read_only:
            only_reads(workflow)

    async def _origin(self, workflow: Workflow, start_url: str | None) -> str:
        known = await self._memory.sites.origin(workflow.site)
        if start_url is None:
            return known or default_origin(workflow.site)
        origin = origin_of(start_url)
        if site_of(start_url) == workflow.site or origin in await self._memory.sites.aliases(workflow.site):
            return origin
        raise Refused(
            "other_site",
            expected=f"an address on {workflow.site} or on an alias of it",
            seen=origin,
            next=f"the owner can list it: awm-mcp site alias {workflow.site} {origin}",
        )


def _check_from_step(workflow: Workflow, options: RunOptions) -> None:
    """Refuses to begin at a step that the workflow has not, or later than at the first with no open page to go on in.

    One more than its steps only looks at the end.

    Raises:
        InvalidArguments: ``no_such_step``; or steps would be skipped on a fresh page.
    """
    total, start = len(workflow.steps), options.from_step or 1
    if start > 1 and options.resume is None:
        raise InvalidArguments(
            "invalid_arguments",
            expected="from_step only together with resume=<handle of the page that a stopped run left open>",
            seen=f"from_step={start} without resume, which would skip step{'' if start == 2 else 's 1 to'} {start - 1}",
            next="nothing was done; call without from_step to do all steps, or with the handle that the stopped run told",
        )
    if 1 <= start <= total + 1:
        return
    raise InvalidArguments(
        "no_such_step",
        expected=f"from_step from 1 to {total}, or {total + 1} to look only whether the end is reached",
        seen=f"from_step={options.from_step}; {workflow.name} has {total} steps",
        next="nothing was done; call again with the from_step that the stopped run told",
    )


def _judged(running: Running, outcome: Outcome) -> Outcome:
    """The outcome, marked where the way it was called is what stopped it."""
    request = running.request
    taken_up = request.resume is not None or (request.from_step or 1) > 1
    mistake = is_callers_mistake(running.workflow, outcome, request.arguments, resumed=taken_up)
    return outcome.model_copy(update={"callers_mistake": mistake})


def _not_begun(after_s: float) -> Unavailable:
    return Unavailable(
        "not_begun",
        expected="the memory to tell what is to be run",
        seen=f"no answer of it within {max(0.0, after_s):.0f} s",
        next="nothing was done; call again in a moment; if it stays, the owner runs `awm-mcp doctor`",
    )


def _ask_to_confirm(request: ReplayRequest, arguments: Mapping[str, Any]) -> Outcome:
    workflow = request.workflow
    call = json.dumps({"workflow": workflow.name, "arguments": dict(arguments), "confirm": True}, ensure_ascii=False)
    return Outcome(
        run_id=request.run_id,
        workflow=workflow.name,
        version=workflow.version,
        status="confirmation_required",
        steps_total=len(workflow.steps),
        next=f"{workflow.title or workflow.name} cannot be undone. If the user wants it, call run_workflow with {call}",
    )


def _still_running(running: Running) -> Outcome:
    run_id = running.request.run_id
    ask = f"call get_run(id='{run_id}', wait_s=30), or cancel_run(run_id='{run_id}')"
    return _told(running, "running", next=f"{running.doing}; {ask}")


def _broken(running: Running, error: Exception) -> Outcome:
    known = error if isinstance(error, AwmError) else None
    stopped = Stopped(
        step=running.done_steps + 1,
        code=known.code if known else "internal_error",
        expected=known.expected if known else "a replay",
        seen=known.seen if known else f"{type(error).__name__}; the server's log (stderr) has the trace",
    )
    look = "look at the page before trying again: the last step may have happened"
    return _told(running, "step_failed" if known else "unknown", next=known.next if known else look, stopped=stopped)


def _cancelled(running: Running) -> Outcome:
    ends = "the page is closed; what was done up to then stays done on the site"
    left = running.request.workflow.steps[running.done_steps :]
    if left and _sends(left[0]):
        number = running.done_steps + 1
        ends += f"; step {number} may have been sent, too: look on the site before you do it again"
    return _told(running, "cancelled", next=ends)


def _sends(step: FlowStep) -> bool:
    """Whether a step, or one of those that it consists of, changes something on the site."""
    inner = step.for_each.steps if step.for_each is not None else step.instead
    return step.writes or any(one.writes for one in inner)


def _told(running: Running, status: Status, *, next: str, stopped: Stopped | None = None) -> Outcome:
    """What is known of a replay that gave no outcome of its own."""
    request = running.request
    return Outcome(
        run_id=request.run_id,
        workflow=request.workflow.name,
        version=request.workflow.version,
        status=status,
        steps_done=running.done_steps,
        steps_total=len(request.workflow.steps),
        stopped=stopped,
        next=next,
    )
