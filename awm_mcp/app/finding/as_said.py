"""Stems of a search shown as the words that were said."""

from __future__ import annotations

import re
from collections.abc import Sequence

from awm_mcp.memory.words import stems

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def as_said(found: Sequence[str], text: str) -> list[str]:
    """The words of a text whose stems were found, one for each, in the order of ``found``; a stem that none has stays."""
    said: dict[str, str] = {}
    for word in _WORD.findall(text):
        for one in stems(word):
            said.setdefault(one, word.lower())
    return [said.get(one, one) for one in found]
