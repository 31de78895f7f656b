"""Whole-token search of values in texts, and the values that a task text itself marks as its own."""

from __future__ import annotations

import re
from functools import lru_cache

TOKEN = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+|_|\s+|[^\w\s]")
NUMBER = re.compile(r"[+-]?\d[\d.,\s]*")
QUOTED = re.compile(r"(?<!\w)(['\"‘“«`])(?P<inside>.+?)(['\"’”»`])(?!\w)")
_MARKS = {"'": "'", '"': '"', "‘": "’", "“": "”", "«": "»", "`": "`"}
Span = tuple[int, int]


def tokens(text: str) -> list[str]:
    """Numbers, words, blanks and marks of a text, in order and without loss of visible characters."""
    return TOKEN.findall(text)


@lru_cache(maxsize=20_000)
def _finder(value: str) -> re.Pattern[str]:
    body = r"\s+".join(re.escape(part) for part in value.split())
    before = r"(?<![^\W_])" + (r"(?<!\d[.,])" if value[:1].isdigit() else "") if _wordy(value[:1]) else ""
    after = r"(?![^\W_])" + (r"(?![.,]\d)" if value[-1:].isdigit() else "") if _wordy(value[-1:]) else ""
    return re.compile(before + body + after, re.IGNORECASE)


def _wordy(char: str) -> bool:
    return char.isalnum()


def find(value: str, text: str) -> list[Span]:
    """Where a value stands in a text as whole tokens, without regard to case and white space."""
    value = value.strip()
    return [match.span() for match in _finder(value).finditer(text)] if value else []


def occurs(value: str, text: str) -> bool:
    """Whether a value stands in a text as whole tokens."""
    value = value.strip()
    return bool(value) and _finder(value).search(text) is not None


def quoted(text: str) -> list[str]:
    """Quoted spans of a text, in order, without their marks."""
    found: list[str] = []
    at = 0
    while match := QUOTED.search(text, at):
        inside = _closed(text, match)
        found.append(inside)
        at = match.start("inside") + len(inside) + 1
    return found


def _closed(text: str, match: re.Match[str]) -> str:
    """The inside up to the mark that closes this opening mark, else up to the first closing mark of any kind."""
    start, closing = match.start("inside"), _MARKS[match.group(1)]
    end = re.compile(re.escape(closing) + r"(?!\w)").search(text, start + 1)
    return text[start : end.start()] if end else match.group("inside")


def marked_as_value(value: str, task: str) -> bool:
    """Whether the task text writes it as a value: quoted, with a digit, or capitalised within the sentence.

    Used for labels seen in one run only, where ``Wiki`` in "edit the wiki page" must not become a parameter.
    """
    if any(value == inside for inside in quoted(task)):
        return True
    pattern = re.compile(_finder(value).pattern)
    for match in pattern.finditer(task):
        inner = task[: match.start()].rstrip()
        starts_sentence = not inner or inner[-1] in ".!?:"
        if any(c.isdigit() for c in value) or (value[:1].isupper() and not starts_sentence):
            return True
    return False
