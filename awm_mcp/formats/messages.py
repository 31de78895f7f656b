"""Conversations that hold browser tool calls: OpenAI and Anthropic message arrays, and what ATIF and Claude Code share."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from awm_mcp.errors import InvalidReport
from awm_mcp.formats.assemble import Draft, Report
from awm_mcp.formats.playwright_mcp import content_text
from awm_mcp.formats.reading import as_dict, as_list, as_text, dicts, first_text, is_dict
from awm_mcp.formats.tool_calls import ToolCall, ToolResult, bare_name, draft_of_calls, result_of


@dataclass(frozen=True)
class Asked:
    """A tool call as a conversation holds it, before its result is known."""

    id: str
    name: str
    args: dict[str, Any]
    reasoning: str = ""


@dataclass
class Talk:
    """What is taken out of a conversation."""

    task: str = ""
    asked: list[Asked] = field(default_factory=list[Asked])
    results: dict[str, ToolResult] = field(default_factory=dict[str, ToolResult])
    last_text: str = ""


def draft_of_talk(talk: Talk, envelope: Report) -> Draft:
    """The report of a conversation; calls are matched to their results by id."""
    calls = [
        ToolCall(name, ask.args, talk.results.get(ask.id, ToolResult()), ask.reasoning, number)
        for number, ask in enumerate(talk.asked, 1)
        if (name := bare_name(ask.name)) is not None
    ]
    return draft_of_calls(calls, {"task": talk.task} | envelope, talk.last_text)


def matches_messages(data: object) -> bool:
    """Whether the data is a message array (alone or under ``messages``) in which browser tools are called."""
    items = dicts(as_dict(data).get("messages")) if is_dict(data) else dicts(data)
    if not items or not all("role" in item for item in items[:3]):
        return False
    return any(bare_name(ask.name) for item in items for ask in asked_in(item))


def draft_of_messages(data: object) -> Draft:
    """The report of an OpenAI or Anthropic message array."""
    items = dicts(as_dict(data).get("messages")) if is_dict(data) else dicts(data)
    envelope = {
        key: given
        for key, given in as_dict(data).items()
        if key in ("task", "success", "outcome", "start_url", "agent", "answer")
    }
    return draft_of_talk(take(items), envelope)


def take(items: Iterable[dict[str, Any]]) -> Talk:
    """Task, calls, results and last words of messages."""
    talk = Talk()
    for item in items:
        role = as_text(item.get("role"))
        text = _text(item.get("content"))
        if role == "user" and text and not talk.task:
            talk.task = text.strip()
        asked = asked_in(item)
        talk.asked += asked
        if role == "assistant":
            talk.last_text = "" if asked else text.strip()
        _take_results(item, talk)
    return talk


def asked_in(item: dict[str, Any]) -> list[Asked]:
    """The tool calls of one message, in either vendor's shape."""
    text = _text(item.get("content")).strip()
    found = [
        Asked(as_text(block.get("id")), as_text(block.get("name")), as_dict(block.get("input")), text)
        for block in dicts(item.get("content"))
        if block.get("type") == "tool_use"
    ]
    for call in dicts(item.get("tool_calls")):
        function = as_dict(call.get("function"))
        args = arguments(function.get("arguments", call.get("args")))
        found.append(Asked(as_text(call.get("id")), first_text(function, "name") or first_text(call, "name"), args, text))
    return found


def arguments(raw: object) -> dict[str, Any]:
    """A call's arguments, given as an object or as JSON text."""
    if not isinstance(raw, str):
        return as_dict(raw)
    try:
        return as_dict(json.loads(raw or "{}"))
    except (ValueError, RecursionError):
        raise InvalidReport("unreadable_call", expected="a call's arguments as a JSON object", seen=repr(raw[:80])) from None


def _take_results(item: dict[str, Any], talk: Talk) -> None:
    if item.get("role") == "tool":
        talk.results[as_text(item.get("tool_call_id"))] = result_of(
            content_text(item.get("content")), item.get("is_error") is True
        )
    for block in dicts(item.get("content")):
        if block.get("type") == "tool_result":
            text = content_text(block.get("content"))
            talk.results[as_text(block.get("tool_use_id"))] = result_of(text, block.get("is_error") is True)


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(
        as_text(b.get("text"))
        for b in map(as_dict, as_list(content))
        if b.get("type") in ("text", "output_text", "input_text")
    )
