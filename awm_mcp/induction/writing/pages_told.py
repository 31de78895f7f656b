"""The page of a step in words, for descriptions of what goes into it."""

from __future__ import annotations

import re

from awm_mcp.induction.trace import Column
from awm_mcp.induction.writing.steps import Plan
from awm_mcp.model.names import words


def page_told(plan: Plan, column: Column) -> str:
    """`` on the order page``; empty where its address says nothing."""
    url = column.present[0].url
    if not url or url.startswith("about:"):
        return ""
    path = re.sub(r"^[a-z]+://[^/]*", "", url).split("?")[0].split("#")[0]
    parts = [w for w in words(path) if not w.isdigit() and len(w) > 1]
    known = {w for vector in plan.known.values() for v in vector if v for w in words(v)}
    shown = [w for w in parts if w not in known][:3]
    if shown and shown[-1] == "page":
        shown.pop()
    return f" on the {' '.join(shown)} page" if shown else ""
