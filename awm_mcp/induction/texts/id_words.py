"""Words for a field that says nothing itself: those of its id or name in the page, "timespent" in two."""

from __future__ import annotations

import re
from collections.abc import Collection

from awm_mcp.induction.texts.field_words import VAGUE
from awm_mcp.induction.trace import Column
from awm_mcp.model.names import words


def id_words(column: Column) -> str:
    """The last word of a form field's id or name: ``#id_form-0-quantity`` -> ``quantity``."""
    target = column.present[0].action.target
    if target is None:
        return ""
    given = target.attrs.get("name") or next(iter(re.findall(r"#([\w-]+)", target.css or "")[-1:]), "")
    parts = [w for w in words(_CAMEL.sub(" ", given)) if not w.isdigit() and w not in VAGUE and len(w) > LEAST_ID]
    return parted(parts[-1], _seen_words(column)) if parts else ""


LEAST_ID = 2
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
FORM_WORDS = frozenset({
    "first", "last", "middle", "full", "family", "given", "user", "nick", "start", "begin", "end", "due", "birth", "time",
    "date", "day", "month", "year", "spent", "estimate", "phone", "mobile", "mail", "address", "street", "house", "post",
    "postal", "zip", "code", "city", "state", "country", "region", "company", "order", "invoice", "number", "count",
    "card", "holder", "price", "amount", "total", "min", "max", "unit", "name", "title", "type", "status", "comment",
    "note", "text", "message", "subject", "body", "file", "color", "size", "weight", "height", "width", "page", "item",
    "product", "group", "team", "project", "issue", "task", "parent", "from", "until", "worked", "logged", "check",
})  # fmt: skip


def parted(glued: str, known: Collection[str]) -> str:
    """A field's id in words: ``timespent`` -> ``time spent``, where both parts are words of forms or of the pages seen."""
    if glued in known or glued in FORM_WORDS:
        return glued
    for cut in range(len(glued) - 3, 2, -1):
        head, tail = glued[:cut], glued[cut:]
        if all(part in FORM_WORDS or part in known for part in (head, tail)) and {head, tail} & FORM_WORDS:
            return f"{head} {tail}"
    return glued


def _seen_words(column: Column) -> frozenset[str]:
    return frozenset(w for step in column.present for w in words(step.observation) if len(w) > 2)
