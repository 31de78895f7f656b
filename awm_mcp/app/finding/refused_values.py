"""Values that a task gives and a parameter cannot take: "Italian" is no choice, "a few" is no whole number. Pure."""

from __future__ import annotations

import re

from awm_mcp.app.finding.rewording import reworded
from awm_mcp.model.coercion import coerce, tidy
from awm_mcp.model.open_choices import open_choices
from awm_mcp.model.templates import best_match
from awm_mcp.model.text import plain
from awm_mcp.model.workflow import Parameter, Workflow

MOST_CHOICES = 8
_MORE = "if the page has it by now, call with it all the same"
_KINDS = {"integer": "whole number", "number": "number", "date": "date that is sure"}


def refused(workflow: Workflow, task: str) -> str:
    """What of a task that its templates make but for a value is no such value, and what would be; empty where nothing is."""
    closed = [p.name for p in workflow.callers_parameters if p.enum or p.type in _KINDS]
    if not closed or best_match(workflow, task) is not None:
        return ""
    anything = tuple(_taking_anything(p) if p.name in closed else p for p in workflow.parameters)
    opened = workflow.model_copy(update={"parameters": anything})
    found = best_match(opened, task) or ((other := reworded(opened, task)) and other.match)
    for name, given in found.arguments.items() if found else ():
        parameter = workflow.parameter(name)
        if parameter is not None and name in closed and isinstance(given, str) and (why := _refusal(parameter, given)):
            return f"{why}; {_MORE}" if name in open_choices(workflow) else why
    return ""


def _taking_anything(parameter: Parameter) -> Parameter:
    return parameter.model_copy(update={"type": "string", "enum": (), "examples": parameter.examples or parameter.enum})


def _refusal(parameter: Parameter, given: str) -> str:
    if coerce(parameter, tidy(parameter, given)) is not None or len(_named(parameter, given)) == 1:
        return ""
    if not parameter.enum:
        return f"{plain(given, 40)!r} is no {_KINDS[parameter.type]}, which {parameter.name} takes"
    more = f" and {len(parameter.enum) - MOST_CHOICES} more" if len(parameter.enum) > MOST_CHOICES else ""
    return f"{plain(given, 40)!r} is none of {', '.join(plain(c, 30) for c in parameter.enum[:MOST_CHOICES])}{more}"


def _named(parameter: Parameter, given: str) -> list[str]:
    """The choices named within a longer text: the text says a choice and something more."""
    return [c for c in parameter.enum if re.search(rf"(?<!\w){re.escape(c)}(?!\w)", given, re.IGNORECASE)]
