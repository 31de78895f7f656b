"""The JSON Schema (2020-12) of ``report_run``'s arguments: flat, without combinators, so that every client accepts it."""

from __future__ import annotations

from typing import Any

from awm_mcp.model import ACTION_TYPES

_TEXT: dict[str, Any] = {"type": "string"}


def _text(description: str, **more: Any) -> dict[str, Any]:
    return {"type": "string", "description": description} | more


TARGET_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "the element by meaning, as the accessibility snapshot names it; never a snapshot ref alone",
    "properties": {
        "role": _text("ARIA role: button, link, textbox, combobox, checkbox, …"),
        "name": _text("accessible name"),
        "label": _text("text of its label"),
        "placeholder": _TEXT,
        "testid": _text("data-testid"),
        "text": _text("visible text, when it has no role or name"),
        "row": _text("text that tells the row, card or list item it is in, when several are alike"),
        "frame": _text("CSS selector of the iframe it is in"),
        "css": _text("CSS selector; a witness only"),
    },
}

ACTION_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "type": _text("what was done", enum=list(ACTION_TYPES)),
        "target": TARGET_SCHEMA,
        "value": _text(
            "address (goto), text (fill), option label (select), key (press), text read (extract), answer (stop)"
        ),
        "checked": {"type": "boolean", "description": "check: the wanted state"},
    },
    "required": ["type"],
}

STEP_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "observation": _text("the page before the action, in a sentence"),
        "url": _text("address of the page before the action"),
        "reasoning": _text("why this action"),
        "action": ACTION_SCHEMA,
    },
    "required": ["action"],
}

REPORT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "task": _text("what was to be done, with its values: Find the price of Dry Cat Food"),
        "outcome": _text("whether the task was solved", enum=["success", "failure", "unknown"]),
        "site": _text("host or origin; left out when start_url or the steps tell it"),
        "start_url": _text("address the run began at"),
        "steps": {
            "type": "array",
            "description": "what was done, in order; left out when this server's own browser did and recorded it",
            "items": STEP_SCHEMA,
        },
        "transcript": _text(
            "instead of steps: a raw transcript or recording (Playwright MCP session or calls with results, Claude Code, "
            "OpenAI or Anthropic messages, ATIF, Chrome Recorder, Selenium IDE, codegen script, browser-use history)"
        ),
        "answer": _text("what was found out, if the task asked for it"),
        "agent": _text("who did it"),
        "task_id": _text("handle from find_workflows"),
        "suggested_name": _text("name for a workflow learned from this, verb_object: find_price"),
        "summary": _text("one sentence on what the run does in general"),
        "hints": {
            "type": "object",
            "description": "values that differ from task to task, by name: {product: Dry Cat Food}",
            "additionalProperties": {"type": "string"},
        },
        "evidence": {"type": "array", "items": _TEXT, "description": "checkable signals that the task was solved"},
    },
    "required": ["task", "outcome"],
}
"""``steps`` may also be text (JSON or a transcript): the server reads it, though the schema asks for the simple case."""
