"""The shape of what a published workflow answers, and outputs that keep to it, for clients that read results by it.

Nothing is required, since a stop or an error has other fields; an output of which the page said nothing is left out. Where
the page showed a text instead of a number, the text is given: a client that checks the answer would drop it otherwise.
Type arrays are not used: some clients cannot read them. What an output is stands in its name; clients keep the schema to
themselves, so a description there would reach no model.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from awm_mcp.model import Workflow

MOST_OUTPUTS = 8
_TEXT: dict[str, Any] = {"type": "string"}
_TEXTS: dict[str, Any] = {"type": "array", "items": _TEXT}
_KINDS: dict[str, dict[str, Any]] = {
    "string": _TEXT,
    "number": {"anyOf": [{"type": "number"}, _TEXT]},
    "array": _TEXTS,
    "table": {"type": "array", "items": _TEXTS},
}


def outcome_schema(workflow: Workflow) -> dict[str, Any] | None:
    """JSON Schema of the outcome's part that differs: the outputs by name with their types; None where nothing is read."""
    if not workflow.outputs:
        return None
    named = {output.name: _KINDS[output.type] for output in workflow.outputs[:MOST_OUTPUTS]}
    return {"type": "object", "properties": {"outputs": {"type": "object", "properties": named}}}


def conforming(outputs: Mapping[str, Any], workflow: Workflow) -> dict[str, Any]:
    """Outputs as the schema promises them; a single text stands in a list where a list is promised."""
    kinds = {output.name: output.type for output in workflow.outputs}
    return {
        name: _fitted(value, kinds[name]) if name in kinds else value
        for name, value in outputs.items()
        if value is not None or name not in kinds
    }


def _fitted(value: Any, kind: str) -> Any:
    if kind == "array":
        return value if _are_texts(value) else [_as_text(value)]
    if kind == "table":
        return value if _is_table(value) else [[_as_text(value)]]
    return value if kind == "number" and _is_number(value) else _as_text(value)


def _as_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "\n".join(cast("list[str]", value)) if _are_texts(value) else json.dumps(value, ensure_ascii=False, default=str)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in cast("list[Any]", value))


def _is_table(value: Any) -> bool:
    return isinstance(value, list) and all(_are_texts(row) for row in cast("list[Any]", value))
