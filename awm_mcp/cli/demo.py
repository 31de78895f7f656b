"""``awm-mcp demo``: the whole loop on a practice shop, through a real MCP client, in a home of its own that is deleted."""

from __future__ import annotations

import tempfile
import time
from collections.abc import AsyncIterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import anyio
from mcp import Client
from rich.console import Console
from rich.markup import escape

from awm_mcp.cli import own_server
from awm_mcp.cli.opening import first_error
from awm_mcp.errors import AwmError, Unavailable
from awm_mcp.practice.host import serving
from awm_mcp.practice.runs import FAMILIES, Family
from awm_mcp.usage import tables
from awm_mcp.usage.metrics import UsageReport

WITHIN_S = 180
LEARN_WITHIN_S = 120
WAIT_S = 20
LISTED_WITHIN_S = 15


@dataclass
class Stage:
    """What every act of the demonstration needs."""

    client: Client
    console: Console
    family: Family
    origin: str

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The structured answer of a tool.

        Raises:
            Unavailable: the tool answered with an error, which is told.
        """
        answer = await self.client.call_tool(tool, arguments)
        data: Any = answer.structured_content
        if answer.is_error or not isinstance(data, dict):
            said = " ".join(getattr(part, "text", "") for part in answer.content)
            raise failed(f"a good answer of {tool}", said[:600])
        return data  # pyright: ignore[reportUnknownVariableType]

    async def tools(self) -> dict[str, Any]:
        """The listed tools by name, asked from the server now."""
        return {tool.name: tool for tool in (await self.client.list_tools(cache_mode="refresh")).tools}


def show(family: str) -> int:
    """Plays the demonstration; returns the exit code. Nothing is left running and no files are left behind."""
    console, began = Console(highlight=False, soft_wrap=True), time.monotonic()
    chosen = next(f for f in FAMILIES if f.name == family)
    try:
        anyio.run(_play, console, chosen)
    except (AwmError, BaseExceptionGroup) as problem:
        found = first_error(problem)
        if found is None:
            raise
        return _sorry(found)
    console.print(
        f"\n[green]done in {time.monotonic() - began:.0f} s[/]; nothing was left running, no files were left behind"
    )
    console.print("next: add the server to your agent, see README.md")
    return 0


def failed(expected: str, seen: str) -> AwmError:
    """The error that ends a demonstration that does not work."""
    return Unavailable("demo_failed", expected=expected, seen=seen, next="run `awm-mcp doctor`")


async def _play(console: Console, family: Family) -> None:
    with (
        tempfile.TemporaryDirectory(prefix="awm-demo-", ignore_cleanup_errors=True) as folder,
        (Path(folder) / "server.log").open("w+", encoding="utf-8") as log,
    ):
        env = own_server.clean_environment(AWM_HOME=folder)
        try:
            with anyio.fail_after(WITHIN_S):
                async with serving() as origin, own_server.client_of(env, log) as client:
                    await _acts(Stage(client, console, family, origin))
        except TimeoutError:
            raise failed(f"an end within {WITHIN_S} s", _tail(log)) from None


async def _acts(stage: Stage) -> None:
    before = await _opening(stage)
    async with stage.client.listen(tools_list_changed=True) as changes:
        reports = await _report(stage)
        name = await _learn(stage, reports)
        tool = await _listed(stage, name, changes)
    stage.console.print(f"   tools/list now has [bold]{name}[/], one of {len(before) + 1} tools:")
    stage.console.print(f"   [dim]{escape(tool.description or '')}[/]")
    await _use(stage, name)
    stage.console.print("\n[bold]5. The server counts whether agents use what they learned[/]")
    usage = await stage.call("usage_report")
    table = usage.pop("table", None) or tables.render(UsageReport.model_validate(usage))
    stage.console.print(_indented(str(table)), markup=False)


async def _opening(stage: Stage) -> dict[str, Any]:
    tools = await stage.tools()
    console = stage.console
    console.print(f"[bold]1. A practice shop is at {stage.origin}, an MCP client is connected over stdio[/]")
    console.print(f"   the server offers {len(tools)} tools, none of them for this shop yet")
    return tools


async def _report(stage: Stage) -> list[str]:
    stage.console.print("\n[bold]2. An agent solves two tasks by hand and reports how[/]")
    ids: list[str] = []
    for report in stage.family.reports(stage.origin):
        answer = await stage.call("report_run", **report)
        ids.append(str(answer["report_id"]))
        words = f"{report['task']} -> {report['answer']}, {len(report['steps'])} steps"
        stage.console.print(f"   report_run  {escape(words)}")
    return ids


async def _learn(stage: Stage, reports: list[str]) -> str:
    stage.console.print(
        "\n[bold]3. The server learns in the background: one workflow from both, checked in a real browser[/]"
    )
    began = time.monotonic()
    status: dict[str, Any] = {}
    with stage.console.status("learning"):
        while time.monotonic() - began < LEARN_WITHIN_S:
            status = await stage.call("get_run", id=reports[-1], wait_s=WAIT_S)
            if status["status"] in ("learned", "not_learned"):
                break
    tools: list[str] = [str(w["tool"]) for w in status.get("workflows", []) if w.get("tool")]
    if not tools:
        raise failed("a published workflow", "; ".join(map(str, status.get("reasons", []))) or str(status.get("status")))
    stage.console.print(f"   learned and verified in {time.monotonic() - began:.1f} s")
    return tools[0]


async def _listed(stage: Stage, name: str, changes: AsyncIterable[object]) -> Any:
    """The definition of a published tool, as soon as the server says that the list changed."""
    with anyio.move_on_after(LISTED_WITHIN_S):
        if name in (tools := await stage.tools()):
            return tools[name]
        async for _ in changes:
            if name in (tools := await stage.tools()):
                return tools[name]
    raise failed(f"{name} in tools/list", f"not there {LISTED_WITHIN_S} s after it was published")


async def _use(stage: Stage, name: str) -> None:
    console, task = stage.console, stage.family.words
    console.print("\n[bold]4. A new task with a new value: the agent finds the tool, and one call does it[/]")
    found = await stage.call("find_workflows", task=task, url=stage.origin)
    console.print(f"   find_workflows  {escape(task)}")
    console.print(f"   -> verdict {found['verdict']}: {escape(str(found['why']))}")
    arguments: dict[str, Any] = found["workflows"][0]["arguments"] if found["workflows"] else {}
    began = time.monotonic()
    with console.status(f"calling {name}"):
        outcome = await stage.call(name, **(arguments or stage.family.new))
    given = ", ".join(f"{key}={value!r}" for key, value in (arguments or stage.family.new).items())
    console.print(f"   {escape(f'{name}({given})')}")
    _check(stage, outcome)
    done = f"{outcome['steps_done']} of {outcome['steps_total']} steps in {time.monotonic() - began:.1f} s, no model asked"
    console.print(f"   -> [green]{outcome['status']}[/]  {escape(str(outcome['outputs']))}  {done}")
    console.print(f"   the page is now {escape(str(outcome['page']['url']))}")


def _check(stage: Stage, outcome: dict[str, Any]) -> None:
    wanted = stage.family.answer()
    if outcome["status"] != "ok":
        raise failed("status ok", f"{outcome['status']}: {outcome.get('stopped')}")
    if outcome["outputs"] and wanted not in map(str, outcome["outputs"].values()):
        raise failed(wanted, str(outcome["outputs"]))


def _sorry(problem: AwmError) -> int:
    errors = Console(stderr=True, highlight=False)
    errors.print(f"\n[red]the demonstration failed[/]  expected {escape(problem.expected)}")
    errors.print(f"seen: {escape(problem.seen)}\nnext: {escape(problem.next)}")
    return 1


def _tail(log: TextIO) -> str:
    log.seek(0)
    return "\n".join(log.read().splitlines()[-8:]) or "the server said nothing"


def _indented(text: str) -> str:
    return "\n".join(f"   {line}" for line in text.splitlines())
