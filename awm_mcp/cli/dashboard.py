"""``awm-mcp dashboard``: the usage page in a browser, on this machine only."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Annotated

import typer

from awm_mcp.cli.opening import say, with_app

if TYPE_CHECKING:
    from awm_mcp.app import App


def dashboard(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on 127.0.0.1; 0 takes a free one.")] = 8930,
) -> None:
    """Shows in a browser how agents use the workflows; there you approve, quarantine, retire and revert them."""
    with_app(lambda app: _serve(app, port), interrupted=0)


async def _serve(app: App, port: int) -> None:
    import uvicorn

    from awm_mcp.web.dashboard import Dashboard
    from awm_mcp.web.guard import Guard

    listener = _listener(port)
    guard = Guard(listener.getsockname()[1])
    config = uvicorn.Config(
        Dashboard(app, guard).starlette(), log_level="warning", lifespan="off", ws="none", server_header=False
    )
    say(f"open http://127.0.0.1:{guard.port}/?token={guard.token}")
    say("the address holds a token: who has it can change your workflows; Ctrl-C ends the dashboard")
    await uvicorn.Server(config).serve(sockets=[listener])


def _listener(port: int) -> socket.socket:
    from awm_mcp.errors import Unavailable

    try:
        return socket.create_server(("127.0.0.1", port))
    except OSError as problem:
        raise Unavailable(
            "cannot_listen", expected=f"to listen on port {port}", seen=str(problem), next="choose another: --port 0"
        ) from problem
