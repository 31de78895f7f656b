"""``python -m bench.server [--sizes 10 1000 100000] [--calls 200]``: what the protocol face costs.

- overhead: the same no-op replay called through a client and the server, and directly; medians, interleaved, in memory (the
  server's own work) and over stdio (with a process and two pipes between).
- ``tools/list`` and ``find_workflows`` through the server on a SQLite memory of so many workflows: median, slowest of ten.
- idle memory: resident MB of ``server.py`` after its first list, before a browser was needed.

Time from process start to the first list is ``python -m bench.start``.
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
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters, stdio_client

from awm_mcp.app.application import App
from awm_mcp.config import Settings
from awm_mcp.memory.sql import SqlMemory, open_memory
from awm_mcp.model import Caller
from awm_mcp.model.run_options import RunOptions
from awm_mcp.replay.fake import FakeReplayer
from awm_mcp.server.face import Face
from awm_mcp.server.fake import fake_workflow
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
    given = options.parse_args()
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
        async with opened(Path(folder), 0, era) as (app, client):
            direct: list[float] = []
            through: list[float] = []
            for number in range(calls + 10):
                took = await timed(lambda: app.run(NAME, GIVEN, RunOptions(), Caller()))
                took_through = await timed(lambda: client.call_tool("run_workflow", NO_OP))
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
        command = [str(ROOT / "server.py")]
        started = StdioServerParameters(command=sys.executable, args=command, env={**os.environ, "AWM_HOME": home})
        async with Client(stdio_client(started)) as client:
            await client.list_tools()
            idle = resident_mb(home)
            took = [await timed(lambda: client.call_tool("get_run", {"id": "run_none"})) for _ in range(calls)]
    print(f"get_run of an unknown id over stdio: {statistics.median(took):.2f} ms; idle after the first list: {idle:.0f} MB")


async def with_workflows(size: int) -> None:
    """Lists and searches on a memory of so many workflows."""
    with tempfile.TemporaryDirectory() as folder:
        async with opened(Path(folder), size) as (_, client):
            lists = [await timed(lambda: client.list_tools(cache_mode="refresh")) for _ in range(10)]
            asked: dict[str, Any] = {"task": "Find the price of a red chair"}
            anywhere = [await timed(lambda: client.call_tool("find_workflows", asked)) for _ in range(10)]
            here = asked | {"site": "shop.example"}
            on_site = [await timed(lambda: client.call_tool("find_workflows", here)) for _ in range(10)]
    for name, took in (("tools/list", lists), ("find, any site", anywhere), ("find, one site", on_site)):
        print(f"{size:7} workflows  {name:15} {statistics.median(took):8.1f} ms, slowest {max(took):8.1f} ms")


@asynccontextmanager
async def opened(home: Path, others: int, era: str = "auto") -> AsyncGenerator[tuple[App, Client]]:
    """The real application on a filled memory with a replayer that does nothing, and a client on its face."""
    memory = await open_memory(Settings(home=home).database)
    await fill(memory, others)
    settings = Settings(home=home, browser_tools=False)

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
                yield app, client
    finally:
        await memory.close()


async def fill(memory: SqlMemory, others: int) -> None:
    """One workflow that is called, published, and so many of other sites."""
    stored = await memory.workflows.save(fake_workflow("shop_find_price").model_copy(update={"id": ""}))
    await memory.catalogue.publish([stored])
    batch = list(distractors(others)) if others else []
    for first in range(0, len(batch), 5_000):
        await load(memory, batch[first : first + 5_000], first + 100)


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
