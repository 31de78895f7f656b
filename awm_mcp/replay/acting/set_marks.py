"""Marks by which pages show that something is set: for clicks that were held back, so that no run showed what they led to.

A click on what is set already takes it off. Names of classes are English on pages in all languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum

_SET = re.compile(
    r"\.(?:[\w-]+[-_])?(?:selected|checked|chosen|ticked)(?:[-_].*)?$|\.(?:is-)?on$|\[data-(?:state|checked)=(?:checked|on|true)\]$"
    r"|[✓✔☑🗸✅]",
    re.IGNORECASE,
)
_PERHAPS = re.compile(
    r"\.(?:[\w-]+[-_])?(?:active|current)$|\[(?:aria|data)-(?:selected|active|current)=true\]$", re.IGNORECASE
)
_DENIED = re.compile(r"\b(?:un|de|not?[-_])(?:selected|checked|chosen|ticked)", re.IGNORECASE)
_CLASS = re.compile(r"\.[\w-]+$")
_BESIDE = re.compile(
    r"[.\-_](?:after|before|next|prev|previous|first|last|sibling)[-_](?:selected|checked|chosen|ticked|active|current|on)(?![a-z])"
    r"|[.\-_](?:selected|checked|chosen|ticked|active|current)[-_](?:after|before|next|prev|previous|sibling)(?![a-z])",
    re.IGNORECASE,
)
"""What stands beside another one that is set, as its neighbours are told apart to be drawn."""
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORDS = re.compile(r"[^\W\d_]+")
_LEAST = 3


class Sign(IntEnum):
    """How surely marks say that something is set; what is only pointed at, or where the keys stand, looks alike."""

    NONE = 0
    PERHAPS = 1
    SET = 2


def sign_of(marks: Iterable[str], own: str = "") -> Sign:
    """What the marks of a control say. ``own``: its name, of which they may say that it was done."""
    marks = list(marks)
    given = [mark for mark in marks if not _DENIED.search(mark)]
    if any(_SET.search(mark) for mark in given) or says_done(marks, own):
        return Sign.SET
    return Sign.PERHAPS if any(_PERHAPS.search(mark) for mark in given) else Sign.NONE


def signing(marks: Iterable[str], own: str = "") -> tuple[str, ...]:
    """The marks that say, or perhaps say, that it is set."""
    marks = list(marks)
    return tuple(m for m in marks if sign_of([m]) or _is_done(m, _own_words(marks, own), _own_words([], own)))


def says_done(marks: Iterable[str], own: str) -> bool:
    """Whether a class says that what the control is called after was done: ``starred``, ``is-fav``."""
    marks = list(marks)
    return any(_is_done(mark, _own_words(marks, own), _own_words([], own)) for mark in marks)


def is_own(mark: str) -> bool:
    """Whether a mark is about the control itself, and not about the one beside it."""
    return not _BESIDE.search(mark)


def words_of_mark(mark: str) -> list[str]:
    """The words that a mark is made of."""
    return _WORDS.findall(_CAMEL.sub("-", mark).casefold())


def inflected(word: str, form: str) -> bool:
    """Whether a word is the *-ed* or *-ing* form of another one: ``starred``, ``following``."""
    if len(word) < _LEAST or len(form) <= len(word):
        return False
    stems = {word, word.removesuffix("e"), word + word[-1], word.removesuffix("y") + "i"}
    return any(form == stem + end for stem in stems for end in ("ed", "ing"))


def _own_words(marks: Iterable[str], own: str) -> frozenset[str]:
    return frozenset(word for text in (own, *(m for m in marks if m.startswith("."))) for word in words_of_mark(text))


def _is_done(mark: str, own: frozenset[str], named: frozenset[str]) -> bool:
    if not (said := _CLASS.search(mark)):
        return False
    words = words_of_mark(said[0])
    if any(_begins(word, words[-1]) for word in named) and words[0] in ("is", "has") and len(words) == 2:
        return True
    return "un" not in words and "not" not in words and any(inflected(word, form) for form in words for word in own - {form})


def _begins(word: str, shortened: str) -> bool:
    return len(shortened) >= _LEAST and word.startswith(shortened)
