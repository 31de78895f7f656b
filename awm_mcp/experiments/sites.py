"""The practice applications of task files, served on loopback while an experiment runs."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator

from awm_mcp.errors import Unavailable
from awm_mcp.experiments import miniwob
from awm_mcp.experiments.task_file import TaskFile


@contextlib.asynccontextmanager
async def served(file: TaskFile, port: int) -> AsyncGenerator[str | None]:
    """Serves the file's application; yields its origin, None when the file needs none. ``port`` 0 takes a free one.

    Raises:
        Unavailable: the port is taken. InvalidInput: the pages of MiniWoB++ are not installed.
    """
    async with contextlib.AsyncExitStack() as running:
        try:
            origin = await running.enter_async_context(_application(file, port))
        except OSError as problem:
            raise Unavailable(
                "port_taken", expected=f"port {port} to be free", seen=str(problem), next="end what uses it, then go on"
            ) from problem
        yield origin


@contextlib.asynccontextmanager
async def _application(file: TaskFile, port: int) -> AsyncGenerator[str | None]:
    if file.app == "practice":
        from awm_mcp.practice.host import serving

        async with serving(port, file.app_seed) as origin:
            yield origin
    elif file.app == "miniwob":
        with miniwob.served(port) as origin:
            yield origin
    else:
        yield None
