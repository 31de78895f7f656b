"""The official suite's fixtures behind our own server class, middleware, notification pipes and HTTP face.

``python fixture_server.py`` serves them on a free loopback port; the address is said on standard error.
"""

from __future__ import annotations

import json
import logging
import sys
import tempfile
from pathlib import Path
from typing import Any

import anyio
import jsonschema
import mcp.types as t
from fixture_tools import NOTHING, PNG, STRING, TOOLS, asked, embedded, form, text
from mcp.server.caching import CACHEABLE_METHODS, CacheHint
from mcp.server.subscriptions import PromptsListChanged, ToolsListChanged
from mcp.shared.exceptions import MCPError

from awm_mcp.config import Settings
from awm_mcp.server.face import AwmServer, Face
from awm_mcp.server.fake import FakeApplication
from awm_mcp.server.http import serve_face

_TRIGGERS = ("test_trigger_tool_change", "test_trigger_prompt_change")
_PROMPTS: dict[str, list[str]] = {
    "test_simple_prompt": [],
    "test_prompt_with_arguments": ["arg1", "arg2"],
    "test_prompt_with_embedded_resource": ["resourceUri"],
    "test_prompt_with_image": [],
    "test_input_required_result_prompt": [],
}
_RESOURCES = (("static-text", "text/plain"), ("static-binary", "image/png"), ("watched-resource", "text/plain"))


class FixtureFace(Face):
    """A face whose handlers are the suite's; everything around them is the product's."""

    def _server(self, settings: Settings) -> AwmServer:
        return AwmServer(
            "awm-conformance-fixtures",
            version="0",
            cache_hints={method: CacheHint(60_000, "public") for method in CACHEABLE_METHODS},
            get_tool_input_schema=lambda name: TOOLS[name][1] if name in TOOLS else None,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._get_prompt,
            on_completion=self._complete,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._templates,
            on_read_resource=self._read,
            on_subscribe_resource=self._nothing,
            on_unsubscribe_resource=self._nothing,
            on_set_logging_level=self._nothing,  # handshake era only
            on_subscriptions_listen=self.listening,
        )

    async def _list_tools(self, ctx: Any, params: Any) -> t.ListToolsResult:
        schemas = {**{name: schema for name, (_, schema) in TOOLS.items()}, **dict.fromkeys(_TRIGGERS, NOTHING)}
        return t.ListToolsResult(
            tools=[t.Tool(name=n, description=f"Fixture {n}", input_schema=s) for n, s in sorted(schemas.items())]
        )

    async def _call_tool(self, ctx: Any, params: t.CallToolRequestParams) -> Any:
        if params.name in _TRIGGERS:
            return await self._triggered(params.name)
        if params.name not in TOOLS:
            raise MCPError(t.INVALID_PARAMS, f"Unknown tool: {params.name}")
        tool, schema = TOOLS[params.name]
        try:
            jsonschema.Draft202012Validator(schema).validate(params.arguments or {})
        except jsonschema.ValidationError as wrong:
            return t.CallToolResult(content=[text(f"Invalid arguments: {wrong.message}")], is_error=True)
        return await tool(ctx, params.arguments or {}, params)

    async def _triggered(self, name: str) -> t.CallToolResult:
        if name == "test_trigger_tool_change":
            await self.bus.publish(ToolsListChanged())
            await self.connections.broadcast_list_changed(tools=True, resources=False)
        else:
            await self.bus.publish(PromptsListChanged())
        return t.CallToolResult(content=[text("changed")])

    async def _list_prompts(self, ctx: Any, params: Any) -> t.ListPromptsResult:
        def argument(name: str) -> t.PromptArgument:
            return t.PromptArgument(name=name, description=name, required=True)

        return t.ListPromptsResult(
            prompts=[
                t.Prompt(name=name, description=name, arguments=[argument(one) for one in names])
                for name, names in _PROMPTS.items()
            ]
        )

    async def _get_prompt(self, ctx: Any, params: t.GetPromptRequestParams) -> Any:
        given = params.arguments or {}
        if any(name not in given for name in _PROMPTS.get(params.name, ["none of that name"])):
            raise MCPError(t.INVALID_PARAMS, f"Unknown prompt or missing argument: {params.name}")
        if params.name != "test_input_required_result_prompt":
            return t.GetPromptResult(messages=_messages(params.name, given))
        answers: Any = params.input_responses or {}
        if "user_context" not in answers:
            return asked({"user_context": form("What context should the prompt use?", {"context": STRING})})
        said = f"Use the following context: {answers['user_context'].content['context']}"
        return t.GetPromptResult(messages=[t.PromptMessage(role="user", content=text(said))])

    async def _complete(self, ctx: Any, params: Any) -> t.CompleteResult:
        return t.CompleteResult(completion=t.Completion(values=[], total=0, has_more=False))

    async def _list_resources(self, ctx: Any, params: Any) -> t.ListResourcesResult:
        return t.ListResourcesResult(
            resources=[t.Resource(uri=f"test://{n}", name=n, description=n, mime_type=m) for n, m in _RESOURCES]
        )

    async def _templates(self, ctx: Any, params: Any) -> t.ListResourceTemplatesResult:
        only = t.ResourceTemplate(
            uri_template="test://template/{id}/data", name="template", description="x", mime_type="application/json"
        )
        return t.ListResourceTemplatesResult(resource_templates=[only])

    async def _read(self, ctx: Any, params: t.ReadResourceRequestParams) -> t.ReadResourceResult:
        return t.ReadResourceResult(contents=[_contents(str(params.uri))])

    async def _nothing(self, ctx: Any, params: Any) -> t.EmptyResult:
        return t.EmptyResult()


def _messages(name: str, given: dict[str, str]) -> list[t.PromptMessage]:
    content: dict[str, list[Any]] = {
        "test_simple_prompt": [text("This is a simple prompt for testing.")],
        "test_prompt_with_arguments": [
            text(f"Prompt with arguments: arg1='{given.get('arg1')}', arg2='{given.get('arg2')}'")
        ],
        "test_prompt_with_embedded_resource": [
            embedded(given.get("resourceUri", "test://none"), "Embedded resource content for testing."),
            text("Please process the embedded resource above."),
        ],
        "test_prompt_with_image": [t.ImageContent(data=PNG, mime_type="image/png"), text("Please analyze the image above.")],
    }
    return [t.PromptMessage(role="user", content=one) for one in content[name]]


def _both(given: dict[str, str]) -> dict[str, str]:
    return {"arg1": "", "arg2": "", **given}


def _contents(uri: str) -> Any:
    if uri == "test://static-text":
        said = "This is the content of the static text resource."
        return t.TextResourceContents(uri=uri, mime_type="text/plain", text=said)
    if uri == "test://static-binary":
        return t.BlobResourceContents(uri=uri, mime_type="image/png", blob=PNG)
    if uri == "test://watched-resource":
        return t.TextResourceContents(uri=uri, mime_type="text/plain", text="Watched resource content")
    if uri.startswith("test://template/") and uri.endswith("/data"):
        name = uri.split("/")[3]
        data = {"id": name, "templateTest": True, "data": f"Data for ID: {name}"}
        return t.TextResourceContents(uri=uri, mime_type="application/json", text=json.dumps(data))
    raise MCPError(t.INVALID_PARAMS, "Resource not found", {"uri": uri})


def main() -> None:
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    with tempfile.TemporaryDirectory() as home:
        settings = Settings(home=Path(home))
        anyio.run(serve_face, FixtureFace(settings, FakeApplication(settings).opened), settings, "127.0.0.1", 0)


if __name__ == "__main__":
    main()
