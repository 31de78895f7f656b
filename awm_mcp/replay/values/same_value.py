"""Whether what a field shows is what was typed into it, as the field writes it in its own way. Pure.

"1,000.00" is 1000, "Feb 11, 2024" is "2024-02-11", "AB-12" is "ab 12"; 60 is not 80, and another day is another one.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

from awm_mcp.model.text import fold
from awm_mcp.replay.values.answer_spelling import month_of

MOST_COMPARED = 200
"""What fields are known to show of a longer text."""
_AMOUNT = re.compile(
    r"(?:[^\W\d_]{0,3}[^\w+-]{0,3})(?P<digits>(?:(?<![^\W\d_])[+-]\s?)?(?:\d[\d.,'’\s()/-]*\d|\d|[.,]\d+))(?P<unit>\s?%|[^\d]{0,12})"
)
_COUNTRY = 7
"""A telephone number of so many digits may get the code of its country."""
_JOINED = re.compile(r"(?<!\d)(\d{1,4})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{1,4})(?!\d)")
_WORD = r"[^\W\d_]{3,12}"
_WORDED = re.compile(
    rf"(?<!\d)(?P<d1>\d{{1,2}})\W*(?:st|nd|rd|th|of|de)?\W*(?P<m1>{_WORD})\W*(?:de\W*)?(?P<y1>\d{{4}})?"
    rf"|(?P<m2>{_WORD})\W*(?P<d2>\d{{1,2}})(?!\d)\W*(?:st|nd|rd|th)?\W*(?P<y2>\d{{4}})?"
)
_TIME = re.compile(r"(?<![\d:])(\d{1,2})[:h](\d{2})(?::\d{2})?(?:\s?([ap])\.?\s?m\b)?")
_HIDDEN = re.compile(r"[•●∙*]{2,}")
_Day = tuple[int, int, int]


def same_value(typed: str, shown: str) -> bool:
    """Whether a field shows what was typed, perhaps completed, or written in another way."""
    a, b = _plain(typed), _plain(shown)
    if a == b or not a or not b:
        return a == b
    if re.sub(r"\d", "0", a) == re.sub(r"\d", "0", b):
        return False
    if _HIDDEN.search(b):
        return _letters(a).endswith(_letters(b))
    days, times = (_days(a), _days(b)), (_times(a), _times(b))
    if all(days):
        return bool(days[0] & days[1]) and (not all(times) or times[0] == times[1])
    if all(times):
        return times[0] == times[1]
    amounts = _amounts(a), _amounts(b)
    if all(amounts):
        return bool(amounts[0] & amounts[1]) or _same_digits(a, b)
    return _letters(a) == _letters(b) or _is_in(_words(a), _words(b))


def may_stand_for(typed: str, shown: str) -> bool:
    """Whether a field shows what was typed, or a day or time that words stand for ("tomorrow")."""
    if same_value(typed, shown):
        return True
    a, b = _plain(typed), _plain(shown)
    told = bool(_days(a) or _times(a) or _amounts(a))
    return not told and bool(a) and bool(_days(b) or _times(b))


def _plain(text: str) -> str:
    bare = unicodedata.normalize("NFKD", fold(text[:MOST_COMPARED])).casefold()
    return "".join(c for c in bare if not unicodedata.combining(c)).strip()


def _letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum())


def _words(text: str) -> list[str]:
    return re.findall(r"\d+|[^\W\d_]+", text)


def _is_in(typed: list[str], shown: list[str]) -> bool:
    """Whether all typed words come in what is shown, in their order; letters may be the beginning of a word."""
    left = iter(shown)
    return all(any(_begins(word, other) for other in left) for word in typed)


def _begins(word: str, other: str) -> bool:
    return word.lstrip("0") == other.lstrip("0") if word.isdigit() else other.startswith(word)


_LONGEST_DAY = 40
_POINTED = re.compile(r"(\d{1,2})\.\s?(0?[1-9]|1[0-2])\.\s?(\d{4})")


def _amounts(text: str) -> set[Decimal]:
    """What a text that is one number may mean: "1.234,5" is "1,234.5"; a mark before three digits is read both ways."""
    hit = _AMOUNT.fullmatch(text)
    if hit is None:
        return set()
    digits = hit["digits"].replace(" ", "")
    bare = re.sub(r"[^\d.,]", "", digits)
    sign, cut = (-1 if digits.startswith("-") else 1), max(bare.rfind("."), bare.rfind(","))
    whole = Decimal(re.sub(r"\D", "", bare))
    if cut < 0:
        found = {whole}
    else:
        ahead, behind = re.sub(r"\D", "", bare[:cut]), bare[cut + 1 :]
        read = Decimal(f"{ahead or '0'}.{behind or '0'}")
        found = {read, whole} if len(behind) == 3 else {read}
    rates = {one / 100 for one in found} if hit["unit"].strip() == "%" else set[Decimal]()
    return {sign * one for one in found | rates}


def _same_digits(a: str, b: str) -> bool:
    """Whether two numbers are one that is told and not counted, as of a telephone or a card."""
    if re.search(r"\d[.,]\d{1,2}(?!\d)", a + " " + b):
        return False
    one, other = re.sub(r"\D", "", a), re.sub(r"\D", "", b)
    short = one.lstrip("0")
    return len(short) >= _COUNTRY and (one == other or (len(one) <= len(other) and other.endswith(short)))


def _days(text: str) -> set[_Day]:
    """The days that a text may name; where day and month may be meant the one or the other way, both."""
    found = set[_Day]()
    for hit in _JOINED.finditer(text):
        one, two, three = hit[1], hit[3], hit[4]
        ways = [(one, two, three)] if len(one) == 4 else [(three, two, one), (three, one, two)]
        found |= {_day(*way) for way in ways}
    for hit in _WORDED.finditer(text):
        for way in "12":
            if (month := hit[f"m{way}"]) is not None and (number := month_of(month)):
                found.add(_day(hit[f"y{way}"] or "0", str(number), hit[f"d{way}"]))
    return {one for one in found if 1 <= one[1] <= 12 and 1 <= one[2] <= 31}


def days_meant(text: str) -> list[str]:
    """The days, as ``YYYY-MM-DD``, that a short text without a time of day names with their years, the earliest first: two
    also where day and month may be meant the one or the other way. With points the day comes first."""
    if len(text) > _LONGEST_DAY or _times(text):
        return []
    hit = _POINTED.fullmatch(text.strip())
    days = {_day(hit[3], hit[2], hit[1])} if hit else {one for one in _days(text) if one[0]}
    return sorted("{:04d}-{:02d}-{:02d}".format(*one) for one in days)


def days_in(text: str) -> frozenset[_Day]:
    """All days that a text names with their years, as year, month and day; both where they may be meant either way."""
    return frozenset(one for one in _days(_plain(text)) if one[0])


def _day(year: str, month: str, day: str) -> _Day:
    return (int(year) + 2000 if len(year) == 2 else int(year), int(month), int(day))


def _times(text: str) -> set[int]:
    """The times of day that a text names, in minutes."""
    found = set[int]()
    for hit in _TIME.finditer(text):
        hour = int(hit[1]) % 12 + (12 if hit[3] == "p" else 0) if hit[3] else int(hit[1])
        found.add(hour * 60 + int(hit[2]))
    return found
