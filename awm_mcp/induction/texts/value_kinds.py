"""What kind of value a task text speaks of: a day, a month, a year, an amount of money and which end of a range."""

from __future__ import annotations

import re
from collections.abc import Iterable

from awm_mcp.induction.texts.spans import find

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_TO = r"(?:to|and|till|until|through|thru|-|–|—)"
_IS_MONTH = re.compile(rf"(?!may$){_MONTH}|May", re.IGNORECASE)
_IS_WEEKDAY = re.compile(r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?", re.IGNORECASE)
_IS_YEAR = re.compile(r"(?:19|20)\d\d")
_DAY_BEFORE = re.compile(rf"\b{_MONTH} (?:the )?(?:{_DAY} ?{_TO} ?)?$", re.IGNORECASE)
_DAY_AFTER = re.compile(rf"(?:st|nd|rd|th)?(?: ?{_TO} ?{_DAY})? (?:of )?{_MONTH}\b", re.IGNORECASE)
_MONEY_BEFORE, _MONEY_AFTER = (
    re.compile(r"[$€£¥]\s?$"),
    re.compile(r"\s?(?:[$€£¥]|(?:dollars?|euros?|pounds?|usd|eur|gbp)\b)", re.I),
)
_LEAST = re.compile(r"\b(?:between|from|over|above|at least|more than|starting at|minimum(?: of)?)\W*$", re.IGNORECASE)
_MOST = re.compile(
    r"\b(?:and|to|under|below|up to|at most|(?:no|not) more than|less than|within|maximum(?: of)?|cheaper than)\W*$"
    r"|\d[$€£¥]?\s?[-–—]\W*$",
    re.IGNORECASE,
)


def kind_of(given: Iterable[tuple[str, str]]) -> str:
    """The kind of values by their (task text, value) pairs: ``day``, ``month``, ``weekday``, ``min_price``, …; else ""."""
    kinds = {_kind(task, value) for task, value in given}
    return kinds.pop() if len(kinds) == 1 else ""


def are_years(values: Iterable[str]) -> bool:
    """Whether all values read like years."""
    return all(_IS_YEAR.fullmatch(value) for value in values)


def _kind(task: str, value: str) -> str:
    if _IS_MONTH.fullmatch(value):
        return "month"
    if _IS_WEEKDAY.fullmatch(value):
        return "weekday"
    spans = find(value, task)
    if not spans or not value.strip("$€£¥ ")[:1].isdigit():
        return ""
    before, after = task[: spans[0][0]], task[spans[0][1] :]
    if re.fullmatch(_DAY, value) and (_DAY_BEFORE.search(before) or _DAY_AFTER.match(after)):
        return "day"
    return _amount(before, after) if value[0] in "$€£¥" or _MONEY_BEFORE.search(before) or _MONEY_AFTER.match(after) else ""


def _amount(before: str, after: str) -> str:
    if _MOST.search(before) and not re.search(r"\bbetween\W*$", before, re.IGNORECASE):
        return "max_price"
    return "min_price" if _LEAST.search(before) else "price"
