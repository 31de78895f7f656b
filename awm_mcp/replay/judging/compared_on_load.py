"""What a page that is loaded anew says against what it showed after a write: other rows, days and numbers. Pure.

Four pictures of one page are compared: as it came, right before the write, after it, and loaded anew. Only what the page
came with and still shows can be missing: what a filter, a search or a further page brought is none of it. A list has to be
the same one for the most part, wherever it stands; what is cut off at its ends, where it got longer or others wrote in it,
and rows that the write changed, which a filter may leave out, tell nothing. A list that is not there at all tells only where
what stands around it shows that it is the same page. What a page says in controls, of times, of selections and of steps, or
of how many rows a list shows, is no number that lasts; and others may have counted further.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from awm_mcp.model.text import fold
from awm_mcp.replay.values.answer_spelling import month_of
from awm_mcp.replay.values.same_value import days_in, same_value

_WORD = re.compile(r"[^\W\d_]{2,}")
_NUMBER = re.compile(r"\d+(?:[.,'’]\d+)*")
_PASSING = re.compile(
    r"\b(?:select\w*|chosen|checked|ticked|marked|ausgewählt|markiert|sélectionn\w*|seleccionad\w*|selezionat\w*"
    r"|selecionad\w*|secs?|seconds?|mins?|minutes?|hours?|hrs?|days?|weeks?|ago|today|now|sekunden?|minuten?|stunden?|tagen?"
    r"|il y a|hace|step|page|part|slide|question|level|round|score|schritt|seite|frage|étape|paso|página|pagina"
    r"|characters?|chars?|words?|zeichen|caractères|caracteres|attempts?|tries|progress|expires?|ends|unread|notifications?|online|watching|viewing|viewers?|views?|visitors?"
    r"|queue\w*|pending|running|jobs?|waiting|warteschlange|laufende?)\b"
)
_TIMES = frozenset(
    [
        "sec", "secs", "second", "seconds", "min", "mins", "minute", "minutes", "hour", "hours", "hr", "hrs", "day", "days",
        "week", "weeks", "month", "months", "ago", "just", "now",
    ]
)  # fmt: skip
_MONEY = re.compile(r"[$€£¥₹%]|\b(?:usd|eur|gbp|chf|total|subtotal|summe|price|sum)\b")
_ALIKE = 0.5


@dataclass(frozen=True)
class Picture:
    """What a page shows; see ``page/counted_rows.js``. ``lists``: rows by the list's way; ``numbers``: by their words;
    ``around``: what stands around the lists and is called something."""

    heading: str = ""
    lists: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    numbers: dict[str, str] = field(default_factory=dict[str, str])
    around: list[str] = field(default_factory=list[str])


@dataclass(frozen=True)
class Pictures:
    """One page as it came, right before the last write, and after it. ``typed``: the texts that steps typed; ``given``: all
    that the caller gave; ``asked``: the names of what steps pressed."""

    came: Picture
    before: Picture
    now: Picture
    typed: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()

    def acted_in(self) -> list[str]:
        """The lists of the page as it came that are not as they were."""
        return [way for way, rows in self.came.lists.items() if self.now.lists.get(way, []) != rows]

    def counted(self) -> dict[str, tuple[str, str]]:
        """The numbers that changed with the write, by their words: before and after it."""
        before, now = self.before.numbers, self.now.numbers
        changed = {words: (old, now[words]) for words, old in before.items() if words in now and not _same(old, now[words])}
        pressed = {_NUMBER.sub("#", fold(one).casefold()) for one in self.asked}
        return {words: both for words, both in changed.items() if words not in pressed and not _PASSING.search(words)}


def against(pictures: Pictures, anew: Picture) -> str:
    """What speaks against the end in a page that was loaded anew; empty where nothing does."""
    if anew.heading != pictures.now.heading:
        return ""
    for way in pictures.acted_in():
        anew_rows = _rows_anew(pictures, way, anew)
        if anew_rows is not None and (said := _list_against(pictures, way, anew_rows)):
            return said
    return "" if _is_taken(pictures, anew) else _numbers_against(pictures, anew)


def _is_taken(pictures: Pictures, anew: Picture) -> bool:
    """Whether a list came as the write has made it: counters may be behind."""
    return any(
        way in pictures.now.lists and _rows_anew(pictures, way, anew) == pictures.now.lists[way]
        for way in pictures.acted_in()
    )


def _rows_anew(pictures: Pictures, way: str, anew: Picture) -> list[str] | None:
    """The rows of a list that was loaded anew; a message above it may have moved it. None where it tells nothing."""
    its = [rows for one, rows in anew.lists.items() if _owner(pictures, one, rows) == way]
    if its:
        return max(its, key=len)
    if len(anew.lists.get(way, [])) > 1:
        return None
    return [] if is_same_page(pictures.now, anew) else None


def _owner(pictures: Pictures, place: str, rows: list[str]) -> str | None:
    """Which list of the page it is that shows some rows at a place; None where it is none of them."""
    loaded = {_bare(row) for row in rows}

    def share(way: str) -> tuple[int, bool]:
        now, came = (loaded & {_bare(row) for row in one.lists.get(way, [])} for one in (pictures.now, pictures.came))
        return 2 * len(now) + len(came), way == place

    best = max(dict.fromkeys([*pictures.now.lists, *pictures.came.lists]), key=share, default=None)
    return best if best is not None and share(best)[0] else None


def is_same_page(now: Picture, anew: Picture) -> bool:
    """Whether most of what stands around the lists is there, too; a sign-in may have the same heading."""
    around, loaded = set(now.around), set(anew.around)
    return bool(around) and 2 * len(around & loaded) >= len(around)


def _list_against(pictures: Pictures, way: str, anew: list[str]) -> str:
    came, now = pictures.came.lists[way], pictures.now.lists.get(way, [])
    words = _Words([*came, *now, *anew])
    kept = [row for row in now if words.known(row, came)]
    lost = lost_rows(words, came, now, anew)
    if lost:
        return f"{lost[0]!r} of the list is not there, although it was not asked for"
    if not _is_same_list(words, kept, came, anew):
        return ""
    back = _rows_back(pictures, words, way, anew)
    if kept and back:
        return f"{back[0]!r} stands in the list again"
    swapped = _swapped_against(came, now, anew)
    return swapped or _changed_against(pictures, came, now, anew) or _entry_against(pictures, came, now, anew)


def _rows_back(pictures: Pictures, words: _Words, way: str, anew: list[str]) -> list[str]:
    """Rows with what the caller gave that went with the write, and are there again just as they were."""
    came, now, before = pictures.came.lists[way], pictures.now.lists.get(way, []), pictures.before.lists.get(way, [])
    if len(now) >= len(before) or Counter(before) != Counter(came):
        return []  # a view that was changed in place before the write is another one on load
    given = _lettered(pictures.given)
    went = [row for row in before if row in came and row not in now and not words.known(row, now)]
    return [row for row in went if row in anew and any(text in fold(row).casefold() for text in given)]


def lost_rows(words: _Words, came: list[str], now: list[str], anew: list[str]) -> list[str]:
    """Rows that the page came with and still shows, and that a list which is the same for the most part has not any more."""
    kept = [row for row in now if words.known(row, came)]
    added = [row for row in now if not words.known(row, came)]
    same = {_bare(row) for row in came}
    lost = [row for row in kept if _bare(row) in same and not words.known(row, anew)]
    if not anew:
        return [] if added or len(now) >= len(came) else lost
    if not lost or not _is_same_list(words, kept, came, anew):
        return []
    strangers = [row for row in anew if not words.known(row, [*came, *now])]
    if len(strangers) >= len(lost):
        return []  # adverts and proposals among the rows are others each time
    return _within(kept, lost) if strangers or len(now) > len(came) else lost


def _is_same_list(words: _Words, kept: list[str], came: list[str], anew: list[str]) -> bool:
    """Whether most rows that are shown are there, or there is none that the page did not come with."""
    return 2 * sum(words.known(row, anew) for row in kept) >= len(kept) or Counter(anew) <= Counter(came)


@lru_cache(maxsize=2048)
def _bare(row: str) -> str:
    return _NUMBER.sub("#", fold(row).casefold())


def _within(kept: Sequence[str], lost: Sequence[str]) -> list[str]:
    """Those that are lost from within a list; its ends go where a list is cut."""
    stays = [at for at, row in enumerate(kept) if row not in lost]
    return [row for at, row in enumerate(kept) if row in lost and stays and stays[0] < at < stays[-1]]


class _Words:
    """What tells the rows of a list from each other: their words, without those that all have, and without times."""

    def __init__(self, rows: Iterable[str]) -> None:
        each = [_words_of(row) for row in dict.fromkeys(rows)]
        self._common = frozenset[str].intersection(*each) if len(each) > 1 else frozenset[str]()

    def of(self, row: str) -> frozenset[str]:
        return _words_of(row) - self._common

    def known(self, row: str, rows: Iterable[str]) -> bool:
        """Whether one of the rows is this one, perhaps with another word or number."""
        own = self.of(row)
        if not own:
            return row in rows
        return any(len(own & self.of(other)) >= _ALIKE * len(own) for other in rows)


@lru_cache(maxsize=2048)
def _words_of(row: str) -> frozenset[str]:
    return frozenset(_WORD.findall(fold(row).casefold())) - _TIMES


def _swapped_against(came: list[str], now: list[str], anew: list[str]) -> str:
    """A row that the write changed is as before, and another one is changed in the same way."""
    if not len(came) == len(now) == len(anew) or len({*map(_bare, came)}) < len(came):
        return ""
    mine = [(old, new) for old, new in zip(came, now, strict=True) if old != new]
    other = [(old, new) for old, new in zip(came, anew, strict=True) if old != new]
    if len(mine) != 1 or len(other) != 1 or mine[0][0] == other[0][0]:
        return ""
    turned, told = ([set(_words_of(one)) for one in pair] for pair in (mine[0], other[0]))
    alike = turned[1] - turned[0] == told[1] - told[0] and turned[0] - turned[1] == told[0] - told[1]
    return f"{other[0][1]!r} stands in the list, and {mine[0][0]!r} as before" if alike and turned[0] != turned[1] else ""


def _changed_against(pictures: Pictures, came: list[str], now: list[str], anew: list[str]) -> str:
    """A row that says what was typed, and is as it was, in its place, among rows that are as they were."""
    if not len(came) == len(now) == len(anew):
        return ""
    for old, new, loaded in zip(came, now, anew, strict=True):
        typed = [one for one in _lettered(pictures.typed) if one in fold(new).casefold() and one not in fold(old).casefold()]
        if typed and loaded == old and new not in anew:
            return f"{old!r} stands in the list as before"
    return ""


def _entry_against(pictures: Pictures, came: list[str], now: list[str], anew: list[str]) -> str:
    """An entry with a typed text that has another day or number than was typed."""
    known, counted = set(came), [one for one in pictures.typed if any(map(str.isdigit, one))]
    for text in _lettered(pictures.typed):
        shown, loaded = ([row for row in rows if text in fold(row).casefold() and row not in known] for rows in (now, anew))
        if len(shown) == len(loaded) == 1 and any(_is_other(one, shown[0], loaded[0]) for one in counted):
            return f"{loaded[0]!r} stands in the list, and not {shown[0]!r}"
    return ""


def _lettered(typed: Iterable[str]) -> list[str]:
    return [fold(one).casefold() for one in typed if any(map(str.isalpha, one))]


def _is_other(typed: str, shown: str, loaded: str) -> bool:
    """Whether a row shows the typed day or number, and the same row, loaded anew, another one in its place."""
    if day := days_in(typed):
        mine, other = days_in(shown), days_in(loaded)
        new_words = _words_of(loaded) - _words_of(shown)
        return bool(day & mine) and bool(other - mine) and not day & other and all(map(month_of, new_words))
    if _bare(shown) != _bare(loaded):
        return False  # in another unit it may be the same
    pairs = list(zip(_NUMBER.findall(shown), _NUMBER.findall(loaded), strict=False))
    told = len(_NUMBER.findall(shown)) == len(_NUMBER.findall(loaded))
    return told and any(same_value(typed, a) and not same_value(a, b) and not _rounded(a, b) for a, b in pairs)


def _rounded(one: str, other: str) -> bool:
    return "." in one + other and one.split(".")[0] == other.split(".")[0]


def _numbers_against(pictures: Pictures, anew: Picture) -> str:
    for words, (old, new) in pictures.counted().items():
        loaded = anew.numbers.get(words)
        if loaded is None or _same(loaded, new):
            continue
        if _is_number_of_rows(pictures, anew, new, loaded):
            continue
        came = pictures.came.numbers.get(words)
        is_count = came == old and not _MONEY.search(words) and _is_miscounted(old, new, loaded)
        if _same(loaded, old) or is_count:
            return f"{words.replace('#', loaded)!r} stands there, and not {words.replace('#', new)!r}"
    return ""


def _is_number_of_rows(pictures: Pictures, anew: Picture, new: str, loaded: str) -> bool:
    """Whether it says how many rows a list shows, which is filled up when it is loaded anew."""
    shown, there = ({str(len(rows)) for rows in one.lists.values()} for one in (pictures.now, anew))
    return bool(pictures.acted_in()) and new in shown and loaded in there


def _is_miscounted(old: str, new: str, loaded: str) -> bool:
    """Whether it was counted on by less, or several times as much; others may count on by one and one."""
    if not (old.isdigit() and new.isdigit() and loaded.isdigit()):
        return False
    by, really = int(new) - int(old), int(loaded) - int(old)
    if by * really < 0 or not by:
        return False  # what is read when it is loaded is counted off
    return abs(really) < abs(by) or (abs(by) > 1 and really % by == 0)


def _same(one: str, other: str) -> bool:
    return one == other or same_value(one, other)
