"""workflow-use and WALT recordings: ``{name, steps[{type, cssSelector, xpath, targetText, value}], input_schema}``.

These are templates rather than runs: what holds a ``{placeholder}`` cannot teach a value and is refused; a recording as it
was made, with its values, is read.
"""

from __future__ import annotations

import re
from typing import Any

from awm_mcp.errors import InvalidReport
from awm_mcp.formats.assemble import Draft, Report, build
from awm_mcp.formats.reading import as_dict, as_text, check_text, dicts, first_text
from awm_mcp.model import Run
from awm_mcp.model.text import plain

NAME = "workflow_use"
_TYPES = {
    "navigation": "goto",
    "click": "click",
    "input": "fill",
    "select_change": "select",
    "key_press": "press",
    "go_back": "back",
    "go_forward": "forward",
}
_ROLES = {"a": "link", "button": "button", "textarea": "textbox", "select": "combobox"}


def matches(data: object) -> bool:
    """Whether the data is a recording of this kind."""
    steps = dicts(as_dict(data).get("steps"))
    known = {*_TYPES, "scroll", "extract", "agent", "extract_page_content"}
    marked = "input_schema" in as_dict(data) or any(
        "cssSelector" in s or "target_text" in s or s.get("type") == "navigation" for s in steps
    )
    return bool(steps) and marked and all(as_text(s.get("type")) in known for s in steps)


def read(data: object, *, task: str = "", outcome: str = "") -> Run:
    """The run of a recording; its description is the task unless one is given.

    Raises:
        InvalidReport: a step that needs a model, holds a placeholder or has no element; names it.
    """
    check_text(data)
    return build(draft(data).saying(task=task, outcome=outcome), source=NAME).run


def draft(data: object) -> Draft:
    """The recording in the report's shape."""
    recording = as_dict(data)
    variables = {as_text(item.get("name")) for item in dicts(recording.get("input_schema"))}
    warnings: list[str] = []
    steps: list[Report] = []
    for number, step in enumerate(dicts(recording.get("steps")), 1):
        kind = _TYPES.get(as_text(step.get("type")))
        if kind is None:
            warnings.append(f"step {number} ({plain(as_text(step.get('type')), 40)}) only looks or needs a model; left out")
            continue
        _refuse_placeholders(number, step, variables)
        steps.append(
            {"url": as_text(step.get("frameUrl") or step.get("url")), "reasoning": as_text(step.get("description"))}
            | {"action": _action(kind, step)}
        )
    task = first_text(recording, "description", "name")
    return Draft({"task": plain(task, 500), "steps": steps}, tuple(warnings))


def _refuse_placeholders(number: int, step: dict[str, Any], variables: set[str]) -> None:
    for name in variables:
        if name and any(f"{{{name}}}" in as_text(given) for given in step.values()):
            raise InvalidReport(
                "placeholder_value",
                step=number,
                expected="the value that was used when it was recorded",
                seen=f"the placeholder {{{plain(name, 40)}}}",
                next="import the recording from before it was parameterized; parameters are learned here from runs",
            )


def _action(kind: str, step: dict[str, Any]) -> Report:
    action: Report = {"type": kind}
    if kind == "goto":
        return action | {"value": as_text(step.get("url"))}
    if kind in ("back", "forward"):
        return action
    tag = as_text(step.get("elementTag")).lower()
    text = first_text(step, "targetText", "target_text", "elementText")
    target = {
        "tag": tag,
        "role": _ROLES.get(tag, ""),
        "text" if kind == "click" else "label": re.sub(r"\s+", " ", text).strip()[:200],
        "css": as_text(step.get("cssSelector")),
        "xpath": as_text(step.get("xpath")),
    }
    action["target"] = {key: given for key, given in target.items() if given}
    value = {"fill": "value", "select": "selectedText", "press": "key"}.get(kind)
    return action | ({"value": as_text(step.get(value))} if value else {})
