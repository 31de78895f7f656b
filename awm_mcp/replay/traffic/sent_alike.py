"""Equal requests of one step that the site took all: one press that was sent twice.

Told from what may well be sent again: what sets a state (``PUT``, an address with an id or a word for it), what only asks,
what has a key by which the site knows it again, and what was answered as one. A first try that failed is none of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import urlsplit

from awm_mcp.replay.traffic.activity import fingerprint
from awm_mcp.replay.traffic.bodies import parsed
from awm_mcp.replay.traffic.operations import operation_of
from awm_mcp.replay.traffic.telemetry import holds

if TYPE_CHECKING:
    from playwright.async_api import Request

MOST_DEEP, LEAST_OF_A_LIST = 4, 2
_USUAL = frozenset(["content-length", "content-type", "cookie", "referer", "origin", "user-agent", "host", "connection"])
_WORDS = (
    "update upsert set put patch edit change modify rename draft drafts autosave sync state states status settings "
    "preferences profile options config validate validation check checks verify preview search query filter find suggest "
    "suggestions autocomplete lookup estimate quote calculate price login signin session sessions token tokens auth refresh "
    "poll select assign read seen view views event_log log logs track telemetry analytics metrics"
)
_AGAIN = frozenset(_WORDS.split())
"""Words of addresses at which the same may be sent again, and nothing more comes of it."""
_PARTS = re.compile(r"(?<=[a-z])(?=[A-Z])|[\W_]+")
_ID = re.compile(r"\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{24,}", re.IGNORECASE)
_IDS = frozenset({"id", "_id", "uuid", "guid", "pk", "key"})
_PASSING = re.compile(
    r"time|date|stamp|(?:^|_)at$|[a-z]At$|^(?:created|updated|modified|expires?|took|duration|ms|elapsed|now)$"
    r"|trace|request_?id|nonce|csrf|token|version|rev(?:ision)?$|etag|hash",
    re.IGNORECASE,
)
"""Names of what differs in any two answers."""


class Taken(NamedTuple):
    """Something that was sent and not refused; ``answer``: the body of what a script was answered; ``status``: 0 where only
    the head of an answer came, which accepts."""

    request: Request
    status: int
    answer: str


def sent_alike(taken: Sequence[Taken], texts: Collection[str]) -> list[Taken]:
    """What was sent more than once with one of the texts in it, and is of no kind that may be; empty without."""
    groups: dict[str, list[Taken]] = {}
    for one in taken:
        if one.request.method == "POST" and not _may_come_again(one):
            groups.setdefault(f"{fingerprint(one.request)} {_own_heads(one.request)}", []).append(one)
    alike = [group for group in groups.values() if len(group) > 1 and holds(_body(group[0].request), texts)]
    return next((group for group in alike if _overlap(group) or _have_own_ids(group)), list[Taken]())


def _own_heads(request: Request) -> list[str]:
    """The heads that are the page's own: one by which it only asks to have it checked is no sending of it."""
    return sorted(name for name in request.headers if name not in _USUAL and not name.startswith(("sec-", "accept")))


def _overlap(alike: Sequence[Taken]) -> bool:
    """Whether the second was sent before the first was answered: what comes after an answer may be asking again for it."""
    first, second = alike[0].request.timing, alike[1].request.timing
    known = first["startTime"] > 0 and second["startTime"] > 0 and first["responseStart"] >= 0
    return not known or second["startTime"] < first["startTime"] + first["responseStart"]


def _have_own_ids(alike: Sequence[Taken]) -> bool:
    ids = [_ids(parsed(one.answer)) for one in alike]
    return all(ids) and ids[0] != ids[1]


def is_one(alike: Sequence[Taken]) -> bool:
    """Whether the site answered all with the same id: it knows that it is one."""
    ids = [_ids(parsed(one.answer)) for one in alike]
    return bool(ids[0]) and all(one == ids[0] for one in ids)


def are_told_apart(alike: Sequence[Taken]) -> bool:
    """Whether the answers tell of more than one: another id each, or a number that grows."""
    told = [_lasting(parsed(one.answer)) for one in alike if one.status]
    return any(one != told[0] for one in told)


def _may_come_again(one: Taken) -> bool:
    request, told = one.request, parsed(one.answer)
    parts = [part for part in urlsplit(request.url).path.split("/") if part][-2:]
    words = {word.casefold() for part in (*parts, operation_of(request)) for word in _PARTS.split(part) if word}
    keyed = any("idempoten" in name for name in request.headers)
    of_one = bool(parts) and _ID.fullmatch(parts[-1]) is not None
    return keyed or of_one or bool(words & _AGAIN) or _lists(told)


def _lists(told: Any, deep: int = 0) -> bool:
    """Whether an answer lists several records, as answers to questions do."""
    if isinstance(told, list):
        return deep < MOST_DEEP and sum(isinstance(one, dict) for one in cast("list[Any]", told)) >= LEAST_OF_A_LIST
    within = cast("dict[str, Any]", told).values() if isinstance(told, dict) and deep == 0 else ()
    return any(_lists(one, deep + 1) for one in within)


def _ids(told: Any, deep: int = 0) -> list[str]:
    if not isinstance(told, dict) or deep >= MOST_DEEP:
        return []
    parts = cast("dict[str, Any]", told).items()
    own = [str(one) for name, one in parts if name.casefold() in _IDS and isinstance(one, (str, int)) and one]
    return own or [one for _, part in parts for one in _ids(part, deep + 1)]


def _lasting(told: Any) -> Any:
    """An answer without what differs in any two."""
    if isinstance(told, dict):
        parts = cast("dict[str, Any]", told).items()
        return {name: _lasting(one) for name, one in parts if not _PASSING.search(name)}
    return [_lasting(one) for one in cast("list[Any]", told)] if isinstance(told, list) else told


def _body(request: Request) -> str:
    return (request.post_data_buffer or b"").decode("utf-8", "replace")
