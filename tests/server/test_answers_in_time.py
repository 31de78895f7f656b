"""Every call is answered within 45 seconds of its arrival, whatever it has to wait for. The clock is a virtual one."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from face_harness import data_of
from mcp import Client
from mcp.client.context import ClientRequestContext
from mcp.types import CallToolResult, ElicitRequestParams, ElicitResult
from virtual_time import in_virtual_time

from awm_mcp.app import App
from awm_mcp.config import Settings
from awm_mcp.memory.fake import FakeMemory
from awm_mcp.model import Caller, Outcome
from awm_mcp.replay.fake import FakeReplayer, ok_outcome
from awm_mcp.replay.port import Progress, ReplayRequest, SignIn
from awm_mcp.server.answer_time import RESERVE, AnswerTime, Arrivals
from awm_mcp.server.face import Face
from awm_mcp.server.fake import FakeDone, FakePrimitives, fake_workflow

WITHIN_S = 45.0
RUN: dict[str, Any] = {"workflow": "shop_find_price", "arguments": {"query": "x"}}


class SlowReplayer(FakeReplayer):
    """A browser that is busy, starts or hangs for so long."""

    takes_s = 1000.0

    async def replay(
        self, request: ReplayRequest, progress: Progress | None = None, *, sign_in: SignIn | None = None
    ) -> Outcome:
        self.requests.append(request)
        await anyio.sleep(self.takes_s)
        return ok_outcome(request)


class SlowTools(FakePrimitives):
    """Tools that end when their time is over, as the real ones do."""

    async def call(self, name: str, arguments: Any, caller: Caller, *, within_s: float = 1000.0) -> FakeDone:
        await anyio.sleep(within_s)
        return FakeDone({"done": name})


class Slow:
    """An application whose every part can be slow, behind a server."""

    def __init__(self, home: Path) -> None:
        self.settings = Settings(home=home, answer_within_s=WITHIN_S, publish="manual")
        self.memory, self.browser = FakeMemory(), SlowReplayer()
        self.opens_s = self.reads_s = 0.0
        self.beats: list[float] = []
        self.took_s = 0.0

    @asynccontextmanager
    async def opened(self) -> AsyncGenerator[App]:
        await anyio.sleep(self.opens_s)
        for risk in ("read", "destructive"):
            name = "shop_find_price" if risk == "read" else "shop_delete_item"
            await self.memory.workflows.save(fake_workflow(name, risk=risk))
        found = self.memory.workflows.get

        async def get(*asked: Any, **more: Any) -> Any:
            await anyio.sleep(self.reads_s)
            return await found(*asked, **more)

        self.memory.workflows.get = get  # pyright: ignore[reportAttributeAccessIssue]
        tools: Any = SlowTools()
        yield App(self.settings, self.memory, lambda: self.browser, browser_tools=tools)

    async def call(self, name: str, arguments: dict[str, Any], mode: str = "auto", **client: Any) -> CallToolResult:
        face = Face(self.settings, self.opened, FakePrimitives.specs)  # pyright: ignore[reportArgumentType]
        async with face.open() as server, Client(server, mode=mode, **client) as asks:  # pyright: ignore[reportArgumentType]
            began = last = anyio.current_time()

            async def beat(progress: float, total: float | None, message: str | None) -> None:
                nonlocal last
                self.beats.append(anyio.current_time() - last)
                last = anyio.current_time()

            answered = await asks.call_tool(name, arguments, progress_callback=beat)
            self.took_s = anyio.current_time() - began
            return answered


@pytest.fixture
def slow(tmp_path: Path) -> Slow:
    return Slow(tmp_path / "home")


@pytest.mark.parametrize("mode", ["legacy", "auto"])
@pytest.mark.parametrize("opens_s", [0.0, 25.0])
def test_a_run_is_answered_with_its_handle_in_time_however_late_it_began(slow: Slow, opens_s: float, mode: str) -> None:
    slow.opens_s = opens_s
    told = data_of(in_virtual_time(slow.call("run_workflow", RUN, mode)))
    assert told["status"] == "running" and "get_run" in told["next"]
    assert WITHIN_S * (1 - RESERVE) - 1 < slow.took_s < WITHIN_S - 2
    assert max(slow.beats) < 5


def test_a_slow_memory_counts_as_well(slow: Slow) -> None:
    slow.reads_s = 15.0
    told = data_of(in_virtual_time(slow.call("run_workflow", RUN)))
    assert told["status"] == "running" and slow.took_s < WITHIN_S - 2 and max(slow.beats) < 5


def test_what_could_not_be_begun_in_time_is_not_begun_at_all(slow: Slow) -> None:
    slow.reads_s = 39.0
    told = data_of(in_virtual_time(slow.call("run_workflow", RUN)))
    assert told["code"] == "not_begun" and "nothing was done" in told["next"]
    assert slow.took_s < WITHIN_S - 2 and not slow.browser.requests


def test_a_person_who_thinks_long_before_agreeing_does_not_delay_the_handle(slow: Slow) -> None:
    async def agree(_context: ClientRequestContext, _params: ElicitRequestParams) -> ElicitResult:
        await anyio.sleep(38)
        return ElicitResult(action="accept", content={"confirm": True})

    asked = RUN | {"workflow": "shop_delete_item"}
    told = data_of(in_virtual_time(slow.call("run_workflow", asked, "legacy", elicitation_callback=agree)))
    assert told["status"] == "running" and len(slow.browser.requests) == 1 and slow.took_s < WITHIN_S - 2
    assert max(slow.beats) < 5


@pytest.mark.parametrize("name", ["run_readonly_workflow", "shop_find_price"])
def test_every_way_to_run_a_workflow_is_in_time(slow: Slow, name: str) -> None:
    slow.opens_s = 20.0
    asked: dict[str, Any] = RUN if name == "run_readonly_workflow" else {"query": "x"}
    told = data_of(in_virtual_time(slow.call(name, asked)))
    assert told["status"] == "running" and slow.took_s < WITHIN_S - 2


def test_a_tool_that_acts_on_a_page_is_given_what_is_left(slow: Slow) -> None:
    slow.opens_s = 20.0
    told = data_of(in_virtual_time(slow.call("browser_navigate", {"url": "http://shop.example/"})))
    assert told["done"] == "browser_navigate" and slow.took_s < WITHIN_S - 2 and max(slow.beats) < 5


def test_asking_for_a_run_waits_no_longer_either(slow: Slow) -> None:
    async def ask() -> CallToolResult:
        face = Face(slow.settings, slow.opened, FakePrimitives.specs)  # pyright: ignore[reportArgumentType]
        async with face.open() as server, Client(server) as asks:
            run_id = data_of(await asks.call_tool("run_workflow", RUN | {"wait_s": 0}))["run_id"]
            began = anyio.current_time()
            told = await asks.call_tool("get_run", {"id": run_id, "wait_s": 600})
            slow.took_s = anyio.current_time() - began
            return told

    assert data_of(in_virtual_time(ask()))["status"] == "running" and slow.took_s < WITHIN_S - 2


def test_offers_that_hang_do_not_hold_up_a_result(slow: Slow) -> None:
    slow.browser.takes_s = 1.0
    hangs: Callable[..., Awaitable[Any]] = lambda *_, **__: anyio.sleep(1000)  # noqa: E731
    slow.memory.catalogue.current = hangs  # pyright: ignore[reportAttributeAccessIssue]
    told = data_of(in_virtual_time(slow.call("run_workflow", RUN)))
    assert told["status"] == "ok" and slow.took_s < 10


async def test_what_came_while_the_process_started_has_waited_since_then() -> None:
    started = time.monotonic() - 30
    arrivals = Arrivals(started)
    arrivals.begin()
    assert arrivals.of_call() == pytest.approx(started, abs=0.1)
    arrivals._served_from -= 2  # pyright: ignore[reportPrivateUsage]
    assert arrivals.of_call() == pytest.approx(anyio.current_time(), abs=1)
    assert Arrivals().of_call() == pytest.approx(anyio.current_time(), abs=1)
    assert AnswerTime(started, 20.0).left_s == 0
