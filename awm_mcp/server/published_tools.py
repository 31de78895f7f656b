"""A published workflow as a tool of its own: flat schema, description by one template, annotations from its risk.

The definition depends on the workflow's version and on numbers frozen at publication only, so it never changes in place.
"""

from __future__ import annotations

from typing import Any

from mcp.types import Tool, ToolAnnotations

from awm_mcp.model import Workflow
from awm_mcp.model.text import plain

MAX_ENUM = 30
_WHAT, _TASK, _PARAMETER, _EXAMPLE = 150, 60, 80, 40


def published_tool(workflow: Workflow, worked: tuple[int, int]) -> Tool:
    """The tool of a workflow. ``worked``: (worked, tried) at the time of publication."""
    return Tool(
        name=workflow.name,
        title=plain(workflow.title or workflow.name.replace("_", " ").capitalize(), 80),
        description=describe(workflow, worked),
        input_schema=input_schema(workflow),
        annotations=hints(workflow),
    )


def describe(workflow: Workflow, worked: tuple[int, int]) -> str:
    """What it does, where it starts, what it returns, when to use it, and how often it has worked."""
    said = [
        _sentence(plain(workflow.description or workflow.title or workflow.name.replace("_", " "), _WHAT)),
        f"Starts at {plain(workflow.site, 80)}{_path(workflow)}.",
        f"Returns {_outputs(workflow)}.",
        _when(workflow),
        _record(workflow, worked),
    ]
    return " ".join(part for part in said if part)


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
    return f'For tasks like "{plain(tasks[0], _TASK)}".' if tasks else ""


def _record(workflow: Workflow, worked: tuple[int, int]) -> str:
    good, tried = worked
    if tried:
        return f"Worked {good} of {tried} times before publication."
    runs = workflow.evidence.support
    return f"Learned from {runs} solved run{'s' if runs != 1 else ''}, checked by replay." if runs else "Checked by replay."


def _capped(prop: dict[str, Any]) -> dict[str, Any]:
    shown = dict(prop)
    if "description" in shown:
        shown["description"] = plain(shown["description"], _PARAMETER)
    if "examples" in shown:
        shown["examples"] = [plain(e, _EXAMPLE) if isinstance(e, str) else e for e in shown["examples"][:1]]
    if len(shown.get("enum", ())) > MAX_ENUM:
        shown["description"] = plain(f"{shown.get('description', '')} one of {len(shown['enum'])} choices", _PARAMETER)
        del shown["enum"]
    return shown
