"""Ticks and switches whose state the task tells: "Turn on dark mode", "… without breakfast", "as admin: no".

Two runs that put one box into opposite states are one task where their texts differ in words that are opposites. Which of
the two words means which state, the runs show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from awm_mcp.induction.texts.spans import Span
from awm_mcp.induction.trace import field_name, role_of, said
from awm_mcp.model import Action, Step
from awm_mcp.model.polarity import is_negation, opposites, swapped_parts, unquoted, words_of

ONE_WAY = frozenset({"radio", "menuitemradio", "option"})
"""What a click can only switch on."""
LEAST_OF_A_LIST = 3
"""So many boxes of a page, of which runs set one each, are a list to choose from."""
MOST_PHRASE = 3
NEAR = 4
"""Words between one that says on or off and what it says this of."""
TIES = frozenset(
    {"to", "from", "for", "of", "in", "on", "at", "with", "von", "zu", "für", "aus", "à", "au", "de", "du", "a"}
)
"""Small words that tie a verb to what it acts on, and go with the verb: "subscribe to", "unsubscribe from"."""
_Word = tuple[str, int, int]
_SMALL = frozenset({
    "a", "an", "the", "of", "to", "in", "on", "at", "for", "with", "and", "or", "as", "is", "be", "it", "this", "that", "my",
    "me", "i", "you", "your", "please", "want", "would", "like", "add", "include", "enable", "allow", "send", "receive",
    "use", "make", "get", "yes", "no", "not", "also", "keep", "set", "show", "hide", "turn", "der", "die", "das", "ein",
    "eine", "und", "mit", "ich", "bitte", "le", "la", "les", "un", "une", "et", "avec", "el", "los", "las", "con", "il",
    "du", "de", "des", "del", "den", "dem", "von", "für", "zu", "zum", "zur", "im", "am", "page", "item",
})  # fmt: skip


class Spot(NamedTuple):
    """Where two texts say the opposite: the words of each."""

    own: Span
    other: Span


def state_of(action: Action) -> bool | None:
    """The state that an action puts a box or switch into; None for what has no two states, or where it is not known."""
    if action.type != "check" or not isinstance(action.checked, bool) or role_of(action.target) in ONE_WAY:
        return None
    return action.checked


def told_apart(a: Step, b: Step, task_a: str, task_b: str) -> bool:
    """Whether two steps put one box into opposite states, and the tasks say the opposite of it."""
    states = state_of(a.action), state_of(b.action)
    return None not in states and states[0] != states[1] and bool(spots(task_a, task_b))


@lru_cache(maxsize=10_000)
def spots(one: str, other: str) -> tuple[Spot, ...]:
    """Where two texts say the opposite of each other, in order."""
    first, second = words_of(one), words_of(other)
    rest: tuple[list[_Word], list[_Word]] = ([], [])
    found: list[Spot] = []
    keys = [[word for word, _, _ in side] for side in (first, second)]
    for tag, a1, a2, b1, b2 in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        spot = _opposite_in(first[a1:a2], second[b1:b2]) or _denied(first, second, (a1, a2, b1, b2))
        if spot is not None:
            found.append(spot)
        rest[0].extend(first[a1:a2])
        rest[1].extend(second[b1:b2])
    return tuple(found) or _told_in_parts(*rest)


def _opposite_in(own: Sequence[_Word], other: Sequence[_Word]) -> Spot | None:
    """The longest phrases in two pieces that are opposites."""
    if not own or not other:
        return None
    pairs = ((a, b) for a in _phrases(own) for b in _phrases(other))
    found = next(((a, b) for a, b in pairs if opposites(_said(a), _said(b))), None)
    return _spot(*(_with_tie(phrase, side) for phrase, side in zip(found, (own, other), strict=True))) if found else None


def _with_tie(phrase: Sequence[_Word], side: Sequence[_Word]) -> Sequence[_Word]:
    """A phrase with the small word that ties it to what it is about, where both texts have another one: "sign up for"."""
    after = side[side.index(phrase[-1]) + 1 :]
    return [*phrase, *after] if len(after) == 1 and after[0][0] in TIES else phrase


def _spot(own: Sequence[_Word], other: Sequence[_Word]) -> Spot:
    """The spans of two phrases; of words that are written in one with others, their own part."""
    (start, end), (start_b, end_b) = _span(own), _span(other)
    parts = swapped_parts(_said(own), _said(other))
    if parts is None:
        return Spot((start, end), (start_b, end_b))
    (a, b), (c, d) = parts
    return Spot((start + a, start + b), (start_b + c, start_b + d))


def _phrases(given: Sequence[_Word]) -> Iterator[Sequence[_Word]]:
    for size in range(min(MOST_PHRASE, len(given)), 0, -1):
        yield from (given[at : at + size] for at in range(len(given) - size + 1))


def _denied(first: Sequence[_Word], second: Sequence[_Word], at: tuple[int, int, int, int]) -> Spot | None:
    """A negation that only one of two texts has, with the word that it denies in both."""
    a1, a2, b1, b2 = at
    if a2 >= len(first) or b2 >= len(second):
        return None
    own, other = _negation_at_end(first[a1:a2]), _negation_at_end(second[b1:b2])
    if bool(own) == bool(other):
        return None
    return Spot(_span(first[a2 - own : a2 + 1]), _span(second[b2 - other : b2 + 1]))


def _negation_at_end(given: Sequence[_Word]) -> int:
    """How many words at the end of a piece only deny what follows; as many as can be."""
    sizes = range(min(MOST_PHRASE, len(given)), 0, -1)
    return next((size for size in sizes if is_negation(_said(given[len(given) - size :]))), 0)


def _told_in_parts(own: Sequence[_Word], other: Sequence[_Word]) -> tuple[Spot, ...]:
    """Two ways to say it of which one stands apart in the text: "Turn dark mode on", "Disable dark mode"."""
    if not own or not other or max(len(own), len(other)) > MOST_PHRASE or not opposites(_said(own), _said(other)):
        return ()
    return (Spot(_span(own[-1:]), _span(other[-1:])),)


def _span(given: Sequence[_Word]) -> Span:
    return given[0][1], given[-1][2]


def _said(given: Sequence[_Word]) -> str:
    return " ".join(word for word, _, _ in given)


# --- what a task calls a box ------------------------------------------------------------------------------------------


def label_of(step: Step) -> str:
    """What a box is called, without a mark that it must be filled in."""
    return re.sub(r"[\s:*?.]+$", "", field_name(step.action.target) or said(step.action.target))


@lru_cache(maxsize=20_000)
def mention(label: str, task: str) -> Span | None:
    """Where a task speaks of a box: the longest part of its label that says something; None where it does not.

    A part that the task says more than once tells nothing.
    """
    wanted, given = [word for word, _, _ in words_of(label)], words_of(unquoted(task))
    for size in range(len(wanted), 0, -1):
        for at in range(len(wanted) - size + 1):
            part = wanted[at : at + size]
            cut = size < len(wanted) and (part[0] in _SMALL or part[-1] in _SMALL)
            if cut or not any(map(_tells, part)):
                continue
            hits = list(_places(part, given))
            if hits:
                return hits[0] if len(hits) == 1 else None
    return None


def _tells(word: str) -> bool:
    return len(word) > 2 and word not in _SMALL and not word.isdigit()


def _places(part: Sequence[str], given: Sequence[_Word]) -> Iterator[Span]:
    for at in range(len(given) - len(part) + 1):
        if all(_alike(word, given[at + k][0]) for k, word in enumerate(part)):
            yield given[at][1], given[at + len(part) - 1][2]


def _alike(one: str, other: str) -> bool:
    return one == other or (min(len(one), len(other)) > 3 and one.rstrip("s") == other.rstrip("s"))


def gap_between(span: Span, other: Span, task: str) -> int:
    """How many words stand between two parts of a text; -1 where they overlap."""
    first, second = sorted((span, other))
    return -1 if second[0] < first[1] else len(words_of(task[first[1] : second[0]]))
