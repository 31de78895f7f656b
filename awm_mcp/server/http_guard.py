"""What stands before the HTTP server: who asks, origin, limits of rate and concurrency. Plain ASGI: streams pass through."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Collection, Sequence

from mcp.server.auth.middleware.auth_context import AuthContextMiddleware
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from starlette.authentication import AuthCredentials
from starlette.types import ASGIApp, Receive, Scope, Send

from awm_mcp.server.tokens import Known, Verifier

MAX_BODY_BYTES = 16 * 1024 * 1024
"""Room for a report with a raw transcript; the SDK's own default of 4 MiB is too small for that."""
MAX_OPEN = 256
RATE_PER_S, BURST = 50.0, 300.0
_KNOWN_PEERS = 10_000
_OPEN_TO_ALL = frozenset({"/healthz"})


Refusal = tuple[int, str, dict[str, str]]
"""Status, message and headers."""


class Buckets:
    """One token bucket a peer; the longest unseen peers are forgotten."""

    def __init__(self, rate_per_s: float = RATE_PER_S, burst: float = BURST) -> None:
        self._rate, self._burst = rate_per_s, burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, peer: str, now: float) -> bool:
        """Whether the peer may send one more request at this time (seconds)."""
        left, then = self._left.pop(peer, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        allowed = left >= 1
        self._left[peer] = (left - 1 if allowed else left, now)
        if len(self._left) > _KNOWN_PEERS:
            self._left.popitem(last=False)
        return allowed


class Guard:
    """ASGI middleware. ``origins``: allowed values of an Origin header, ``*`` as port wildcard at the end."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        verifiers: Sequence[Verifier] = (),
        origins: Sequence[str],
        scopes: Collection[str] = (),
        open_paths: Collection[str] = (),
        metadata_url: str | None = None,
        buckets: Buckets | None = None,
        most_open: int = MAX_OPEN,
    ) -> None:
        """``verifiers``: none lets everybody in as the owner. ``scopes``: what issued tokens must allow. ``metadata_url``:
        where a refused client learns which issuer to ask (RFC 9728, section 5.1)."""
        self._app, self._origins = AuthContextMiddleware(app), tuple(origins)
        self._verifiers, self._scopes, self._metadata_url = tuple(verifiers), frozenset(scopes), metadata_url
        self._open_to_all = _OPEN_TO_ALL | frozenset(open_paths)
        self._buckets, self._most_open = buckets or Buckets(), most_open
        self.open, self.served, self.refused = 0, 0, 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if (refusal := self._refusal(scope) or await self._stranger(scope)) is not None:
            self.refused += 1
            await _refuse(send, *refusal)
            return
        self.open, self.served = self.open + 1, self.served + 1
        try:
            await self._app(scope, receive, send)
        finally:
            self.open -= 1

    def _refusal(self, scope: Scope) -> Refusal | None:
        headers = _headers(scope)
        peer = str((scope.get("client") or ("unknown",))[0])
        if not self._buckets.take(peer, time.monotonic()):
            return 429, "too many requests", {"retry-after": "1"}
        if "origin" in headers and not self._from_here(headers["origin"]):
            return 403, "this origin is not allowed", {}
        if self.open >= self._most_open:
            return 503, "too many open requests", {"retry-after": "2"}
        return None

    async def _stranger(self, scope: Scope) -> Refusal | None:
        """Writes into the scope who asks; or why they may not."""
        if not self._verifiers or scope["path"] in self._open_to_all:
            return None
        scheme, _, given = _headers(scope).get("authorization", "").partition(" ")
        known = await self._known(given.strip()) if scheme.lower() == "bearer" and given else None
        if known is None:
            return 401, "a bearer token is needed", {"www-authenticate": self._challenge("invalid_token" if given else "")}
        if known.claims and not self._scopes <= set(known.scopes):
            return 403, "the token does not allow this", {"www-authenticate": self._challenge("insufficient_scope")}
        scope["user"], scope["auth"] = _user(known), AuthCredentials(known.scopes)
        return None

    async def _known(self, token: str) -> Known | None:
        for verifier in self._verifiers:
            if (known := await verifier.verify(token)) is not None:
                return known
        return None

    def _challenge(self, error: str) -> str:
        told = {
            "error": error,
            "scope": " ".join(sorted(self._scopes)) if error != "invalid_token" else "",
            "resource_metadata": self._metadata_url or "",
        }
        return ", ".join(['Bearer realm="awm"', *(f'{name}="{value}"' for name, value in told.items() if value)])

    def _from_here(self, origin: str) -> bool:
        return any(
            origin == allowed or (allowed.endswith(":*") and _without_port(origin) == allowed[:-2])
            for allowed in self._origins
        )


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _user(known: Known) -> AuthenticatedUser:
    token = AccessToken(token="", client_id=known.principal, scopes=list(known.scopes), subject=known.principal)
    return AuthenticatedUser(token)


def _without_port(origin: str) -> str:
    head, _, port = origin.rpartition(":")
    return head if port.isdecimal() else origin


async def _refuse(send: Send, status: int, message: str, headers: dict[str, str]) -> None:
    body = json.dumps({"error": message}).encode()
    sent = {"content-type": "application/json", "content-length": str(len(body)), **headers}
    raw = [(name.encode(), value.encode()) for name, value in sent.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
