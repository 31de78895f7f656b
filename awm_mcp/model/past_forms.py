"""Past forms of the verbs that a task asks for: a page that says "To-do snoozed" says that what "Snooze …" asks was done.

Only forms that a rule makes exactly: English *-ed*, German and Dutch *ge…t* and *-iert*, Romance participles in the
singular, Nordic *-ad*, *-at* and *-et*. In the plural and before a noun they are headings: "Archived projects".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from awm_mcp.model.past_form_words import (
    ACCOUNTS,
    ALSO_OF_REFUSALS,
    AUXILIARIES,
    BEGINNINGS,
    DEMANDS_OR_READS,
    JOINING,
    LINKS,
    NOUNS,
    OBJECTS,
    OF_THE_READER,
    OFFERED,
    PARTICLES,
    PREFIXES,
    SEPARABLE,
    STATES,
    SUBJECTS,
    TO_ANOTHER,
    TO_WISH,
)

_CLAUSES = re.compile(r"[.,;:!?\n()\"“”„«»]+|\s[–—-]\s")
_WORDS = re.compile(r"[^\W_]+(?:[-‐][^\W_]+)*")
_INFINITIVES = re.compile(r"\w{2,}(?:ar|er|ir|are|ere|ire)")
_AND = frozenset({"and", "then", "und", "et", "y", "e", "en", "och", "og"})
LEAST = 3
_VOWELS = "aeiou"
VALUE = "…"
"""What stands for a value of the caller in a sentence."""


@lru_cache(maxsize=512)
def past_forms_of(asked: str) -> frozenset[str]:
    """The past forms of all verbs that a text asks for. ``asked``: tasks, titles and labels, each on a line of its own."""
    clauses = [_WORDS.findall(clause) for clause in _CLAUSES.split(asked.casefold())]
    forms = {form for words in clauses for verb in _verbs(_commands(words)) for form in _forms(verb)}
    forms |= {form for words in clauses for verb in _verbs(words) if _INFINITIVES.fullmatch(verb) for form in _romance(verb)}
    forms |= {form for words in clauses for verb in _verbs(words[-1:]) if verb.endswith("n") for form in _germanic(verb)}
    return frozenset(forms) - NOUNS - DEMANDS_OR_READS


def says_past(sentence: str, asked: str) -> bool:
    """Whether a sentence says that what a text asks for was done, and not what something is called."""
    forms, words = past_forms_of(asked), _WORDS.findall(sentence.casefold())
    if forms.isdisjoint(words) or "?" in sentence:
        return False
    while len(words) > 1 and words[-1] in OFFERED:
        words.pop()
    own = frozenset(_WORDS.findall(asked.casefold()))
    if TO_ANOTHER.search(" ".join(words)) or any(word in ACCOUNTS and word not in own for word in words):
        return False
    named = f"{VALUE} " in sentence or not (own - JOINING).isdisjoint(words)
    places = (at for at, word in enumerate(words) if word in forms and (named or word not in ALSO_OF_REFUSALS))
    return any(_is_told(words, at, own) and not _is_a_label(words[at], sentence) for at in places)


def _is_a_label(word: str, sentence: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}\s*:", sentence.casefold()) is not None


def _is_told(words: list[str], at: int, own: frozenset[str]) -> bool:
    before = ["", *words][at]
    if _is_a_state(words, at):
        return False
    if before in AUXILIARIES:
        return True
    if before.isdigit() or before in JOINING:
        return False
    after = words[at + 1 :]
    if after and after[0] in PARTICLES and after[0] in own:
        after = after[1:]
    if after and after[0] in OBJECTS:
        return before in SUBJECTS
    return not after or after[0] in LINKS


def _is_a_state(words: list[str], at: int) -> bool:
    """Whether it is told how something is, and not of whom; in Dutch the same words tell what was done."""
    dutch = "is" in words[:at] and words[at].startswith("ge") and not words[at].endswith("ed")
    return not (dutch or STATES.isdisjoint(words[:at])) and OF_THE_READER.isdisjoint(words[:at])


# --- where verbs stand in what is asked -----------------------------------------------------------------------------------


def _commands(words: list[str]) -> Iterator[str]:
    """The words of a clause that stand where commands do."""
    yield from [word for word in words if word not in BEGINNINGS][:1]
    yield from (word for one, word in pairwise(words) if one in _AND)
    with_to = zip(words, words[1:], words[2:], strict=False)
    yield from (word for wish, to, word in with_to if wish in TO_WISH and to == "to")


def _verbs(words: Iterable[str]) -> list[str]:
    return [word for word in words if len(word) >= LEAST and word.isalpha() and word not in JOINING | BEGINNINGS]


# --- forms ----------------------------------------------------------------------------------------------------------------


def _forms(verb: str) -> Iterator[str]:
    yield from _english(verb)
    yield from _romance(verb)
    yield from _nordic(verb)
    yield from _germanic(verb)


def _germanic(verb: str) -> Iterator[str]:
    if verb.endswith(("n", "e")):
        infinitive = verb if verb.endswith("n") else f"{verb}n"
        yield from _participles(infinitive, infinitive.removesuffix("n").removesuffix("e"), ("t", "et"))
    yield from _dutch(verb)


def _english(verb: str) -> Iterator[str]:
    last, before = verb[-1], verb[-2]
    if last == "e":
        yield f"{verb}d"
    elif last == "y" and before not in _VOWELS:
        yield f"{verb[:-1]}ied"
    else:
        yield f"{verb}ed"
        if last == "c":
            yield f"{verb}ked"
        if last not in f"{_VOWELS}wxyh" and before in _VOWELS and verb[-3] not in _VOWELS:
            yield f"{verb}{last}ed"


def _romance(verb: str) -> Iterator[str]:
    """Participles in the singular; of commands in *-a* and *-e*, too."""
    stem = verb[:-3] if verb.endswith(("are", "ere", "ire")) else ""
    if stem:
        yield from (f"{stem}{end}" for end in {"a": ("ato", "ata"), "e": ("uto", "uta"), "i": ("ito", "ita")}[verb[-3]])
    if verb.endswith("ar"):
        yield from (f"{verb[:-2]}{end}" for end in ("ado", "ada"))
    elif verb.endswith(("er", "ir")):
        yield from (f"{verb[:-2]}{end}" for end in ("ido", "ida", "ído", "ída"))
    if verb.endswith(("er", "ez")):
        yield from (f"{verb[:-2]}{end}" for end in ("é", "ée"))
    elif verb.endswith("e"):
        yield from (f"{verb[:-1]}{end}" for end in ("é", "ée", "ado", "ada"))
    elif verb.endswith("a"):
        yield from (f"{verb[:-1]}{end}" for end in ("ado", "ada", "ato", "ata"))


def _nordic(verb: str) -> Iterator[str]:
    if verb.endswith("a"):
        yield from (f"{verb}{end}" for end in ("d", "t", "ts", "des"))
    if verb.endswith("ere"):
        yield from (f"{verb}t", f"{verb[:-1]}t")


def _dutch(verb: str) -> Iterator[str]:
    """Of an infinitive, whose stem is spelled with one consonant and two vowels ("delen": "gedeeld"), or of a command."""
    if not verb.endswith("en"):
        yield from _participles("", verb, ("t", "d", ""))
        return
    stem = verb[:-2]
    stems = {stem, stem[:-1] + {"v": "f", "z": "s"}.get(stem[-1:], stem[-1:])}
    if stem[-1:] == stem[-2:-1]:
        stems.add(stem[:-1])
    if len(stem) > LEAST - 1 and stem[-1] not in _VOWELS and stem[-2] in _VOWELS and stem[-3] not in _VOWELS:
        stems.add(f"{stem[:-1]}{stem[-2]}{stem[-1]}")
    for one in stems:
        yield from _participles(verb, one, ("t", "d", "") if one[-1:] in ("t", "d") else ("t", "d"))


def _participles(infinitive: str, stem: str, endings: tuple[str, ...]) -> Iterator[str]:
    """With *ge* before the stem, or behind the part that stands apart; without it where none is put there."""
    if len(stem) < LEAST - 1:
        return
    if stem.endswith("ier") or stem.startswith(PREFIXES):
        yield from (f"{stem}{end}" for end in endings if end)
    for part in ("", *(one for one in SEPARABLE if stem.startswith(one) and len(stem) > len(one) + 1)):
        yield from (f"{part}ge{stem.removeprefix(part)}{end}" for end in endings)
        if infinitive:
            yield f"{part}ge{infinitive.removeprefix(part)}"
