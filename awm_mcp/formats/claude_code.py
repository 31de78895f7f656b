"""Claude Code transcripts: JSON lines of ``{type: user|assistant, message}``; only browser tool calls become steps."""

from __future__ import annotations

from typing import Any

from awm_mcp.formats.assemble import Draft, build
from awm_mcp.formats.messages import asked_in, draft_of_talk, take
from awm_mcp.formats.reading import as_dict, check_text, dicts, is_dict, json_lines
from awm_mcp.formats.tool_calls import bare_name
from awm_mcp.model import Run

NAME = "claude_code"


def matches(data: object) -> bool:
    """Whether the data is a transcript in which a browser tool is called."""
    messages = _messages(data)
    return any(bare_name(ask.name) for message in messages for ask in asked_in(message))


def read(data: object, *, outcome: str = "") -> Run:
    """The run of a transcript; its outcome is unknown unless the caller says it.

    Raises:
        InvalidReport: an element that cannot be resolved, or no call that acts.
    """
    check_text(data)
    return build(draft(data).saying(outcome=outcome), source=NAME).run


def draft(data: object) -> Draft:
    """The transcript in the report's shape."""
    return draft_of_talk(take(_messages(data)), {"agent": "claude-code"})


def _messages(data: object) -> list[dict[str, Any]]:
    items = json_lines(data) if isinstance(data, str) and data.lstrip()[:1] == "{" else data
    entries = [e for e in dicts(items) if e.get("type") in ("user", "assistant") and e.get("isSidechain") is not True]
    return [as_dict(entry.get("message")) for entry in entries if is_dict(entry.get("message"))]
