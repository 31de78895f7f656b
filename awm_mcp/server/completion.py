"""Completion of site and workflow names; what is filled in already narrows the choice."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from mcp.types import CompleteRequestParams, CompleteResult, Completion, PromptReference

from awm_mcp.errors import AwmError
from awm_mcp.model.arguments import example
from awm_mcp.server.application import Application
from awm_mcp.server.connections import Context
from awm_mcp.server.door import Door

MOST = 100


class Completions:
    """completion/complete."""

    def __init__(self, door: Door) -> None:
        self._door = door

    async def complete(self, ctx: Context, params: CompleteRequestParams) -> CompleteResult:
        """Values that begin with what was typed, then values that contain it. Never an error: an empty list instead."""
        filled = dict((params.context.arguments if params.context else None) or {})
        try:
            application = await self._door.application()
            values = await _values(application, _kind(params), params.argument.value, filled)
        except AwmError:
            values = []
        fitting = _fitting(values, params.argument.value)
        return CompleteResult(completion=Completion(values=fitting[:MOST], total=len(fitting), has_more=len(fitting) > MOST))


def _kind(params: CompleteRequestParams) -> str:
    if isinstance(params.ref, PromptReference):
        return params.argument.name
    if params.argument.name == "id":
        return "workflow_id"
    return "site" if params.argument.name == "site" else ""


async def _values(application: Application, kind: str, typed: str, filled: Mapping[str, str]) -> list[str]:
    if kind == "site":
        return await application.sites()
    if kind in ("workflow", "workflow_id"):
        known = await application.names_of(filled.get("site") or None, typed.lower())
        return [name if kind == "workflow" else own or name for own, name in known]
    if kind == "arguments" and filled.get("workflow"):
        return [json.dumps(example(await application.workflow(filled["workflow"])), ensure_ascii=False)]
    return []


def _fitting(values: Iterable[str], typed: str) -> list[str]:
    begun = typed.casefold()
    known = sorted(set(values))
    first = [value for value in known if value.casefold().startswith(begun)]
    return first + [value for value in known if begun in value.casefold() and value not in first]
