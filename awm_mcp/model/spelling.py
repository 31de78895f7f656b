"""Amounts and days spelled as the runs typed them: a caller's number, or text in another unambiguous form, is written so.

``1.234,50`` and ``24.12.2026`` are known from the examples of a text parameter. A text that may be two amounts or two days
is refused with the form that is wanted.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

_AMOUNT = re.compile(
    r"(?P<sign>[+-]?)(?P<whole>\d{1,3}(?:(?P<group>[.,' \u00a0\u202f’])\d{3})+|\d+)(?:(?P<mark>[.,])(?P<rest>\d+))?"
)
_CURRENCY = re.compile(r"^[$€£¥]\s?|\s?[$€£¥]$")
_DAYS = {
    "%Y-%m-%d": "YYYY-MM-DD", "%d.%m.%Y": "DD.MM.YYYY", "%d/%m/%Y": "DD/MM/YYYY", "%m/%d/%Y": "MM/DD/YYYY",
    "%d-%m-%Y": "DD-MM-YYYY", "%Y/%m/%d": "YYYY/MM/DD", "%m-%d-%Y": "MM-DD-YYYY",
}  # fmt: skip


@dataclass(frozen=True)
class AmountForm:
    """How amounts are typed: the mark before decimals, what parts thousands, and how many decimals, if always as many."""

    mark: str
    group: str
    decimals: int | None

    @property
    def is_plain(self) -> bool:
        """Whether it is what programs write: versions and coordinates look like that, too."""
        return self.mark == "." and not self.group

    def words(self) -> str:
        """An example of the form."""
        return self.write(Decimal("1234.5"))

    def write(self, amount: Decimal) -> str:
        """An amount in the form.

        Raises:
            ValueError: it has more decimals than the form.
        """
        if self.decimals is not None and amount != round(amount, self.decimals):
            raise ValueError(f"has more than {self.decimals} decimals")
        plain = f"{amount:.{self.decimals}f}" if self.decimals is not None else f"{amount:f}"
        whole, _, rest = plain.partition(".")
        parted = f"{int(whole):,}".replace(",", self.group) if self.group else whole
        sign = "-" if plain.startswith("-") and not parted.startswith("-") else ""
        return f"{sign}{parted}{self.mark}{rest}" if rest else f"{sign}{parted}"


def amount_form(examples: Sequence[str]) -> AmountForm | None:
    """The form of amounts that all examples have; None where one is none, or where none tells the mark of the decimals."""
    hits = [_AMOUNT.fullmatch(text.strip()) for text in examples]
    found = [hit for hit in hits if hit is not None]
    if not found or len(found) < len(hits):
        return None
    marks = {mark for hit in found if (mark := _mark_of(hit))}
    groups = {hit["group"] for hit in found if hit["group"] and hit["group"] not in marks}
    if len(marks) != 1 or len(groups) > 1 or any(not _is_in(hit, marks) for hit in found):
        return None
    decimals = {len(hit["rest"]) if hit["rest"] else 0 for hit in found}
    return AmountForm(marks.pop(), groups.pop() if groups else "", decimals.pop() if len(decimals) == 1 else None)


def _mark_of(hit: re.Match[str]) -> str:
    """The mark of the decimals, where it can be no other: behind it stand not three digits, or another mark parts."""
    if hit["mark"]:
        return hit["mark"] if len(hit["rest"]) != 3 or (hit["group"] and hit["group"] != hit["mark"]) else ""
    return {".": ",", ",": "."}.get(hit["group"] or "", "") if hit[0].count(hit["group"] or "\0") > 1 else ""


def _is_in(hit: re.Match[str], marks: set[str]) -> bool:
    return (hit["mark"] in marks if hit["mark"] else True) and hit["group"] not in marks


def respelled_amount(form: AmountForm, given: str | float) -> str:
    """What is typed for an amount; a text in the form's own spelling, or that is no amount at all, stays as it is.

    Raises:
        ValueError: it may be two amounts, or has more decimals than the form.
    """
    if not isinstance(given, str):
        return form.write(Decimal(str(given)))
    hit = _AMOUNT.fullmatch(_CURRENCY.sub("", given.strip()))
    if hit is None or _is_own(form, hit) or (form.is_plain and hit["mark"] != ","):
        return given
    if not (mark := _mark_of(hit)) and form.is_plain:
        return given
    if not mark and (hit["mark"] or hit["group"]):
        raise ValueError(f"may mean two amounts: write it like {form.words()}, not {given!r}")
    bare = re.sub(r"[^\d]", "", hit["whole"]) + (f".{hit['rest']}" if hit["mark"] else "")
    return form.write(Decimal(hit["sign"].replace("+", "") + bare))


def _is_own(form: AmountForm, hit: re.Match[str]) -> bool:
    """Whether a text can only be meant in the form: its own marks, and no three digits behind a lone one."""
    if hit["mark"]:
        return hit["mark"] == form.mark and hit["group"] in (None, form.group) and _mark_of(hit) == form.mark
    return hit["group"] is None or (
        hit["group"] == form.group and (hit["group"] not in ".," or hit[0].count(hit["group"]) > 1)
    )


def respelled(examples: Sequence[str], given: str | float) -> str | None:
    """What is typed for a value where all examples are amounts, or days, of one form; None where they are not.

    Raises:
        ValueError: it may mean two things; says the form that is wanted.
    """
    if given in examples or isinstance(given, bool):
        return None
    if (day := day_form(examples)) is not None:
        return respelled_day(day, given) if isinstance(given, str) else None
    form = amount_form(examples)
    return respelled_amount(form, given) if form is not None else None


def day_form(examples: Sequence[str]) -> str | None:
    """The ``strptime`` form of days that all examples have, if it is the only one."""
    if not examples:
        return None
    fitting = [form for form in _DAYS if all(_as_day(text, form) is not None for text in examples)]
    return fitting[0] if len(fitting) == 1 else None


def respelled_day(form: str, given: str) -> str:
    """A day as the form spells it; a text in the form's own spelling, or that is no day at all, stays as it is.

    Raises:
        ValueError: it may be two days.
    """
    if _as_day(given, form) is not None:
        return given
    days = {day for other in _DAYS if (day := _as_day(given, other)) is not None}
    if len(days) > 1:
        raise ValueError(f"may mean two days: write it as {_DAYS[form]}, not {given!r}")
    return days.pop().strftime(form) if days else given


UNPADDED = "%-d"
"""Day of the month without a zero before it, which not all systems know."""


def written(day: datetime.date, form: str) -> str:
    """A day in a ``strftime`` form, in which ``%-d`` may stand."""
    return day.strftime(form.replace(UNPADDED, str(day.day)))


def _as_day(text: str, form: str) -> datetime.date | None:
    try:
        return datetime.datetime.strptime(text.strip(), form).date()  # noqa: DTZ007 - a calendar day, no instant
    except ValueError:
        return None
