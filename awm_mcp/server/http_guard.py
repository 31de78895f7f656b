"""What stands before the HTTP server: token, origin, limits of rate and concurrency. Plain ASGI: streams pass through."""

from __future__ import annotations

import hmac
import json
import time
from collections import OrderedDict
from collections.abc import Sequence

from starlette.types import ASGIApp, Receive, Scope, Send

MAX_BODY_BYTES = 16 * 1024 * 1024
"""Room for a report with a raw transcript; the SDK's own default of 4 MiB is too small for that (handbook mcp.md, G8)."""
MAX_OPEN = 256
RATE_PER_S, BURST = 50.0, 300.0
_KNOWN_PEERS = 10_000
_OPEN_TO_ALL = frozenset({"/healthz"})


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
        token: str | None,
        origins: Sequence[str],
        buckets: Buckets | None = None,
        most_open: int = MAX_OPEN,
    ) -> None:
        self._app, self._token, self._origins = app, token, tuple(origins)
        self._buckets, self._most_open = buckets or Buckets(), most_open
        self.open, self.served, self.refused = 0, 0, 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if (refusal := self._refusal(scope)) is not None:
            self.refused += 1
            await _refuse(send, *refusal)
            return
        self.open, self.served = self.open + 1, self.served + 1
        try:
            await self._app(scope, receive, send)
        finally:
            self.open -= 1

    def _refusal(self, scope: Scope) -> tuple[int, str, dict[str, str]] | None:
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        peer = str((scope.get("client") or ("unknown",))[0])
        if not self._buckets.take(peer, time.monotonic()):
            return 429, "too many requests", {"retry-after": "1"}
        if "origin" in headers and not self._from_here(headers["origin"]):
            return 403, "this origin is not allowed", {}
        if scope["path"] not in _OPEN_TO_ALL and not self._known(headers.get("authorization", "")):
            return 401, "a bearer token is needed: the value of AWM_HTTP_TOKEN", {"www-authenticate": 'Bearer realm="awm"'}
        if self.open >= self._most_open:
            return 503, "too many open requests", {"retry-after": "2"}
        return None

    def _known(self, authorization: str) -> bool:
        if self._token is None:
            return True
        scheme, _, given = authorization.partition(" ")
        same = hmac.compare_digest(given.strip().encode("utf-8", "replace"), self._token.encode())
        return same and scheme.lower() == "bearer"

    def _from_here(self, origin: str) -> bool:
        return any(
            origin == allowed or (allowed.endswith(":*") and _without_port(origin) == allowed[:-2])
            for allowed in self._origins
        )


def _without_port(origin: str) -> str:
    head, _, port = origin.rpartition(":")
    return head if port.isdecimal() else origin


async def _refuse(send: Send, status: int, message: str, headers: dict[str, str]) -> None:
    body = json.dumps({"error": message}).encode()
    sent = {"content-type": "application/json", "content-length": str(len(body)), **headers}
    raw = [(name.encode(), value.encode()) for name, value in sent.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
