"""Types and readers that the tests of the server share."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

from mcp import Client
from mcp.types import CallToolResult, TextContent

from awm_mcp.server.safe_texts import as_text

Connect = Callable[..., AbstractAsyncContextManager[Client]]


def text_of(result: CallToolResult) -> str:
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text


def data_of(result: CallToolResult) -> dict[str, Any]:
    assert json.loads(text_of(result)) == as_text(result.structured_content or {})
    return dict(result.structured_content or {})
