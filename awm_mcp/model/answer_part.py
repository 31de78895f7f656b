"""The part of a text that is an answer, told by the words around it on which the source runs agree.

"2 invoices, 900.00 in total" with the answer "2" and "1 invoices, 638.00 in total" with the answer "1" agree on the number
before "invoices".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from awm_mcp.model.base import Word
from awm_mcp.model.text import fold

VARIES = "…"
_NUMBER = r"[-+]?[$€£¥₹]?\d(?:[\d.,'’]*\d)?[%€]?"
_TEXT = r"\S(?:.*?\S)?"
_LONGEST = 500


class Between(Word):
    """What stands before and after an answer in the text that holds it; "…" is what differs from run to run.

    ``number``: the answer is a number.
    """

    before: str
    after: str
    number: bool = False

    def part_of(self, text: str) -> str | None:
        """What stands between the two in a text; None where nothing does, or not in one place alone."""
        before, after = self.before.split(), self.after.split()
        ends = "" if before[:1] == [VARIES] else "^", "" if after[-1:] == [VARIES] else "$"
        part = rf"(?<![\w.,])(?P<part>{_NUMBER})(?!\w|[.,]\d)" if self.number else f"(?P<part>{_TEXT})"
        inner = [*(before if ends[0] else before[1:]), None, *(after if ends[1] else after[:-1])]
        pattern = r"\s*".join(part if word is None else _pattern(word) for word in inner)
        found = list(re.finditer(f"{ends[0]}{pattern}{ends[1]}", fold(text), re.IGNORECASE))
        return found[0]["part"] if len(found) == 1 else None


def text_around(whole: str, part: str) -> Between | None:
    """What stands around a part that a text says exactly once, as words or a number of their own."""
    text, said = fold(whole), fold(part)
    found = list(re.finditer(rf"(?<![\w.,]){re.escape(said)}(?!\w|[.,]\d)", text, re.IGNORECASE)) if said else []
    if len(found) != 1 or len(text) > _LONGEST:
        return None
    number = re.fullmatch(_NUMBER, said) is not None
    return Between(before=text[: found[0].start()].strip(), after=text[found[0].end() :].strip(), number=number)


def joint_between(told: Sequence[tuple[Between | None, str]]) -> Between | None:
    """What stands around the answers of two runs or more, where they agree on it and it tells each answer."""
    around = [between for between, _ in told if between is not None]
    if len(around) != len(told) or len(around) < 2 or len({one.number for one in around}) > 1:
        return None
    before = _agreed([_words(one.before)[::-1] for one in around])[::-1]
    after = _agreed([_words(one.after) for one in around])
    joint = Between(before=" ".join(before), after=" ".join(after), number=around[0].number)
    beside = [*before[-1:], *after[:1]]
    if not any(_has_letter(word) for word in beside) or (not joint.number and VARIES in beside):
        return None
    wholes = [(f"{one.before} {part} {one.after}", part) for one, (_, part) in zip(around, told, strict=True)]
    return joint if all(joint.part_of(whole) == fold(part) for whole, part in wholes) else None


def _words(text: str) -> list[str]:
    return [VARIES if any(char.isdigit() for char in word) else word for word in text.split()]


def _agreed(lists: Sequence[list[str]]) -> list[str]:
    """The words that all lists begin with; "…" stands for what comes then, where they do not end alike."""
    same: list[str] = []
    for words in zip(*lists, strict=False):
        if len({_singular(word) for word in words}) > 1:
            break
        same.append(words[0])
    return same if all(len(one) == len(same) for one in lists) else [*same, VARIES]


def _singular(word: str) -> str:
    return re.sub(r"s(?=\W*$)", "", word.casefold())


def _has_letter(word: str) -> bool:
    return any(char.isalpha() for char in word)


def _pattern(word: str) -> str:
    """A word of the text, in the singular or the plural; anything where it differs."""
    if word == VARIES:
        return r"\S+"
    stem = re.fullmatch(r"(.*?[^\W\d_]{2})s?(\W*)", word)
    return f"{re.escape(stem[1])}s?{re.escape(stem[2])}" if stem else re.escape(word)
