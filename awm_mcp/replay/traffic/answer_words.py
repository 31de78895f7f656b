"""What a site says in an answer by which it refuses a request: the reasons in its JSON, or a short plain text."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from awm_mcp.model.text import plain
from awm_mcp.replay.browsing.page_script import in_time
from awm_mcp.replay.traffic.bodies import parsed

if TYPE_CHECKING:
    from playwright.async_api import Request

    from awm_mcp.replay.staging.stage import Stage

_log = logging.getLogger(__name__)
MOST_CHARACTERS = 200
MOST_READ = 50_000
ANSWER_S = 2.0
_REASONS = ("message", "error", "detail", "title", "reason", "description", "error_description", "msg")
_FIELDS = ("errors", "error", "detail", "details", "violations", "fields", "field_errors", "messages", "data")
_PLACES = ("field", "path", "param", "loc", "property")
MOST_DEEP = 6


async def words_of_answer(stage: Stage, request: Request) -> str:
    """The reasons that the answer to a request gives, at most 200 characters and without secrets; empty if it gives none."""
    from playwright.async_api import Error

    try:
        kind, body = await in_time(_read(request), ANSWER_S)
    except Error as gone:  # the page moved on, and its answers went with it
        _log.debug("the answer cannot be read: %s", gone)
        return ""
    return plain(stage.redact(reasons_in(kind, body[:MOST_READ])), MOST_CHARACTERS)


async def _read(request: Request) -> tuple[str, str]:
    answer = await request.response()
    if answer is None:
        return "", ""
    return answer.headers.get("content-type", ""), await answer.text()


def reasons_in(kind: str, body: str) -> str:
    """The reasons that a body gives; of markup none, what it shows is the page's to say."""
    if "json" in kind or body.lstrip()[:1] in ("{", "["):
        return "; ".join(dict.fromkeys(_reasons(parsed(body), 0)))
    return body.strip() if kind.startswith("text/plain") else ""


def _reasons(data: Any, deep: int, field: str = "") -> Iterator[str]:
    """What is said in the known places, each message of a field with the name of the field before it."""
    if deep > MOST_DEEP:
        return
    if isinstance(data, str):
        if data.strip():
            yield f"{field}: {data.strip()}" if field else data.strip()
    elif isinstance(data, list):
        for one in cast("list[Any]", data):
            yield from _reasons(one, deep + 1, field)
    elif isinstance(data, dict):
        yield from _of_object(cast("dict[str, Any]", data), deep, field)


def _of_object(data: dict[str, Any], deep: int, field: str) -> Iterator[str]:
    about = _place_of(data) or field
    for name, one in data.items():
        if (isinstance(one, str) and name in _REASONS) or (isinstance(one, list) and name in _FIELDS):
            yield from _reasons(one, deep + 1, about)
        elif isinstance(one, dict) and name in _FIELDS:
            yield from _of_fields(cast("dict[str, Any]", one), deep + 1, about)
        elif _are_texts(one) and name not in _PLACES:  # {"title": ["may not be empty"]}
            yield from _reasons(one, deep + 1, "" if name.startswith("non_field") else name)


def _of_fields(data: dict[str, Any], deep: int, about: str) -> Iterator[str]:
    """An object of reasons, or one that has a reason or several for each field."""
    if any(isinstance(data.get(key), str) for key in _REASONS):
        yield from _of_object(data, deep, about)
        return
    for name, one in data.items():
        if isinstance(one, (str, list, dict)):
            yield from _reasons(one, deep + 1, "" if name.startswith("non_field") else name)


def _place_of(data: dict[str, Any]) -> str:
    """What a reason is about: the name of a field, or the last part of the way to it."""
    for key in _PLACES:
        told = data.get(key)
        if isinstance(told, str):
            return told
        if isinstance(told, list) and _are_texts(cast("list[Any]", told)):
            return str(cast("list[Any]", told)[-1])
    return ""


def _are_texts(data: Any) -> bool:
    given = cast("list[Any]", data) if isinstance(data, list) else []
    return bool(given) and all(isinstance(one, str) for one in given)
