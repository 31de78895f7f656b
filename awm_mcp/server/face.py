"""The MCP server itself: every handler of the protocol, wired to the application behind the door."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import anyio
from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.server.subscriptions import InMemorySubscriptionBus
from mcp.types import ListToolsResult, PaginatedRequestParams

from awm_mcp.config import Settings
from awm_mcp.model import Caller
from awm_mcp.server import apps
from awm_mcp.server.announcer import Announcer
from awm_mcp.server.answer_time import Arrivals
from awm_mcp.server.application import Application, PrimitiveSpec
from awm_mcp.server.completion import Completions
from awm_mcp.server.confirmation import Confirmations
from awm_mcp.server.connections import Connections, Context
from awm_mcp.server.door import Door, Factory
from awm_mcp.server.instructions import INSTRUCTIONS
from awm_mcp.server.listening import Listening
from awm_mcp.server.metrics import CallCounts
from awm_mcp.server.paging import first_page
from awm_mcp.server.prompts import Prompts
from awm_mcp.server.resources import Resources
from awm_mcp.server.skills import EXTENSION, GetSkillParams, Skills
from awm_mcp.server.tool_calls import ToolCalls
from awm_mcp.server.tool_list import ToolList

log = logging.getLogger(__name__)

NAME = "awm"
_MINUTE = CacheHint(60_000, "public")
_HINTS: dict[CacheableMethod, CacheHint] = {
    "server/discover": CacheHint(3_600_000, "public"),
    "tools/list": _MINUTE,
    "prompts/list": CacheHint(3_600_000, "public"),
    "resources/list": _MINUTE,
    "resources/templates/list": CacheHint(3_600_000, "public"),
    "resources/read": CacheHint(0, "private"),
}
_MOST_WAITING = 100


class AwmServer(Server[dict[str, Any]]):
    """The SDK's server that tells handshake-era clients, too, that its lists change (they subscribe only then)."""

    def create_initialization_options(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
    ) -> InitializationOptions:
        told = notification_options or NotificationOptions(prompts_changed=True, resources_changed=True, tools_changed=True)
        return super().create_initialization_options(told, experimental_capabilities, extensions)


class Face:
    """One server with all it holds. Enter ``open`` around serving; connections of any era may come and go inside."""

    def __init__(
        self,
        settings: Settings,
        factory: Factory,
        primitives: Sequence[PrimitiveSpec] | None = None,
        *,
        since: float | None = None,
    ) -> None:
        """``since``: when the process started, if its client may have waited for that."""
        self.connections, self._arrivals = Connections(), Arrivals(since)
        self.bus = InMemorySubscriptionBus()
        self.announcer = Announcer(settings, self.bus, self.connections, primitives)
        self.door = Door(factory, self._opened)
        self._skills = Skills(self.door, self.announcer, self.connections)
        self._resources = Resources(self.door, self.announcer, self.connections, self._skills)
        self.listening = Listening(self.bus, self._resources.may_watch)
        self.counts = CallCounts()
        self._waiting: list[tuple[ToolList, Caller]] = []
        self._lists = anyio.Event()
        self.server = self._dressed(self._server(settings))

    @asynccontextmanager
    async def open(self) -> AsyncGenerator[AwmServer]:
        """Opens the application in the background; on the way out everything is closed, whatever happened."""
        async with self.door.keeper(), anyio.create_task_group() as tasks:
            tasks.start_soon(self.announcer.follow, lambda: self.door.ready)
            tasks.start_soon(self._count_lists)
            self._arrivals.begin()
            try:
                yield self.server
            finally:
                self.listening.close()
                tasks.cancel_scope.cancel()

    async def list_tools(self, ctx: Context, params: PaginatedRequestParams | None) -> ListToolsResult:
        """The same list for everybody, in one page, from memory."""
        first_page(params)
        if len(self._waiting) < _MOST_WAITING:
            self._waiting.append((self.announcer.tools, self.connections.caller(ctx)))
            self._lists.set()
        return ListToolsResult(tools=list(self.announcer.tools.tools))

    async def _opened(self, application: Application) -> None:
        await self.announcer.opened(application)
        self._lists.set()

    async def _count_lists(self) -> None:
        while True:
            await self._lists.wait()
            self._lists = anyio.Event()
            application = self.door.ready
            while application is not None and self._waiting:
                tools, caller = self._waiting.pop(0)
                try:
                    await application.listed(tools.shown, caller)
                except Exception:
                    log.exception("a list could not be counted")

    def _server(self, settings: Settings) -> AwmServer:
        skills, resources = self._skills, self._resources
        prompts = Prompts(self.door, self.connections)
        calls = ToolCalls(
            settings, self.door, self.announcer, self.connections, Confirmations(), self.counts, self._arrivals
        )
        server = AwmServer(
            NAME,
            version=_version(),
            title="Agent Workflow Memory",
            description="A memory for tasks on websites: find, run and report workflows.",
            instructions=INSTRUCTIONS,
            cache_hints=_HINTS,
            get_tool_input_schema=self._no_headers,
            on_list_tools=self.list_tools,
            on_call_tool=calls.call,
            on_list_prompts=prompts.list,
            on_get_prompt=prompts.get,
            on_completion=Completions(self.door).complete,
            on_list_resources=resources.list,
            on_list_resource_templates=resources.templates,
            on_read_resource=resources.read,
            on_subscribe_resource=resources.subscribe,
            on_unsubscribe_resource=resources.unsubscribe,
            on_subscriptions_listen=self.listening,
        )
        server.extensions[EXTENSION] = {}
        server.extensions[apps.EXTENSION] = {}
        server.add_request_handler("skills/list", PaginatedRequestParams, skills.list)
        server.add_request_handler("skills/get", GetSkillParams, skills.get)
        return server

    def _dressed(self, server: AwmServer) -> AwmServer:
        """The server behind what every request passes, whatever its handlers are."""
        server.middleware.append(self.connections.track)
        server.middleware.append(RequestStateBoundary(RequestStateSecurity.ephemeral(), default_audience=NAME))
        return server

    def _no_headers(self, name: str) -> None:
        """No tool mirrors arguments into HTTP headers, so the list need not be made for every call."""


def _version() -> str:
    try:
        return version("awm-mcp")
    except PackageNotFoundError:
        return "0"
