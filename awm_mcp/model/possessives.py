"""What a reading template asks for of a thing, asked for as the thing's own: "What is Jan Novak's email?". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from awm_mcp.model.value import Param, Text, Value, value
from awm_mcp.model.workflow import Workflow

_OF = re.compile(r"(?P<lead>(?:.*\b)?)the\s+(?P<what>(?:[^\W\d_]+\s+){1,3})of\s+(?:the\s+)?", re.IGNORECASE | re.DOTALL)
_ASKS = re.compile(r".*\b(?:is|are|was|find|show|get|tell|give|read|check|look\s+up|me|us)\s*", re.IGNORECASE | re.DOTALL)
_LEADS = ("What is ", "What's ", "Tell me ", "Show me ", "Find ", "Get ")
_CONTENT = re.compile(r"[^\W\d_]{2,}")


def possessives(workflow: Workflow) -> Iterator[Value]:
    """Each template "… the email of {contact}" of a workflow that reads as "… {contact}'s email"."""
    if workflow.risk != "read":
        return
    for template in workflow.templates:
        tokens = template.root
        if len(tokens) < 2 or not isinstance(first := tokens[0], Text) or not isinstance(thing := tokens[1], Param):
            continue
        hit = _OF.fullmatch(first.text)
        if hit is None or not _ASKS.fullmatch(hit["lead"]) or not _CONTENT.search(hit["what"]):
            continue
        for lead in dict.fromkeys((hit["lead"], *_LEADS)):
            yield value([Text(text=lead), thing, Text(text=f"'s {hit['what'].strip()}"), *tokens[2:]])
