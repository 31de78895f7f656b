"""Mind2Web tasks: ours (``{website, task, steps[{op, role, label, value}]}``) and the data set's own annotation shape.

Tasks carry no addresses; the site is the website's name, and every task counts as solved (a person did it).
"""

from __future__ import annotations

import re
from typing import Any

from awm_mcp.errors import InvalidReport
from awm_mcp.formats.assemble import Draft, Report, build
from awm_mcp.formats.reading import as_dict, as_list, as_text, check_text, dicts, first_text, loads
from awm_mcp.model import Run
from awm_mcp.model.text import cut, plain

NAME = "mind2web"
_REPR = re.compile(r"^\s*\[(?P<role>[^\]]*)\]\s*(?P<label>.*?)\s*->\s*(?P<op>[A-Z]+)(?::\s?(?P<value>.*))?$", re.S)
_TYPES = {"CLICK": "click", "TYPE": "fill", "SELECT": "select", "HOVER": "hover", "ENTER": "press"}


def matches(data: object) -> bool:
    """Whether the data is one task of this format."""
    record = as_dict(data)
    if "website" not in record:
        return False
    return bool(as_list(record.get("action_reprs"))) or any(
        "op" in s and "label" in s for s in dicts(record.get("steps"))[:1]
    )


def read(record: object) -> Run:
    """The run of one task.

    Raises:
        InvalidReport: a step that cannot be read; names it.
    """
    check_text(record)
    return build(draft(record), source=NAME).run


def draft(record: object) -> Draft:
    """The task in the report's shape."""
    data = as_dict(record)
    raw_steps = dicts(data.get("steps")) or _annotated(data)
    website = plain(as_text(data.get("website"))).lower()
    host = re.sub(r"[^\w.-]+", "-", website).strip("-.") or "unknown"
    steps = [_step(number, step) for number, step in enumerate(raw_steps, 1)]
    return Draft({"task": first_text(data, "task", "confirmed_task"), "site": host, "outcome": "success", "steps": steps})


def _step(number: int, step: dict[str, Any]) -> Report:
    op, text = as_text(step.get("op")).upper(), as_text(step.get("value"))
    if (kind := _TYPES.get(op)) is None:
        raise InvalidReport(
            "unknown_action",
            step=number,
            expected=f"an 'op' of {', '.join(_TYPES)}",
            seen=repr(op[:40]),
            next="correct the record",
        )
    label = plain(as_text(step.get("label")), 500)
    role = as_text(step.get("role")).strip().lower() or "element"
    action: Report = {"type": kind, "target": {"role": role, "name": label}}
    if kind == "select" and not text:
        action["type"] = "click"
    elif kind in ("fill", "select"):
        action["value"] = text
    elif kind == "press":
        action["value"] = "Enter"
    return {"observation": cut(as_text(step.get("observation")), 2000), "action": action}


def _annotated(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Steps of the data set's own shape: representations name role and label, operations the value."""
    actions = dicts(data.get("actions"))
    found: list[dict[str, Any]] = []
    for number, text in enumerate(as_list(data.get("action_reprs"))):
        match = _REPR.match(as_text(text))
        if match is None:
            raise InvalidReport(
                "unreadable_action",
                step=number + 1,
                expected="an action representation '[role] label -> OP: value'",
                seen=plain(repr(text), 120),
                next="correct the record",
            )
        action = actions[number] if number < len(actions) else {}
        op = as_dict(action.get("operation"))
        found.append(
            {
                "op": first_text(op, "op") or match["op"],
                "value": first_text(op, "value") or match["value"] or "",
                "role": match["role"],
                "label": match["label"] or _name_of(action),
            }
        )
    return found


def _name_of(action: dict[str, Any]) -> str:
    for candidate in dicts(action.get("pos_candidates"))[:1]:
        raw = candidate.get("attributes")
        attributes = (
            as_dict(loads(raw, "a candidate's attributes")) if isinstance(raw, str) and raw.strip() else as_dict(raw)
        )
        return first_text(attributes, "aria_label", "aria-label", "placeholder", "title", "alt", "name")
    return ""
