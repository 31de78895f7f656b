"""The server on streamable HTTP, both protocol eras on ``/mcp``. Loopback by default; anything else needs tokens.

Without tokens everybody who reaches the address is the owner. With them, each token is a principal: the plain one is the
owner, those of the tokens file and of an OAuth issuer are others, who see nothing of each other's.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Generator, Sequence
from contextlib import contextmanager

import anyio
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from awm_mcp.config import Settings
from awm_mcp.errors import Refused, Unavailable
from awm_mcp.model.site import is_local
from awm_mcp.server.face import Face
from awm_mcp.server.http_guard import MAX_BODY_BYTES, Guard
from awm_mcp.server.loading import application_of, primitive_specs
from awm_mcp.server.metrics import gauges
from awm_mcp.server.oauth import issuer_of, metadata_paths, metadata_url, resource_metadata
from awm_mcp.server.stdio import watchers
from awm_mcp.server.tokens import StaticTokens, Verifier, static_tokens

log = logging.getLogger(__name__)

PATH = "/mcp"
LEAVE_WITHIN_S = 5
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_EVERYWHERE = ("0.0.0.0", "::", "")


class QuietServer(uvicorn.Server):
    """uvicorn without its signal handlers: they would end the process before the browser is closed."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


def serve(settings: Settings, host: str = "127.0.0.1", port: int = 8931) -> None:
    """Serves until a signal comes; then answers what is under way, closes browser and store, and returns.

    Raises:
        Refused: the address is not loopback and no token is set.
        Unavailable: the address cannot be listened on.
    """
    anyio.run(serve_face, Face(settings, application_of(settings), primitive_specs(settings)), settings, host, port)


async def serve_face(face: Face, settings: Settings, host: str, port: int) -> None:
    """Serves a face on HTTP until a signal comes. Raises what ``serve`` raises."""
    app = http_app(face, settings, host)
    listener = _listener(host, port)
    config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=LEAVE_WITHIN_S, lifespan="on")
    server = QuietServer(config)
    log.warning("listening on http://%s:%s%s", f"[{host}]" if ":" in host else host, listener.getsockname()[1], PATH)

    def stop(reason: str) -> None:
        log.warning("stopping: %s", reason)
        face.listening.close()
        server.should_exit = True

    async with face.open(), anyio.create_task_group() as tasks:
        # The signals only: an HTTP server may outlive the shell that started it.
        tasks.start_soon(watchers()[0], stop)
        await server.serve(sockets=[listener])
        tasks.cancel_scope.cancel()


def http_app(face: Face, settings: Settings, host: str = "127.0.0.1") -> Guard:
    """The ASGI application of a face; ``face.open()`` must surround its use.

    Raises:
        Refused: the address is not loopback and no token is set.
    """
    tokens, issuer = static_tokens(settings), issuer_of(settings)
    verifiers: list[Verifier] = [*([StaticTokens(tokens)] if tokens else []), *([issuer] if issuer else [])]
    if not _is_loopback(host) and not verifiers:
        raise Refused(
            "token_needed",
            expected="a token for a server that others can reach",
            seen=f"host {host!r} and no AWM_HTTP_TOKEN",
            next="set AWM_HTTP_TOKEN to a long random value, or listen on 127.0.0.1",
        )
    hosts = _hosts(host, settings.http_hosts)
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=host not in _EVERYWHERE or bool(settings.http_hosts),
        allowed_hosts=hosts,
        allowed_origins=_origins(hosts),
    )

    async def metrics(_request: Request) -> Response:
        text = _metrics(guard, face) + await _usage(face)
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    published = metadata_paths(issuer.audience) if issuer else ()
    routes = [Route("/healthz", _healthz), Route("/metrics", metrics), *_metadata_routes(published, settings)]
    app = face.server.streamable_http_app(
        streamable_http_path=PATH,
        host=host,
        transport_security=security,
        max_request_body_size=MAX_BODY_BYTES,
        custom_starlette_routes=routes,
    )
    guard = Guard(
        app,
        verifiers=verifiers,
        origins=_origins(hosts),
        scopes=settings.oauth_scopes,
        open_paths=published,
        metadata_url=metadata_url(issuer.audience) if issuer else None,
    )
    return guard


def _metadata_routes(paths: Sequence[str], settings: Settings) -> list[Route]:
    def tell(_request: Request) -> Response:
        return JSONResponse(resource_metadata(settings), headers={"cache-control": "public, max-age=3600"})

    return [Route(path, tell) for path in paths]


def _healthz(_request: Request) -> Response:
    return JSONResponse({"status": "ok"})


async def _usage(face: Face) -> str:
    """What agents did with the workflows, once the application is open; the server's own counts never wait for it."""
    application = face.door.ready
    try:
        return await application.usage_metrics() if application is not None else ""
    except Exception:
        log.exception("the use of workflows could not be read")
        return ""


def _metrics(guard: Guard, face: Face) -> str:
    rows = {
        "awm_http_requests_open": ("HTTP requests being answered.", guard.open),
        "awm_http_requests_total": ("HTTP requests let in.", guard.served),
        "awm_http_refused_total": ("HTTP requests refused: stranger, origin, rate or number.", guard.refused),
        "awm_sessions_handshake": ("Open connections of the handshake era.", face.connections.legacy),
        "awm_catalogue_generation": ("Generation of the catalogue.", face.announcer.tools.catalogue.generation),
        "awm_tools_listed": ("Tools in the list.", len(face.announcer.tools.tools)),
    }
    lines = [*gauges(rows), *face.counts.lines()]
    return "\n".join(lines) + "\n"


def _is_loopback(host: str) -> bool:
    return host in ("localhost", "::1") or (host.startswith("127.") and is_local(host))


def _hosts(host: str, named: Sequence[str]) -> list[str]:
    own = [] if host in _EVERYWHERE else [f"[{host}]" if ":" in host else host]
    loopback = _LOOPBACK if _is_loopback(host) or host in _EVERYWHERE else ()
    bare = dict.fromkeys([*loopback, *own, *named])
    return [name if _has_port(name) else f"{name}:*" for name in bare]


def _has_port(name: str) -> bool:
    return name.rpartition(":")[2].isdecimal() and not name.endswith("]")


def _origins(hosts: Sequence[str]) -> list[str]:
    return [f"{scheme}://{host}" for host in hosts for scheme in ("http", "https")]


def _listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as problem:
        raise Unavailable(
            "cannot_listen",
            expected=f"to listen on {host}:{port}",
            seen=str(problem),
            next="choose another port, or end the server that uses it",
        ) from problem
