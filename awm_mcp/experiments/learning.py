"""Online mode: a solved task is reported back, and learning is awaited before the next task begins."""

from __future__ import annotations

import time
from collections.abc import AsyncIterable
from typing import Any, cast

import anyio
from mcp import Client, MCPError

from awm_mcp.errors import Unavailable

WITHIN_S = 180.0
WAIT_S = 20.0
LISTED_WITHIN_S = 10.0


async def teach(client: Client, report: dict[str, Any]) -> tuple[str, ...]:
    """Reports a run and waits until it is learned; returns the workflows that came of it which can be called.

    Raises:
        Unavailable: the report was refused, or learning did not end in time.
    """
    answer = await _call(client, "report_run", report)
    if answer.get("learning") == "off":
        return ()
    async with client.listen(tools_list_changed=True) as changes:
        status = await _learned(client, str(answer["report_id"]))
        rows = cast("list[dict[str, Any]]", status.get("workflows") or [])
        await _listed(client, {str(row["tool"]) for row in rows if row.get("tool")}, changes)
    return tuple(str(row["workflow"]) for row in rows if row.get("state") in ("verified", "published"))


async def _learned(client: Client, report_id: str) -> dict[str, Any]:
    began = time.monotonic()
    while time.monotonic() - began < WITHIN_S:
        status = await _call(client, "get_run", {"id": report_id, "wait_s": WAIT_S})
        if status.get("status") in ("learned", "not_learned"):
            return status
    raise Unavailable(
        "learning_too_slow", expected=f"an end within {WITHIN_S:g} s", seen=f"{report_id} is still being learned"
    )


async def _listed(client: Client, tools: set[str], changes: AsyncIterable[object]) -> None:
    """Until published tools are listed; a catalogue beyond its limit never lists some, so the wait is bounded."""
    with anyio.move_on_after(LISTED_WITHIN_S):
        if await _lists(client, tools):
            return
        async for _ in changes:
            if await _lists(client, tools):
                return


async def _lists(client: Client, tools: set[str]) -> bool:
    return tools <= {tool.name for tool in (await client.list_tools(cache_mode="refresh")).tools}


async def _call(client: Client, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    try:
        result = await client.call_tool(tool, arguments)
    except MCPError as problem:
        raise Unavailable("server_failed", expected=f"an answer of {tool}", seen=str(problem)[:300]) from problem
    data: Any = result.structured_content
    if result.is_error or not isinstance(data, dict):
        said = " ".join(getattr(part, "text", "") for part in result.content)
        raise Unavailable("server_failed", expected=f"a good answer of {tool}", seen=said[:300], next="see server.log")
    return cast("dict[str, Any]", data)
