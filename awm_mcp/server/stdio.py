"""The server on standard input and output, and how its life ends: end of input, a signal, or the death of its parent.

All of them unwind the same way: requests are cancelled, the browser and the store are closed, then the process ends with 0.
Standard output carries only protocol: while serving, ``print`` anywhere in the process goes to standard error.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType
from typing import Any

import anyio
from mcp.server.stdio import stdio_server

from awm_mcp import LOADED_AT
from awm_mcp.config import UNUSABLE, Settings, why_unusable
from awm_mcp.server.face import Face
from awm_mcp.server.loading import application_of, primitive_specs

log = logging.getLogger(__name__)

PARENT_POLL_S = 2.0
Stop = Callable[[str], None]


def main() -> None:
    """``python server.py`` and ``awm-mcp serve``: settings from the environment, served until the client leaves."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="awm-mcp %(levelname)s %(name)s: %(message)s")
    try:
        settings = Settings()
    except UNUSABLE as problem:
        log.error("the settings in the environment cannot be used: %s", why_unusable(problem))
        sys.exit(2)
    serve(settings)


def serve(settings: Settings) -> None:
    """Serves one client on standard input and output. Returns at the end of input; on a signal the process ends with 0."""
    anyio.run(serve_face, Face(settings, application_of(settings), primitive_specs(settings), since=LOADED_AT))


async def serve_face(face: Face) -> None:
    """Serves a face on standard input and output until input ends or the process is asked to stop."""
    stopped_by: list[str] = []
    async with stdio_server() as (incoming, outgoing):
        with _no_stray_prints():
            async with _until_stopped(stopped_by), face.open() as server:
                await server.run(incoming, outgoing, server.create_initialization_options())
            if stopped_by:
                # The transport's reader thread is stuck in a read that nothing can end: an orderly return would hang.
                log.warning("stopped by %s", stopped_by[0])
                logging.shutdown()
                os._exit(0)


@contextmanager
def _no_stray_prints() -> Generator[None]:
    wire, sys.stdout = sys.stdout, sys.stderr
    try:
        yield
    finally:
        sys.stdout = wire


@asynccontextmanager
async def _until_stopped(stopped_by: list[str]) -> AsyncGenerator[None]:
    """Cancels the block when the process is asked to stop; the reason is appended."""
    async with anyio.create_task_group() as tasks:

        def stop(reason: str) -> None:
            stopped_by.append(reason)
            tasks.cancel_scope.cancel()

        for watch in watchers():
            tasks.start_soon(watch, stop)
        yield
        tasks.cancel_scope.cancel()


def watchers(platform: str = sys.platform) -> tuple[Callable[[Stop], Coroutine[Any, Any, None]], ...]:
    """What may stop the server besides the end of input, by platform."""
    if platform == "win32":
        # A Windows job or console closes standard input with the parent; there is no parent id to trust.
        return (_windows_signals,)
    return (_posix_signals, _parent_death)


async def _posix_signals(stop: Stop) -> None:
    with anyio.open_signal_receiver(*_heeded()) as received:
        async for number in received:
            stop(signal.Signals(number).name)
            return


def _heeded() -> tuple[signal.Signals, ...]:
    """The signals that end the server; the end of its terminal only where nobody said to outlive it (``nohup``)."""
    outlives = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    return (signal.SIGTERM, signal.SIGINT) if outlives else (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


async def _windows_signals(stop: Stop) -> None:
    """The Proactor loop has no signal support: handlers wake the loop through the thread-safe way in."""
    loop, arrived = asyncio.get_running_loop(), anyio.Event()
    names: list[str] = []

    def handler(number: int, _frame: FrameType | None) -> None:
        names.append(signal.Signals(number).name)
        loop.call_soon_threadsafe(arrived.set)

    for name in ("SIGINT", "SIGTERM", "SIGBREAK"):
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, handler)
    await arrived.wait()
    stop(names[0])


async def _parent_death(stop: Stop) -> None:
    """Wrappers such as ``uv run`` may keep standard input open after the client died; the parent's id tells."""
    parent = os.getppid()
    while os.getppid() == parent:  # noqa: ASYNC110 - nothing tells of it, it has to be looked at
        await anyio.sleep(PARENT_POLL_S)
    stop("death of the parent")
