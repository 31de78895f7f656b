"""What is asked for at an address that all calls of a site go to: the method of JSON-RPC, the command of GraphQL."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from playwright.async_api import Request

MOST_READ = 200_000
_MUTATION = re.compile(r"\s*mutation\b\s*(\w*)[^{]*\{\s*(\w*)")


def operation_of(request: Request) -> str:
    """The name of what a request asks for in its body; empty where its address says it."""
    body = request.post_data_buffer or b""
    if request.method != "POST" or not 0 < len(body) <= MOST_READ or body.lstrip()[:1] not in (b"{", b"["):
        return ""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    each = cast("list[Any]", data) if isinstance(data, list) else [data]
    return "+".join(name for one in each[:10] if isinstance(one, dict) and (name := _name(cast("dict[str, Any]", one))))


def _name(asked: dict[str, Any]) -> str:
    if "jsonrpc" in asked and isinstance(asked.get("method"), str):
        return str(asked["method"])
    command = _MUTATION.match(asked["query"]) if isinstance(asked.get("query"), str) else None
    return f"mutation {command.group(1) or command.group(2)}" if command else ""
