"""Templates that a workflow's title makes: "Search for a product and open it" asks for {product}, as its tool says.

A title names a kind of thing where a task names one: "a product". That name itself is no value of the parameter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from awm_mcp.model.value import Param, Text, Value, value
from awm_mcp.model.workflow import FlowStep, Parameter, Workflow

LEAST_OWN = 2
"""Words that a title has to say beside its parameters: "Open a product" would be made by "Open the settings"."""
_ARTICLE = r"(?:an?|some|the)"
_SMALL_WORDS = """
a an the some is are was were be do does did to of in on at by for from with and or it its me my your please which what find
show get tell give look up how much
"""
_WHAT_OF = re.compile(r"\bthe\s+[^\W\d_]+\s+of\s+$", re.IGNORECASE)
_SMALL = frozenset(_SMALL_WORDS.split())
_WORD = re.compile(r"[^\W_]+")
_GIVES, _CHECKS = ("fill", "select", "choose", "upload"), ("check", "uncheck")
_Spot = tuple[int, int, str]


def title_templates(workflow: Workflow) -> Iterator[Value]:
    """The title as it stands, which asks for values, and of what has no templates the title with places for these."""
    needed = _needed(workflow)
    if not needed or not workflow.title.strip():
        return
    fillable = not workflow.templates and all(p.type != "boolean" for p in needed)
    placed = _placed(workflow.title, needed) if fillable else None
    if placed is not None and len(_own(placed)) >= LEAST_OWN and not _gives_more(workflow):
        yield placed
    yield value(workflow.title)


def title_of_task(workflow: Workflow) -> Value | None:
    """The title of a reading task with places for its values, where it says all that one of its templates says.

    It is read with values that look like the examples only (``looks_like``): a title is shorter than what tasks say.
    """
    needed = _needed(workflow)
    if any(p.type == "boolean" for p in needed):
        return None
    if workflow.risk != "read" or not workflow.templates or not needed:
        return None
    placed = _placed(workflow.title, needed)
    if placed is None or len(_own(placed)) < (1 if _asks_what_of(placed) else LEAST_OWN):
        return None
    names = " ".join(p.name.replace("_", " ") for p in workflow.parameters)
    told = {*_own(placed), *_WORD.findall(names.casefold())}
    return placed if any(_own(t) <= told and not t.has_gap for t in workflow.templates) else None


def _asks_what_of(placed: Value) -> bool:
    """Whether it asks what a thing has ("the price of {item}"): one word says that, where "open {item}" needs more."""
    pairs = zip(placed.root, placed.root[1:], strict=False)
    return any(isinstance(a, Text) and isinstance(b, Param) and _WHAT_OF.search(a.text) for a, b in pairs)


def looks_like(parameter: Parameter, given: str) -> bool:
    """Whether a value is written like the examples: all its words with capitals or numbers, where all of theirs are."""
    return bool(parameter.examples) and all(all(map(_is_marked, text.split())) for text in (*parameter.examples, given))


def _is_marked(word: str) -> bool:
    return word[:1].isupper() or word[:1].isdigit()


def _needed(workflow: Workflow) -> list[Parameter]:
    return [p for p in workflow.callers_parameters if p.required and p.default is None]


def is_its_name(parameter: Parameter, part: str) -> bool:
    """Whether a text is the name of the parameter and no value of it: "a product"; a name with capitals may be one."""
    names = "|".join(map(_spelled, _names(parameter)))
    return re.fullmatch(rf"\s*{_ARTICLE}\s+(?:{names})\s*", part) is not None and part.strip() not in parameter.examples


def _names(parameter: Parameter) -> list[str]:
    whole = parameter.name.replace("_", " ").strip()
    return list(dict.fromkeys((whole, re.sub(r"(?<=\w) (?:title|name)$", "", whole))))


def _spelled(name: str) -> str:
    return r"\s+".join(map(re.escape, name.split()))


def _placed(title: str, needed: Sequence[Parameter]) -> Value | None:
    spots: list[_Spot] = []
    for parameter in needed:
        spot = next((spot for name in _names(parameter) if (spot := _spot(title, name, parameter.name)) is not None), None)
        if spot is None or any(spot[0] < end and begin < spot[1] for begin, end, _ in spots):
            return None
        spots.append(spot)
    tokens: list[Text | Param] = []
    at = 0
    for begin, end, name in sorted(spots):
        tokens += [*([Text(text=title[at:begin])] if begin > at else []), Param(param=name)]
        at = end
    return value([*tokens, *([Text(text=title[at:])] if at < len(title) else [])])


def _spot(title: str, name: str, parameter: str) -> _Spot | None:
    """Where the title names a parameter: after "a", else the only place that says its name."""
    for article in (r"an?\s+", rf"(?:{_ARTICLE}\s+)?"):
        hits = list(re.finditer(rf"(?<!\w){article}{_spelled(name)}(?!\w)", title, re.IGNORECASE))
        if len(hits) == 1:
            return hits[0].start(), hits[0].end(), parameter
        if hits:
            return None
    return None


def _own(template: Value) -> frozenset[str]:
    said = " ".join(token.text for token in template.root if isinstance(token, Text))
    return frozenset(_WORD.findall(said.casefold())) - _SMALL


def _gives_more(workflow: Workflow) -> bool:
    """Whether what writes gives a value of its source runs as well, whatever the title says of it."""
    return workflow.risk != "read" and any(map(_is_constant, workflow.steps))


def _is_constant(step: FlowStep) -> bool:
    if step.action is None:
        return False
    given = [one for one in (step.action.value, *step.action.values) if one is not None]
    return step.action.type in _CHECKS or (step.action.type in _GIVES and any(not one.params for one in given))
