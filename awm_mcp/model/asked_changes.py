"""Whether a task asks for a change of the site's data, and how surely: what only sounds so is left to those who look."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from awm_mcp.model.change_verbs import ENGLISH_DESTROYING, ENGLISH_WRITING, FILTERS
from awm_mcp.model.labels import asked_abroad, destroyed_abroad
from awm_mcp.model.names import words
from awm_mcp.model.spoken import said_words
from awm_mcp.model.templates import bare_task

Asked = Literal["", "maybe", "surely"]
_PLAIN = frozenset({
    "delete", "remove", "erase", "destroy", "purge", "wipe", "unsubscribe", "deactivate", "terminate", "revoke", "uninstall",
    "discard", "save", "submit", "create", "add", "publish", "send", "upload", "assign", "rename", "approve", "enable",
    "disable", "reopen", "confirm", "invite", "subscribe", "reserve", "buy",
})  # fmt: skip
"""Verbs that are no nouns or names as well, as they are in "Mark Twain", "Book club" or "Order history"."""
_DETERMINERS = frozenset({
    "the", "a", "an", "my", "our", "this", "that", "these", "those", "all", "every", "each", "it", "me", "some", "one",
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
})  # fmt: skip
_SORTING = (*FILTERS, "sort", "ordenar", "ordina", "trier", "triez", "сорт", "sirala", "jarjest", "排序", "並べ", "정렬")
"""How words begin that only change what is shown, or in which order."""
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|‘[^’]*’|(?<!\w)'[^']*'(?!\w)")
_LEADING = re.compile(r"^(?:please\b,?\s*|(?:in|on|as|for|at)\b[^,:]*[,:]\s*)", re.IGNORECASE)
_CLAUSE = re.compile(r"[,;]\s+(?:and\s+)?(?:then\s+)?|\s+(?:and|then)\s+(?:then\s+)?", re.IGNORECASE)


@lru_cache(maxsize=4096)
def change_asked(task: str) -> Asked:
    """Whether a task asks for a change; ``surely``: for one after which something is gone, bought or called off.

    A later part of the task counts only where it asks surely ("Open the contacts and delete Ann").
    """
    bare = _LEADING.sub("", bare_task(_QUOTED.sub('"x"', task)))
    if "?" in bare or any(word.startswith(_SORTING) for word in said_words(bare)):
        return ""
    first, *later = _CLAUSE.split(bare)
    if destroyed_abroad(bare) or any(_gone(clause) for clause in (first, *later)):
        return "surely"
    return "maybe" if _verb(first, ENGLISH_WRITING) or asked_abroad(bare) else ""


def _gone(clause: str) -> bool:
    return _verb(clause, ENGLISH_DESTROYING)


def _verb(clause: str, verbs: frozenset[str]) -> bool:
    """Whether a clause begins with one of the verbs, used as a verb."""
    said = words(clause)
    if not said or said[0] not in verbs:
        return False
    if said[0] in ("order", "put") and "by" in said:
        return False
    named = len(said) > 1 and (said[1] in _DETERMINERS or said[1].isdigit())
    return named or (said[0] in _PLAIN and len(said) > 1)
