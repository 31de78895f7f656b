"""One or many of a thing: the English plural and singular of a name. Pure."""

from __future__ import annotations

import re


def one_or_many(name: str) -> str:
    """A pattern of a name and its English plural or singular; numbers, codes and addresses have none."""
    plain = re.escape(name)
    if not name[-1:].isalpha() or not name.isascii() or any(c.isdigit() or c in "@/" for c in name):
        return plain
    if name.endswith("ies"):
        return f"{re.escape(name[:-3])}(?:ies|y)"
    if name.endswith("y") and name[-2:-1] not in tuple("aeiou"):
        return f"{re.escape(name[:-1])}(?:y|ies)"
    if name.endswith("s") and not name.endswith(("ss", "us", "is")):
        return f"{re.escape(name[:-1])}s?"
    return f"{plain}(?:es)?" if name.endswith(("s", "x", "z", "ch", "sh")) else f"{plain}s?"
