"""Words of a text as search sees them: folded, stemmed lightly, with the ideas that several verbs and nouns share."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_STOP = """
a an the of to in on at by for from with and or is are was be it its this that these those as into me my i you your we our us
please can could would will what which who how do does did there here then so if up out s
"""
STOP = frozenset(_STOP.split())

_GROUPS = (
    "find look search get show fetch locate see view retrieve read lookup check tell",
    "buy order purchase checkout",
    "create add new make write post compose submit register put",
    "delete remove erase discard clear drop trash",
    "edit change update set modify adjust rename",
    "close finish complete done resolve end",
    "open reopen start begin",
    "send mail email message",
    "book reserve reservation booking",
    "login signin authenticate",
    "cart basket bag",
    "price cost expensive cheap",
    "issue ticket bug",
    "product item article",
    "cancel abort",
    "assign give hand",
    "log record track",
    "comment note reply",
    "review rating rate",
    "newest latest recent last",
    "cheapest lowest",
    "sort arrange rank",
    "filter narrow restrict",
    "user person member customer",
    "label tag",
)
_IRREGULAR = {"bought": "buy", "found": "find", "sent": "send", "wrote": "write", "written": "write", "made": "make"}
_CJK = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")
_WORD = re.compile(r"[^\W_]+")


def raw_words(text: str) -> list[str]:
    """Lower-case words without marks on letters; scripts without blanks give pairs of characters."""
    # After the marks are gone, what is left of a letter stays a letter, whatever its script.
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    found: list[str] = []
    for word in _WORD.findall(unicodedata.normalize("NFKC", bare)):
        found.extend(_pairs(word) if _CJK.search(word) else [word[:40]])
    return found


def _pairs(word: str) -> list[str]:
    return [word[at : at + 2] for at in range(max(1, len(word) - 1))]


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """One form for the forms of an English word, good enough to be compared; the same on both sides of a search."""
    word = _IRREGULAR.get(word, word)
    if len(word) <= 3 or not word.isascii() or any(c.isdigit() for c in word):
        return word
    return _without_e(_without_ending(_without_plural(word)))


def _without_plural(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if re.search(r"(s|x|z|ch|sh)es$", word):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _without_ending(word: str) -> str:
    for ending in ("ing", "ed"):
        base = word.removesuffix(ending)
        if base != word and len(base) >= 3 and re.search(r"[aeiouy]", base):
            return base[:-1] if base[-1] == base[-2] and base[-1] not in "lsz" else base
    return word


def _without_e(word: str) -> str:
    return word[:-1] if word.endswith("e") and len(word) > 4 else word


def stems(text: str) -> list[str]:
    """Stemmed words of a text in order, without the words that say nothing."""
    return [stem(word) for word in raw_words(text) if word not in STOP]


_IDEAS: dict[str, str] = {}
for _number, _group in enumerate(_GROUPS):
    for _member in _group.split():
        _IDEAS.setdefault(stem(_member), f"idea{_number:02d}")


def idea(stemmed: str) -> str | None:
    """The idea that a stemmed word shares with its synonyms ("buy", "order", "purchase"), if it has any."""
    return _IDEAS.get(stemmed)
