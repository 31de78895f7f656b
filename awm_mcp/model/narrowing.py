"""Parameters that only narrow a choice: the end of a suggestion whose beginning is given as well.

Left out, such a parameter is a gap in the label: what then fits more than once is ambiguous and stops a replay, so that
leaving it out never chooses anything by chance.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from awm_mcp.model.target import Target
from awm_mcp.model.value import Gap, Param, Text, Value, value
from awm_mcp.model.workflow import FlowStep


def narrowing(steps: Sequence[FlowStep]) -> frozenset[str]:
    """The parameters that are used in nothing but labels, each beside a gap in one that another parameter tells as well."""
    used = {name for step in steps for name in step.params}
    return frozenset(name for name in used if all(_only_narrows(step, name) for step in steps if name in step.params))


def without_absent(steps: Sequence[FlowStep], given: Collection[str]) -> tuple[FlowStep, ...]:
    """The steps with gaps for the narrowing parameters that nothing is given for."""
    absent = narrowing(steps) - frozenset(given)
    return tuple(_loosened(step, absent) for step in steps) if absent else tuple(steps)


def _only_narrows(step: FlowStep, name: str) -> bool:
    target = step.action.target if step.action is not None else None
    if target is None or step.for_each is not None or step.instead or step.optional:
        return False
    texts = list(target.texts.values())
    elsewhere = step.model_copy(update={"action": step.action.model_copy(update={"target": None})}) if step.action else step
    beyond = [target.row] if target.row is not None else []
    beyond += [target.place.index] if target.place is not None else []
    told = all(_narrows(text, name) for text in texts if name in text.params)
    return told and name not in elsewhere.params and all(name not in one.params for one in beyond)


def _narrows(text: Value, name: str) -> bool:
    others = [token.param for token in text.root if isinstance(token, Param) and token.param != name]
    pairs = list(pairwise(text.root))
    beside = any((isinstance(a, Gap) and isinstance(b, Param) and b.param == name) for a, b in pairs)
    first = text.root[0] if text.root else None
    return bool(others) and beside and isinstance(first, Param) and first.param != name


def _loosened(step: FlowStep, absent: frozenset[str]) -> FlowStep:
    action = step.action
    if action is None or action.target is None or not absent & set(step.params):
        return step
    texts = {key: _with_gaps(text, absent) for key, text in action.target.texts.items()}
    target: Target = action.target.model_copy(update=texts)
    return step.model_copy(update={"action": action.model_copy(update={"target": target})})


def _with_gaps(text: Value, absent: frozenset[str]) -> Value:
    made: list[Text | Param | Gap] = []
    for token in text.root:
        one = Gap(gap="text") if isinstance(token, Param) and token.param in absent else token
        if not (isinstance(one, Gap) and made and isinstance(made[-1], Gap)):
            made.append(one)
    return value(made)
