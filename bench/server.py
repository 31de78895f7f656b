"""``python -m bench.server [--sizes 10 1000 100000] [--calls 200] [--rounds 5]``: what the protocol face costs.

- start: from process start to the answer of ``tools/list``, against importing the SDK alone (``python -m bench.start``).
- overhead: the same no-op replay called through a client and the server, and directly; medians, interleaved, in memory (the
  server's own work) and over stdio (with a process and two pipes between).
- lists, ``find_workflows`` and completion through the server on a SQLite memory of so many workflows, all of them published:
  median, slowest of ten. ``publication`` is what one more costs the server until the new list stands; ``listed`` is how many
  tools and resources a client is shown, and whether a second server shows the very same bytes.
- idle memory: resident MB of ``server.py`` after its first list, before a browser was needed, on an empty home and on one
  with so many published workflows.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters, stdio_client
from mcp.types import PromptReference
from sqlalchemy import insert

from awm_mcp.app.application import App
from awm_mcp.config import Settings
from awm_mcp.memory import tables
from awm_mcp.memory.sql import SqlMemory, open_memory
from awm_mcp.model import Caller, Workflow
from awm_mcp.model.run_options import RunOptions
from awm_mcp.replay.fake import FakeReplayer
from awm_mcp.server.face import Face
from awm_mcp.server.fake import fake_workflow
from bench import start
from bench.find import distractors, load

ROOT = Path(__file__).resolve().parents[1]
NAME = "shop_find_price"
GIVEN = {"query": "x"}
NO_OP: dict[str, Any] = {"workflow": NAME, "arguments": GIVEN}
ERAS = ("legacy", "auto")


def main() -> None:
    """Measures and prints."""
    options = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    options.add_argument("--sizes", type=int, nargs="+", default=[10, 1_000, 100_000])
    options.add_argument("--calls", type=int, default=200)
    options.add_argument("--rounds", type=int, default=5, help="of starting; 0 leaves it out")
    given = options.parse_args()
    if given.rounds:
        start.print_start(given.rounds)
    asyncio.run(measure(given.sizes, given.calls))


async def measure(sizes: Sequence[int], calls: int) -> None:
    """All of it, one after the other."""
    for era in ERAS:
        await overhead(era, calls)
    await over_stdio(calls)
    for size in sizes:
        await with_workflows(size)


async def overhead(era: str, calls: int) -> None:
    """A no-op workflow through client and server against calling the use case itself."""
    with tempfile.TemporaryDirectory() as folder:
        async with opened(Path(folder), 0, era) as bench:
            direct: list[float] = []
            through: list[float] = []
            for number in range(calls + 10):
                took = await timed(lambda: bench.app.run(NAME, GIVEN, RunOptions(), Caller()))
                took_through = await timed(lambda: bench.client.call_tool("run_workflow", NO_OP))
                if number >= 10:
                    direct.append(took)
                    through.append(took_through)
    own, whole = statistics.median(direct), statistics.median(through)
    print(
        f"no-op workflow, in memory, {era:6}: direct {own:6.2f} ms, through the server {whole:6.2f} ms"
        f", +{whole - own:.2f} ms"
    )


async def over_stdio(calls: int) -> None:
    """The cheapest call over stdio, and the memory of the idle process."""
    with tempfile.TemporaryDirectory() as home:
        async with Client(stdio_client(_server_on(home))) as client:
            await client.list_tools()
            idle = resident_mb(home)
            await _expect_an_answer(client)
            took = [await timed(lambda: client.call_tool("get_run", {"id": "run_none"})) for _ in range(calls)]
    print(f"get_run of an unknown id over stdio: {statistics.median(took):.2f} ms; idle after the first list: {idle:.0f} MB")


@dataclass
class Bench:
    """What is measured: the application, a client on its face, and the face itself."""

    app: App
    client: Client
    face: Face

    async def shown(self) -> str:
        """Everything that a client is shown of the library, as text."""
        tools = await self.client.list_tools(cache_mode="refresh")
        resources = await self.client.list_resources(cache_mode="refresh")
        return tools.model_dump_json() + resources.model_dump_json()


async def _expect_an_answer(client: Client) -> None:
    """Raises RuntimeError where the server answers that it does not work: its times would mean nothing."""
    told = (await client.call_tool("get_run", {"id": "run_none"})).structured_content or {}
    if told.get("code") != "unknown_run":
        raise RuntimeError(f"the server does not work: {told}")


async def with_workflows(size: int) -> None:
    """Lists, searches and completion on a memory of so many published workflows."""
    with tempfile.TemporaryDirectory() as folder:
        async with opened(Path(folder), size) as bench:
            for name, took in (await _times(bench)).items():
                print(f"{size:7} workflows  {name:15} {statistics.median(took):8.1f} ms, slowest {max(took):8.1f} ms")
            first = await bench.shown()
            tools, resources = await bench.client.list_tools(), await bench.client.list_resources()
        async with served(Path(folder)) as second:
            same = await second.shown() == first
        print(
            f"{size:7} workflows  listed: {len(tools.tools)} tools, {len(resources.resources)} resources,"
            f" {len(first) / 1000:.0f} kB; {'the same' if same else 'NOT the same'} in a second server"
        )
        await first_list(Path(folder), size)


async def _times(bench: Bench) -> dict[str, list[float]]:
    """Milliseconds of ten rounds by what was asked for; a publication three times."""
    client, task = bench.client, {"task": "Find the price of a red chair"}
    prompt = PromptReference(name="use_workflow")

    async def publish() -> None:
        flow = fake_workflow("shop_find_price").model_copy(update={"id": "", "name": "late_one"})
        stored = await bench.app.memory.workflows.save(flow)
        await bench.app.memory.catalogue.publish([stored])
        await bench.face.announcer.refresh(bench.app)

    work: dict[str, Callable[[], Awaitable[object]]] = {
        "tools/list": lambda: client.list_tools(cache_mode="refresh"),
        "resources/list": lambda: client.list_resources(cache_mode="refresh"),
        "find, any site": lambda: client.call_tool("find_workflows", dict(task)),
        "find, one site": lambda: client.call_tool("find_workflows", {**task, "site": "shop.example"}),
        "completion": lambda: client.complete(prompt, {"name": "workflow", "value": "shop"}),
    }
    taken = {name: [await timed(ask) for _ in range(10)] for name, ask in work.items()}
    return {**taken, "publication": [await timed(publish) for _ in range(3)]}


async def first_list(home: Path, size: int) -> None:
    """A process of its own on the memory: from its start to the first list, and its memory then."""
    began = time.perf_counter()
    async with Client(stdio_client(_server_on(str(home)))) as client:
        await client.list_tools()
        took, idle = (time.perf_counter() - began) * 1000, resident_mb(str(home))
    print(f"{size:7} workflows  server.py to the first list {took:.0f} ms; idle {idle:.0f} MB")


def _server_on(home: str) -> StdioServerParameters:
    return StdioServerParameters(
        command=sys.executable, args=[str(ROOT / "server.py")], env={**os.environ, "AWM_HOME": home}
    )


@asynccontextmanager
async def opened(home: Path, others: int, era: str = "auto") -> AsyncGenerator[Bench]:
    """A server on a fresh memory with so many published workflows besides the one that is called."""
    memory = await open_memory(Settings(home=home).database)
    try:
        await fill(memory, others)
    finally:
        await memory.close()
    async with served(home, era) as bench:
        yield bench


@asynccontextmanager
async def served(home: Path, era: str = "auto") -> AsyncGenerator[Bench]:
    """The real application on a memory with a replayer that does nothing, and a client on its face."""
    settings = Settings(home=home, browser_tools=False)
    memory = await open_memory(settings.database)

    @asynccontextmanager
    async def application() -> AsyncGenerator[App]:
        replayer = FakeReplayer()
        yield App(settings, memory, lambda: replayer)

    face = Face(settings, application)
    try:
        async with face.open() as server:
            app: Any = await face.door.application()
            await face.announcer.refresh(app)
            async with Client(server, mode=era) as client:
                yield Bench(app, client, face)
    finally:
        await memory.close()


async def fill(memory: SqlMemory, others: int) -> None:
    """One workflow that is called, and so many of other sites; all published."""
    stored = await memory.workflows.save(fake_workflow("shop_find_price").model_copy(update={"id": ""}))
    await memory.catalogue.publish([stored])
    batch = [flow.model_copy(update={"state": "published"}) for flow in distractors(others)] if others else []
    for first in range(0, len(batch), 5_000):
        await load(memory, batch[first : first + 5_000], first + 100)
        await _publish(memory, batch[first : first + 5_000], first + 100)


async def _publish(memory: SqlMemory, flows: list[Workflow], first: int) -> None:
    rows = [{"workflow": flow.id, "version": 1, "place": place} for place, flow in enumerate(flows, first)]
    async with memory.database.write() as db:
        await db.execute(insert(tables.publications), rows)


async def timed(work: Callable[[], Awaitable[object]]) -> float:
    """Milliseconds that it takes."""
    began = time.perf_counter()
    await work()
    return (time.perf_counter() - began) * 1000


def resident_mb(home: str) -> float:
    """Resident memory of the server on a home; 0 where there is no /proc."""
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            ours = f"AWM_HOME={home}".encode() in (entry / "environ").read_bytes()
            if ours:
                return int((entry / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        except OSError:
            continue
    return 0.0


if __name__ == "__main__":
    main()
