"""Parameters of a workflow under other names, wherever they stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from awm_mcp.model import Workflow


def with_parameter_names(workflow: Workflow, mapping: Mapping[str, str]) -> Workflow:
    """The workflow with parameters renamed wherever they stand; its texts are left as they are."""
    if all(old == new for old, new in mapping.items()):
        return workflow
    data = cast("dict[str, Any]", _renamed(workflow.model_dump(mode="json"), mapping))
    for parameter in data.get("parameters", ()):
        parameter["name"] = mapping.get(parameter["name"], parameter["name"])
    evidence = data.get("evidence", {})
    evidence["arguments"] = [
        {mapping.get(name, name): given for name, given in case.items()} for case in evidence.get("arguments", ())
    ]
    return Workflow.model_validate(data)


def _renamed(data: Any, mapping: Mapping[str, str]) -> Any:
    if isinstance(data, list):
        return [_renamed(item, mapping) for item in cast("list[Any]", data)]
    if not isinstance(data, dict):
        return data
    given = cast("dict[str, Any]", data)
    return {key: _renamed_field(key, item, mapping) for key, item in given.items()}


def _renamed_field(key: str, item: Any, mapping: Mapping[str, str]) -> Any:
    if key in ("param", "parameter") and isinstance(item, str):
        return mapping.get(item, item)
    return item if key == "attrs" else _renamed(item, mapping)
