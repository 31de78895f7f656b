"""Answers whose record holds the old value of a field that was sent with another one: the site did not take it.

Only the old value tells: what a site writes in its own way, in other letters or as a number, is another text, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, cast
from urllib.parse import parse_qsl

from awm_mcp.model.text import fold
from awm_mcp.replay.traffic.bodies import WRAPS, parsed

_WRAPS = WRAPS | {"item", "record"}
_OF_BEFORE = ("old", "prev", "before", "was", "from", "orig", "last", "default", "initial")
"""How names begin under which an answer says on purpose what was before."""


class Changed(NamedTuple):
    """What a control held before and after a step set it, each in all the ways that it may be sent."""

    old: frozenset[str]
    new: frozenset[str]


def changed(old: tuple[str, ...], new: tuple[str, ...]) -> Changed:
    """With texts as they are compared; what both have in common tells nothing."""
    olds, news = (frozenset(_said(one) for one in texts if one.strip()) for texts in (old, new))
    return Changed(olds - news, news - olds)


def old_value_in(body: str, sent: str, change: Changed) -> str:
    """The old value that an answer in JSON gives back for what was sent; empty where it does not."""
    told = parsed(body)
    if told is None or not change.old or not change.new:
        return ""
    given = _given(sent)
    if isinstance(given, dict):
        fields = cast("dict[str, Any]", given)
        names = {name.casefold() for name, one in fields.items() if _said(one) in change.new}
        held = [(name, one) for name, one in _fields(told) if name.casefold() in names]
    else:
        known = [*_fields(told)] or [("", told)]
        held = [] if _said(given) not in change.new else known
        held = [(name, one) for name, one in held if not name.casefold().startswith(_OF_BEFORE)]
    texts = [_said(one) for _, one in held]
    return "" if not change.new.isdisjoint(texts) else next((one for one in texts if one in change.old), "")


def _fields(told: Any) -> Iterator[tuple[str, Any]]:
    """The single values of an object, and of the one that it wraps."""
    if not isinstance(told, dict):
        return
    for name, one in cast("dict[str, Any]", told).items():
        if isinstance(one, dict) and name.casefold() in _WRAPS:
            yield from ((key, part) for key, part in cast("dict[str, Any]", one).items() if _is_single(part))
        elif _is_single(one):
            yield name, one


def _is_single(one: Any) -> bool:
    return isinstance(one, (str, int, float))


def _said(one: Any) -> str:
    return fold(str(one)).casefold() if _is_single(one) else ""


def _given(sent: str) -> Any:
    """What was sent: the fields of an object or of a form, or one value."""
    found = parsed(sent)
    if isinstance(found, dict):
        return dict(_fields(found))
    return found if found is not None else dict(parse_qsl(sent)) or sent
