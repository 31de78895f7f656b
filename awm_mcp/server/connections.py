"""Who is connected: one key per connection, and the handshake-era sessions that list changes are broadcast to.

The SDK keeps no registry of sessions and no public accessor of a session's connection (mcp 2.3); this file is the only one
that looks at the private attribute.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
from mcp.server.connection import Connection
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.session import ServerSession
from mcp.types import Implementation
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from awm_mcp.model import Caller
from awm_mcp.model.text import plain

log = logging.getLogger(__name__)

Context = ServerRequestContext[Any, Any]
SEND_WITHIN_S = 5.0
_KEY = "awm_mcp.key"


class Connections:
    """Middleware and registry. One for a server."""

    def __init__(self) -> None:
        self._salt = secrets.token_hex(16)
        self._legacy: dict[int, ServerSession] = {}
        self._watched: dict[str, dict[int, ServerSession]] = {}

    @property
    def legacy(self) -> int:
        """Number of open handshake-era connections."""
        return len(self._legacy)

    async def track(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        """Remembers handshake-era sessions until their connection closes."""
        if ctx.method == "notifications/initialized":
            connection = _connection(ctx)
            self._legacy[id(connection)] = ctx.session
            connection.exit_stack.callback(self._forget, id(connection))
        return await call_next(ctx)

    def watch(self, ctx: Context, uri: str) -> None:
        """A handshake-era client subscribes to a resource."""
        self._watched.setdefault(uri, {})[id(_connection(ctx))] = ctx.session

    def unwatch(self, ctx: Context, uri: str) -> None:
        """And unsubscribes."""
        self._watched.get(uri, {}).pop(id(_connection(ctx)), None)

    async def broadcast_list_changed(self, *, tools: bool, resources: bool) -> None:
        """Tells every handshake-era client what changed; one that does not read is dropped."""
        for key, session in list(self._legacy.items()):
            sends = [
                *([session.send_tool_list_changed] if tools else []),
                *([session.send_resource_list_changed] if resources else []),
            ]
            if not await _sent(*sends):
                self._forget(key)

    async def broadcast_updated(self, uri: str) -> None:
        """Tells the subscribers of a resource that it changed."""
        for key, session in list(self._watched.get(uri, {}).items()):
            if not await _sent(lambda told=session: told.send_resource_updated(uri)):
                self._forget(key)

    @property
    def watched(self) -> list[str]:
        """Addresses with at least one handshake-era subscriber."""
        return [uri for uri, sessions in self._watched.items() if sessions]

    def caller(self, ctx: Context) -> Caller:
        """Who asks, for counting and for keeping pages apart; never a credential."""
        client = _client(ctx)
        return Caller(
            client=plain(client.name, 60) if client else "unknown",
            client_version=plain(client.version, 30) if client else "",
            era="modern" if is_modern(ctx) else "legacy",
            connection=self._key(ctx),
            principal=_principal(ctx),
        )

    def _key(self, ctx: Context) -> str:
        if not is_modern(ctx):
            return str(_connection(ctx).state.setdefault(_KEY, secrets.token_hex(8)))
        peer = getattr(getattr(ctx.request, "client", None), "host", "")
        client = _client(ctx)
        told = f"{self._salt}|{peer}|{client.name if client else ''}|{_principal(ctx)}"
        return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:16]

    def _forget(self, key: int) -> None:
        self._legacy.pop(key, None)
        for sessions in self._watched.values():
            sessions.pop(key, None)


def is_modern(ctx: Context) -> bool:
    """Whether the request came in the stateless era (2026-07-28 and later)."""
    return ctx.protocol_version in MODERN_PROTOCOL_VERSIONS


def _connection(ctx: Context) -> Connection:
    return ctx.session._connection  # pyright: ignore[reportPrivateUsage]


def _client(ctx: Context) -> Implementation | None:
    params = ctx.session.client_params
    return params.client_info if params is not None else None


def _principal(ctx: Context) -> str:
    """Who the request's token belongs to; the owner of the home on stdio and where no token is asked for."""
    user = ctx.request.scope.get("user") if ctx.request is not None else None
    token = getattr(user, "access_token", None)
    return str(token.subject or token.client_id) if token is not None else "local"


async def _sent(*sends: Callable[[], Awaitable[None]]) -> bool:
    with anyio.move_on_after(SEND_WITHIN_S) as scope:
        try:
            for send in sends:
                await send()
        except (anyio.BrokenResourceError, anyio.ClosedResourceError, OSError) as problem:
            log.debug("a client could not be told of a change: %s", problem)
            return False
    return not scope.cancelled_caught
