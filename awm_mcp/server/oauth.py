"""OAuth 2.1 resource server: access tokens (JWT, RFC 9068) of an external issuer, made for this server and nobody else.

The issuer's keys are found through its metadata (RFC 8414, OpenID Connect Discovery) and kept; a key that is not known yet
makes them be read again, at most once in ten seconds. What the server tells clients of itself is RFC 9728.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import Any, cast
from urllib.parse import urlsplit

import anyio
import httpx2
import jwt

from awm_mcp.config import Settings
from awm_mcp.errors import Refused
from awm_mcp.server.tokens import Known

log = logging.getLogger(__name__)

ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Signatures with a public key only: a shared secret would let every holder of the key make tokens."""
LEEWAY_S = 30.0
KEEP_KEYS_S, ASK_AGAIN_S, FETCH_WITHIN_S = 600.0, 10.0, 10.0
_MOST_BYTES = 1_000_000
_TYPES = ("at+jwt", "application/at+jwt", "jwt", None)


class Issuer:
    """Verifies access tokens of one issuer for one audience."""

    def __init__(
        self, issuer: str, audience: str, *, jwks_url: str | None = None, transport: httpx2.AsyncBaseTransport | None = None
    ) -> None:
        self.issuer, self.audience = issuer, audience
        self._jwks_url, self._transport = jwks_url, transport
        self._keys: dict[str, jwt.PyJWK] = {}
        self._read_at = self._tried_at = float("-inf")
        self._reading = anyio.Lock()

    async def verify(self, token: str) -> Known | None:
        """Who the token was issued to, when it is signed by the issuer, for this audience, and in its time."""
        try:
            claims = await self._claims(token)
        except (jwt.PyJWTError, httpx2.HTTPError, ValueError) as problem:
            log.info("an access token was refused: %s", type(problem).__name__)
            return None
        who = claims.get("sub") or claims.get("client_id") or claims.get("azp")
        return Known(f"{self.issuer} {who}", _scopes(claims), claims=claims) if isinstance(who, str) else None

    async def _claims(self, token: str) -> dict[str, Any]:
        head = jwt.get_unverified_header(token)
        kind = head.get("typ")
        if (kind.lower() if isinstance(kind, str) else kind) not in _TYPES:
            raise jwt.InvalidTokenError("not an access token")
        key = await self._key(head.get("kid"))
        return jwt.decode(
            token,
            key,
            algorithms=list(ALGORITHMS),
            audience=self.audience,
            issuer=self.issuer,
            leeway=LEEWAY_S,
            options={"require": ["exp", "iss", "aud"]},
        )

    async def _key(self, kid: object) -> jwt.PyJWK:
        if (known := self._known(kid)) is not None and time.monotonic() - self._read_at < KEEP_KEYS_S:
            return known
        async with self._reading:
            if time.monotonic() - self._tried_at >= ASK_AGAIN_S:
                self._tried_at = time.monotonic()
                await self._read_keys()
        if (found := self._known(kid)) is None:
            raise jwt.InvalidKeyError("no key of the issuer has that id")
        return found

    def _known(self, kid: object) -> jwt.PyJWK | None:
        if isinstance(kid, str):
            return self._keys.get(kid)
        return next(iter(self._keys.values())) if len(self._keys) == 1 else None

    async def _read_keys(self) -> None:
        async with httpx2.AsyncClient(timeout=FETCH_WITHIN_S, transport=self._transport) as web:
            url = self._jwks_url or await self._found(web)
            entries = cast("list[dict[str, Any]]", (await _json(web, url)).get("keys", []))
        usable = [entry for entry in entries if entry.get("kty") != "oct" and entry.get("use", "sig") == "sig"]
        self._keys = {str(entry.get("kid", number)): jwt.PyJWK(entry) for number, entry in enumerate(usable)}
        self._read_at = time.monotonic()

    async def _found(self, web: httpx2.AsyncClient) -> str:
        for address in metadata_addresses(self.issuer):
            try:
                told = await _json(web, address)
            except (httpx2.HTTPError, ValueError) as problem:
                log.debug("no metadata at %s: %s", address, problem)
                continue
            if told.get("issuer") == self.issuer and isinstance(told.get("jwks_uri"), str):
                self._jwks_url = str(told["jwks_uri"])
                return self._jwks_url
        raise ValueError("the issuer's metadata name no keys")


def issuer_of(settings: Settings) -> Issuer | None:
    """The issuer that the owner trusts, if one is set.

    Raises:
        Refused: it has no audience, or an address is not https (loopback excepted).
    """
    if settings.oauth_issuer is None:
        return None
    if settings.oauth_audience is None:
        raise _unusable("AWM_OAUTH_AUDIENCE, the address of /mcp as clients know it", "none")
    for address in filter(None, (settings.oauth_issuer, settings.oauth_jwks_url, settings.oauth_audience)):
        parts = urlsplit(address)
        if parts.scheme != "https" and parts.hostname not in ("127.0.0.1", "localhost", "::1"):
            raise _unusable("https addresses", address[:200])
    return Issuer(settings.oauth_issuer, settings.oauth_audience, jwks_url=settings.oauth_jwks_url)


def resource_metadata(settings: Settings) -> dict[str, Any]:
    """What RFC 9728 section 2 has a protected resource say of itself."""
    return {
        "resource": settings.oauth_audience,
        "authorization_servers": [settings.oauth_issuer],
        "bearer_methods_supported": ["header"],
        "resource_name": "Agent Workflow Memory",
        **({"scopes_supported": list(settings.oauth_scopes)} if settings.oauth_scopes else {}),
    }


def metadata_paths(audience: str) -> tuple[str, ...]:
    """Paths at which the metadata are served: with the resource's path inserted (RFC 9728, section 3.1), and without."""
    base, path = "/.well-known/oauth-protected-resource", urlsplit(audience).path.rstrip("/")
    return (base + path, base) if path else (base,)


def metadata_url(audience: str) -> str:
    """The address that a refusal names."""
    parts = urlsplit(audience)
    return f"{parts.scheme}://{parts.netloc}{metadata_paths(audience)[0]}"


def metadata_addresses(issuer: str) -> Sequence[str]:
    """Where an issuer's metadata may be, in the order that the MCP specification demands (basic/authorization)."""
    parts = urlsplit(issuer)
    origin, path = f"{parts.scheme}://{parts.netloc}", parts.path.rstrip("/")
    inserted = [f"{origin}/.well-known/{name}{path}" for name in ("oauth-authorization-server", "openid-configuration")]
    return [*inserted, *([f"{origin}{path}/.well-known/openid-configuration"] if path else [])]


async def _json(web: httpx2.AsyncClient, address: str) -> dict[str, Any]:
    answer = (await web.get(address)).raise_for_status()
    if len(answer.content) > _MOST_BYTES:
        raise ValueError("an answer of the issuer is too long")
    read: Any = answer.json()
    if not isinstance(read, dict):
        raise ValueError("an answer of the issuer is no object")
    return cast("dict[str, Any]", read)


def _scopes(claims: dict[str, Any]) -> list[str]:
    given: Any = claims.get("scope") or claims.get("scp") or ""
    return given.split() if isinstance(given, str) else [str(one) for one in cast("list[object]", given)]


def _unusable(expected: str, seen: str) -> Refused:
    return Refused("unusable_issuer", expected=expected, seen=seen, next="set it, or unset AWM_OAUTH_ISSUER")
