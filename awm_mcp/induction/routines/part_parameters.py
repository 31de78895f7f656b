"""What a new version of a part says of its parameters, carried into those of a longer workflow that came from them.

A longer workflow's own words, examples and choices stay: only what it has from the part's former version is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from awm_mcp.induction.aligning.parts import Place
from awm_mcp.model import Param, Parameter, Workflow

Told = Mapping[str, tuple[Parameter, Parameter]]
"""Name of a parameter -> how the former and the new version of the part tell it."""


def told_otherwise(former: Workflow, new: Workflow) -> dict[str, tuple[Parameter, Parameter]]:
    """The parameters of both versions (under the former names) of which other words, examples or choices are told now."""
    now = {p.name: p for p in new.parameters}
    pairs = {p.name: (p, now[p.name]) for p in former.parameters if p.name in now and p.secret is None}
    return {name: pair for name, pair in pairs.items() if _said_of(pair[0]) != _said_of(pair[1])}


def _said_of(parameter: Parameter) -> tuple[object, ...]:
    return parameter.description, parameter.examples, parameter.enum


def with_told(whole: Workflow, told: Told, found: Iterable[Place]) -> tuple[Parameter, ...]:
    """The parameters of a longer workflow, those that stand for a part's parameter in its new words."""
    stands = {name: own for place in found for name, own in _own_names(place).items()}
    made = {p.name: p for p in whole.parameters}
    for name, own in stands.items():
        if name in told and own in made:
            made[own] = _in_new_words(made[own], *told[name], _given(whole, own))
    return tuple(made.values())


def _own_names(place: Place) -> dict[str, str]:
    """Parameter of the part -> that of the longer workflow which stands for it alone."""
    alone = {name: given.root[0] for name, given in place.given.items() if len(given.root) == 1}
    return {name: token.param for name, token in alone.items() if isinstance(token, Param)}


def _given(whole: Workflow, name: str) -> list[str]:
    rows = (arguments.get(name) for arguments in whole.evidence.arguments)
    return [one for one in rows if isinstance(one, str)]


def _in_new_words(own: Parameter, before: Parameter, now: Parameter, given: Sequence[str]) -> Parameter:
    examples = now.examples if own.examples == before.examples else own.examples
    updates: dict[str, object] = {"examples": examples}
    if own.description == _named_as(own, before):
        updates["description"] = _named_as(own, now)
    known = {*given, *examples, *([own.default] if own.default else [])}
    if own.enum == before.enum and own.type == now.type and (not now.enum or known <= {*now.enum}):
        updates["enum"] = now.enum
    return own.model_copy(update=updates)


def _named_as(own: Parameter, part: Parameter) -> str:
    """The part's description, of a parameter that is called so in the longer workflow."""
    name, human = (one.replace("_", " ") for one in (part.name, own.name))
    return re.sub(rf"\bThe {re.escape(name)}\b", f"The {human}", part.description, count=1)
