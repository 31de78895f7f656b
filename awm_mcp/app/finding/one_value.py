"""Texts read as a value that are plainly not one: "Jan and Ines", "all contacts", "with the email jan@…". Pure.

A workflow does its work once, with one value for each parameter. What is known of a parameter's values decides: where these
say "and" themselves, a new one may say it too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from awm_mcp.memory.words import raw_words, stem
from awm_mcp.model.fillers import begins_with_filler
from awm_mcp.model.workflow import Parameter

MOST_NAME = 4
"""Words of the longest example of a parameter that takes names; longer ones are sentences, which may say anything."""
_SURE_JOINTS = "and|und|et|og|och|sowie|as well as|along with|together with|&|plus|или|и"
_SHORT_JOINTS = "y|e|i|en|o|u"
"""Of languages where the word for "and" is a letter or another word of a second language: only between names."""
_LIST = re.compile(
    rf"\s*[,;]\s+(?:(?:{_SURE_JOINTS}|{_SHORT_JOINTS})\s+)?|\s+(?:{_SURE_JOINTS})\s+|\s+(?:{_SHORT_JOINTS})\s+(?=[A-ZÀ-Þ])"
)
_PLURALITY = """
all every each any both some several many everyone everybody everything anyone anybody anything
alle allen alles jede jeden jedes jeder beide beiden einige mehrere viele tous toutes tout toute chaque
plusieurs quelques todos todas todo toda cada varios varias algunos ambos tutti tutte tutto ogni alcuni alcune
entrambi elke ieder iedere enkele wszystkie wszystkich każdy alla varje båda hver begge všechny každý все всех каждый оба
tüm bütün
"""
_QUANTIFIERS = frozenset(_PLURALITY.split())
_LEADS = """
with without in on at from for by of about under over behind before after since until to than whose who which that where if
but except unless mit ohne bei von aus für dessen deren der die avec sans dans chez dont qui con sin sem com senza dal nel
met zonder z ze bez med utan uden s без с
"""
_LEADING = frozenset(_LEADS.split())
_THAT_ONE = "with without from whose who which except but mit ohne avec sans con sin"
_OF_THINGS = frozenset(_THAT_ONE.split())
MOST_STATE = 2
"""Words of a state that begins like that."""
_ARTICLE = re.compile(r"^(?:the|an?|my|our|your|his|her|their|this|that|these|those)\s+")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def not_one(parameter: Parameter, given: str, *, writes: bool) -> str:
    """Why a text is plainly not one value of the parameter; empty where it may be one."""
    examples = [*parameter.examples, *parameter.enum]
    if any(given.strip().casefold() == known.strip().casefold() for known in examples):
        return ""
    if names_none(parameter, given):
        return f"({given[:60]!r}) names none: it takes one {_noun(parameter)}"
    if max((len(known.split()) for known in examples), default=0 if writes else MOST_NAME + 1) > MOST_NAME:
        return ""
    if parts := several(parameter, given, writes=writes):
        told = " and ".join(repr(part[:40]) for part in parts[:4])
        return f"may be {'two' if len(parts) == 2 else len(parts)} values ({told}), and it takes one: call it once for each"
    if begins_with_filler(given) or _tells_which(given, examples):
        return f"({given[:60]!r}) tells which one is meant, and is no {_noun(parameter)}"
    return ""


def _tells_which(given: str, examples: Sequence[str]) -> bool:
    """Whether a text begins as what follows a thing: "with the email …"; "in progress" and "to do" are values."""
    words = given.split()
    known = {raw[0] for one in examples if (raw := raw_words(one))}
    if not words or words[0] not in _LEADING or known & _LEADING:
        return False
    return len(words) > MOST_STATE or (len(words) > 1 and words[0] in _OF_THINGS)


def several(parameter: Parameter, given: str, *, writes: bool) -> Sequence[str]:
    """The values in a list of them. What reads is asked for one thing that may say "and": only whole names count there."""
    examples = [*parameter.examples, *parameter.enum]
    if any(_LIST.search(known) for known in examples):
        return ()
    parts = [_without_noun(parameter, part) for part in _LIST.split(given.strip()) if part and part.strip()]
    if len(parts) < 2:
        return ()
    if writes or all(_known(part, examples) for part in parts):
        return parts
    least = max(2, min((len(known.split()) for known in examples), default=2))
    return parts if all(len(p.split()) >= least and all(w[:1].isupper() for w in p.split()) for p in parts) else ()


def names_none(parameter: Parameter, given: str) -> bool:
    """Whether a text only says the parameter's own noun, or how many of it: "contact", "all contacts", "everyone"."""
    said = _ARTICLE.sub("", given.strip())
    words = _words(said)
    if not words or any(word != word.lower() for word in words):
        return False
    known = {word for one in (*parameter.examples, *parameter.enum) for word in raw_words(one)}
    if words[0] in _QUANTIFIERS and words[0] not in known:
        return len(words) == 1 or _is_noun(parameter, words[-1]) or " of " in said
    return _is_noun(parameter, words[-1]) and stem(words[-1]) not in {stem(word) for word in known}


def _words(text: str) -> list[str]:
    return [hit.group() for hit in _WORD.finditer(text)]


def _is_noun(parameter: Parameter, word: str) -> bool:
    return stem(word.casefold()) in {stem(part) for part in raw_words(_noun(parameter))}


def _noun(parameter: Parameter) -> str:
    words = parameter.name.replace("_", " ").split()
    return " ".join(words[:-1] if len(words) > 1 and words[-1] in ("name", "title") else words)


def _without_noun(parameter: Parameter, part: str) -> str:
    head, _, rest = _ARTICLE.sub("", part.strip()).partition(" ")
    return rest if rest[:1].isupper() and head.islower() and _is_noun(parameter, head) else part.strip()


def _known(part: str, examples: Sequence[str]) -> bool:
    return any(part.casefold() == known.casefold() for known in examples)
