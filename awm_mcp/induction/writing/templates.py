"""Instruction templates: the task texts of a family as patterns over the workflow's parameters."""

from __future__ import annotations

import re
from collections.abc import Sequence

from awm_mcp.induction.aligning.optional_clauses import every_choice
from awm_mcp.induction.texts.unify import Known, unify
from awm_mcp.induction.varying.flags import in_words, with_forms
from awm_mcp.induction.writing.steps import Plan
from awm_mcp.model import Gap, Param, Text, Value, value

MOST_TEMPLATES = 4
LEAST_LETTERS = 12


def templates_of(plan: Plan, used: Sequence[str]) -> tuple[Value, ...]:
    """Patterns, the most common wording first; runs whose texts differ beyond their values make patterns of their own.

    Where a task named a secret, which is kept by its name only, the pattern has a place for it that is never read.
    """
    secrets = [name for name in used if name not in plan.known]
    tasks = [trace.task for trace in plan.traces]
    return tuple(with_forms(_with_secrets(one, secrets), plan.flags, tasks) for one in _patterns(plan, used))


def _with_secrets(template: Value, secrets: Sequence[str]) -> Value:
    if not secrets:
        return template
    named = re.compile("(" + "|".join(re.escape("{" + name + "}") for name in secrets) + ")")
    made: list[Text | Param | Gap] = []
    for token in template.root:
        parts = named.split(token.text) if isinstance(token, Text) else []
        made += [Param(param=part[1:-1]) if at % 2 else Text(text=part) for at, part in enumerate(parts)] or [token]
    return value(made)


def _patterns(plan: Plan, used: Sequence[str]) -> tuple[Value, ...]:
    known = {name: vector for name, vector in plan.in_tasks.items() if name in used}
    wordings: dict[str, list[int]] = {}
    for index, task in enumerate(plan.tasks):
        own = {name: vector[index : index + 1] for name, vector in known.items()}
        wordings.setdefault(unify([task], own).words(), []).append(index)
    groups = sorted(wordings.values(), key=lambda rows: (-len(rows), rows))
    optional = [name for name, vector in known.items() if any(v is None for v in vector)]
    if optional and (every := every_choice([_template(plan, known, rows) for rows in groups], optional)):
        return every
    if len(groups) > 1:
        joint = unify(plan.tasks, known)
        letters = sum(c.isalpha() for token in joint.root if isinstance(token, Text) for c in token.text)
        gaps, told = sum(isinstance(token, Gap) for token in joint.root), {flag.name for flag in plan.flags}
        if letters >= LEAST_LETTERS and gaps <= 1 and told <= {*joint.params}:
            return (joint,)
    return tuple(_template(plan, known, rows) for rows in groups[:MOST_TEMPLATES])


def wording_of(plan: Plan, templates: Sequence[Value]) -> Value:
    """The pattern that names the work: what all task texts have in common, where that still says enough."""
    least = min(templates, key=lambda template: len(template.params))
    if len(templates) < 2 or {*least.params} < {*templates[0].params}:
        return least
    joint = _of_whole_words(unify(plan.tasks, plan.in_tasks))
    first = joint.root[0] if joint.root else None
    letters = sum(c.isalpha() for token in joint.root if isinstance(token, Text) for c in token.text)
    starts = isinstance(first, Text) and any(c.isalpha() for c in first.text)
    return joint if starts and letters >= LEAST_LETTERS else templates[0]


def spelled_out(pattern: Value, plan: Plan) -> Value:
    """The pattern as people say it: "Turn on or off dark mode"."""
    tasks = [trace.task for trace in plan.traces]
    said = {flag.name: in_words(flag.form(tasks)) for flag in plan.flags}
    return value([Text(text=said[t.param]) if isinstance(t, Param) and t.param in said else t for t in pattern.root])


def _of_whole_words(pattern: Value) -> Value:
    """The pattern with gaps that take in the rest of a word, date or number that they stand in."""
    made: list[Text | Param | Gap] = []
    for token in pattern.root:
        if isinstance(token, Gap):
            if made and isinstance(before := made[-1], Text):
                made[-1:] = _kept(_WORD_END.sub("", before.text))
            made += [] if made and isinstance(made[-1], Gap) else [token]
        elif isinstance(token, Text) and made and isinstance(made[-1], Gap):
            made += _kept(_WORD_START.sub("", token.text))
        else:
            made.append(token)
    return value(made)


def _kept(left: str) -> list[Text]:
    return [Text(text=left)] if left else []


_WORD_END = re.compile(r"(?<=\s)[^\s'\"‘“($]+$|^[^\s'\"‘“($]+$")
_WORD_START = re.compile(r"^[/\w-][^\s,;:!?'\"’”)]*")


def _template(plan: Plan, known: Known, rows: Sequence[int]) -> Value:
    tasks = plan.tasks
    return unify([tasks[i] for i in rows], {name: tuple(v[i] for i in rows) for name, v in known.items()})
