"""Names of tools and parameters: ``^[a-z][a-z0-9_]{0,37}$``, so that every client accepts them with its prefix."""

from __future__ import annotations

import hashlib
import re
import unicodedata

MAX_NAME = 38
NAME = re.compile(r"^[a-z][a-z0-9_]{0,37}$")
_WHOLE_LETTERS = str.maketrans({
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L",
    "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ı": "i",
})  # fmt: skip
"""Letters that are not one of ASCII with a mark, as they are spelled where there is no other."""


def words(text: str) -> list[str]:
    """Lower-case ASCII words of any text; letters with marks lose them, other scripts are dropped."""
    ascii_text = unicodedata.normalize("NFKD", text.translate(_WHOLE_LETTERS)).encode("ascii", "ignore").decode()
    return re.findall(r"[a-z0-9]+", ascii_text.lower())


def slug(text: str, limit: int = MAX_NAME, empty: str = "value") -> str:
    """A valid name made of the text's words, cut between words where it can be."""
    parts = words(text)
    if not parts:
        parts = [empty]
    if parts[0][0].isdigit():
        parts.insert(0, "n")
    name = parts[0][:limit]
    for part in parts[1:]:
        if len(name) + 1 + len(part) > limit:
            break
        name += "_" + part
    return name


def unique_name(name: str, taken: set[str]) -> str:
    """The name itself, or with ``_2``, ``_3``, … when taken; never longer than allowed."""
    if name not in taken:
        return name
    for number in range(2, 1000):
        suffix = f"_{number}"
        candidate = name[: MAX_NAME - len(suffix)].rstrip("_") + suffix
        if candidate not in taken:
            return candidate
    return name[: MAX_NAME - 9] + "_" + hashlib.sha256(name.encode()).hexdigest()[:8]
