"""What clients reject in a tool definition. A tool with a finding is left out of the list rather than losing all tools.

Sources: the complaints C6 (long names), C7 (characters) and C8 (root combinators, root type) of docs/clients.md, and the
Inspector's ``--strict``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from mcp.types import Tool

from awm_mcp.model.names import NAME

_COMBINATORS = ("oneOf", "anyOf", "allOf", "not", "if", "$ref")
MAX_DESCRIPTION = 2048


def findings(tool: Tool) -> list[str]:
    """Everything wrong with a tool definition, in words; empty when every known client takes it."""
    found = [] if NAME.match(tool.name) else [f"name {tool.name!r} does not fit {NAME.pattern}"]
    if not tool.description or len(tool.description) > MAX_DESCRIPTION:
        found.append(f"the description must have 1 to {MAX_DESCRIPTION} characters")
    found.extend(_root_findings(tool.input_schema))
    found.extend(_inner_findings(tool.input_schema.get("properties", {}), "properties"))
    return [*found, *_output_findings(tool.output_schema)]


def _output_findings(schema: Mapping[str, Any] | None) -> list[str]:
    if schema is None:
        return []
    found = [f"root combinator {key} in the output schema" for key in _COMBINATORS if key in schema]
    if schema.get("type") != "object":
        found.append("the output schema's root must have type object")
    if schema.get("required"):
        found.append("the output schema must not require anything: a stop or an error has other fields")
    return found


def _root_findings(schema: Mapping[str, Any]) -> list[str]:
    found = [f"root combinator {key}" for key in _COMBINATORS if key in schema]
    if schema.get("type") != "object":
        found.append("the root must have type object")
    unknown = [name for name in schema.get("required", ()) if name not in schema.get("properties", {})]
    return [*found, *(f"required property {name!r} is not defined" for name in unknown)]


def _inner_findings(properties: Mapping[str, Any], where: str) -> list[str]:
    found: list[str] = []
    for name, schema in properties.items():
        if not isinstance(schema, dict):
            found.append(f"{where}.{name} is a boolean schema")
            continue
        kind = cast("dict[str, Any]", schema).get("type")
        if not isinstance(kind, str):
            found.append(f"{where}.{name} needs one type, not {kind!r}")
    return found
