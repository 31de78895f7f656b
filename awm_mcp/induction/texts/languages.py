"""Whether a task text is English, and how names are made of one that is not.

English titles put articles before what a caller gives; in another language these would be English grammar in a foreign
sentence. The test is a small sure one: function words that only other languages have, or letters that English has not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from awm_mcp.induction.texts.verbs import DESTRUCTIVE, WRITING
from awm_mcp.model import Param, Text, Value
from awm_mcp.model.names import words

Language = Literal["english", "german", "other"]
_ENGLISH = frozenset({
    "the", "of", "to", "with", "from", "by", "and", "my", "are", "how", "what", "which", "who", "where", "when",
    "this", "that", "into", "your", "does", "did", "many", "much",
})  # fmt: skip
_ENGLISH_VERBS = (WRITING | DESTRUCTIVE) | frozenset({
    "find", "search", "show", "get", "open", "list", "tell", "give", "order", "book", "check", "look", "view", "sort",
    "filter", "select", "choose", "go", "turn", "make", "buy",
})  # fmt: skip
_GERMAN = frozenset({
    "der", "das", "und", "für", "mit", "zur", "zum", "ein", "eine", "einen", "einem", "einer", "eines", "von", "vom",
    "auf", "aus", "bei", "nach", "ist", "sind", "wie", "wieviel", "viele", "welche", "welcher", "welches", "wo",
    "wann", "nicht", "den", "dem", "im", "ins", "über", "bis", "ab", "oder", "auch", "alle", "mein", "meine",
    "meinen", "meiner", "ich", "bitte", "es", "gibt", "um", "kostet", "zeige", "zeig", "finde", "suche", "buche",
    "bestelle", "erstelle", "lösche", "öffne", "ändere", "vereinbare", "reserviere", "trage", "lege",
})  # fmt: skip
_OTHER = frozenset({
    "le", "la", "les", "du", "des", "une", "un", "et", "pour", "avec", "dans", "sur", "est", "sont", "au", "aux",
    "quel", "quelle", "combien", "mon", "mes", "où", "par", "ce", "cette", "el", "los", "las", "del", "una", "y",
    "para", "con", "por", "en", "es", "cuál", "cuánto", "cuántos", "mi", "mis", "al", "que", "qué", "il", "gli",
    "della", "dei", "nel", "nella", "di", "che", "quanto", "quanti", "mio", "mia", "os", "da", "das", "dos", "com",
    "um", "uma", "em", "na", "qual", "meu", "minha", "het", "een", "van", "voor", "met", "op", "naar", "hoeveel",
    "zijn", "mijn", "de", "bij", "och", "og", "för", "med", "till", "til", "på", "ett", "att", "av", "är", "er",
    "det", "den", "hur", "hvor", "dla", "jest", "ile", "moje", "oraz", "przez", "ve", "için", "bir", "cherche",
    "trouve", "réserve", "crée", "supprime", "affiche", "ajoute", "busca", "muestra", "encuentra", "elimina", "cuesta",
    "coûte", "trova", "mostra", "prenota", "costa", "zoek", "boek", "kost", "kosztuje", "kostar", "koster",
})  # fmt: skip
_SMALL_TOO = frozenset({
    "am", "an", "in", "was", "die", "a", "as", "on", "do", "no", "per", "wer", "des", "of", "to", "for", "the", "at",
    "by", "is",
})  # fmt: skip
"""Function words of several languages at once; they tell none."""
_COMMANDS = frozenset({
    "kostet", "zeige", "zeig", "finde", "suche", "buche", "bestelle", "erstelle", "lösche", "öffne", "ändere",
    "vereinbare", "reserviere", "trage", "lege", "cherche", "trouve", "réserve", "crée", "supprime", "affiche", "ajoute",
    "busca", "muestra", "encuentra", "elimina", "cuesta", "coûte", "trova", "mostra", "prenota", "costa", "zoek", "boek",
    "kost", "kosztuje", "kostar", "koster",
})  # fmt: skip
"""Verbs of tasks; they tell a language and are what a name begins with."""
SMALL_WORDS = frozenset(word for text in (_GERMAN | _OTHER | _SMALL_TOO) - _COMMANDS for word in words(text))
"""Function words as names spell them: a name neither consists of them nor ends in one."""
SEARCH_WORDS = frozenset({
    "suche", "suchen", "suchbegriff", "suchwort", "suchbegriffe", "buscar", "busqueda", "busca", "pesquisa", "pesquisar",
    "rechercher", "recherche", "cerca", "ricerca", "zoeken", "zoek", "zoekterm", "sok", "soka", "sog", "haku", "hae",
    "szukaj", "wyszukaj", "hledat", "ara", "cauta", "kereses",
})  # fmt: skip
"""What search boxes are called in other languages, as names spell it: like "search", it does not say what for."""
_GERMAN_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
MOST_NAMED = 3


def language_of(texts: Sequence[str]) -> Language:
    """The language of texts that say the same: English unless something surely speaks for another one."""
    said = [word for text in texts for word in _small_candidates(text)]
    english = sum(word in _ENGLISH for word in said) + sum(_begins_english(text) for text in texts)
    german, other = sum(word in _GERMAN for word in said), sum(word in _OTHER for word in said)
    foreign_letters = any(c.isalpha() and not c.isascii() for word in said for c in word)
    if max(german, other) > english or (foreign_letters and not english):
        return "german" if german and german >= other else "other"
    return "english"


def language_of_pattern(pattern: Value) -> Language:
    """The language of what a task pattern says beside its values."""
    return language_of([fixed_words(pattern)])


def fixed_words(pattern: Value) -> str:
    """The words of a pattern without its parameters and gaps."""
    return " ".join(token.text.strip() for token in pattern.root if isinstance(token, Text))


def _small_candidates(text: str) -> list[str]:
    """Words written small, and the first one; names of people and places are none."""
    given = re.findall(r"[^\W\d_]+", text)
    return [word.lower() for at, word in enumerate(given) if at == 0 or word[0].islower() or not word[0].isupper()]


def _begins_english(text: str) -> bool:
    return words(text)[:1] != [] and words(text)[0] in _ENGLISH_VERBS


def foreign_title(pattern: Value) -> str:
    """The task in its own words, what a caller gives in braces: ``Termin am {datum} vereinbaren``."""
    parts = (t.text if isinstance(t, Text) else f"{{{t.param}}}" if isinstance(t, Param) else "…" for t in pattern.root)
    told = re.sub(r"\s+", " ", "".join(parts)).strip(" .:,;!?…¿¡")
    return told[:1].upper() + told[1:]


def foreign_name_words(pattern: Value) -> list[str]:
    """The words that say something: those before the first value where they are enough, else all, else with the value."""
    texts = [token.text if isinstance(token, Text) else "" for token in pattern.root]
    first = _content(texts[0] if texts else "")
    found = first if len(first) > 1 else [word for text in texts for word in _content(text)]
    named = found if len(found) > 1 else [*found, *pattern.params[:1]]
    return named[:MOST_NAMED]


def _content(text: str) -> list[str]:
    return [word for word in words(text) if word not in SMALL_WORDS and not word.isdigit()]


def spelled(name: str, language: Language, texts: Sequence[str]) -> str:
    """A name with the marked letters of ``texts`` as their language spells them without marks: ``größe`` -> ``groesse``."""
    if language != "german":
        return name
    marked = {bare: full for text in texts for bare, full in zip(words(text), words(_german(text)), strict=True)}
    return "_".join(marked.get(word, word) for word in name.split("_"))


def _german(text: str) -> str:
    return text.translate(_GERMAN_LETTERS)
