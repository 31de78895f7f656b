"""Two ways to the product: its use cases in this process (fast, one browser), and the server over stdio."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

import mutation_site
from mcp_process import Server, ToolError, environment, started
from mutation_site import Task
from rig_judge import map_values

from awm_mcp.app.application import App
from awm_mcp.app.in_use.seen_in_use import with_seen_in_use
from awm_mcp.app.owning.wiring import BrowserSide
from awm_mcp.config import Settings
from awm_mcp.errors import AwmError
from awm_mcp.memory.sql import open_memory
from awm_mcp.model.arguments import bind
from awm_mcp.replay.port import ReplayRequest

STEP_S = 5.0
FINAL_S = 30


@dataclass(frozen=True)
class Plan:
    """A workflow and the held-out values under its own parameter names; without a workflow, ``why``."""

    task: Task
    workflow: str = ""
    state: str = ""
    arguments: dict[str, Any] | None = None
    why: str = ""


class Driver(Protocol):
    """Teaches the product and lets it act."""

    async def learn(self, reports: list[dict[str, Any]]) -> list[str]:
        """Reports runs and waits until learning has ended; returns the reasons it gave."""
        ...

    async def plan(self, task: Task) -> Plan:
        """What ``find_workflows`` offers first for a task."""
        ...

    async def replay(self, plan: Plan) -> dict[str, Any]:
        """Runs the plan; the outcome as data, with status ``refused`` where the call itself was refused."""
        ...


class InProcess:
    """The application's use cases and its replayer, without server and protocol.

    Good ends are kept, as the product keeps them, so that a replay knows what those before it showed; stops are not, so
    that a workflow is not put out of use by pages that are made to stop it.
    """

    def __init__(self, app: App, browser: BrowserSide, origin: str) -> None:
        self.app, self._browser, self._origin = app, browser, origin

    async def learn(self, reports: list[dict[str, Any]]) -> list[str]:
        for report in reports:
            await self.app.report(report)
        return await self.app.learn_site(urlsplit(self._origin).netloc)

    async def plan(self, task: Task) -> Plan:
        found = await self.app.find(task.text, url=f"{self._origin}/")
        if not found.workflows:
            return Plan(task, why=f"{found.verdict}: {found.why}")
        best = found.workflows[0]
        workflow = await self.app.workflow(best.workflow)
        return _planned(task, best.workflow, best.state, workflow.input_schema(), best.arguments)

    async def replay(self, plan: Plan) -> dict[str, Any]:
        workflow, seen_end = await with_seen_in_use(await self.app.workflow(plan.workflow), self.app.memory)
        try:
            request = ReplayRequest(
                run_id=f"replay_{secrets.token_hex(6)}",
                workflow=workflow,
                arguments=bind(workflow, plan.arguments or {}),
                origin=self._origin,
                hosts=workflow.hosts,
                keep_page=False,
                seen_end=seen_end,
            )
        except AwmError as problem:
            return _refused(problem.text())
        outcome = await self._browser.replayer().replay(request)
        if outcome.ok:
            await self.app.memory.outcomes.put(outcome)
        return outcome.model_dump(mode="json")


class OverStdio:
    """The server as an agent's host sees it."""

    def __init__(self, server: Server) -> None:
        self._server = server

    async def learn(self, reports: list[dict[str, Any]]) -> list[str]:
        told = [(await self._server.call("report_run", **report))["report_id"] for report in reports]
        statuses = [await self._final(report_id, {"queued", "learning"}) for report_id in told]
        return list(dict.fromkeys(reason for status in statuses for reason in status.get("reasons", ())))

    async def plan(self, task: Task) -> Plan:
        found = await self._server.call("find_workflows", task=task.text, url=mutation_site.start_url())
        if not found["workflows"]:
            return Plan(task, why=f"{found['verdict']}: {found['why']}")
        best = found["workflows"][0]
        described = await self._server.call("get_workflow", workflow=best["workflow"])
        return _planned(task, best["workflow"], best["state"], described["input_schema"], best["arguments"])

    async def replay(self, plan: Plan) -> dict[str, Any]:
        try:
            outcome = await self._server.call(
                "run_workflow", workflow=plan.workflow, arguments=plan.arguments, confirm=True, wait_s=45
            )
        except ToolError as problem:
            return _refused(str(problem))
        return await self._final(outcome["run_id"], {"running"}) if outcome["status"] == "running" else outcome

    async def _final(self, run_id: str, pending: set[str]) -> dict[str, Any]:
        while (status := await self._server.call("get_run", id=run_id, wait_s=FINAL_S))["status"] in pending:
            pass
        return status


def _planned(task: Task, workflow: str, state: str, schema: dict[str, Any], filled: dict[str, Any]) -> Plan:
    mapped = map_values(schema, task.arguments, task.sources, filled)
    return Plan(task, workflow, state, mapped.arguments)


def _refused(why: str) -> dict[str, Any]:
    return {"status": "refused", "steps_total": 0, "stopped": {"code": "refused", "seen": why}}


@asynccontextmanager
async def in_process(home: Path, *, repair: str = "off", origin: str = "") -> AsyncIterator[InProcess]:
    """The product in this process, its memory in ``home``; writes may be verified, since each context has its own data.

    ``origin``: where the application is, if it is not the single-page one.
    """
    settings = Settings.model_validate(
        {"home": home, "allow_writes": "verify", "repair": repair, "step_timeout_s": STEP_S, "max_parallel": 1}
    )
    async with product(settings) as (app, browser):
        yield InProcess(app, browser, origin or mutation_site.start_url().rstrip("/"))


@asynccontextmanager
async def product(settings: Settings) -> AsyncIterator[tuple[App, BrowserSide]]:
    """The product without its learning in the background, closed at the end."""
    memory, browser = await open_memory(settings.database), BrowserSide(settings)
    try:
        app = App(settings, memory, browser.replayer)
        async with app.running(learning=False):
            yield app, browser
    finally:
        await browser.close()
        await memory.close()


@asynccontextmanager
async def over_stdio(home: Path, *, repair: str = "off") -> AsyncIterator[OverStdio]:
    """The server as a process of its own."""
    env = environment(home, AWM_ALLOW_WRITES="verify", AWM_REPAIR=repair, AWM_STEP_TIMEOUT_S=str(STEP_S))
    async with started(home, env) as server:
        yield OverStdio(server)
