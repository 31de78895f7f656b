"""Whether a task text says a name as a value ("in Blue", "sorted by price") or as what is to be done ("and compare")."""

from __future__ import annotations

import re
from collections.abc import Collection

from awm_mcp.induction.texts.languages import SMALL_WORDS
from awm_mcp.induction.texts.spans import find, quoted
from awm_mcp.model.names import words
from awm_mcp.model.templates import bare_task

_JOINS = frozenset(words(
    "and then or but also afterwards und dann oder sowie anschliessend et puis ou y e luego entonces o i oraz potem en "
    "daarna og och sedan deretter poi dopo depois ve sonra"
))  # fmt: skip
_BEFORE_VALUES = SMALL_WORDS | frozenset({
    "in", "by", "for", "with", "as", "at", "on", "to", "from", "of", "only", "under", "within", "set", "is", "be", "level",
})  # fmt: skip


def told_as_value(name: str, task: str, *, anyhow: bool = False) -> bool:
    """Whether the task gives a name as a value somewhere: quoted, written with a capital or number inside the sentence as
    the page writes it, or behind a word that leads to one.

    ``anyhow``: it is known to be a value, so that any place but that of the command will do.
    """
    bare = bare_task(task)
    if any(name == inside for inside in quoted(bare)):
        return True
    return any(
        _leads_to_value(bare[:start], bare[start:end], name, anyhow=anyhow) for start, end in find(name, bare) if start
    )


def _leads_to_value(before: str, shown: str, name: str, *, anyhow: bool) -> bool:
    if re.search(r"[.!?;]\s*$", before):
        return False
    last = words(before)[-1:]
    if not last or last[0] in _JOINS or before.rstrip().endswith(","):
        return False
    if anyhow or before.rstrip().endswith(":"):
        return True
    marked = shown == name and (name[0].isupper() or any(c.isdigit() for c in name))
    return marked or last[0] in _BEFORE_VALUES


def is_further_command(name: str, task: str) -> bool:
    """Whether the task says a name only as one more thing to do: "…, and compare"."""
    bare = bare_task(task)
    spans = [(start, end) for start, end in find(name, bare) if start]
    return bool(spans) and all(words(bare[:start])[-1:] and words(bare[:start])[-1] in _JOINS for start, _ in spans)


def listed_with(name: str, others: Collection[str], task: str) -> bool:
    """Whether the task joins a name to another one as the next of a list: "to Ann Bell and Bob Cole"."""
    bare = bare_task(task)
    joined = re.compile(r"[\s,'\"’”»]+(?P<join>\w+)?[\s'\"‘“«„]*")
    for _, end in (span for other in others if other != name for span in find(other, bare)):
        between = joined.match(bare, end)
        if between and words(between["join"] or "and")[0] in _JOINS and bare.startswith(name, between.end()):
            return True
    return False


def introduces(name: str, value: str, task: str) -> bool:
    """Whether the task says a name right before a value, as the word for what it is: "priority High", "size: 'Large'"."""
    starts = {start for start, _ in find(value, task)}
    return any(_NEXT.match(task, end).end() in starts for _, end in find(name, task))  # pyright: ignore[reportOptionalMemberAccess]


_NEXT = re.compile(r"(?:\s+(?:is|as|of|to|by))?\s*[:=]?\s*['\"‘“«„]?")
