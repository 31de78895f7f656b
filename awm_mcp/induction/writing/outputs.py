"""Outputs: what the runs read from pages, named by the label, the page or the question of the task."""

from __future__ import annotations

import re
from collections.abc import Sequence

from awm_mcp.induction.trace import Column, Trace, field_name
from awm_mcp.induction.writing.steps import Plan, between_in
from awm_mcp.model import Output
from awm_mcp.model.names import slug, unique_name, words
from awm_mcp.model.text import plain

_ASKED = (
    re.compile(r"\b(?:what|which) (?:is|are|was|were) (?:the |its |their |my )?(?P<noun>[\w\s-]+)", re.IGNORECASE),
    re.compile(
        r"\b(?:find|get|tell me|show me|give me|read|report|return|look up|check) (?:the |its |my |me the )?"
        r"(?P<noun>[\w\s-]+)",
        re.IGNORECASE,
    ),
)  # fmt: skip
_STOPS = frozenset({
    "of", "for", "in", "on", "at", "from", "with", "that", "and", "is", "by", "to", "as", "when", "where", "it",
    "called",
})  # fmt: skip
_SHOWN = re.compile(
    r"^(?:please )?(?:show|list|see|view|display) (?:me )?(?:the |its |my |all )*(?P<noun>[\w\s-]+)", re.IGNORECASE
)
_COUNTED = re.compile(r"\bhow many (?:of )?(?:the |my |your |all )*(?P<noun>[\w\s-]+)", re.IGNORECASE)
_PRICE_ASKED = re.compile(r"\b(?:how much|what) (?:does|do|did|would|will)\b.+\bcosts?\b", re.IGNORECASE)
_SPENT = re.compile(r"\bhow much (?:does|do|did|have|has|had)\b", re.IGNORECASE)
_MONEY = re.compile(r"(?:[$€£¥₹]|[A-Z]{3}) ?\d[\d.,'’ ]*|\d[\d.,'’ ]* ?(?:[$€£¥₹]|[A-Z]{3}|zł|kr|Kč)\.?")
_NO_SUM = re.compile(r"^(?:\w+est|most|least|best|worst)\b")
"""What is asked for by a quality is the thing itself; a sum of money that is read for it is its price."""
_OF_ROLE = {"heading": "title", "status": "message", "alert": "message", "log": "message"}
_NAMED = re.compile(r"\b(?:what is it called|what is its name|named what)\b", re.IGNORECASE)
MOST_WORDS = 3
MOST_EXAMPLE = 80


def output_names(columns: Sequence[Column], traces: Sequence[Trace]) -> dict[int, str]:
    """Column index -> name, for the columns that read something."""
    reading = [i for i, column in enumerate(columns) if column.present[0].action.type == "extract"]
    taken: set[str] = set()
    names: dict[int, str] = {}
    for index in reading:
        name = unique_name(_name(columns[index], traces[0], alone=len(reading) == 1), taken)
        taken.add(name)
        names[index] = name
    return names


def _name(column: Column, trace: Trace, *, alone: bool) -> str:
    step = column.present[0]
    if step.action.output:
        return slug(step.action.output)
    label = field_name(step.action.target)
    read = step.action.value.literal if step.action.value is not None else None
    if label and label != read:
        return slug(" ".join(words(label)[:MOST_WORDS]))
    asked = _asked_for(trace) if alone or read == trace.run.answer else ""
    money = read is not None and _MONEY.fullmatch(read.strip()) is not None
    if money and (not asked or _NO_SUM.match(asked)):
        return "amount" if _SPENT.search(trace.task) and not _PRICE_ASKED.search(trace.task) else "price"
    role = step.action.target.role if step.action.target is not None else None
    return slug(asked or _OF_ROLE.get(role or "", "result"))


def _asked_for(trace: Trace) -> str:
    """The thing a task asks for: ``What is the order number?`` -> ``order number``."""
    if _NAMED.search(trace.task):
        return "name"
    if counted := _COUNTED.search(trace.task):
        return " ".join(["number", "of", *_noun(words(counted["noun"]))[:1]])
    if _PRICE_ASKED.search(trace.task):
        return "price"
    for pattern in (*_ASKED, _SHOWN):
        matches = list(pattern.finditer(trace.task))
        if matches:
            return " ".join(_noun(words(matches[-1].group("noun"))))
    return ""


def _noun(given: Sequence[str]) -> list[str]:
    kept: list[str] = []
    for word in given:
        if word in _STOPS:
            break
        kept.append(word)
    return kept[-MOST_WORDS:]


def declare_outputs(plan: Plan) -> tuple[Output, ...]:
    """The outputs with what the runs read; values that a caller supplied are no examples of a discovery."""
    return tuple(_output(plan.columns[index], name) for index, name in plan.outputs.items())


def _output(column: Column, name: str) -> Output:
    read = [s.action.value.literal for s in column.present if s.action.value is not None and s.action.value.literal]
    examples = tuple(dict.fromkeys(plain(text, MOST_EXAMPLE) for text in read))[:2]
    kinds = {step.action.read for step in column.present}
    kind = "table" if kinds == {"table"} else "array" if kinds == {"list"} else "string"
    return Output(name=name, type=kind, description=_description(column, name), examples=examples)


def _description(column: Column, name: str) -> str:
    human = name.replace("_", " ")
    role = column.present[0].action.target.role if column.present[0].action.target is not None else None
    if any(step.action.part for step in column.present) and between_in(column) is None:
        return f"The whole text of the page in which the {human} stands; the {human} itself is a part of it."
    if role in _OF_ROLE and name == _OF_ROLE[role]:
        return "The heading of the page it ends on." if role == "heading" else "What the page reports when it is done."
    if name == "result":
        return "The text that the page shows at the place read in the solved runs."
    return f"The {human} as the page shows it."
