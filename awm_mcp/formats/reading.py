"""Careful access to data from outside: JSON of any shape is narrowed here, and nowhere is it executed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, TypeGuard, cast

from awm_mcp.errors import InvalidReport

MAX_CHARS = 50_000_000
MAX_DEPTH = 60
_SURROGATE = re.compile("[\ud800-\udfff]")


def is_dict(data: object) -> TypeGuard[dict[str, Any]]:
    """Whether the data is an object."""
    return isinstance(data, dict)


def is_list(data: object) -> TypeGuard[list[Any]]:
    """Whether the data is a list."""
    return isinstance(data, list)


def as_dict(data: object) -> dict[str, Any]:
    """The data when it is an object, else an empty one."""
    return cast("dict[str, Any]", data) if isinstance(data, dict) else {}


def as_list(data: object) -> list[Any]:
    """The data when it is a list, else an empty one."""
    return cast("list[Any]", data) if isinstance(data, list) else []


def as_text(data: object) -> str:
    """Texts as they are, numbers as text, everything else as nothing."""
    if isinstance(data, str):
        return data
    return str(data) if isinstance(data, (int, float)) and not isinstance(data, bool) else ""


def dicts(data: object) -> list[dict[str, Any]]:
    """The objects of a list."""
    return [cast("dict[str, Any]", item) for item in as_list(data) if isinstance(item, dict)]


def first_text(data: dict[str, Any], *keys: str) -> str:
    """The first text that is not empty among some keys."""
    return next((text for key in keys if (text := as_text(data.get(key)))), "")


def loads(text: str, what: str = "a run report") -> Any:
    """JSON of a text.

    Raises:
        InvalidReport: the text is no JSON, too large or nested too deep.
    """
    if len(text) > MAX_CHARS:
        raise InvalidReport("too_large", expected=f"at most {MAX_CHARS} characters", seen=f"{len(text)} characters")
    try:
        return json.loads(text)
    except RecursionError:
        raise InvalidReport("not_json", expected=f"JSON of {what}", seen="nesting too deep to read") from None
    except ValueError as problem:
        raise InvalidReport(
            "not_json",
            expected=f"JSON of {what}",
            seen=f"{str(problem)[:200]} in {text[:60]!r}",
            next="send the report as a JSON object, or a transcript in a known format",
        ) from None


def json_lines(text: str) -> list[Any]:
    """The values of a JSON-lines text; empty when any of its lines is none."""
    found: list[Any] = []
    for line in text.splitlines():
        if not line.strip():
            continue
        try:
            found.append(json.loads(line))
        except (ValueError, RecursionError):
            return []
    return found


def check_text(data: object) -> None:
    """Refuses halves of surrogate pairs and bottomless nesting anywhere in the data.

    Raises:
        InvalidReport: names the place.
    """
    for place, text in _strings(data, "", 0):
        if (found := _SURROGATE.search(text)) is not None:
            raise InvalidReport(
                "invalid_text",
                expected=f"valid Unicode text at {place or 'the top'}",
                seen=f"half of a surrogate pair (\\u{ord(found.group()):04x}) at character {found.start() + 1}",
                next="an emoji was probably cut in two; cut texts at whole characters and send the report again",
            )


def _strings(data: object, place: str, depth: int) -> Iterator[tuple[str, str]]:
    if depth > MAX_DEPTH:
        raise InvalidReport("too_deep", expected=f"at most {MAX_DEPTH} levels of nesting", seen=f"more at {place[:80]}")
    if isinstance(data, str):
        yield place, data
    elif isinstance(data, dict):
        for key, item in cast("dict[object, object]", data).items():
            yield f"{place}.<key>", str(key)
            yield from _strings(item, f"{place}.{str(key)[:40]}".lstrip("."), depth + 1)
    elif isinstance(data, (list, tuple)):
        for number, item in enumerate(cast("list[object]", data), 1):
            yield from _strings(item, f"{place}[{number}]", depth + 1)
