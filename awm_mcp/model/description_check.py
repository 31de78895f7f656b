"""Known defects of tool descriptions, of any MCP tool: purpose, when to use it, parameters, examples, limits.

Studies of public MCP servers found that most descriptions lack at least one of these, and that agents then choose worse;
the checks are about words being there, not about style. Pure: a text and a JSON Schema go in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, cast

from awm_mcp.model.names import words
from awm_mcp.model.workflow import Workflow

DefectCode = Literal[
    "unclear_purpose", "missing_usage_guidance", "undocumented_parameter", "missing_example", "unstated_limits", "too_long"
]
MOST_CHARACTERS = 1_000
LEAST_WORDS = 3
_NO_VERB_WORDS = "a an the this that it its tool function method api workflow for to of in on with and or"
_NO_VERB = frozenset(_NO_VERB_WORDS.split())
_WHEN = re.compile(
    r"\b(?:use|used|call|send|ask|when|whenever|before|after|instead of|first|for tasks|if you|once|then|start with)\b",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"\b(?:not|no|never|only|cannot|can't|unless|until|except|at most|at least|up to|without|needs?|must|refus\w*|stops?"
    r"|fails?|expires?|nothing|needs a person|consent|changes? (?:data|nothing|the))\b",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(r"\bexamples?\b|\be\.g\.|\bfor example\b|\bsuch as\b|[“\"'][^“”\"']{3,}[”\"']|\{\s*\"", re.IGNORECASE)


class Defect(NamedTuple):
    """One defect; ``text`` says what is missing and how to mend it."""

    code: DefectCode
    text: str


def defects(name: str, description: str, input_schema: Mapping[str, Any]) -> list[Defect]:
    """What is wrong with the description of a tool of that name and input; empty when nothing is."""
    properties = cast("Mapping[str, Mapping[str, Any]]", input_schema.get("properties") or {})
    return [
        *_purpose(name, description),
        *_guidance(description),
        *_parameters(properties),
        *_examples(description, properties),
        *_limits(description),
    ]


def workflow_defects(workflow: Workflow) -> list[Defect]:
    """The same for the tool that a workflow becomes."""
    return defects(workflow.name, workflow.description, workflow.input_schema())


def _purpose(name: str, description: str) -> Iterator[Defect]:
    first = re.split(r"[.!?\n]", description.strip(), maxsplit=1)[0]
    said = words(first)
    if len(said) < LEAST_WORDS or said[0] in _NO_VERB:
        yield Defect("unclear_purpose", "begin with a verb and its object: what the tool does, in one sentence")
    elif set(said) <= set(words(name.replace("_", " "))):
        yield Defect("unclear_purpose", "the first sentence only repeats the name: say what comes of it")
    if len(description) > MOST_CHARACTERS:
        yield Defect(
            "too_long", f"{len(description)} characters; agents pay for each at every turn: at most {MOST_CHARACTERS}"
        )


def _guidance(description: str) -> Iterator[Defect]:
    if not _WHEN.search(description):
        yield Defect("missing_usage_guidance", "say when to use it, or what it replaces")


def _parameters(properties: Mapping[str, Mapping[str, Any]]) -> Iterator[Defect]:
    for name, about in properties.items():
        said = words(str(about.get("description", "")))
        if not said and not about.get("enum") and "examples" not in about:
            yield Defect("undocumented_parameter", f"{name} has neither a description nor examples")
        elif said and set(said) <= set(words(name.replace("_", " "))) and "examples" not in about and not about.get("enum"):
            yield Defect("undocumented_parameter", f"the description of {name} only repeats its name")


def _examples(description: str, properties: Mapping[str, Mapping[str, Any]]) -> Iterator[Defect]:
    told = any(
        {"examples", "enum", "default"} & about.keys() or _EXAMPLE.search(str(about.get("description", "")))
        for about in properties.values()
    )
    if properties and not told and not _EXAMPLE.search(description):
        yield Defect("missing_example", "give an example of a call, or examples of the parameters")


def _limits(description: str) -> Iterator[Defect]:
    if not _LIMIT.search(description):
        yield Defect("unstated_limits", "say what it does not do, what it needs, or when it stops")
