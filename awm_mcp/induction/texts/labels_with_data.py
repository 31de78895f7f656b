"""Labels that carry data behind the value, which a task leaves out: "in blue" picks "Blue (3)"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from awm_mcp.induction.texts.spans import occurs
from awm_mcp.model.names import words
from awm_mcp.model.tails import is_tail, same_word, words_of

NUMBERED = frozenset({
    "page", "step", "day", "level", "size", "star", "stars", "room", "chapter", "week", "year", "version", "top",
    "grade", "part", "option", "number", "row", "tab", "line", "in", "of", "to", "under", "over", "past", "last",
    "next", "seat",
})  # fmt: skip
"""Words whose number tells which: "Page 2", and no counter."""
YEAR = re.compile(r"(19|20)\d\d")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_BARE = re.compile(r"\s+\d+")


def told_head(label: str, task: str, told: Sequence[str] = ()) -> str:
    """The name before the data of a label, where the task says it without the data; empty where it says the whole label, no
    such name, or a number of the data. ``told``: values that came with the task.
    """
    if occurs(label, task) or label in told:
        return ""
    heads = [head for head in _heads(label) if _is_said(head, task, told)]
    head = max(heads, key=len, default="")
    numbers = _NUMBER.findall(label[len(head) :]) if head else []
    return "" if any(occurs(number, task) for number in numbers) else head


def bare(label: str, behind: Sequence[str]) -> str:
    """The name before the data of a label, where nothing but the given words stands in it; else the whole label."""
    return next((head for head in _heads(label) if set(words_of(label[len(head) :])) <= set(behind)), label)


def joint_tail(tails: Sequence[str]) -> str:
    """One for the tails of several runs, whose words are the same in one number or another; empty where they are not."""
    given = [tail for tail in tails if tail]
    said = [words_of(tail) for tail in given]
    alike = len({len(one) for one in said}) == 1 and all(all(map(same_word, one, said[0])) for one in said)
    return max(given, key=len) if alike else ""


def is_rival(option: str, head: str) -> bool:
    """Whether another option is of the same name, with data behind it or none: the data tells one from the other."""
    return option.startswith(head) and (option == head or is_tail(head, option[len(head) :]))


def _heads(label: str) -> list[str]:
    """The beginnings of a label behind which there is only data, the shortest first."""
    cuts = [match.end() for match in re.finditer(r"[^\W_]+[%+]*", label)]
    return [label[:at] for at in cuts if is_tail(label[:at], label[at:]) and not _is_numbered(label[:at], label[at:])]


def _is_numbered(head: str, tail: str) -> bool:
    last = words(head)[-1:]
    tells = not last or last[0] in NUMBERED or YEAR.fullmatch(tail.strip()) is not None
    return tells and _BARE.fullmatch(tail) is not None


def _is_said(head: str, task: str, told: Sequence[str]) -> bool:
    """Whether a task says a name; one letter, as of a size, only as the page writes it."""
    if any(head.casefold() == one.casefold() for one in told):
        return True
    return occurs(head, task) and (len(head) > 1 or re.search(rf"(?<!\w){re.escape(head)}(?!\w)", task) is not None)
