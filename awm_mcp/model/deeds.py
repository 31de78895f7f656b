"""What a workflow does, apart from the words about it: an edit of texts alone needs no new proof."""

from __future__ import annotations

from typing import Any, cast

from awm_mcp.model.workflow import Workflow

_KEPT_ELSEWHERE = {"id", "state", "version", "owner", "evidence", "memory", "built_on", "pinned"}
_TEXTS = {"name", "title", "description", "templates"}
_OF_STEPS = frozenset({"observation", "reasoning"})
_OF_PARAMETERS = frozenset({"description", "examples"})


def does_the_same(one: Workflow, other: Workflow) -> bool:
    """Whether two versions start, act, expect, take and return the same, whatever they are called and described as."""
    return _deeds(one) == _deeds(other)


def _deeds(workflow: Workflow) -> dict[str, Any]:
    data = workflow.model_dump(mode="json", exclude=_KEPT_ELSEWHERE | _TEXTS)
    data["parameters"] = [_without(one, _OF_PARAMETERS) for one in data.get("parameters", [])]
    # The examples of an output stay: a replay reads by what the source runs read.
    data["outputs"] = [_without(one, frozenset({"description"})) for one in data.get("outputs", [])]
    data["steps"] = [_step(step) for step in data["steps"]]
    return data


def _step(step: dict[str, Any]) -> dict[str, Any]:
    kept = _without(step, _OF_STEPS)
    if block := kept.get("for_each"):
        kept["for_each"] = {**block, "steps": [_step(one) for one in block["steps"]]}
    kept["instead"] = [_step(one) for one in cast("list[dict[str, Any]]", kept.get("instead") or [])]
    return kept


def _without(data: dict[str, Any], names: frozenset[str]) -> dict[str, Any]:
    return {key: one for key, one in data.items() if key not in names}
