"""Words as people say them, in any script: small, without marks on letters, and with what stands for no sound left out."""

from __future__ import annotations

import re
import unicodedata

_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
_MARK = re.compile(r"(?<=[a-zа-яёіїєґα-ω])[\u0300-\u036f]+")
_WORD = re.compile(r"[^\W_]+")


def said_words(text: str) -> list[str]:
    """The words of a text for comparing; a run of letters without blanks is one word."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return _WORD.findall(unicodedata.normalize("NFC", _MARK.sub("", apart)))
