"""Transcripts of Playwright MCP in its own carriers: ``session.md`` (``--save-session``), JSON-RPC wire logs, call lists."""

from __future__ import annotations

import re
from typing import Any

from awm_mcp.errors import InvalidReport
from awm_mcp.formats.assemble import Draft, Report, build
from awm_mcp.formats.reading import as_dict, as_list, as_text, check_text, dicts, first_text, is_dict, json_lines, loads
from awm_mcp.formats.tool_calls import ToolCall, ToolResult, bare_name, draft_of_calls, result_of
from awm_mcp.model import Run

NAME = "playwright_mcp"
_ENVELOPE = ("task", "site", "start_url", "success", "outcome", "template", "agent", "answer", "task_id")
_ARGUMENTS = ("arguments", "args", "input", "params")
_CALL = re.compile(r"(?m)^### (?:Tool call: (?P<name>\S+)|User action: (?P<user>.*))$")


def matches(data: object) -> bool:
    """Whether the data is a session file, a wire log or a list of browser calls."""
    if isinstance(data, str):
        return bool(re.search(r"(?m)^### Tool call: \S*browser_", data)) or _is_wire(
            json_lines(data) if data[:1] == "{" else []
        )
    items = dicts(data)
    return _is_wire(items) or (any(_listed_name(item) for item in items[:5]) and any(map(_is_call, items)))


def read(data: object, *, task: str = "", outcome: str = "") -> Run:
    """The run of a transcript. ``task`` and ``outcome`` are used where the transcript has none.

    Raises:
        InvalidReport: an element that cannot be resolved, no task, or no call that acts.
    """
    check_text(data)
    return build(draft(data).unless_said(task=task, outcome=outcome), source=NAME).run


def draft(data: object) -> Draft:
    """The transcript in the report's shape."""
    if isinstance(data, str) and _CALL.search(data):
        return draft_of_calls(_session(data), {})
    items = json_lines(data) if isinstance(data, str) else as_list(data)
    if _is_wire(dicts(items)):
        return _wire(dicts(items))
    return draft_of_calls([_listed(number, item) for number, item in enumerate(dicts(items), 1) if _listed_name(item)], {})


def _is_wire(items: list[Any]) -> bool:
    return any(as_dict(item).get("method") == "tools/call" and "params" in as_dict(item) for item in items[:20])


def _wire(messages: list[dict[str, Any]]) -> Draft:
    results = {_id(m): m for m in messages if "id" in m and ("result" in m or "error" in m) and "method" not in m}
    calls: list[ToolCall] = []
    envelope: Report = {}
    answer = ""
    for message in messages:
        params = as_dict(message.get("params"))
        name = bare_name(as_text(params.get("name")))
        if message.get("method") == "tools/call" and name:
            result = _wire_result(results.get(_id(message), {}))
            calls.append(ToolCall(name, as_dict(params.get("arguments")), result, number=len(calls) + 1))
        elif message.get("dir") == "final":
            answer = as_text(message.get("text"))
        elif "task" in message and "method" not in message:
            envelope = {key: message[key] for key in _ENVELOPE if message.get(key) is not None}
    return draft_of_calls(calls, envelope, answer)


def _id(message: dict[str, Any]) -> str:
    return repr(message.get("id"))


def _wire_result(message: dict[str, Any]) -> ToolResult:
    if not message:
        return ToolResult(error="the call was never answered")
    if "error" in message:
        return ToolResult(error=first_text(as_dict(message["error"]), "message") or "protocol error")
    result = as_dict(message.get("result"))
    return result_of(content_text(result.get("content")), result.get("isError") is True)


def content_text(content: object) -> str:
    """The text of a result's content: a string, or a list of text blocks."""
    if isinstance(content, str):
        return content
    return "\n".join(as_text(item.get("text")) if is_dict(item) else as_text(item) for item in map(_block, as_list(content)))


def _block(item: object) -> dict[str, Any]:
    return as_dict(item) if is_dict(item) else {"text": item}


def _session(text: str) -> list[ToolCall]:
    found = list(_CALL.finditer(text))
    calls: list[ToolCall] = []
    for number, match in enumerate(found, 1):
        end = found[number].start() if number < len(found) else len(text)
        name = bare_name(match["name"] or "")
        if name:
            calls.append(_session_call(number, name, text[match.end() : end]))
    return calls


def _session_call(number: int, name: str, body: str) -> ToolCall:
    args = _fenced(number, body, "Args")
    result = _fenced(number, body, "Result")
    parsed = _session_result(result) if is_dict(result) else result_of(body)
    return ToolCall(name, as_dict(args), parsed, number=number)


def _fenced(number: int, body: str, what: str) -> object:
    match = re.search(rf"(?ms)^- {what}\s*\n```json\n(.*?)^```", body)
    if match is None:
        return None
    try:
        return loads(match.group(1), f"the {what.lower()} of call {number}")
    except InvalidReport as problem:
        raise InvalidReport("unreadable_call", step=number, expected=problem.expected, seen=problem.seen) from None


def _session_result(data: object) -> ToolResult:
    result = as_dict(data)
    page = as_text(result.get("page"))
    about = result_of(page)
    error = first_text(result, "error") or ("the call failed" if result.get("isError") is True else "")
    return ToolResult(
        code=as_text(result.get("code")),
        url=about.url,
        title=about.title,
        snapshot=first_text(result, "inlineSnapshot", "snapshot"),
        error=error,
        modal=as_text(result.get("modalState")),
        tabs=first_text(result, "tabs"),
        events=as_text(result.get("events")),
        text=as_text(result.get("result")),
    )


def _listed_name(item: dict[str, Any]) -> str | None:
    inner = as_dict(item.get("params")) or as_dict(item.get("function"))
    return bare_name(first_text(item, "name", "tool", "function_name", "tool_name") or first_text(inner, "name"))


def _is_call(item: dict[str, Any]) -> bool:
    """Whether a listed step keeps its arguments or its result apart, as calls do; agents also write them flat."""
    return any(key in item for key in (*_ARGUMENTS, "function", "result", "output", "response", "content"))


def _listed(number: int, item: dict[str, Any]) -> ToolCall:
    inner = as_dict(item.get("params")) or as_dict(item.get("function"))
    raw: object = next((d[key] for d in (inner, item) for key in _ARGUMENTS if key in d), None)
    args = loads(raw, "a call's arguments") if isinstance(raw, str) and raw.strip() else raw
    result = next((item[key] for key in ("result", "output", "response", "content") if key in item), "")
    failed = item.get("isError") is True or item.get("is_error") is True or as_dict(result).get("isError") is True
    text = content_text(as_dict(result).get("content", "")) if is_dict(result) else content_text(result)
    return ToolCall(
        _listed_name(item) or "", as_dict(args), result_of(text, failed), first_text(item, "reasoning", "thought"), number
    )
