"""A small site for the soak: ``/page/{n}`` answers at once, ``/slow/{n}`` not before the end; and workflows for both."""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from awm_mcp.config import Settings
from awm_mcp.memory.sql import open_memory
from awm_mcp.model import Action, FlowStep, Param, Parameter, Text, Workflow, value
from awm_mcp.server.http import QuietServer, uvicorn


@asynccontextmanager
async def soak_site() -> AsyncGenerator[str]:
    """Serves the site on a free loopback port; gives ``host:port``."""
    over = anyio.Event()

    async def slow(request: Request) -> Response:
        await over.wait()
        return HTMLResponse("late")

    def page(request: Request) -> Response:
        return HTMLResponse(f"<title>Page {request.path_params['n']}</title><h1>Page</h1>")

    app = Starlette(routes=[Route("/page/{n}", page), Route("/slow/{n}", slow), Route("/", page_of_start)])
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, log_level="critical", lifespan="off", ws="none", timeout_graceful_shutdown=1)
    server = QuietServer(config)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(lambda: server.serve(sockets=[listener]))
        try:
            yield f"127.0.0.1:{listener.getsockname()[1]}"
        finally:
            over.set()
            server.should_exit = True


def page_of_start(request: Request) -> Response:
    return HTMLResponse("<h1>Start</h1>")


async def seed(home: Path, site: str) -> None:
    """Puts the workflows ``open_page`` and ``open_slow`` into the memory of a home, whose folder is there."""
    memory = await open_memory(Settings(home=home).database)
    try:
        await memory.sites.remember(site, f"http://{site}")
        for name in ("page", "slow"):
            await memory.workflows.save(
                Workflow(
                    name=f"open_{name}",
                    title=f"Open {name}",
                    description=f"Opens the {name} of a number.",
                    site=site,
                    start=value("/"),
                    parameters=(Parameter(name="n", description="number"),),
                    steps=(FlowStep(action=Action(type="goto", value=value([Text(text=f"/{name}/"), Param(param="n")]))),),
                    risk="read",
                    state="verified",
                )
            )
    finally:
        await memory.close()
