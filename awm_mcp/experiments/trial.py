"""One trial: one agent, one task, one arm. The agent works at its desk; then the experiment checks, measures and reports."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, cast

import anyio
from mcp import Client, MCPError
from mcp.types import TextContent

from awm_mcp.errors import Unavailable
from awm_mcp.experiments import arms, learning
from awm_mcp.experiments.agent import Agent, Assignment, Finish
from awm_mcp.experiments.arms import Arm
from awm_mcp.experiments.checks import Final, check
from awm_mcp.experiments.desk import BudgetSpent, Desk
from awm_mcp.experiments.followed import followed
from awm_mcp.experiments.records import Record
from awm_mcp.experiments.task_file import Task, TaskFile, start_of
from awm_mcp.model.site import site_of

LONGEST_TEXT = 400


@dataclass(frozen=True)
class Setting:
    """What all trials of an arm share. ``only``: tools that the agent is narrowed to, by name.

    ``aside`` gives another connection to the same memory, for what the agent's server must not remember as the agent's.
    """

    client: Client
    aside: Callable[[], Client]
    arm: Arm
    agent: Agent
    file: TaskFile
    seed: int
    origin: str | None = None
    online: bool = True
    only: Collection[str] = ()


@dataclass(frozen=True)
class _Fit:
    """What the memory had for the task: the workflow that does this very task, if one does."""

    workflow: str = ""
    steps: tuple[str, ...] = ()


async def trial(setting: Setting, task: Task, order: int) -> tuple[Record, list[dict[str, Any]]]:
    """Lets the agent do the task; returns what came of it, and all tool calls.

    Raises:
        Unavailable: model or server out of reach: nothing came of it, the task has to be done again.
        InvalidInput: the task's Python check is broken.
    """
    desk = Desk(setting.client, setting.arm, setting.file.budget_of(task), only=setting.only)
    await desk.tools()
    start = start_of(task, setting.origin)
    memory = await _memory(setting, task, start)
    began = time.monotonic()
    finish = await _work(setting, desk, task, start, memory)
    seconds = time.monotonic() - began
    final = (await _final(setting, desk, task, finish)).model_copy(update={"start_url": start})
    verdict = check(task.check, final)
    fit = await _fit(setting, task, start)
    learned = await _teach(setting, desk, task, final) if verdict.solved else None
    spent = desk.spent
    record = Record(
        task=task.id, arm=setting.arm, seed=setting.seed, agent=setting.agent.name, family=task.family, order=order,
        solved=verdict.solved, ended=finish.ended, why=finish.why or verdict.why, answer=finish.answer[:LONGEST_TEXT],
        url=final.url, steps=len(spent.by_hand) + spent.steps_by_workflow, steps_by_workflow=spent.steps_by_workflow,
        tool_calls=spent.tool_calls, model_calls=spent.model_calls, tokens_in=spent.tokens_in, tokens_out=spent.tokens_out,
        seconds=round(seconds, 2), searches=spent.searches, workflow_calls=spent.workflow_calls,
        workflows_ok=spent.workflows_ok, matched=bool(fit.workflow),
        shown=bool(fit.workflow) and bool(memory or spent.searches or spent.offers),
        followed=not spent.workflow_calls and followed(fit.steps, spent.by_hand),
        reported=learned is not None, learned=learned or (), at=round(time.time(), 1),
    )  # fmt: skip
    return record, desk.trace


async def ready(client: Client, url: str) -> None:
    """Opens and closes a page before the first task, so that a broken set-up is not counted as failed tasks.

    Raises:
        Unavailable: the server, its browser or the site is out of reach.
    """
    opened = await client.call_tool("browser_navigate", {"url": url})
    if opened.is_error or not opened.structured_content:
        said = " ".join(getattr(part, "text", "") for part in opened.content)
        raise Unavailable("not_ready", expected=f"{url} to open", seen=said[:400], next="run `awm-mcp doctor`")
    await _data(client, "browser_close", {"session": opened.structured_content["session"]})


async def _work(setting: Setting, desk: Desk, task: Task, start: str, memory: str) -> Finish:
    told = (setting.client.instructions or "") if arms.has_tools(setting.arm) else ""
    assignment = Assignment(task=task, start_url=start, memory=memory, instructions=told)
    try:
        with anyio.fail_after(setting.file.budget_of(task).seconds):
            return await setting.agent.solve(assignment, desk)
    except TimeoutError:
        return Finish(ended="budget", why="seconds")
    except BudgetSpent as spent:
        return Finish(ended="budget", why=spent.what)


async def _memory(setting: Setting, task: Task, start: str) -> str:
    """The site's memory as text, for the arms that are given it; empty when nothing is remembered."""
    if not arms.has_text(setting.arm):
        return ""
    try:
        asked = {"site": site_of(start), "task": task.instruction}
        prompt = await setting.client.get_prompt("site_memory", asked)
    except MCPError:
        return ""
    return "\n".join(m.content.text for m in prompt.messages if isinstance(m.content, TextContent))


async def _final(setting: Setting, desk: Desk, task: Task, finish: Finish) -> Final:
    """The page that was seen last: looked at anew when it is open, else as the workflow's outcome tells it."""
    seen = desk.last
    session = str(seen.get("session") or seen.get("handle") or "")
    page = await _data(setting.client, "browser_snapshot", {"session": session}) if session else {}
    if not page:
        page = cast("dict[str, Any]", seen.get("page") or seen)
    outputs = cast("dict[str, Any]", seen.get("outputs") or {})
    text = "\n".join([str(page.get("snapshot", "")), *map(str, outputs.values())]).strip()
    return Final(
        task=task.id, url=str(page.get("url", "")), title=str(page.get("title", "")), text=text,
        answer=finish.answer, origin=setting.origin or "",
    )  # fmt: skip


async def _fit(setting: Setting, task: Task, start: str) -> _Fit:
    """Asked aside, so that the agent's own search and offers are not touched; before learning: could it have known?"""
    if setting.arm == "none":
        return _Fit()
    async with setting.aside() as client:
        found = await _data(client, "find_workflows", {"task": task.instruction, "url": start})
        if found.get("verdict") != "run":
            return _Fit()
        name = str(found["workflows"][0]["workflow"])
        told = await _data(client, "get_workflow", {"workflow": name, "format": "steps"})
        return _Fit(name, tuple(map(str, told.get("steps") or ())))


async def _teach(setting: Setting, desk: Desk, task: Task, final: Final) -> tuple[str, ...] | None:
    """Reports a task that was solved by hand; None when there is nothing to report."""
    if not setting.online or setting.arm == "none" or not desk.own_session:
        return None
    report = {
        "task": task.instruction, "outcome": "success", "answer": final.answer, "session": desk.own_session,
        "agent": setting.agent.name, "task_id": desk.task_id,
    }  # fmt: skip
    return await learning.teach(setting.client, {key: value for key, value in report.items() if value})


async def _data(client: Client, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """A tool's data as the experiment's own call; empty when the tool refused."""
    try:
        result = await client.call_tool(tool, arguments)
    except MCPError as problem:
        raise Unavailable("server_failed", expected=f"an answer of {tool}", seen=str(problem)[:300]) from problem
    data: Any = result.structured_content
    return cast("dict[str, Any]", data) if isinstance(data, dict) and not result.is_error else {}
