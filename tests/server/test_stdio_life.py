"""The life of the stdio server as a process: start, clean wire, and every way to end."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters, stdio_client

from awm_mcp.server import stdio

pytestmark = pytest.mark.process

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MAIN = str(HERE / "fake_stdio_server.py")
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}
FIND = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "find_workflows", "arguments": {"task": "x"}}}


class Server:
    """A server process spoken to by lines."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT
        )

    def close(self) -> None:
        self.process.kill()
        with self.process:
            pass

    def say(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def hear_answer(self, number: int) -> dict[str, Any]:
        while (message := self.hear()).get("id") != number:
            assert message["jsonrpc"] == "2.0"
        return message

    def open_application(self) -> None:
        self.say(INITIALIZE)
        assert self.hear_answer(1)["result"]["capabilities"]["tools"]["listChanged"] is True
        self.say({"jsonrpc": "2.0", "method": "notifications/initialized"})
        self.say(FIND)
        assert "result" in self.hear_answer(2)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal"


@pytest.fixture
def server(tmp_path: Path, journal: Path) -> Iterator[Server]:
    started = Server([sys.executable, MAIN, str(tmp_path / "home"), str(journal)])
    yield started
    started.close()


def test_the_end_of_input_closes_everything_and_ends_with_zero(server: Server, journal: Path) -> None:
    server.open_application()
    out, _ = server.process.communicate(timeout=30)
    assert server.process.returncode == 0 and journal.read_text() == "closed"
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in out.splitlines())


def test_the_end_of_input_ends_a_call_under_way(server: Server, journal: Path) -> None:
    server.open_application()
    server.say({**FIND, "id": 3, "params": {"name": "shop_find_price", "arguments": {"query": "wait for ever"}}})
    server.say({**FIND, "id": 4})
    server.hear_answer(4)
    server.process.communicate(timeout=30)
    assert server.process.returncode == 0 and journal.read_text() == "closed"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("number", [getattr(signal, name, signal.SIGTERM) for name in ("SIGTERM", "SIGINT", "SIGHUP")])
def test_a_signal_closes_everything_and_ends_with_zero(server: Server, journal: Path, number: signal.Signals) -> None:
    server.open_application()
    server.process.send_signal(number)
    assert server.process.wait(timeout=30) == 0 and journal.read_text() == "closed"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_signal_before_the_first_message_ends_with_zero(server: Server) -> None:
    server.say(INITIALIZE)
    server.hear_answer(1)
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(timeout=30) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX process tree")
def test_the_death_of_the_parent_closes_everything_even_with_input_open(tmp_path: Path, journal: Path) -> None:
    program = [sys.executable, MAIN, str(tmp_path / "home"), str(journal)]
    # The server inherits this test's end of the pipe, which stays open: only the parent's death can tell.
    parent = Server([sys.executable, "-c", f"import subprocess; subprocess.Popen({program!r}).wait()"])
    assert parent.process.stdout is not None
    try:
        parent.open_application()
        parent.process.kill()
        parent.process.wait(timeout=30)
        rest = parent.process.stdout.read()  # ends when the server, its last writer, is gone
        assert all(json.loads(line)["jsonrpc"] == "2.0" for line in rest.splitlines())
        assert journal.read_text() == "closed"
    finally:
        parent.close()


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_server_that_was_told_to_outlive_its_terminal_does(monkeypatch: pytest.MonkeyPatch) -> None:
    handled = {signal.SIGHUP: signal.SIG_DFL}
    monkeypatch.setattr(stdio.signal, "getsignal", handled.get)
    assert signal.SIGHUP in stdio._heeded()
    handled[signal.SIGHUP] = signal.SIG_IGN  # as nohup leaves it
    assert signal.SIGHUP not in stdio._heeded() and signal.SIGTERM in stdio._heeded()


def test_windows_waits_for_its_own_signals_only() -> None:
    names = [watch.__name__ for watch in stdio.watchers("win32")]
    assert names == ["_windows_signals"]
    assert [watch.__name__ for watch in stdio.watchers("linux")] == ["_posix_signals", "_parent_death"]


@pytest.mark.skipif(sys.platform == "win32", reason="sends itself a signal")
async def test_the_windows_watcher_reports_the_signal_through_the_loop() -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    told: list[str] = []
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(stdio._windows_signals, told.append)
            await anyio.wait_all_tasks_blocked()
            signal.raise_signal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGINT, before[0])
        signal.signal(signal.SIGTERM, before[1])
    assert told == ["SIGTERM"]


@asynccontextmanager
async def client_of(home: Path, journal: Path, mode: str) -> AsyncGenerator[Client]:
    with (home.parent / "errors").open("w") as errors:
        parameters = StdioServerParameters(command=sys.executable, args=[MAIN, str(home), str(journal)])
        async with Client(stdio_client(parameters, errlog=errors), mode=mode) as client:
            yield client


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_both_eras_work_over_stdio_and_list_the_same_bytes(tmp_path: Path, journal: Path, mode: str) -> None:
    home = tmp_path / "home"
    lists: list[str] = []
    for _ in range(2):
        async with client_of(home, journal, mode) as client:
            assert not (await client.call_tool("find_workflows", {"task": "x"})).is_error
            result = await client.call_tool(
                "run_workflow", {"workflow": "shop_find_price", "arguments": {"query": "x"}, "wait_s": 0}
            )
            assert (result.structured_content or {})["status"] == "running"
            if not lists:
                with anyio.fail_after(30):
                    while not (home / "listing.json").exists():  # noqa: ASYNC110 - written by another process
                        await anyio.sleep(0.05)
            else:
                lists.append((await client.session.list_tools()).model_dump_json())
            lists.append((await client.session.list_tools()).model_dump_json())
    assert len(set(lists)) == 1 and "shop_find_price" in lists[0]
    assert "a stray print" in (tmp_path / "errors").read_text()


HEAVY = ("sqlalchemy", "alembic", "playwright", "openai", "typer", "rich", "jsonschema", "aiosqlite")


def test_listing_tools_imports_nothing_heavy() -> None:
    code = "import sys, awm_mcp.server.stdio\nprint([m for m in sys.argv[1:] if m in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", code, *HEAVY], capture_output=True, text=True, cwd=ROOT, check=True)
    assert shown.stdout.strip() == "[]"
