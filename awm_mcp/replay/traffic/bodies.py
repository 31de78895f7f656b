"""What bodies of requests and answers hold, read in one way: JSON, what its envelopes wrap, its letters without escapes."""

from __future__ import annotations

import json
from typing import Any, cast
from urllib.parse import unquote_plus

Data = dict[str, Any]
WRAPS = frozenset({"data", "payload", "response", "result", "d"})
"""Names, in small letters, under which an envelope holds the one thing that it is about."""
MESSAGES = frozenset({"message", "msg", "text", "detail", "reason", "note", "info", "notice"})
"""Names, in small letters, under which an answer says something to people."""


def parsed(body: str) -> Any:
    """What a body in JSON holds; None where it is no JSON."""
    try:
        return json.loads(body.lstrip("\ufeff \t\r\n"))
    except (ValueError, RecursionError):
        return None


def object_in(body: str) -> Data | None:
    """The object that a body in JSON is; None where it is anything else."""
    data = parsed(body)
    return cast("Data", data) if isinstance(data, dict) else None


def with_wrapped(told: Data, also: frozenset[str] = frozenset()) -> list[Data]:
    """An object and those that it wraps. ``also``: more names, in small letters, under which it may hold one."""
    names = WRAPS | also
    return [told, *(cast("Data", one) for name, one in told.items() if name.casefold() in names and isinstance(one, dict))]


def in_letters(body: str) -> str:
    """A body in JSON with its letters as they are read, and not as escapes; any other as it is."""
    data = parsed(body)
    return body if data is None else json.dumps(data, ensure_ascii=False)


def sent_letters(body: str) -> str:
    """What was sent, as JSON or as a form, with its letters as they are read."""
    return unquote_plus(body) if parsed(body) is None else in_letters(body)
