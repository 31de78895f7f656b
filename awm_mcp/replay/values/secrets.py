"""Secrets: values by site and name, from the environment or the owner's secrets file; given to the page and nobody else."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import os
import re
import struct
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qs, unquote, urlsplit

import yaml

from awm_mcp.config import Settings
from awm_mcp.errors import Refused
from awm_mcp.replay.values.masking import masked

ENV_PREFIX = "AWM_SECRET_"
_CODES_KEPT = 20


def env_name(site: str, name: str) -> str:
    """``shop.example:8000``, ``password`` -> ``AWM_SECRET_SHOP_EXAMPLE_8000_PASSWORD``.

    A hyphen of the site becomes two underscores, so that ``a-b.example`` and ``a.b.example`` never share a secret.
    """
    host = re.sub(r"[^A-Z0-9]", "_", site.upper().replace("-", "__"))
    return f"{ENV_PREFIX}{host.strip('_')}_{re.sub(r'[^A-Z0-9]', '_', name.upper())}"


class Vault:
    """Knows the secrets of all sites and gives each to its own site only."""

    def __init__(self, settings: Settings, environment: Mapping[str, str] = os.environ) -> None:
        """``environment``: where ``AWM_SECRET_…`` variables are looked up; an empty one for principals but the owner."""
        self._environment = environment
        self._file = settings.secrets_file
        self._read: tuple[float, dict[str, dict[str, str]]] = (-1.0, {})
        self._codes: deque[str] = deque(maxlen=_CODES_KEPT)
        self._given: dict[str, str] = {}

    def get(self, site: str, name: str) -> str:
        """The value of a secret.

        Raises:
            Refused: ``missing_secret``, with the variable to set; ``secret_of_another_site`` if only others have it.
        """
        found = self._find(site, name)
        if found is None:
            raise self._missing(site, name)
        self._given[name] = found
        return found

    def has(self, site: str, name: str) -> bool:
        """Whether the site has a secret of that name."""
        return self._find(site, name) is not None

    def name_of(self, site: str, text: str) -> str | None:
        """The name of the site's secret that has this very value, if one has."""
        named = self._entries().get(_site_key(site), {})
        mine = {key: given for key, given in self._environment.items() if key.startswith(env_name(site, ""))}
        by_env = next(
            (key[len(env_name(site, "")) :].lower() for key, given in mine.items() if given == text and text), None
        )
        return by_env or next((name for name, given in named.items() if given == text and text), None)

    def remember(self, name: str, secret: str) -> None:
        """Has a secret that came from elsewhere taken out of texts, too."""
        self._given[name] = secret

    def redact(self, text: str) -> str:
        """The text without any known secret, in whatever spelling: ``<secret:password>``."""
        return masked(text, self._shown_as())

    def redact_data(self, data: Any) -> Any:
        """JSON-like data with every text in it redacted."""
        return _redacted(data, self._shown_as())

    def totp(self, site: str, name: str, at: float) -> str:
        """The one-time code at a time (seconds since the epoch) for a base32 key or an ``otpauth:`` address (RFC 6238).

        Raises:
            Refused: missing, or not a base32 key.
        """
        code = totp_code(self.get(site, name), at)
        self._codes.append(code)
        return code

    def _find(self, site: str, name: str) -> str | None:
        given = self._environment.get(env_name(site, name))
        return given if given is not None else self._entries().get(_site_key(site), {}).get(name)

    def _missing(self, site: str, name: str) -> Refused:
        file = self._file or "a file named by AWM_SECRETS_FILE"
        where = f"set {env_name(site, name)}, or put {name!r} under {_site_key(site)!r} in {file}"
        elsewhere = any(name in named for key, named in self._entries().items() if key != _site_key(site))
        return Refused(
            "secret_of_another_site" if elsewhere else "missing_secret",
            expected=f"a secret {name!r} of {site}",
            seen="it is known for another site only" if elsewhere else "none",
            next=f"{where}, and call again; never send the value as an argument",
        )

    def _entries(self) -> dict[str, dict[str, str]]:
        if self._file is None:
            return {}
        try:
            changed = self._file.stat().st_mtime
        except OSError:
            return {}
        if changed != self._read[0]:
            self._read = (changed, _load(self._file))
        return self._read[1]

    def _shown_as(self) -> dict[str, str]:
        return {secret: f"<secret:{name}>" for secret, name in self._known().items()}

    def _known(self) -> dict[str, str]:
        """Every secret value with a name to show instead."""
        known = dict.fromkeys(self._codes, "code")
        names = [key for key in self._environment if key.startswith(ENV_PREFIX)]
        known |= {self._environment[key]: key[len(ENV_PREFIX) :].lower() for key in names}
        known |= {text: name for named in self._entries().values() for name, text in named.items()}
        known |= {text: name for name, text in self._given.items()}
        return {text: name for text, name in known.items() if text.strip()}


def _redacted(data: Any, shown_as: dict[str, str]) -> Any:
    if isinstance(data, str):
        return masked(data, shown_as)
    if isinstance(data, dict):
        return {key: _redacted(item, shown_as) for key, item in cast("dict[Any, Any]", data).items()}
    if isinstance(data, (list, tuple)):
        return [_redacted(item, shown_as) for item in cast("list[Any]", data)]
    return data


def totp_code(key: str, at: float) -> str:
    """The code of a key at a time (RFC 6238 over RFC 4226); SHA-1, six digits, 30 s unless an ``otpauth:`` says otherwise.

    Raises:
        Refused: ``bad_totp_key``.
    """
    secret, digits, period, algorithm = _totp_parts(key)
    try:
        packed = re.sub(r"[\s=-]", "", secret).upper()
        raw = base64.b32decode(packed + "=" * (-len(packed) % 8))
        mac = hmac.new(raw, struct.pack(">Q", int(at) // period), getattr(hashlib, algorithm)).digest()
    except (binascii.Error, ValueError, AttributeError, ZeroDivisionError):
        raise Refused("bad_totp_key", expected="a base32 key or an otpauth: address", next="set the secret again") from None
    offset = mac[-1] & 15
    number = struct.unpack(">I", mac[offset : offset + 4])[0] & 0x7FFFFFFF
    return str(number % 10**digits).zfill(digits)


def _totp_parts(key: str) -> tuple[str, int, int, str]:
    if not key.lower().startswith("otpauth:"):
        return key, 6, 30, "sha1"
    asked = parse_qs(urlsplit(key).query)

    def first(name: str, default: str) -> str:
        return asked.get(name, [default])[0]

    algorithm = first("algorithm", "SHA1").lower()
    safe = algorithm if algorithm in ("sha1", "sha256", "sha512") else "sha1"
    return unquote(first("secret", "")), _number(first("digits", "6")), _number(first("period", "30")), safe


def _number(text: str) -> int:
    return int(text) if text.isdigit() and 0 < int(text) < 1000 else 0


def _site_key(site: str) -> str:
    return re.sub(r"^https?://", "", site.strip().lower()).rstrip("/")


def _load(path: Path) -> dict[str, dict[str, str]]:
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError) as problem:
        seen = type(problem).__name__
        raise Refused("bad_secrets_file", expected="YAML {site: {name: value}}", seen=seen, next=f"mend {path}") from None
    return {_site_key(site): {name: str(text) for name, text in _items(named)} for site, named in _items(data)}


def _items(data: Any) -> list[tuple[str, Any]]:
    mapping = cast("dict[Any, Any]", data) if isinstance(data, dict) else {}
    return [(str(key), item) for key, item in mapping.items() if item is not None]
