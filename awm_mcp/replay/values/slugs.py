"""How sites spell a value in an address: spaces as hyphens, letters without their marks, in one word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping

from awm_mcp.model import Gap, Param, Text, Value, value
from awm_mcp.model.names import words
from awm_mcp.replay.values.binding import Arguments

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "å": "aa", "Å": "Aa"})
_LEFT_OUT = re.compile(r"[\s\-_.,:;!?/()|'’‘`´\"“”„«»–—]+")
"""Of these signs an address has none, or one between two words; any other tells a value from the next one."""
_APOSTROPHES = re.compile(r"['’‘`´]")


def as_slugs(url: Value, arguments: Arguments) -> Iterator[Value]:
    """The wanted address with what the caller gave spelled as sites do; none where there is nothing to spell."""
    names = [token.param for token in url.root if isinstance(token, Param) and token.param not in arguments.secrets]
    given = {name: arguments.bind(value([Param(param=name)])).literal or "" for name in names}
    texts = {name: text for name, text in given.items() if _can_be_told(text)}
    told = {tuple(text.casefold() for text in texts.values())}
    for between in _BETWEEN:
        for letters in _LETTERS:
            spelled = {name: _spelled(text, between, letters) for name, text in texts.items()}
            if (same := tuple(text.casefold() for text in spelled.values())) not in told:
                told.add(same)
                yield value(_put(token, spelled) for token in url.root)


def _put(token: Text | Param | Gap, spelled: Mapping[str, str]) -> Text | Param | Gap:
    known = isinstance(token, Param) and token.format is None and token.param in spelled
    return Text(text=spelled[token.param]) if known and isinstance(token, Param) else token


def _can_be_told(text: str) -> bool:
    """Whether a spelling still tells a value from others: a number's signs do, and so do most others."""
    return any(letter.isalpha() for letter in text) and not re.search(r"[^\w\s]", _LEFT_OUT.sub("", text))


def _spelled(text: str, between: str, letters: Callable[[str], str]) -> str:
    joined = between or ("-" if any(letter.isdigit() for letter in text) else "")  # "1.5 l" would be "15 l"
    return joined.join(letters(part) for part in _LEFT_OUT.split(_APOSTROPHES.sub("", text)) if part)


def _plain(part: str) -> str:
    return "".join(words(part)) if _is_latin(part) else part


def _is_latin(part: str) -> bool:
    return all("LATIN" in unicodedata.name(letter, "") for letter in part if letter.isalpha())


_BETWEEN = ("-", "_", "+", "")
_LETTERS: tuple[Callable[[str], str], ...] = (str, _plain, lambda part: _plain(part.translate(_UMLAUTS)))
