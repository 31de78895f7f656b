"""Who sends an HTTP request: bearer tokens that the owner wrote down, or access tokens of an OAuth issuer (``oauth.py``)."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, cast

import yaml

from awm_mcp.config import Settings
from awm_mcp.errors import Refused

OWNER = "local"
"""Principal of the plain token: the same as on stdio, the owner of the home."""
SHORTEST_TOKEN = 16
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,59}")


class Known:
    """A verified sender. ``scopes``: what the token allows, for issued tokens."""

    def __init__(self, principal: str, scopes: Sequence[str] = (), *, claims: Mapping[str, Any] | None = None) -> None:
        self.principal, self.scopes, self.claims = principal, tuple(scopes), dict(claims or {})


class Verifier(Protocol):
    """Tells who sent a bearer token."""

    async def verify(self, token: str) -> Known | None:
        """The sender, or None when the token is not valid here."""
        ...


class StaticTokens:
    """Tokens written down by the owner. Only digests are kept; every one is compared, so that time tells nothing."""

    def __init__(self, tokens: Mapping[str, str]) -> None:
        self._known = {principal: _digest(token) for principal, token in tokens.items()}

    async def verify(self, token: str) -> Known | None:
        """See :class:`Verifier`."""
        given = _digest(token)
        same = [principal for principal, digest in self._known.items() if hmac.compare_digest(given, digest)]
        return Known(same[0]) if same else None


def static_tokens(settings: Settings) -> dict[str, str]:
    """Token by principal: the plain one and those of the file.

    Raises:
        Refused: the file cannot be read, or a name or token in it cannot be used.
    """
    tokens = dict(_from_file(settings.http_tokens_file)) if settings.http_tokens_file is not None else {}
    plain = settings.http_token.get_secret_value() if settings.http_token is not None else ""
    if plain and plain in tokens.values():
        raise _unusable("a token of its own for each principal", "AWM_HTTP_TOKEN is in the file, too")
    return {**tokens, **({OWNER: plain} if plain else {})}


def _from_file(file: Path) -> dict[str, str]:
    try:
        read: Any = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError) as problem:
        raise _unusable("a YAML file {name: token}", f"{file}: {type(problem).__name__}") from None
    pairs = cast("dict[object, object]", read).items() if isinstance(read, dict) else ()
    tokens = {str(name): str(token) for name, token in pairs}
    if not tokens or len(set(tokens.values())) != len(tokens):
        raise _unusable("a YAML file {name: token} with a different token for each name", str(file))
    for name, token in tokens.items():
        if name == OWNER or not _NAME.fullmatch(name) or len(token) < SHORTEST_TOKEN:
            raise _unusable(
                f"names of letters and digits except {OWNER!r}, tokens of at least {SHORTEST_TOKEN} characters",
                f"the entry {name[:60]!r}",
            )
    return tokens


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def _unusable(expected: str, seen: str) -> Refused:
    return Refused(
        "unusable_tokens_file", expected=expected, seen=seen, next="mend the file that AWM_HTTP_TOKENS_FILE names"
    )
