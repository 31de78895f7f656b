"""Serves the practice shop on loopback, inside a running event loop."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import AsyncGenerator, Generator

import anyio
import uvicorn
from starlette.types import ASGIApp

from awm_mcp.practice.shop import application

GRACE_S = 1
HOST = "127.0.0.1"


class _Quiet(uvicorn.Server):
    """Leaves the process's signals to whoever owns the process."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


@contextlib.asynccontextmanager
async def serving(port: int = 0, seed: int = 1) -> AsyncGenerator[str]:
    """Serves a fresh shop; yields its origin, ``http://127.0.0.1:PORT``. ``port`` 0 takes a free one.

    Raises:
        OSError: the port is taken.
    """
    async with hosting(application(seed), port) as origin:
        yield origin


@contextlib.asynccontextmanager
async def hosting(app: ASGIApp, port: int = 0) -> AsyncGenerator[str]:
    """Serves an application as ``serving`` serves the shop."""
    with _bound(port) as listener:
        server = _Quiet(_settings(app))
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_serve, server, listener)
            try:
                yield f"http://{HOST}:{listener.getsockname()[1]}"
            finally:
                server.should_exit = True


async def _serve(server: uvicorn.Server, listener: socket.socket) -> None:
    with anyio.CancelScope(shield=True):  # ends by ``should_exit``, so that its connections are closed in order
        await server.serve([listener])


def _settings(app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(app, log_config=None, access_log=False, lifespan="off", timeout_graceful_shutdown=GRACE_S)


@contextlib.contextmanager
def _bound(port: int) -> Generator[socket.socket]:
    listener = socket.create_server((HOST, port))
    try:
        yield listener
    finally:
        listener.close()
