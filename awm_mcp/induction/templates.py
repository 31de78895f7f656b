"""Instruction templates: the task texts of a family as patterns over the workflow's parameters."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.steps import Plan
from awm_mcp.induction.unify import Known, unify
from awm_mcp.model import Gap, Text, Value

MOST_TEMPLATES = 4
LEAST_LETTERS = 12


def templates_of(plan: Plan, used: Sequence[str]) -> tuple[Value, ...]:
    """Patterns, the most common wording first; runs whose texts differ beyond their values make patterns of their own."""
    spelled = {name: date.spelled for name, date in plan.dates.items()}
    known = {name: spelled.get(name, plan.known[name]) for name in used if name in plan.known}
    wordings: dict[str, list[int]] = {}
    for index, trace in enumerate(plan.traces):
        own = {name: vector[index : index + 1] for name, vector in known.items()}
        wordings.setdefault(unify([trace.task], own).words(), []).append(index)
    groups = sorted(wordings.values(), key=lambda rows: (-len(rows), rows))
    if len(groups) > 1:
        joint = unify([trace.task for trace in plan.traces], known)
        letters = sum(c.isalpha() for token in joint.root if isinstance(token, Text) for c in token.text)
        if letters >= LEAST_LETTERS and sum(isinstance(token, Gap) for token in joint.root) <= 1:
            return (joint,)
    return tuple(_template(plan, known, rows) for rows in groups[:MOST_TEMPLATES])


def _template(plan: Plan, known: Known, rows: Sequence[int]) -> Value:
    return unify([plan.traces[i].task for i in rows], {name: tuple(v[i] for i in rows) for name, v in known.items()})
