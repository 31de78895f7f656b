"""An application without browser and database: what tests of a face run against."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

import anyio
import anyio.lowlevel

from awm_mcp.config import Settings
from awm_mcp.errors import InvalidReport, NotFound
from awm_mcp.model import (
    Action,
    Call,
    Caller,
    Catalogue,
    FindAnswer,
    FlowStep,
    FoundWorkflow,
    Outcome,
    Output,
    PageState,
    Parameter,
    ReportAnswer,
    ReportStatus,
    Risk,
    Workflow,
    value,
)
from awm_mcp.model.arguments import bind
from awm_mcp.model.run_options import RunOptions
from awm_mcp.model.value import Param
from awm_mcp.server.application import Form, Progress

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc0000003010100c9fe92ef"
    "0000000049454e44ae426082"
)


@dataclass(frozen=True)
class FakeUsage:
    calls: int

    def as_data(self) -> dict[str, Any]:
        return {"calls": self.calls}


@dataclass(frozen=True)
class FakeSpec:
    name: str
    title: str
    description: str
    input_schema: Mapping[str, Any]
    read_only: bool


@dataclass(frozen=True)
class FakeDone:
    data: dict[str, Any]
    image: bytes | None = None

    def as_data(self) -> dict[str, Any]:
        return self.data


class FakePrimitives:
    """Two primitives that say back what they were asked."""

    specs: Sequence[FakeSpec] = (
        FakeSpec(
            "browser_navigate",
            "Open an address",
            "Opens an address in the own page.",
            {
                "type": "object",
                "properties": {"url": {"type": "string", "description": "address"}},
                "required": ["url"],
                "additionalProperties": False,
            },
            False,
        ),
        FakeSpec(
            "browser_take_screenshot",
            "Picture of the page",
            "Takes a picture of the own page.",
            {"type": "object", "properties": {}, "additionalProperties": False},
            True,
        ),
    )

    async def call(self, name: str, arguments: Mapping[str, Any], caller: Caller, *, within_s: float = math.inf) -> FakeDone:
        if name == "browser_take_screenshot":
            return FakeDone({}, PIXEL)
        return FakeDone({"done": name, "arguments": dict(arguments), "connection": caller.connection})


def fake_workflow(name: str, *, risk: Risk = "read", site: str = "shop.example", version: int = 1) -> Workflow:
    """A small workflow with one text parameter ``query`` and one output ``price``."""
    return Workflow(
        id=f"wf_{name}",
        name=name,
        title=name.replace("_", " ").capitalize(),
        description=f"Does {name.replace('_', ' ')} and reads the price",
        site=site,
        start=value("/"),
        parameters=(Parameter(name="query", description="what to search for", examples=("Dry Cat Food", "red chair")),),
        steps=(FlowStep(action=Action(type="goto", value=value([Param(param="query")]))),),
        outputs=(Output(name="price"),),
        risk=risk,
        state="published",
        version=version,
    )


@dataclass
class FakeApplication:
    """Keeps everything in memory. ``gate``: a run waits for it; ``steps``: progress reports of a run before that."""

    settings: Settings
    workflows: list[Workflow] = field(default_factory=list[Workflow])
    generation: int = 1
    browser_tools: FakePrimitives | None = None
    gate: anyio.Event | None = None
    steps: int = 0
    record: tuple[int, int] = (0, 0)
    outputs: dict[str, Any] = field(default_factory=lambda: {"price": "$12.99"})
    problem: Exception | None = None
    reports: list[object] = field(default_factory=list[object])
    runs: list[tuple[str, dict[str, Any], RunOptions, Caller]] = field(
        default_factory=list[tuple[str, dict[str, Any], RunOptions, Caller]]
    )
    lists: list[Caller] = field(default_factory=list[Caller])
    finds: list[Caller] = field(default_factory=list[Caller])
    askers: list[Caller] = field(default_factory=list[Caller])
    events: list[str] = field(default_factory=list[str])
    callbacks: list[Callable[[], Awaitable[None]]] = field(default_factory=list[Callable[[], Awaitable[None]]])
    end_callbacks: list[Callable[[str], Awaitable[None]]] = field(default_factory=list[Callable[[str], Awaitable[None]]])

    @asynccontextmanager
    async def opened(self) -> AsyncGenerator[FakeApplication]:
        """The application itself, as a server's factory."""
        self.events.append("opened")
        try:
            yield self
        finally:
            # A close that awaits must not be cut short by the cancellation that caused it.
            await anyio.lowlevel.checkpoint()
            self.events.append("closed")

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        self.events.append("running")
        try:
            yield
        finally:
            await anyio.lowlevel.checkpoint()
            self.events.append("stopped")

    async def publish(self, *workflows: Workflow) -> None:
        """Adds workflows with one generation and tells the listeners."""
        self.workflows.extend(workflows)
        self.generation += 1
        for callback in self.callbacks:
            await callback()

    async def report(self, report: object, caller: Caller) -> ReportAnswer:
        data = cast("dict[str, Any]", report) if isinstance(report, dict) else {}
        if not data.get("task"):
            raise InvalidReport("no_task", expected="a 'task'", seen="none", next="send the task text")
        digest = hashlib.sha256(json.dumps(data, sort_keys=True, default=str).encode()).hexdigest()[:12]
        duplicate = data in self.reports
        self.reports.append(data)
        return ReportAnswer(
            report_id=f"run_{digest}", accepted=True, duplicate=duplicate, learning="queued", warnings=(), next="get_run"
        )

    async def status(self, id: str, wait_s: float, detail: str, caller: Caller) -> ReportStatus | Outcome:
        self.askers.append(caller)
        if id.startswith("run_"):
            return ReportStatus(report_id=id, status="learned", workflows=(), reasons=(), next="")
        if id.startswith("replay_"):
            return self._outcome("finished", id)
        raise NotFound("unknown_run", expected="a run_id", seen=repr(id[:80]), next="use the id as it was answered")

    async def find(self, task: str, *, url: str | None, site: str | None, limit: int, caller: Caller) -> FindAnswer:
        self.finds.append(caller)
        found = tuple(_found(workflow) for workflow in self.workflows[:limit])
        return FindAnswer(task_id="task_1", verdict="run" if found else "skip", why="by name", workflows=found)

    async def workflow(self, ref: str, version: int | None = None) -> Workflow:
        for workflow in self.workflows:
            if ref in (workflow.id, workflow.name) and version in (None, workflow.version):
                return workflow
        raise NotFound("unknown_workflow", expected="a workflow's name", seen=repr(ref[:80]), next="call find_workflows")

    async def describe(self, ref: str, form: Form, caller: Caller) -> dict[str, Any]:
        workflow = await self.workflow(ref)
        return {"workflow": workflow.name, "format": form, "text": f"{form} of {workflow.name}"}

    async def run(
        self, ref: str, arguments: Mapping[str, Any], options: RunOptions, caller: Caller, progress: Progress | None
    ) -> Outcome:
        workflow = await self.workflow(ref)
        bind(workflow, arguments)
        if workflow.risk == "destructive" and not options.confirm and not options.dry_run:
            return Outcome(run_id="replay_0", workflow=workflow.name, status="confirmation_required")
        self.runs.append((ref, dict(arguments), options, caller))
        if self.problem is not None:
            raise self.problem
        for done in range(1, self.steps + 1):
            if progress is not None:
                await progress(done, self.steps, f"step {done}")
        return await self._waited(workflow, options)

    async def _waited(self, workflow: Workflow, options: RunOptions) -> Outcome:
        if self.gate is None:
            return self._outcome(workflow.name, "replay_1")
        self.events.append("run started")
        try:
            until = anyio.current_time() + options.wait_s
            with anyio.CancelScope(deadline=min(until, options.answer_by or until)):
                await self.gate.wait()
                return self._outcome(workflow.name, "replay_1")
        except anyio.get_cancelled_exc_class():
            self.events.append("run cancelled")
            raise
        return Outcome(run_id="replay_1", workflow=workflow.name, status="running", next="get_run")

    def _outcome(self, name: str, run_id: str) -> Outcome:
        page = PageState(url="https://shop.example/cat-food", title="Cat food")
        return Outcome(
            run_id=run_id, workflow=name, status="ok", outputs=self.outputs, page=page, steps_done=1, steps_total=1
        )

    async def cancel(self, run_id: str, caller: Caller) -> Outcome:
        self.askers.append(caller)
        return Outcome(run_id=run_id, workflow="finished", status="cancelled", next="nothing more to do")

    async def artifact(self, run_id: str, step: int | None, caller: Caller) -> tuple[bytes, str]:
        self.askers.append(caller)
        if step == 99:
            raise NotFound("no_artifact", expected="a step with a picture", seen="99", next="leave out step")
        return PIXEL, "image/png"

    async def usage(self, *, since: float = 0.0, site: str | None = None, client: str | None = None) -> FakeUsage:
        return FakeUsage(len(self.runs))

    async def usage_metrics(self) -> str:
        if self.problem is not None:
            raise self.problem
        return f"# TYPE awm_calls_total counter\nawm_calls_total {len(self.runs)}\n"

    async def catalogue(self) -> Catalogue:
        published = tuple(workflow for workflow in self.workflows if workflow.state == "published")
        return Catalogue(generation=self.generation, workflows=published)

    async def sites(self) -> list[str]:
        return sorted({workflow.site for workflow in self.workflows})

    async def names_of(self, site: str | None, part: str = "") -> Sequence[tuple[str, str]]:
        known = [(workflow.id, workflow.name) for workflow in self.workflows if site in (None, workflow.site)]
        return [(own, name) for own, name in known if part in own or part in name]

    async def site_memory(self, site: str, task: str | None, caller: Caller) -> str:
        if site not in await self.sites():
            raise NotFound("unknown_site", expected="a site with workflows", seen=repr(site[:80]), next="report a run")
        return f"memory of {site}" + (f" for {task}" if task else "")

    async def use_workflow(self, ref: str, arguments: Mapping[str, str], caller: Caller) -> str:
        workflow = await self.workflow(ref)
        return f"follow {workflow.name} with {json.dumps(dict(arguments), sort_keys=True)}"

    async def worked(self, ref: str) -> tuple[int, int]:
        return self.record

    async def listed(self, workflows: Sequence[Workflow], caller: Caller) -> None:
        self.lists.append(caller)

    def on_publication(self, callback: Callable[[], Awaitable[None]]) -> None:
        self.callbacks.append(callback)

    def on_run_end(self, callback: Callable[[str], Awaitable[None]]) -> None:
        self.end_callbacks.append(callback)

    async def end(self, run_id: str) -> None:
        """Says that a run ended."""
        for callback in self.end_callbacks:
            await callback(run_id)


def _found(workflow: Workflow) -> FoundWorkflow:
    return FoundWorkflow(
        workflow=workflow.id,
        tool=workflow.name,
        title=workflow.title,
        description=workflow.description,
        site=workflow.site,
        risk=workflow.risk,
        state=workflow.state,
        worked="0 of 0",
        arguments={},
        missing=("query",),
        call=Call(tool=workflow.name, arguments={}),
    )
