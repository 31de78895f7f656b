"""An answer told in a sentence, or spelled otherwise than the page does: the page's own spelling of its value. Pure.

"It costs $30.60." is read as "$30.60", "$10" as "$10.00", "Nov 3" as "3 November". Where the page shows several values
that could be meant, none is: what is read wrong is worse than what is not read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from awm_mcp.model.text import fold

MOST_ANSWER, MOST_PART = 300, 8
_SIGN = r"[$€£¥₹₽₩₺₴¢]|\b(?:USD|EUR|GBP|CHF|JPY|CNY|INR|PLN|CZK|SEK|NOK|DKK|CAD|AUD)\b|zł|\bkr\b|Kč|円|元"
_AMOUNT = re.compile(
    rf"(?P<before>(?:{_SIGN})\s?)?(?<![\w.,])(?P<digits>[-+−]?\d(?:[\d.,'’\u00a0\u202f]|\s(?=\d{{3}}(?!\d)))*(?<![.,'’\s\u00a0\u202f]))"
    rf"(?![\w])(?P<after>\s?(?:{_SIGN}))?(?P<rate>\s?%)?"
)
_MONTHS = (
    "jan ene gen oca янв", "feb fev fév luty лют февр", "mar mär mai_ märz mrt мар", "apr abr avr кві апр",
    "may mai maj мая май", "jun juin июн", "jul juil июл", "aug ago août авг", "sep set вер сен", "oct okt out окт",
    "nov ноя", "dec dez dic déc дек",
)  # fmt: skip
_NUMBER_OF = {start: number for number, starts in enumerate(_MONTHS, 1) for start in starts.split()}
_WORDY = r"[^\W\d_]{3,12}\.?"
_DATE = re.compile(
    rf"(?<![\w.])(?:(?P<d1>\d{{1,2}})(?:st|nd|rd|th|\.|er|º)?\s(?:of\s|de\s)?(?P<m1>{_WORDY})(?:,?\s(?:de\s)?(?P<y1>\d{{4}}))?"
    rf"|(?P<m2>{_WORDY})\s(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s(?P<y2>\d{{4}}))?"
    r"|(?P<y3>\d{4})-(?P<m3>\d\d)-(?P<d3>\d\d)|(?P<d4>\d{1,2})\.(?P<m4>\d{1,2})\.(?P<y4>\d{4}))(?![\w])"
)


_CODED = re.compile(r"\w[@/_#:.]\w")
"""What is in addresses and codes, and in no plain word."""


class _Part(NamedTuple):
    """A value in a text. ``kind``: date, rate, money or number; ``spelled``: as the text has it."""

    kind: str
    value: tuple[int, int, int] | Decimal
    unit: str
    spelled: str


def as_shown(told: str, texts: Sequence[str], task: str) -> str:
    """The part of the page's texts that is the told answer; empty where none is, or several could be."""
    if len(told) > MOST_ANSWER:
        return ""
    asked = list(_parts(task))
    values = [part for part in _parts(told) if not any(_same(part, known) for known in asked)]
    if values:
        return _of_values(values, texts)
    return _of_words(told, texts, task)


def _of_values(values: Sequence[_Part], texts: Sequence[str]) -> str:
    shown = [part for text in dict.fromkeys(texts) for part in _parts(text)]
    met = [[part.spelled for part in shown if _same(value, part)] for value in values]
    spellings = [list(dict.fromkeys(found)) for found in met if found]
    different = {(value.kind, str(value.value)) for value, found in zip(values, met, strict=True) if found}
    if len(different) != 1:
        return ""
    (spelled,) = spellings[:1]
    exact = [one for one in spelled if any(one == value.spelled for value in values)]
    return exact[0] if exact else spelled[0] if len(spelled) == 1 else ""


def _same(told: _Part, shown: _Part) -> bool:
    """Whether two values are the same; a bare number may be told of a sum, and a date without its year."""
    if isinstance(told.value, tuple) or isinstance(shown.value, tuple):
        return isinstance(told.value, tuple) and isinstance(shown.value, tuple) and _same_day(told.value, shown.value)
    if "rate" in (told.kind, shown.kind) and told.kind != shown.kind:
        return False
    return told.value == shown.value and (told.unit == shown.unit or not told.unit or not shown.unit)


