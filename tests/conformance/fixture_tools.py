"""The tools that the official suite calls. What each has to answer is the suite's own definition, not ours."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import mcp.types as t
from mcp.shared.exceptions import MCPError

PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
)  # fmt: skip
WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="
STRING: dict[str, Any] = {"type": "string"}
NOTHING: dict[str, Any] = {"type": "object", "additionalProperties": False}

Answer = t.CallToolResult | t.InputRequiredResult
Tool = Callable[[Any, dict[str, Any], t.CallToolRequestParams], Awaitable[Answer]]


def text(said: str) -> t.TextContent:
    return t.TextContent(text=said)


def embedded(uri: str, said: str, mime: str = "text/plain") -> t.EmbeddedResource:
    return t.EmbeddedResource(resource=t.TextResourceContents(uri=uri, mime_type=mime, text=said))


def form(message: str, properties: dict[str, Any]) -> t.ElicitRequest:
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return t.ElicitRequest(params=t.ElicitRequestFormParams(message=message, requested_schema=schema))


def asked(requests: dict[str, Any], state: str | None = None) -> t.InputRequiredResult:
    return t.InputRequiredResult(input_requests=requests, request_state=state)


def _said(*content: Any, **more: Any) -> t.CallToolResult:
    return t.CallToolResult(content=list(content), **more)


def _name(message: str = "What is your name?") -> t.ElicitRequest:
    return form(message, {"name": STRING})


def _confirmation() -> t.ElicitRequest:
    return form("Please confirm", {"ok": {"type": "boolean"}})


def _sample(question: str) -> t.CreateMessageRequest:
    message = t.SamplingMessage(role="user", content=text(question))
    return t.CreateMessageRequest(params=t.CreateMessageRequestParams(messages=[message], max_tokens=100))


def _always(*content: Any, **more: Any) -> Tool:
    async def answer(ctx: Any, given: dict[str, Any], params: t.CallToolRequestParams) -> Answer:
        return _said(*content, **more)

    return answer


async def _logging(ctx: Any, given: dict[str, Any], params: t.CallToolRequestParams) -> Answer:
    for said in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        await ctx.session.send_log_message("info", said, related_request_id=ctx.request_id)
        await anyio.sleep(0.05)  # the suite wants them apart
    return _said(text("Tool with logging executed successfully"))


async def _progress(ctx: Any, given: dict[str, Any], params: t.CallToolRequestParams) -> Answer:
    for done in (0, 50, 100):
        await ctx.session.report_progress(done, 100, f"Completed step {done} of 100")
        await anyio.sleep(0.05)  # the suite wants them apart
    return _said(text(str((ctx.meta or {}).get("progress_token", 0))))


async def _sampling(ctx: Any, given: dict[str, Any], params: t.CallToolRequestParams) -> Answer:
    question = t.SamplingMessage(role="user", content=text(given["prompt"]))
    answered = await ctx.session.create_message([question], max_tokens=100, related_request_id=ctx.request_id)
    return _said(text(f"LLM response: {answered.content.text}"))


async def _elicited(ctx: Any, message: str, properties: dict[str, Any], label: str) -> Answer:
    required = [name for name, prop in properties.items() if "default" not in prop]
    schema = {"type": "object", "properties": properties, "required": required}
    given = await ctx.session.elicit_form(message, schema, related_request_id=ctx.request_id)
    return _said(text(f"{label}: action={given.action}, content={json.dumps(given.content or {})}"))


async def _elicitation(ctx: Any, given: dict[str, Any], params: t.CallToolRequestParams) -> Answer:
    wanted = {"response": {**STRING, "description": "User's response"}}
    return await _elicited(ctx, given["message"], wanted, "User response")


async def _defaults(ctx: Any, given: dict[str, Any], params: t.CallToolRequestParams) -> Answer:
    wanted = {
        "name": {**STRING, "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {**STRING, "enum": ["active", "inactive", "pending"], "default": "active"},
        "verified": {"type": "boolean", "default": True},
    }
    return await _elicited(ctx, "Please provide user information", wanted, "Elicitation result")


async def _enums(ctx: Any, given: dict[str, Any], params: t.CallToolRequestParams) -> Answer:
    wanted = {
        "untitledSingle": {**STRING, "enum": ["active", "inactive", "pending"]},
        "titledSingle": {**STRING, "oneOf": [{"const": c, "title": c} for c in ("low", "medium", "high")]},
        "untitledMulti": {"type": "array", "items": {**STRING, "enum": ["read", "write", "execute"]}},
        "titledMulti": {"type": "array", "items": {"anyOf": [{"const": c, "title": c} for c in ("feature", "bug", "docs")]}},
        "legacyEnum": {**STRING, "enum": ["small", "medium", "large"], "enumNames": ["Small", "Medium", "Large"]},
    }
    return await _elicited(ctx, "Please select values", wanted, "Elicitation completed")


async def _needs_sampling(ctx: Any, given: dict[str, Any], params: t.CallToolRequestParams) -> Answer:
    able = ctx.session.client_capabilities
    if able is None or able.sampling is None:
        needed = {"requiredCapabilities": {"sampling": {}}}
        raise MCPError(t.MISSING_REQUIRED_CLIENT_CAPABILITY, "This tool requires the client 'sampling' capability", needed)
    return _said(text("ok"))


async def _ask_name(ctx: Any, given: dict[str, Any], params: t.CallToolRequestParams) -> Answer:
    answers: Any = params.input_responses or {}
    if "user_name" not in answers:
        return asked({"user_name": _name()})
    return _said(text(f"Hello, {answers['user_name'].content['name']}!"))


async def _ask_model(ctx: Any, given: dict[str, Any], params: t.CallToolRequestParams) -> Answer:
    answers: Any = params.input_responses or {}
    if "capital_question" not in answers:
        return asked({"capital_question": _sample("What is the capital of France?")})
    return _said(text(f"Model said: {answers['capital_question'].content.text}"))


async def _ask_roots(ctx: Any, given: dict[str, Any], params: t.CallToolRequestParams) -> Answer:
    answers: Any = params.input_responses or {}
    if "client_roots" not in answers:
        return asked({"client_roots": t.ListRootsRequest()})
    return _said(text(f"{len(answers['client_roots'].roots)} root(s)"))


async def _ask_with_state(ctx: Any, given: dict[str, Any], params: t.CallToolRequestParams) -> Answer:
    if "confirm" in (params.input_responses or {}) and params.request_state == "nonce":
        return _said(text("state-ok: confirmation received"))
    return asked({"confirm": _confirmation()}, "nonce")


async def _ask_three(ctx: Any, given: dict[str, Any], params: t.CallToolRequestParams) -> Answer:
    wanted = {"user_name": _name(), "greeting": _sample("Generate a greeting"), "client_roots": t.ListRootsRequest()}
    if wanted.keys() <= (params.input_responses or {}).keys():
        return _said(text("All inputs received."))
    return asked(wanted, "multi")


async def _ask_in_rounds(ctx: Any, given: dict[str, Any], params: t.CallToolRequestParams) -> Answer:
    state, answers = json.loads(params.request_state or '{"round": 0}'), params.input_responses or {}
    step: Any = answers.get(f"step{state['round']}")
    if state["round"] == 1 and step is not None:
        kept = json.dumps({"round": 2, "name": step.content["name"]})
        return asked({"step2": form("Step 2: colour?", {"color": STRING})}, kept)
    if state["round"] == 2 and step is not None:
        return _said(text(f"{state['name']} likes {step.content['color']}."))
    return asked({"step1": _name("Step 1: name?")}, json.dumps({"round": 1}))


async def _tampered(ctx: Any, given: dict[str, Any], params: t.CallToolRequestParams) -> Answer:
    if params.request_state is None:
        return asked({"confirm": _confirmation()}, "round-1")
    return _said(text(f"state-ok: {params.request_state}"))


async def _only_what_is_declared(ctx: Any, given: dict[str, Any], params: t.CallToolRequestParams) -> Answer:
    able = ctx.session.client_capabilities
    wanted: dict[str, Any] = {}
    if able is None or able.sampling is not None:
        wanted["sample"] = _sample("Say hello")
    if able is None or able.elicitation is not None:
        wanted["ask"] = _name()
    return asked(wanted, "capability-gated")


_PERSON: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {"address": {"$anchor": "addressDef", "type": "object", "properties": {"street": STRING, "city": STRING}}},
    "properties": {
        "name": STRING,
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {**STRING, "enum": ["phone", "email"]},
        "phone": STRING,
        "email": STRING,
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}
_MIXED = (
    text("Multiple content types test:"),
    t.ImageContent(data=PNG, mime_type="image/png"),
    embedded("test://mixed-content-resource", '{"test": "data", "value": 123}', "application/json"),
)
_EMBEDDED = embedded("test://embedded-resource", "This is an embedded resource content.")
_FAILED = text("This tool intentionally returns an error for testing")


def _one(name: str) -> dict[str, Any]:
    return {"type": "object", "properties": {name: STRING}, "required": [name]}


TOOLS: dict[str, tuple[Tool, dict[str, Any]]] = {
    "test_simple_text": (_always(text("This is a simple text response for testing.")), NOTHING),
    "test_image_content": (_always(t.ImageContent(data=PNG, mime_type="image/png")), NOTHING),
    "test_audio_content": (_always(t.AudioContent(data=WAV, mime_type="audio/wav")), NOTHING),
    "test_embedded_resource": (_always(_EMBEDDED), NOTHING),
    "test_multiple_content_types": (_always(*_MIXED), NOTHING),
    "test_error_handling": (_always(_FAILED, is_error=True), NOTHING),
    "test_tool_with_logging": (_logging, NOTHING),
    "test_logging_tool": (_logging, NOTHING),
    "test_tool_with_progress": (_progress, NOTHING),
    "test_sampling": (_sampling, _one("prompt")),
    "test_elicitation": (_elicitation, _one("message")),
    "test_elicitation_sep1034_defaults": (_defaults, NOTHING),
    "test_elicitation_sep1330_enums": (_enums, NOTHING),
    "test_missing_capability": (_needs_sampling, NOTHING),
    "test_streaming_elicitation": (_ask_name, NOTHING),
    "test_input_required_result_elicitation": (_ask_name, NOTHING),
    "test_input_required_result_sampling": (_ask_model, NOTHING),
    "test_input_required_result_list_roots": (_ask_roots, NOTHING),
    "test_input_required_result_request_state": (_ask_with_state, NOTHING),
    "test_input_required_result_multiple_inputs": (_ask_three, NOTHING),
    "test_input_required_result_multi_round": (_ask_in_rounds, NOTHING),
    "test_input_required_result_tampered_state": (_tampered, NOTHING),
    "test_input_required_result_capabilities": (_only_what_is_declared, NOTHING),
    "test_x_mcp_header": (
        _always(text("ok")),
        {"type": "object", "properties": {"region": {**STRING, "x-mcp-header": "Region"}}},
    ),
    "json_schema_2020_12_tool": (_always(text("ok")), _PERSON),
}
