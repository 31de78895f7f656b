"""A task that only names the thing whose page a workflow opens: "Open Oak Stool" of "Open the product page of …". Pure.

It differs from the workflow's own words in what is left out, so it is near to it and never the same: what is named may be a
part of the site and no such thing.
"""

from __future__ import annotations

import re

from awm_mcp.memory.words import idea, raw_words, stem
from awm_mcp.model import Param, Text, Workflow
from awm_mcp.model.templates import all_templates, bare_task
from awm_mcp.model.title_templates import looks_like
from awm_mcp.model.workflow import Parameter

_OPENING = re.compile(
    r"^(?:open|show|display|view|visit|see|go to|navigate to|take me to|bring up|look at|call up|öffne|zeige|ouvre|affiche|"
    r"abre|muestra|apri|mostra)\s+(?:me\s+|mir\s+)?(?:the\s+)?(?:page\s+(?:of|for|about)\s+)?(?P<name>\S.*?)[\s.!?]*$",
    re.IGNORECASE,
)
_OPEN_IDEAS = frozenset((idea(stem("open")), idea(stem("find"))))
_OPEN_VERBS = frozenset(["go", "visit", "display", "navigate", "browse"])


def named_thing(workflow: Workflow, task: str) -> tuple[Parameter, str] | None:
    """The parameter and the name that a task gives for it, where it says nothing else but that this is to be opened."""
    needed = [p for p in workflow.callers_parameters if p.required and p.default is None]
    hit = _OPENING.match(bare_task(task[:400]))
    if hit is None or len(needed) != 1 or workflow.risk != "read" or workflow.outputs or not _opens(workflow, needed[0]):
        return None
    name = hit["name"].strip("'\"“”‘’«»")
    return (needed[0], name) if needed[0].type == "string" and not needed[0].enum and looks_like(needed[0], name) else None


def to_open(task: str) -> str:
    """The words in which a search finds what opens the thing that a task wants to see; empty for other tasks."""
    hit = _OPENING.match(bare_task(task[:400]))
    return f"open the page of {hit['name']}" if hit is not None and hit["name"][:1].isupper() else ""


def _opens(workflow: Workflow, needed: Parameter) -> bool:
    """Whether its tasks say to open or show one thing, named at their end."""
    return any(
        isinstance(first := template.root[0], Text)
        and template.params == (needed.name,)
        and isinstance(template.root[-1], Param)
        and _is_opening(raw_words(first.text)[:1])
        for template in all_templates(workflow)
        if len(template.root) > 1
    )


def _is_opening(verb: list[str]) -> bool:
    return any(word in _OPEN_VERBS or idea(stem(word)) in _OPEN_IDEAS for word in verb)
