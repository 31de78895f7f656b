"""Whether an answer says by its structure that what was sent was taken: a record that came of it, or a plain yes."""

from __future__ import annotations

from awm_mcp.replay.traffic.answer_codes import something_done
from awm_mcp.replay.traffic.answered_doubtfully import has_bad_state, has_own_words
from awm_mcp.replay.traffic.answered_no import is_well, says_no
from awm_mcp.replay.traffic.bodies import Data, object_in, with_wrapped

_IDS = frozenset({"id", "_id", "uuid", "guid", "pk", "key"})
_MADE = frozenset({201, 204})


def says_yes(status: int, body: str, sent: str) -> bool:
    """Whether an answer confirms. ``sent``: the body of the request, which a record says again."""
    if status in _MADE:
        return not says_no(body, sent)
    told = object_in(body)
    if told is None or says_no(body, sent):
        return False
    given = object_in(sent)
    parts = with_wrapped(told)
    if any(map(has_bad_state, parts)):
        return False
    record = not any(has_own_words(part, sent) for part in parts)
    return any(is_well(part) or (record and (_is_record(part, given) or _is_done(part))) for part in parts)


def only_echoes(status: int, body: str, sent: str) -> bool:
    """Whether an answer confirms by nothing but saying again what was sent, as also those do that keep nothing."""
    told = object_in(body)
    if status in _MADE or told is None:
        return False
    return not any(is_well(part) or _is_done(part) or _has_id(part) for part in with_wrapped(told))


def _is_done(told: Data) -> bool:
    """Whether it tells, as stores do, that something was made or changed."""
    return something_done({name.casefold(): one for name, one in told.items()})


def _is_record(told: Data, given: Data | None) -> bool:
    """Whether it has an id of its own, or says again all that was sent."""
    if _has_id(told):
        return True
    return bool(given) and all(told.get(name) == one for name, one in (given or {}).items())


def _has_id(told: Data) -> bool:
    return any(name.casefold() in _IDS and one not in (None, "", 0, False) for name, one in told.items())
