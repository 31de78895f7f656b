"""What a label, or a task, says that is done: by the verbs of the common languages, each where its language puts the verb.

A label changes something where its verb stands first, or last in the languages that put it there. Nouns of the same stem
are other words ("Mes commandes"), and what takes a filter away only shows more.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache

from awm_mcp.model import change_verbs
from awm_mcp.model.change_verbs import (
    ABOUT,
    ENGLISH_COMMITTING,
    ENGLISH_DELETING,
    ENGLISH_DESTROYING,
    ENGLISH_DESTROYING_PHRASES,
    ENGLISH_NOUNS,
    ENGLISH_READING,
    FILTERS,
    LANGUAGES,
    NOUNS_AFTER_NOUNS,
    NOUNS_WITH_CAPITALS,
    SEPARABLE,
    SEPARABLE_BACK,
    SHOWING_VERBS,
    WHOLE,
    Verbs,
)
from awm_mcp.model.spoken import said_words

MOST_WORDS = 3
_YES = frozenset({
    "ja", "yes", "oui", "si", "sim", "tak", "ano", "да", "так", "evet", "kylla", "please", "bitte", "prosze", "lutfen",
    "prosim", "пожалуиста", "vanligen",
})  # fmt: skip
"""What may stand before a verb."""
_ASKING_WORDS = (
    "wie was wer wo wann warum welche welcher welches hoe wat waar wanneer welke nasil ne nerede zeige zeig finde "
    "suche prufe lies schau offne gehe toon zoek vind open ga goster bul ac kann can ist sind find search show get "
    "list look tell read check view count what which how who where when go see"
)
_ASKING = frozenset(_ASKING_WORDS.split())
"""How questions and tasks that only look begin, where the verb may stand last."""
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_THEN = re.compile(r"\b(?:und|en|et|y|e|i|a|og|och|ve|ja|и|та|and)\b")


@lru_cache(maxsize=4096)
def commits(label: str) -> bool:
    """Whether a control does by its name at once what changes something: "Löschen", "Pay now", no "Order history"."""
    return _commits_in_english(said_words(label)) or changes_abroad(label)


def deletes(label: str) -> bool:
    """Whether a label says that something goes, in any language: for links, which commonly lead to a page about the rest."""
    given = said_words(label)
    english = bool(given) and given[0] in ENGLISH_DELETING
    return not _of_filters(given) and (english or _says(label, lambda v: v.deleting, change_verbs.DELETING))


def destroys(label: str) -> bool:
    """Whether a label says what cannot simply be taken back, in any language."""
    given = said_words(label)
    said = " ".join(given)
    english = bool(given) and given[0] in ENGLISH_DESTROYING and not _only_tells(given)
    return english or any(phrase in said for phrase in ENGLISH_DESTROYING_PHRASES) or destroys_abroad(label)


@lru_cache(maxsize=4096)
def changes_abroad(label: str) -> bool:
    """Whether the words of a label change something in a language other than English."""
    given = said_words(label)
    if _of_filters(given) and not _says(label, lambda v: v.writing, ""):
        return False
    written = (change_verbs.JAPANESE, change_verbs.KOREAN, change_verbs.CHINESE)
    return " ".join(given) in WHOLE or destroys_abroad(label) or _says(label, lambda v: v.writing, "|".join(written))


@lru_cache(maxsize=4096)
def destroys_abroad(label: str) -> bool:
    """Whether they say what cannot simply be taken back."""
    return gives_up_abroad(label) or _says(label, lambda v: v.spending, change_verbs.SPENDING)


@lru_cache(maxsize=4096)
def gives_up_abroad(label: str) -> bool:
    """Whether they say that something is deleted, or that something named is called off: "Annuler" alone only closes."""
    named = len(said_words(label)) > 1 or bool(_CJK.search(label))
    back = _says(label, lambda v: v.taking_back - (frozenset() if named else v.reading), change_verbs.TAKING_BACK)
    return back or _says(label, lambda v: v.deleting, change_verbs.DELETING)


def has_destroying_word(text: str) -> bool:
    """Whether any word of a text destroys, in a language other than English: for what nothing may be mistaken for."""
    given = said_words(text)
    runs = [" ".join(given[at : at + many]) for at in range(len(given)) for many in range(1, MOST_WORDS + 1)]
    known = any(run in (v.deleting | v.spending | v.taking_back) - v.alone for v in LANGUAGES for run in runs)
    parts = (change_verbs.DELETING, change_verbs.SPENDING, change_verbs.TAKING_BACK)
    return known or (bool(_CJK.search(text)) and any(_fits("|".join(parts), word) for word in (*given, "".join(given))))


def only_reads(label: str) -> bool:
    """Whether a whole label only looks, closes or signs in."""
    whole = " ".join(said_words(label))
    return whole in ENGLISH_READING or any(whole in v.reading for v in LANGUAGES) or _fits(change_verbs.READING, whole)


@lru_cache(maxsize=4096)
def asked_abroad(task: str) -> str:
    """The verb by which a task text of another language than English asks for a change; empty where none does."""
    return _asked(task, lambda v: v.deleting | v.spending | v.writing | v.taking_back, changes_abroad, SEPARABLE)


def destroyed_abroad(task: str) -> bool:
    """Whether it asks for what cannot simply be taken back."""
    return _asked(task, lambda v: v.deleting | v.spending | v.taking_back, destroys_abroad, SEPARABLE_BACK) != ""


def _asked(task: str, of: Callable[[Verbs], frozenset[str]], changes: Callable[[str], bool], apart: frozenset[str]) -> str:
    given = said_words(_THEN.split(task, maxsplit=1)[0] if task.count(" ") > MOST_WORDS else task)
    if not given or "?" in task or given[0] in _ASKING or given[-1] in _ASKING:
        return ""
    if _CJK.search(task):
        said = "".join(given)
        return said if changes(said) else ""
    ends = f"{given[0]} {given[-1]}"
    return ends if ends in apart else next((verb for v in LANGUAGES if (verb := _verb(given, of(v), v))), "")


def _commits_in_english(given: list[str]) -> bool:
    if not given or given[:2] == ["apply", "for"]:
        return bool(given)
    about = len(given) > 1 and given[0] in ENGLISH_NOUNS | {"close"} and given[-1] in ABOUT
    return given[0] in ENGLISH_COMMITTING and not about and not _only_tells(given)


def _only_tells(given: list[str]) -> bool:
    """Whether an English verb is a noun here ("Transfer history"), or only changes what is shown."""
    of_filters = given[0] in SHOWING_VERBS | {"remove"} and _of_filters(given)
    noun = len(given) > 1 and given[-1] in NOUNS_AFTER_NOUNS and given[0] not in ENGLISH_DELETING
    return of_filters or noun or given[:2] == ["order", "by"]


def _of_filters(given: list[str]) -> bool:
    return any(word.startswith(FILTERS) for word in given)


def _says(label: str, of: Callable[[Verbs], frozenset[str]], without_blanks: str) -> bool:
    given = said_words(label)
    if _CJK.search(label):
        return bool(without_blanks) and _fits(without_blanks, "".join(given))
    if len(given) > 1 and given[-1] in NOUNS_WITH_CAPITALS and given[-1].capitalize() in label:
        return False
    return any(_verb(given, of(language), language) for language in LANGUAGES)


def _verb(given: list[str], verbs: frozenset[str], language: Verbs) -> str:
    """The verb with which the words begin, after a yes, or end where the language has it last; empty where none does."""
    said = given[1:] if len(given) > 1 and given[0] in _YES else given
    starts = [" ".join(said[:many]) for many in range(1, min(MOST_WORDS, len(said)) + 1)]
    ends = [" ".join(said[-many:]) for many in range(1, min(MOST_WORDS, len(said)) + 1)] if language.last else []
    found = (run for run in (*starts, *ends) if run in verbs)
    return next((run for run in found if run not in language.alone or run == " ".join(said)), "")


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(f"(?:{pattern})")


def _fits(pattern: str, text: str) -> bool:
    return _pattern(pattern).fullmatch(text.strip("0123456789")) is not None
