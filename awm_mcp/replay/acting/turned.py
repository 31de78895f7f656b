"""Which way a control was turned, as it shows itself before and after: set, or taken off again.

Told by its name ("Follow", then "Following" or "Unfollow"), by what its marks say, by icons that are filled or hollow, and
by its counter. Names of classes and icons are English on pages in all languages.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from enum import IntEnum
from typing import Any

from awm_mcp.model.past_forms import past_forms_of
from awm_mcp.model.polarity import opposites, side_of, words_of
from awm_mcp.replay.acting.set_marks import inflected, sign_of, words_of_mark

_UNDOING = ("un", "dis", "de", "ent")
_LEAST_STEM = 3
_HOLLOW = frozenset({"far", "fal", "regular", "outline", "outlined", "border", "empty", "hollow", "line", "white", "none"})
_FULL = frozenset({"fas", "solid", "fill", "filled", "full", "black", "heavy"})
_ICON_PART = re.compile(r"^(?:svg|path|use|i|img|span|polygon|circle)(?=[.\[{\"])")


class Way(IntEnum):
    """Which way it was turned."""

    OFF = -1
    UNKNOWN = 0
    ON = 1


def way_of(was: dict[str, Any], now: dict[str, Any]) -> Way:
    """Which way a control was turned, where that is sure. ``was``, ``now``: what it shows (``shown_by``)."""
    gained, lost = changed(was, now)
    own = f"{was['name']} {now['name']}"
    signs = Way(_side(int(sign_of(marks_beside(now, was), own)) - int(sign_of(marks_beside(was, now), own))))
    told = signs or way_between(was["name"], now["name"]) or _way_of_marks(gained, lost)
    counted = _counted(was, now)
    if told or bool(gained) is bool(lost):
        return told or (counted if gained else Way.UNKNOWN)
    return Way.OFF if lost and counted is Way.OFF else Way.ON if gained and counted is Way.ON else Way.UNKNOWN


def changed(was: dict[str, Any], now: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The marks that it got, and those that it had and has no more."""
    before, after = marks_beside(was, now), marks_beside(now, was)
    return [mark for mark in after if mark not in before], [mark for mark in before if mark not in after]


def marks_beside(shown: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """The marks that can be compared with those of another look: a box that held nothing but the control in one of them only
    opened or closed something (a menu, a list, a section) beside it, and lost no mark."""
    same_box = shown.get("boxes", 0) == other.get("boxes", 0)
    return [mark for mark in shown["marks"] if same_box or mark not in shown["boxed"]]


def only_icon(marks: Iterable[str]) -> bool:
    """Whether all the marks are of an icon in the control, and none of the control itself."""
    return all(_ICON_PART.match(mark) for mark in marks)


def way_between(before: str, after: str) -> Way:
    """Which way a control was turned that changed its name: "Follow" offers what "Following" says was done."""
    ones, others = _words(before), _words(after)
    gone, come = [w for w in ones if w not in others], [w for w in others if w not in ones]
    if any(_tells_done(x, y) for x in ones for y in come) or past_forms_of(before) & frozenset(come):
        return Way.ON
    if any(_tells_done(y, x) for x in gone for y in others) or past_forms_of(after) & frozenset(gone):
        return Way.OFF
    return next((side for x in gone for y in come if (side := _of_opposites(x, y))), Way.UNKNOWN)


def same_words(one: str, other: str) -> bool:
    """Whether two names are the same, or one says more than the other: "Star", "Star 41", "Star this repository"."""
    ones, others = frozenset(_words(one)), frozenset(_words(other))
    return ones <= others or others <= ones


def _words(name: str) -> list[str]:
    return [word for word, _, _ in words_of(name) if not word.isdigit()]


def _tells_done(offer: str, done: str) -> bool:
    """Whether one word says that what the other offers was done, or offers to undo it: "liked" or "unlike" of "like"."""
    undoes = len(offer) >= _LEAST_STEM and any(done == f"{prefix}{offer}" for prefix in _UNDOING)
    return undoes or inflected(offer, done)


def _of_opposites(gone: str, come: str) -> Way:
    """Of two opposites: "Remove" is offered of what was added, "off" and "disabled" say that it is."""
    side = side_of(come) if opposites(gone, come) else None
    if side is None:
        return Way.UNKNOWN
    says_state = come in ("on", "off", "active", "inactive", "true", "false", "yes", "no") or come.endswith("ed")
    return Way.ON if side is says_state else Way.OFF


def _way_of_marks(gained: list[str], lost: list[str]) -> Way:
    come, gone = _tokens(gained), _tokens(lost)
    sides = {side_of(y) for x in gone for y in come if opposites(x, y)} - {None}
    if len(sides) == 1:
        return Way.ON if sides.pop() else Way.OFF
    full = _side(len(come & _FULL) - len(gone & _FULL) - len(come & _HOLLOW) + len(gone & _HOLLOW))
    return Way(full)


def _tokens(marks: Iterable[str]) -> frozenset[str]:
    glyphs = [unicodedata.name(char, "").casefold() for mark in marks for char in mark if ord(char) > 0x2000]
    return frozenset(word for text in [*glyphs, *marks] for word in words_of_mark(text))


def _counted(was: dict[str, Any], now: dict[str, Any]) -> Way:
    one, other = was["count"], now["count"]
    return Way(int(other - one)) if one is not None and other is not None and abs(other - one) == 1 else Way.UNKNOWN


def _side(number: int) -> int:
    return (number > 0) - (number < 0)
