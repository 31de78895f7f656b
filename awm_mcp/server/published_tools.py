"""A published workflow as a tool of its own: flat schema, description in whole sentences, annotations from its risk.

The definition depends on the workflow's version and on numbers frozen at publication only, so it never changes in place.
"""

from __future__ import annotations

import re
from typing import Any

from mcp.types import Tool, ToolAnnotations

from awm_mcp.model import Workflow
from awm_mcp.model.text import plain
from awm_mcp.server.wording import sentences, shortened, within

MAX_ENUM = 30
_SAID, _TASK, _PARAMETER, _EXAMPLE = 270, 110, 80, 40
_GIVES = re.compile(r"(?:give|needs?|takes?|parameters?)\b", re.IGNORECASE)
_STARTS = re.compile(r"\bstarts?\b", re.IGNORECASE)
_RETURNS = re.compile(r"\b(?:returns?|leaves)\b", re.IGNORECASE)
_WHEN = re.compile(r"\b(?:tasks? like|for tasks|use it)\b", re.IGNORECASE)


def published_tool(workflow: Workflow, worked: tuple[int, int]) -> Tool:
    """The tool of a workflow. ``worked``: (worked, tried) at the time of publication."""
    return Tool(
        name=workflow.name,
        title=shortened(workflow.title or workflow.name.replace("_", " ").capitalize(), 80),
        description=describe(workflow, worked),
        input_schema=input_schema(workflow),
        annotations=hints(workflow),
    )


def describe(workflow: Workflow, worked: tuple[int, int]) -> str:
    """What it does and on which site, where it starts, what it returns, when to use it, how often it has worked.

    The workflow's own description comes first; only what it does not say is added. What to give is in the schema.
    """
    told = plain(workflow.description or workflow.title or workflow.name.replace("_", " "), 2000)
    own = [_sentence(one) for one in sentences(told) if not _names_parameters(one, workflow)] or [_sentence(told)]
    known = " ".join(own)
    added = [
        "" if _STARTS.search(known) else f"Starts at {plain(workflow.site, 80)}{_path(workflow)}.",
        "" if _RETURNS.search(known) else f"Returns {_outputs(workflow)}.",
        "" if _WHEN.search(known) else _when(workflow),
        "" if workflow.site in known or not _STARTS.search(known) else f"Site: {plain(workflow.site, 80)}.",
    ]
    parts = within([shortened(own[0], _SAID), *own[1:], *filter(None, added)], _SAID, _rank)
    return " ".join([*parts, _record(workflow, worked)])


def input_schema(workflow: Workflow) -> dict[str, Any]:
    """The workflow's flat schema with texts capped; destructive ones take a person's consent as one more flag."""
    schema = workflow.input_schema()
    schema["properties"] = {name: _capped(prop) for name, prop in schema["properties"].items()}
    if workflow.risk == "destructive":
        schema["properties"][confirm_name(workflow)] = {
            "type": "boolean",
            "description": "true only after a person agreed to it",
        }
    return schema


def confirm_name(workflow: Workflow) -> str:
    """Name of the consent flag; another one where the workflow has a parameter of that name."""
    return "confirm" if workflow.parameter("confirm") is None else "confirm_run"


def hints(workflow: Workflow) -> ToolAnnotations:
    """Hints for clients; the server enforces the risk itself."""
    reads = workflow.risk == "read"
    return ToolAnnotations(
        read_only_hint=reads,
        destructive_hint=workflow.risk == "destructive",
        idempotent_hint=reads,
        open_world_hint=True,
    )


def _rank(sentence: str) -> int:
    """When it is to be used matters most to who chooses, then what comes back, then where it starts."""
    order = (_WHEN, _RETURNS, _STARTS)
    return next((number for number, kind in enumerate(order) if kind.search(sentence)), len(order))


def _names_parameters(sentence: str, workflow: Workflow) -> bool:
    """Whether a sentence only lists what the schema says anyway."""
    return bool(_GIVES.match(sentence)) and any(parameter.name in sentence for parameter in workflow.parameters)


def _path(workflow: Workflow) -> str:
    path = plain(workflow.start.words(), 80)
    return path if path.startswith("/") else f" {path}"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else text + "."


def _outputs(workflow: Workflow) -> str:
    names = [output.name for output in workflow.outputs]
    return ", ".join(names[:8]) or "the page reached"


def _when(workflow: Workflow) -> str:
    tasks = [template.words() for template in workflow.templates] or list(workflow.evidence.tasks)
    short = next((text for text in (plain(task, 1000) for task in tasks) if text and len(text) <= _TASK), "")
    return f'For tasks like "{short}".' if short else ""


def _record(workflow: Workflow, worked: tuple[int, int]) -> str:
    good, tried = worked
    if tried:
        return f"Worked {good} of {tried} times before publication."
    runs = workflow.evidence.support
    return f"Learned from {runs} solved run{'s' if runs != 1 else ''}, checked by replay." if runs else "Checked by replay."


def _capped(prop: dict[str, Any]) -> dict[str, Any]:
    shown = dict(prop)
    if "description" in shown:
        shown["description"] = shortened(shown["description"], _PARAMETER)
    if "examples" in shown:
        shown["examples"] = [plain(e, _EXAMPLE) if isinstance(e, str) else e for e in shown["examples"][:1]]
    if len(shown.get("enum", ())) > MAX_ENUM:
        shown["description"] = shortened(f"{shown.get('description', '')} one of {len(shown['enum'])} choices", _PARAMETER)
        del shown["enum"]
    return shown
