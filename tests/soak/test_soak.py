"""Long use: a thousand calls of all kinds on stdio and eight HTTP clients, with a client killed and calls cancelled.

``AWM_SOAK_CALLS`` sets the number of calls. Handles and memory are compared with those after a quarter of the calls, when
caches, pools and the browser are warm.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest
from mcp import Client, StdioServerParameters, stdio_client
from soak_site import seed, soak_site

from awm_mcp.config import Settings
from awm_mcp.memory.sql import open_memory

ROOT = Path(__file__).resolve().parents[2]
from served import REAL, environment, serving  # noqa: E402

CALLS = int(os.environ.get("AWM_SOAK_CALLS", "1000"))
CLIENTS, DYING = 8, 3
MORE_HANDLES, MORE_MB = 16, 80
pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.timeout(1500),
    pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts handles and memory in /proc"),
]


@dataclass
class Journal:
    """What the clients were told, to be held against the store."""

    reports: set[str] = field(default_factory=set[str])
    runs: dict[str, str] = field(default_factory=dict[str, str])
    wrong: list[str] = field(default_factory=list[str])
    calls: int = 0

    def expect(self, held: bool, what: str, told: Any) -> None:
        if not held:
            self.wrong.append(f"{what}: {str(told)[:600]}")


class Caller:
    """One client with numbers of its own, so that an answer to another's question is noticed."""

    def __init__(self, client: Client, name: str, site: str, journal: Journal) -> None:
        self.client, self.name, self.site, self.journal = client, name, site, journal
        self.random = random.Random(name)
        self.kinds = [self.find] * 8 + [self.report] * 4 + [self.read] * 4 + [self.wrong] * 2 + [self.run] + [self.cancel]

    async def calls(self, count: int) -> None:
        for number in range(count):
            await self.random.choice(self.kinds)(f"{self.name}-{number}")
            self.journal.calls += 1

    async def data(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        result = await self.client.call_tool(tool, arguments)
        return dict(result.structured_content or {})

    async def find(self, mark: str) -> None:
        told = await self.data("find_workflows", {"task": f"Open page {mark}", "site": self.site})
        self.journal.expect("task_id" in told and "verdict" in told, "find", told)

    async def report(self, mark: str) -> None:
        step = {"url": f"http://{self.site}/", "action": {"type": "goto", "value": f"http://{self.site}/page/{mark}"}}
        given = {"task": f"Open page {mark}", "outcome": "failure", "site": f"http://{self.site}", "steps": [step]}
        told = await self.data("report_run", given)
        self.journal.expect(told.get("accepted") is True and told["report_id"] not in self.journal.reports, "report", told)
        self.journal.reports.add(str(told.get("report_id")))
        stands = await self.data("get_run", {"id": told.get("report_id")})
        self.journal.expect(stands.get("report_id") == told.get("report_id"), "get_run", stands)

    async def read(self, mark: str) -> None:
        told = await self.data("get_workflow", {"workflow": "open_page", "format": "steps"})
        self.journal.expect(told.get("workflow") == "open_page", "get_workflow", told)
        await self.client.list_tools(cache_mode="refresh")
        await self.client.list_resources(cache_mode="refresh")

    async def wrong(self, mark: str) -> None:
        told = await self.data("get_run", {"id": f"run_{mark}"})
        self.journal.expect(told.get("code") == "unknown_run" and mark in str(told.get("seen")), "unknown run", told)

    async def run(self, mark: str) -> None:
        told = await self.data("run_workflow", {"workflow": "open_page", "arguments": {"n": mark}})
        self.journal.expect(told.get("status") == "ok", "run", told)
        self.journal.expect(str(told.get("page", {}).get("url")).endswith(f"/page/{mark}"), "answer of another run", told)
        self.journal.runs[str(told.get("run_id"))] = "ok"

    async def cancel(self, mark: str) -> None:
        asked = {"workflow": "open_slow", "arguments": {"n": mark}}
        if self.random.random() < 0.5:
            with anyio.move_on_after(0.3):
                await self.client.call_tool("run_workflow", asked)
            return
        told = await self.data("run_workflow", {**asked, "wait_s": 0.2})
        self.journal.expect(told.get("status") == "running", "slow run", told)
        ended = await self.data("cancel_run", {"run_id": told.get("run_id")})
        self.journal.expect(ended.get("status") == "cancelled" and ended["run_id"] == told["run_id"], "cancel", ended)
        self.journal.runs[str(told.get("run_id"))] = "cancelled"


@asynccontextmanager
async def stdio(home: Path) -> AsyncGenerator[Client]:
    started = StdioServerParameters(command=sys.executable, args=[str(ROOT / "server.py")], env=environment(home))
    async with Client(stdio_client(started), mode="legacy") as client:
        yield client


@contextmanager
def victim(url: str, stuck_in: int) -> Generator[subprocess.Popen[bytes]]:
    command = [sys.executable, str(Path(__file__).with_name("soak_victim.py")), url, str(stuck_in)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


async def clients_die_in_a_call(url: str, dice: random.Random) -> None:
    """One after the other: the first in a call without end, the others in a call of a random number."""
    for number in range(DYING):
        last = dice.randint(0, 4)
        with victim(url, last if number == 0 else last + dice.randint(0, 1)) as process:
            assert process.stdout is not None
            for call in range(last + 1):
                assert await anyio.to_thread.run_sync(process.stdout.readline) == f"call {call}\n".encode()


def process_of(home: Path, *words: str) -> int:
    """The server on a home that was started with such words."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            line, env = (entry / "cmdline").read_bytes().decode(), (entry / "environ").read_bytes()
        except OSError:
            continue
        if all(word in line for word in words) and f"AWM_HOME={home}".encode() in env and "renderer" not in line:
            return int(entry.name)
    raise AssertionError(f"no process of {words}")


def held_by(pid: int) -> tuple[int, float]:
    """Open handles, and resident memory in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return len(list(Path(f"/proc/{pid}/fd").iterdir())), pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def renderers(pid: int) -> int:
    """Browser pages that the process holds, as renderer processes below it."""
    below, found = {pid}, 0
    for entry in sorted((e for e in Path("/proc").iterdir() if e.name.isdecimal()), key=lambda e: int(e.name)):
        try:
            parent = int((entry / "stat").read_text().rpartition(") ")[2].split()[1])
            line = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if parent in below:
            below.add(int(entry.name))
            found += b"--type=renderer" in line
    return found


async def everybody(clients: list[Caller], calls: int) -> None:
    async with anyio.create_task_group() as tasks:
        for caller in clients:
            tasks.start_soon(caller.calls, calls // len(clients))


async def test_a_thousand_calls_lose_nothing_and_leave_nothing_open(tmp_path: Path) -> None:
    journal, home = Journal(), tmp_path
    async with soak_site() as site:
        await seed(home, site)
        server = serving(REAL, environment(home))
        url = await anyio.to_thread.run_sync(server.__enter__)
        try:
            await _soaked(url, home, site, journal)
        finally:
            await anyio.to_thread.run_sync(server.__exit__, None, None, None)
    assert journal.wrong == []
    assert journal.calls >= CALLS - CALLS // (CLIENTS + 1) - CLIENTS - 1, "no call of a living client may be missing"
    await _kept(home, journal)


async def _soaked(url: str, home: Path, site: str, journal: Journal) -> None:
    async with stdio(home) as piped, eight_clients(url) as web:
        named = [("stdio", piped), *((f"http{number}", client) for number, client in enumerate(web))]
        callers = [Caller(client, f"{name}a", site, journal) for name, client in named]
        pids = [process_of(home, "serve"), process_of(home, "server.py")]
        await everybody(callers, CALLS // 4)
        await _pages_are_counted(callers[1], pids[0])
        before = [(*held_by(pid), renderers(pid)) for pid in pids]
        for caller in callers:
            caller.name = caller.name.replace("a", "b")
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(clients_die_in_a_call, url, random.Random(5))
            tasks.start_soon(everybody, callers, CALLS - CALLS // 4)
        for caller in callers[:2]:
            await caller.run(f"{caller.name}-last")
        after = [(*held_by(pid), renderers(pid)) for pid in pids]
    print(f"handles, MB, renderers: {before} -> {after}")  # noqa: T201 - the numbers of the report
    for (handles, megabytes, pages), (handles_now, megabytes_now, pages_now) in zip(before, after, strict=True):
        assert handles_now <= handles + MORE_HANDLES
        assert megabytes_now <= megabytes + MORE_MB
        assert pages_now <= max(pages, 3)


async def _pages_are_counted(caller: Caller, pid: int) -> None:
    """A run under way is seen as a page, so that a count of none afterwards means something."""
    told = await caller.data("run_workflow", {"workflow": "open_slow", "arguments": {"n": "seen"}, "wait_s": 0.5})
    asked = {"id": told["run_id"], "wait_s": 0}
    with anyio.fail_after(60):
        while not renderers(pid):
            assert (await caller.data("get_run", asked))["status"] == "running"
    ended = await caller.data("cancel_run", {"run_id": told["run_id"]})
    assert ended["status"] == "cancelled"


@asynccontextmanager
async def eight_clients(url: str) -> AsyncGenerator[list[Client]]:
    """Eight clients on HTTP, of both eras in turn."""
    async with AsyncExitStack() as stack:
        modes = ["legacy", "auto"] * (CLIENTS // 2)
        yield [await stack.enter_async_context(Client(url, mode=mode)) for mode in modes]


async def _kept(home: Path, journal: Journal) -> None:
    memory = await open_memory(Settings(home=home).database)
    try:
        lost = [one for one in sorted(journal.reports) if await memory.runs.get(one) is None]
        outcomes = {one: await memory.outcomes.get(one) for one in journal.runs}
    finally:
        await memory.close()
    assert lost == []
    assert {one: kept.status if kept else "lost" for one, kept in outcomes.items()} == journal.runs
