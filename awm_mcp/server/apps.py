"""MCP Apps (SEP-1865): a run and the usage numbers as small pages that a host shows beside the answer.

A page is one HTML text without any outside asset. Its host gives it the tool's result, and it can ask for more only through
the host's own ``tools/call``. Clients that do not render it lose nothing: the result is the same data as text.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS, ReadResourceResult, Resource, TextResourceContents

EXTENSION = "io.modelcontextprotocol/ui"
MIME = "text/html;profile=mcp-app"
RUN, USAGE = "ui://awm/run.html", "ui://awm/usage.html"
TTL_MS = 3_600_000
_VIEWS = {RUN: ("run.html", "A run, step by step"), USAGE: ("usage.html", "How workflows are used")}
_CLOSED: dict[str, Any] = {"ui": {"csp": {"connectDomains": [], "resourceDomains": []}, "prefersBorder": True}}


def shown_by(uri: str) -> dict[str, Any]:
    """What a tool's ``_meta`` says of the page that shows its result."""
    return {"ui": {"resourceUri": uri}}


def is_view(uri: str) -> bool:
    """Whether an address is one of a page."""
    return uri.startswith("ui://")


def resources() -> list[Resource]:
    """The pages as resources."""
    return [
        Resource(uri=uri, name=file.removesuffix(".html"), title=title, mime_type=MIME, _meta=_CLOSED)
        for uri, (file, title) in _VIEWS.items()
    ]


def read(uri: str) -> ReadResourceResult:
    """One page.

    Raises:
        MCPError: there is no page at that address (-32602).
    """
    if uri not in _VIEWS:
        raise MCPError(INVALID_PARAMS, f"Resource not found: {uri[:300]}", {"uri": uri})
    contents = TextResourceContents(uri=uri, mime_type=MIME, text=page(_VIEWS[uri][0]), _meta=_CLOSED)
    return ReadResourceResult(contents=[contents], ttl_ms=TTL_MS, cache_scope="public")


@cache
def page(file: str) -> str:
    """The whole text of a page, its style and script inside."""
    html = _text(file)
    return html.replace("/*style*/", _text("view.css")).replace("/*bridge*/", _text("bridge.js"))


def _text(name: str) -> str:
    return (Path(__file__).with_name("views") / name).read_text(encoding="utf-8")
