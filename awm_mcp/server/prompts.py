"""Prompts: the memory of a site as text (AWM paper, section 2.3), and one workflow filled in to be followed by hand."""

from __future__ import annotations

import json
import re
from typing import Any, cast

from mcp.shared.exceptions import MCPError
from mcp.types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    PaginatedRequestParams,
    Prompt,
    PromptArgument,
    PromptMessage,
    TextContent,
)

from awm_mcp.errors import AwmError, InvalidInput, NotFound
from awm_mcp.model.text import cut
from awm_mcp.server.connections import Connections, Context
from awm_mcp.server.door import Door
from awm_mcp.server.paging import first_page
from awm_mcp.server.results import MAX_CHARS

SITE_MEMORY = Prompt(
    name="site_memory",
    title="What is remembered of a site",
    description="Workflows and lessons of a website as text, the fitting ones first when a task is given.",
    arguments=[
        PromptArgument(name="site", description="host[:port] or an address on it", required=True),
        PromptArgument(name="task", description="the task at hand", required=False),
    ],
)
USE_WORKFLOW = Prompt(
    name="use_workflow",
    title="Follow a workflow by hand",
    description="The steps of one workflow with its values filled in.",
    arguments=[
        PromptArgument(name="workflow", description="name or id", required=True),
        PromptArgument(name="arguments", description='values as JSON, e.g. {"query":"red chair"}', required=False),
        PromptArgument(name="site", description="narrows the completion of workflow names", required=False),
    ],
)
PROMPTS: tuple[Prompt, ...] = (SITE_MEMORY, USE_WORKFLOW)


class Prompts:
    """prompts/list and prompts/get."""

    def __init__(self, door: Door, connections: Connections) -> None:
        self._door, self._connections = door, connections

    async def list(self, ctx: Context, params: PaginatedRequestParams | None) -> ListPromptsResult:
        first_page(params)
        return ListPromptsResult(prompts=list(PROMPTS))

    async def get(self, ctx: Context, params: GetPromptRequestParams) -> GetPromptResult:
        """One prompt, filled in.

        Raises:
            MCPError: unknown prompt, missing argument, or nothing remembered under that name (-32602).
        """
        prompt = next((p for p in PROMPTS if p.name == params.name), None)
        if prompt is None:
            raise MCPError(INVALID_PARAMS, f"Unknown prompt: {params.name[:100]}")
        given = _given(prompt, dict(params.arguments or {}))
        try:
            text = await self._text(ctx, prompt, given)
        except AwmError as error:
            code = INVALID_PARAMS if isinstance(error, (NotFound, InvalidInput)) else INTERNAL_ERROR
            raise MCPError(code, error.text()) from error
        message = PromptMessage(role="user", content=TextContent(text=cut(text, MAX_CHARS)))
        return GetPromptResult(description=prompt.description, messages=[message])

    async def _text(self, ctx: Context, prompt: Prompt, given: dict[str, str]) -> str:
        application, caller = await self._door.application(), self._connections.caller(ctx)
        if prompt is SITE_MEMORY:
            return await application.site_memory(given["site"], given.get("task"), caller)
        return await application.use_workflow(given["workflow"], values_of(given.get("arguments", "")), caller)


def values_of(text: str) -> dict[str, str]:
    """Values given in one string: a JSON object, or ``name=value`` pairs.

    Raises:
        MCPError: the text is neither.
    """
    if not text.strip():
        return {}
    try:
        read: Any = json.loads(text)
    except ValueError:
        pairs = re.findall(r"([a-z][a-z0-9_]*)=(\"[^\"]*\"|\S+)", text)
        read = {name: value.strip('"') for name, value in pairs} or None
    if not isinstance(read, dict):
        raise MCPError(INVALID_PARAMS, 'arguments must be JSON such as {"query":"red chair"}, or name=value pairs')
    pairs_read = cast("dict[str, Any]", read).items()
    return {name: value if isinstance(value, str) else json.dumps(value) for name, value in pairs_read}


def _given(prompt: Prompt, arguments: dict[str, str]) -> dict[str, str]:
    known = {a.name: a for a in prompt.arguments or ()}
    missing = [name for name, a in known.items() if a.required and not arguments.get(name)]
    unknown = [name for name in arguments if name not in known]
    if missing or unknown:
        said = [*(f"{name!r} is missing" for name in missing), *(f"{name[:60]!r} is not an argument" for name in unknown)]
        raise MCPError(INVALID_PARAMS, f"prompt {prompt.name}: " + "; ".join(said))
    return {name: value for name, value in arguments.items() if value}
