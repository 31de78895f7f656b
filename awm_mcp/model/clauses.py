"""The optional parts of a task in another order, and a tick denied: "… gift wrapped, in green", "… without gift wrap"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, permutations, product

from awm_mcp.model.polarity import NEGATIONS, side_of, slot
from awm_mcp.model.value import Gap, Param, Text, Value, value
from awm_mcp.model.workflow import Workflow

Clause = tuple[Text | Param | Gap, ...]
MOST_CLAUSES, MOST_TEMPLATES = 3, 60
_LEADING = re.compile(r"^[\s,;]+")


def clause_orders(workflow: Workflow) -> tuple[Value, ...]:
    """The shortest template with the optional parts that the longer ones show, in every order."""
    optional = tuple((p.name, p.type == "boolean") for p in workflow.callers_parameters if not p.required)
    return _orders(workflow.templates, optional) if optional else ()


@lru_cache(maxsize=2048)
def _orders(templates: tuple[Value, ...], optional: tuple[tuple[str, bool], ...]) -> tuple[Value, ...]:
    known = {name for name, _ in optional}
    base = min((t for t in templates if not set(t.params) & known), key=lambda t: len(t.root), default=None)
    if base is None or not base.root or not isinstance(base.root[-1], Param):
        return ()
    clauses = {name: _clauses(templates, base, name, tick=tick) for name, tick in optional}
    names = [name for name, shown in clauses.items() if shown][:MOST_CLAUSES]
    orders = (order for count in range(1, len(names) + 1) for order in permutations(names, count))
    chosen = (parts for order in orders for parts in product(*(clauses[name] for name in order)))
    made = (value([*base.root, *(token for part in parts for token in part)]) for parts in chosen)
    return tuple(islice(made, MOST_TEMPLATES))


def _clauses(templates: Sequence[Value], base: Value, name: str, *, tick: bool) -> list[Clause]:
    """The ways to say one optional value: as a template shows it alone, and of a tick with its own name."""
    shown: list[Clause] = []
    for template in templates:
        tail = template.root[len(base.root) :]
        begins = template.root[: len(base.root)] == base.root
        if begins and value(tail).params == (name,) and isinstance(first := tail[0], Text):
            shown.append((Text(text=f", {_LEADING.sub('', first.text)}"), *tail[1:]))
    return list(dict.fromkeys([*shown, *(_ticked(name) if shown and tick else ())]))


def _ticked(name: str) -> Iterator[Clause]:
    words = name.split("_")
    if any(word in NEGATIONS or side_of(word) is not None for word in words):
        return  # "with no receipt" may tick "No receipt"
    thing = " ".join(words)
    with_it = Param(param=name, format=slot(("with", "with the", "with a"), ("without", "without the", "with no", "no")))
    for joint in (" ", ", "):
        yield (Text(text=joint), with_it, Text(text=f" {thing}"))
    banned = ("do not", "don't", "dont", "please do not", "but do not", "and do not", "but don't")
    deny = Param(param=name, format=slot(("please also", "also", "and"), banned))
    yield (Text(text=", "), deny, Text(text=f" {thing} it"))