def _same_day(told: tuple[int, int, int], shown: tuple[int, int, int]) -> bool:
    return told[1:] == shown[1:] and (0 in (told[0], shown[0]) or told[0] == shown[0])


def _parts(text: str) -> Iterator[_Part]:
    """The dates and amounts of a text; the numbers of a date are no amounts."""
    text = unicodedata.normalize("NFKC", text)
    taken: list[tuple[int, int]] = []
    for hit in _DATE.finditer(text):
        if (day := _day(hit)) is not None:
            taken.append(hit.span())
            yield _Part("date", day, "", hit.group().strip())
    for hit in _AMOUNT.finditer(text):
        if any(start < hit.end() and hit.start() < end for start, end in taken):
            continue
        unit = (hit["before"] or hit["after"] or "").strip().casefold()
        amount = _amount(hit["digits"])
        if amount is not None:
            kind = "rate" if hit["rate"] else "money" if unit else "number"
            yield _Part(kind, amount, "%" if hit["rate"] else unit, hit.group().strip())


def _day(hit: re.Match[str]) -> tuple[int, int, int] | None:
    for way in "1234":
        day, month = hit[f"d{way}"], hit[f"m{way}"]
        if day is None:
            continue
        number = int(month) if month.isdigit() else month_of(month)
        year = int(hit[f"y{way}"] or 0)
        return (year, number, int(day)) if 1 <= number <= 12 and 1 <= int(day) <= 31 else None
    return None


def month_of(word: str) -> int:
    """The number of the month that a word names, or begins as; 0 for other words."""
    bare = word.casefold().rstrip(".")
    return next((number for start, number in _NUMBER_OF.items() if bare.startswith(start)), 0)


def _amount(digits: str) -> Decimal | None:
    """The number that is written; a lone comma before three digits parts thousands, a lone point does not."""
    bare = re.sub(r"['’\s\u00a0\u202f]", "", digits.replace("−", "-"))
    marks = [mark for mark in bare if mark in ".,"]
    if marks:
        whole, _, rest = bare.rpartition(marks[-1])
        groups = len(rest) == 3 and len(set(marks)) == 1 and whole.lstrip("+-") not in ("", "0")
        groups = groups and (marks[-1] == "," or len(marks) > 1)
        bare = re.sub("[.,]", "", bare) if groups else f"{re.sub('[.,]', '', whole)}.{rest}"
    try:
        return Decimal(bare).normalize()
    except InvalidOperation:
        return None


def _of_words(told: str, texts: Sequence[str], task: str) -> str:
    """The longest part of the answer that is all that one of the page's texts says, and that the task does not say."""
    shown = {_bare(text): text for text in texts if 0 < len(text) <= MOST_ANSWER}
    asked = f" {_bare(task)} "
    words = told.split()
    for many in range(min(MOST_PART, len(words) - 1), 0, -1):
        runs = [words[at : at + many] for at in range(len(words) - many + 1)]
        keys = {_bare(" ".join(run)) for run in runs if _tells(run, words)}
        found = {key for key in keys if key in shown and f" {key} " not in asked}
        if found:
            return shown[found.pop()] if len(found) == 1 else ""
    return ""


def _tells(run: Sequence[str], words: Sequence[str]) -> bool:
    """Whether a part of an answer is a name or several words: one small word, or the first of a sentence, is neither."""
    if len(run) > 1:
        return any(word[:1].isupper() or any(map(str.isdigit, word)) for word in run) or len(run) > 2
    named = run[0][:1].isupper() or any(map(str.isdigit, run[0]))
    return _CODED.search(run[0]) is not None or (run[0] is not words[0] and named)


def _bare(text: str) -> str:
    return " ".join(word.strip(".,;:!?\"'“”„‘’()«»") for word in fold(text).casefold().split()).strip()
