"""Which way a control turns something, by what it sends: ``{"starred": false}``, ``DELETE``, ``/unfollow``.

Only what is called like the control, or like nothing in particular, is read: "Mute" may well send ``{"notify": false}``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qsl, urlsplit

from awm_mcp.model.spoken import said_words

if TYPE_CHECKING:
    from playwright.async_api import Request


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PLAIN = _set("on is value state enabled active checked status set flag selected toggle toggled marked pressed action op")
"""Names of what may be turned either way, whatever it is."""
_YES = _set("true 1 on yes add enable enabled set activate active")
_NO = _set("false 0 off no remove delete disable disabled unset deactivate inactive clear")
_OFF_AT = _set("remove delete off disable deactivate clear unset destroy")
_UNDOING = ("un", "dis", "de")
_LEAST_STEM, _STEM = 3, 4
_CASES = re.compile(r"(?<=[a-z])(?=[A-Z])|[\W_\d]+")


def way_sent(requests: Iterable[Request], names: Iterable[str]) -> bool | None:
    """Whether what was sent sets something (True) or takes it off; None where it tells neither, or both."""
    words = {word for name in names for word in said_words(name) if len(word) >= _LEAST_STEM}
    ways = {_way(one.method, one.url, _body(one), words) for one in requests} - {None}
    return ways.pop() if len(ways) == 1 else None


def _body(request: Request) -> str:
    return (request.post_data_buffer or b"").decode("utf-8", "replace")


def _way(method: str, url: str, body: str, words: set[str]) -> bool | None:
    told = {one for key, said in _leaves(body) if (one := _told(key, said, words)) is not None}
    if told:
        return told.pop() if len(told) == 1 else None
    if method == "DELETE":
        return False
    last = [_parts(part) for part in urlsplit(url).path.split("/") if part][-2:]
    spoken = {word for part in last for word in part}
    if spoken & _OFF_AT or any(_undoes(word, words) for word in spoken):
        return False
    return True if method == "PUT" and not body and any(_is_alike(word, words) for word in spoken) else None


def _leaves(body: str) -> list[tuple[str, str]]:
    """The names and values of what is sent, as words; a bare value has no name."""
    try:
        return _flat("", json.loads(body))
    except ValueError:
        pairs = parse_qsl(body, keep_blank_values=True)
        return pairs or [("", body.strip())]


def _flat(key: str, part: Any) -> list[tuple[str, str]]:
    if isinstance(part, dict):
        return [leaf for name, one in cast("dict[str, Any]", part).items() for leaf in _flat(name, one)]
    if isinstance(part, list):
        return []  # of several things
    return [(key, json.dumps(part) if isinstance(part, (bool, int)) else str(part))]


def _told(key: str, said: str, words: set[str]) -> bool | None:
    parts, word = _parts(key), said.strip().casefold()
    if key and not (set(parts) <= _PLAIN or any(_is_alike(part, words) for part in parts)):
        return None
    if word in _YES | _NO:
        return word in _YES
    if word.isalpha() and _undoes(word, words):
        return False
    return True if word.isalpha() and word in words else None


def _parts(name: str) -> list[str]:
    return [part.casefold() for part in _CASES.split(name) if part]


def _is_alike(word: str, words: set[str]) -> bool:
    """Whether a word has the stem of one of the control's: *starred* and *Star*."""
    return any(word.startswith(one[:_STEM]) and one.startswith(word[:_LEAST_STEM]) for one in words)


def _undoes(word: str, words: set[str]) -> bool:
    return any(word.startswith(un) and _is_alike(word.removeprefix(un), words) for un in _UNDOING) and word not in words
