"""Answers to one sending of several things that say of some of them that they failed: 207, bulk answers, mutations.

A list of records tells nothing of the request, whatever they say of themselves. Parts are answers where each has a status of
HTTP, where the answer is a 207, or where as many things were sent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, cast

from awm_mcp.replay.traffic.answer_kinds import Answer
from awm_mcp.replay.traffic.answer_words import reasons_in
from awm_mcp.replay.traffic.answered_no import says_no
from awm_mcp.replay.traffic.bodies import WRAPS, Data, parsed, with_wrapped

MULTI_STATUS, MOST_PARTS, LONGEST = 207, 1000, 200
_OF_PARTS = frozenset({
    "results", "items", "responses", "operations", "outcomes", "parts", "entries", "value", "values", "data", "response",
})  # fmt: skip
_SOME_FAILED = re.compile(
    r"(?:(?:num|number|count|total)(?:of)?)?(?:failed|failures?|rejected|rejects|unprocessed|notupdated|notdeleted|notsaved"
    r"|notsent|errored|fehlgeschlagen|échoués?|echoues?|fallidos?|falliti|mislukt)"
    r"(?:entry|entries|items?|records?|rows?|ids?|keys?|objects?|operations?|count|total)*"
)
_SOME_DONE = re.compile(
    r"(?:(?:num|number|count|total)(?:of)?)?(?:succe(?:eded|ssful|sses|ss)|updated|created|deleted|inserted|saved|stored|sent|moved"
    r"|processed|imported|accepted|modified|changed|added|removed|archived|done|total|attempted|requested|erfolgreich)"
    r"(?:entry|entries|items?|records?|rows?|ids?|keys?|objects?|operations?|count|total)*"
)
_TELLING = frozenset({"error", "errors", "message", "msg", "detail", "details", "reason", "body", "headers"})
"""Names that the answers of parts have, and records with a status of their own have not."""
_STATUSES = re.compile(r"<(?:[\w.-]+:)?status>\s*HTTP/[\d.]+\s+(\d{3})[^<]*<", re.IGNORECASE)
_ASKS = re.compile(r"<(?:[\w.-]+:)?(?:propfind|[\w-]*(?:query|report|multiget)|sync-collection)[\s>]", re.IGNORECASE)


def failed_part_in(status: int, answer: Answer, sent: str = "") -> str:
    """The words by which an answer says that a part of what was sent failed; empty where none did."""
    text = answer.text.lstrip("\ufeff \t\r\n")
    if status == MULTI_STATUS and text[:1] == "<" and not _ASKS.search(sent):
        return next((f"HTTP {code}" for code in _STATUSES.findall(text) if int(code) >= 400), "")
    data = parsed(text) if text[:1] in ("{", "[") else None
    failed = next((part for part in _parts(data, status, sent) if _is_amiss(part)), None)
    if failed is not None:
        return _words(failed)
    return _words(data) if isinstance(data, dict) and _counts_failures(cast("Data", data)) else ""


def _words(part: Any) -> str:
    text = json.dumps(part, ensure_ascii=False)
    return (reasons_in("json", text) or text)[:LONGEST]


def _parts(data: Any, status: int, sent: str) -> Iterator[Data]:
    """What an answer holds as answers of the several things that were sent."""
    for found in _lists(data):
        parts = [cast("Data", one) for one in found[:MOST_PARTS] if isinstance(one, dict)]
        if len(parts) == len(found[:MOST_PARTS]) and parts:
            answers = all(_code(one) is not None for one in parts) and any(_TELLING & _names(one) for one in parts)
            if answers or status == MULTI_STATUS or len(parts) == _number_sent(sent):
                yield from parts
    if isinstance(data, dict) and "mutation" in sent:
        fields: Any = cast("Data", data).get("data")
        if isinstance(fields, dict):
            yield from (cast("Data", one) for one in cast("Data", fields).values() if isinstance(one, dict))


def _names(part: Data) -> set[str]:
    inner = [cast("Data", one) for one in part.values() if isinstance(one, dict)]
    return {name.casefold() for told in (part, *(inner if len(part) == 1 else ())) for name in told}


def _lists(data: Any) -> Iterator[list[Any]]:
    if isinstance(data, list):
        yield cast("list[Any]", data)
    elif isinstance(data, dict):
        told = cast("Data", data)
        for name, one in told.items():
            if isinstance(one, list) and name.casefold() in _OF_PARTS:
                yield cast("list[Any]", one)
            elif isinstance(one, dict) and name.casefold() in WRAPS:
                yield from _lists(one)


def _number_sent(sent: str) -> int:
    """How many things were sent, at the top of a body or in its one list; 0 where it was one."""
    data = parsed(sent)
    lists: list[Any] = [data] if isinstance(data, list) else []
    if isinstance(data, dict):
        lists = [one for one in cast("Data", data).values() if isinstance(one, list)]
    return len(lists[0]) if len(lists) == 1 and len(lists[0]) > 1 else 0


def _is_amiss(part: Data) -> bool:
    code = _code(part)
    return (code is not None and code >= 400) or says_no(json.dumps(part))


def _code(part: Data) -> int | None:
    """The status of HTTP of a part, also of the one thing that it holds (``{"index": {"status": 409}}``)."""
    inner = [cast("Data", one) for one in part.values() if isinstance(one, dict)]
    for told in (part, *(inner if len(part) == 1 else ())):
        for name in ("status", "statusCode", "status_code", "httpStatus", "code"):
            one = told.get(name)
            number = int(one) if isinstance(one, str) and one.isascii() and one.isdigit() else one
            if isinstance(number, int) and not isinstance(number, bool) and 100 <= number < 600:
                return number
    return None


def _counts_failures(data: Data) -> bool:
    """Whether an envelope that has no id counts or lists what failed, beside what was done or with what is amiss with it."""
    for told in with_wrapped(data):
        named = {re.sub(r"[\W_]+", "", name).casefold(): one for name, one in told.items()}
        failed = [one for name, one in named.items() if _SOME_FAILED.fullmatch(name) and _is_some(one)]
        done = any(_SOME_DONE.fullmatch(name) and not isinstance(one, (str, bool)) for name, one in named.items())
        lists = any(isinstance(one, (list, dict)) for one in named.values())
        if failed and not named.keys() & {"id", "passed"} and (done or lists):
            return True
    return False


def _is_some(one: Any) -> bool:
    if isinstance(one, bool):
        return False
    return one > 0 if isinstance(one, (int, float)) else isinstance(one, (list, dict)) and bool(cast("list[Any]", one))
