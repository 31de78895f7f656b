"""Our server as a process of its own, spoken to through the SDK's public client, as an agent's host would."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TextIO

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import CallToolResult, TextContent, Tool

ROOT = Path(__file__).resolve().parents[2]
KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "PLAYWRIGHT_BROWSERS_PATH", "AWM_BROWSER", "RIG_CHROMIUM")
CALL_S = 90.0


class ToolError(Exception):
    """A tool answered with an error and no data of an outcome; the text is complete."""


@dataclass
class Server:
    """A connection. ``said`` keeps the text of every answer, so that a test can look for what must never be in one."""

    client: Client
    home: Path
    said: list[str] = field(default_factory=list[str])

    async def call(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        """The structured answer of a tool.

        Raises:
            ToolError: an error that is not the outcome of a replay.
        """
        result = await self.client.call_tool(tool, arguments, read_timeout_seconds=CALL_S)
        self.said.append(_whole(result))
        data: dict[str, Any] = result.structured_content or {}
        if result.is_error and "run_id" not in data:
            raise ToolError(f"{tool}: {_text(result)}")
        return data

    async def tools(self) -> list[Tool]:
        """The list of tools as it is now, past the client's cache."""
        listed = await self.client.list_tools(cache_mode="refresh")
        self.said.extend(tool.model_dump_json() for tool in listed.tools)
        return listed.tools


def environment(home: Path, **more: str) -> dict[str, str]:
    """A small environment: nothing of ours leaks in, state lives in ``home``, which is made."""
    home.mkdir(parents=True, exist_ok=True)
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**kept, "AWM_HOME": str(home), "PYTHONWARNINGS": "default", **more}


@asynccontextmanager
async def started(
    home: Path, env: dict[str, str], *, mode: Literal["auto", "legacy"] = "auto", log: Path | None = None
) -> AsyncIterator[Server]:
    """``python server.py`` on stdio; its log goes to ``log`` (default: ``server.log`` in the home)."""
    command = StdioServerParameters(command=sys.executable, args=[str(ROOT / "server.py")], env=env, cwd=home)
    with (log or home / "server.log").open("a") as written:
        async with Client(_transport(command, written), mode=mode) as client:
            yield Server(client, home)


def _transport(command: StdioServerParameters, log: TextIO) -> Any:
    return stdio_client(command, errlog=log)


def secret_variable(site: str, name: str) -> str:
    """The environment variable from which the server takes a secret of a site."""
    return "AWM_SECRET_" + re.sub(r"[^A-Z0-9]", "_", f"{site.replace('-', '__')}_{name}".upper())


def _whole(result: CallToolResult) -> str:
    return _text(result) + json.dumps(result.structured_content, ensure_ascii=False)


def _text(result: CallToolResult) -> str:
    return "\n".join(block.text for block in result.content if isinstance(block, TextContent))
