"""A date as a field asks for it: "TT.MM.JJJJ", "jj/mm/aaaa", "e.g. 12/31/2026". Pure.

Only a day that is given as ``YYYY-MM-DD`` is written anew: all others are in the letters that somebody chose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

_LETTERS = (
    "dmy", "tmj", "jma", "gma", "dma", "dmj", "dmr", "dmå", "gay", "pkv", "nhé", "zla",
    "дмг", "дмр", "ημε", "日月年", "일월년",
)  # fmt: skip
"""The letters for day, month and year, by language: English, German, French, Italian, Spanish and Portuguese, Dutch, Polish
and Czech, Scandinavian, Turkish, Finnish, Hungarian, Romanian, Russian, Ukrainian, Greek, Japanese and Chinese, Korean."""
_PATTERN = re.compile(
    r"(?<!\w)(?P<a>([^\W\d_])\2{0,3})(?P<mark>\s?[./-]\s?)(?P<b>([^\W\d_])\5{0,3})(?P=mark)(?P<c>([^\W\d_])\7{0,3})(?!\w)",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(r"(?<![\d./-])(?P<a>\d{1,4})(?P<mark>\s?[./-]\s?)(?P<b>\d{1,2})(?P=mark)(?P<c>\d{1,4})(?![\d/-])")
_YEAR_DIGITS = 4


def as_hinted(text: str, hints: Iterable[str]) -> str:
    """The text, or the day that it is in the form that the hints of a field all ask for."""
    day = _day(text)
    if day is None:
        return text
    forms = {form for hint in hints if (form := _form(hint, day))}
    return forms.pop() if len(forms) == 1 else text


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text) else None
    except ValueError:
        return None


def _form(hint: str, day: date) -> str:
    if (found := _PATTERN.search(hint)) is not None:
        parts = [found[name] for name in "abc"]
        kinds = _kinds_of_letters([part[0].casefold() for part in parts])
    elif (found := _EXAMPLE.search(hint)) is not None:
        parts = [found[name] for name in "abc"]
        kinds = _kinds_of_numbers(parts)
    else:
        return ""
    written = (_written(day, kind, len(part)) for kind, part in zip(kinds, parts, strict=False))
    return found["mark"].join(written) if kinds else ""


def _kinds_of_letters(letters: list[str]) -> str:
    """Which of the parts is day, month and year; empty where the letters are of no language that is known."""
    for known in _LETTERS:
        if sorted(known) == sorted(letters):
            return "".join("dmy"[known.index(letter)] for letter in letters)
    return ""


def _kinds_of_numbers(parts: list[str]) -> str:
    """The same of an example, where it tells the day from the month by a number that is no month, or by points."""
    if len(parts[0]) == _YEAR_DIGITS and len(parts[2]) <= 2:
        return "ymd"
    first, second = int(parts[0]), int(parts[1])
    if len(parts[2]) != _YEAR_DIGITS or not 1 <= min(first, second) <= 12 or max(first, second) > 31:
        return ""
    return "dmy" if first > 12 else "mdy" if second > 12 else ""


def _written(day: date, kind: str, length: int) -> str:
    if kind == "y":
        return f"{day.year:04d}" if length != 2 else f"{day.year % 100:02d}"
    number = day.day if kind == "d" else day.month
    return f"{number:02d}" if length > 1 else str(number)
