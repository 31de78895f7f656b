"""Dates that a task text spells in one way and a form in another: one date parameter, written as each place wants it."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from awm_mcp.induction.trace import Vector
from awm_mcp.model.spelling import UNPADDED, written

FORMATS = (
    "%Y-%m-%d", "%m/%d/%Y", "%d/%m/%Y", "%d.%m.%Y", "%Y/%m/%d", "%d-%m-%Y", "%m-%d-%Y", "%Y%m%d", "%B %d, %Y", "%b %d, %Y",
    "%d %B %Y", "%d %b %Y", "%a, %b %d, %Y", "%A, %B %d, %Y",
)  # fmt: skip
LABEL_FORMATS = (
    "%B %-d, %Y", "%b %-d, %Y", "%-d %B %Y", "%-d %b %Y", "%A, %B %-d, %Y", "%a, %b %-d, %Y", "%A, %-d %B %Y",
    "%A %-d %B %Y", *FORMATS,
)  # fmt: skip
"""How days are called that are clicked: calendars write no zeros."""
_SPELLINGS = (*FORMATS, "%B %d %Y", "%b %d %Y")
_DATE = re.compile(
    r"(?<![\w.])(?:\d{4}-\d\d-\d\d|\d{4}/\d\d/\d\d|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}"
    r"|[A-Z][a-z]{2,8}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}(?:st|nd|rd|th)? [A-Z][a-z]{2,8} \d{4})(?!\w)"
)


@dataclass(frozen=True)
class Respelled:
    """A date of the tasks: ISO dates and the task's spelling by run, and the format in which the form takes it."""

    iso: Vector
    spelled: Vector
    format: str

    @property
    def task_format(self) -> str | None:
        """The format of numbers in which all tasks spell it; None when there is none, or more than one could be meant."""
        pairs = [(s, i) for s, i in zip(self.spelled, self.iso, strict=True) if s is not None]
        fitting = [form for form in FORMATS if all(_is_spelled(text, form, iso) for text, iso in pairs)]
        return fitting[0] if len(fitting) == 1 and not re.search("%[aAbB]", fitting[0]) else None


def respelled(typed: Vector, tasks: Sequence[str], formats: Sequence[str] = FORMATS) -> Respelled | None:
    """The date behind typed texts that stand in the task texts in another spelling; None unless all runs agree on it."""
    rows = [i for i, text in enumerate(typed) if text is not None]
    if not rows or any(_stands(typed[i] or "", tasks[i]) for i in rows):
        return None
    for form in formats:
        found = [_found(typed[i] or "", form, tasks[i]) for i in rows]
        if all(found):
            pairs = dict(zip(rows, found, strict=True))
            iso: list[str | None] = [None] * len(typed)
            spelled: list[str | None] = [None] * len(typed)
            for row, pair in pairs.items():
                if pair is not None:
                    iso[row], spelled[row] = pair
            return Respelled(tuple(iso), tuple(spelled), form)
    return None


def dates_in(text: str) -> list[tuple[int, int]]:
    """Where dates stand in a text."""
    return [match.span() for match in _DATE.finditer(text) if next(_readings(match.group()), None) is not None]


def days_named(text: str) -> frozenset[datetime.date]:
    """The days that a date may be."""
    return frozenset(_readings(text))


def _is_spelled(text: str, form: str, iso: str | None) -> bool:
    day = _read(text, form)
    return day is not None and day.isoformat() == iso


def _stands(text: str, task: str) -> bool:
    return bool(text.strip()) and text.strip() in task


def _found(text: str, form: str, task: str) -> tuple[str, str] | None:
    """(ISO date, spelling in the task) when the text is a date in that format which the task names."""
    day = _read(text.strip(), form)
    if day is None or written(day, form) != text.strip():
        return None
    return next(((day.isoformat(), spelling) for spelling, days in _named(task) if day in days), None)


@lru_cache(maxsize=2_000)
def _named(task: str) -> tuple[tuple[str, frozenset[datetime.date]], ...]:
    return tuple((match.group(), frozenset(_readings(match.group()))) for match in _DATE.finditer(task))


def _readings(text: str) -> Iterator[datetime.date]:
    bare = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b|(?<=[a-z])\.", "", text)
    for form in _SPELLINGS:
        day = _read(bare, form)
        if day is not None:
            yield day


def _read(text: str, form: str) -> datetime.date | None:
    try:
        return datetime.datetime.strptime(text, form.replace(UNPADDED, "%d")).replace(tzinfo=datetime.UTC).date()
    except ValueError:
        return None
