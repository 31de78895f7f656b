"""A small MCP server shaped like ours: one shop in memory, a workflow that is learned from the first report."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from mcp import MCPError
from mcp.server.lowlevel import Server
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    GetPromptRequestParams,
    GetPromptResult,
    ListToolsResult,
    PaginatedRequestParams,
    PromptMessage,
    TextContent,
    Tool,
)

HOME = "http://shop.test/"
FLOW = "shop_find_price"
STEPS = ['1. fill searchbox "Search" with "{query}"', '2. click button "Go"']
SNAPSHOT = '- searchbox "Search" [ref=e1]\n- button "Go" [ref=e2]'
CORE = ("find_workflows", "get_workflow", "run_workflow", "get_run", "report_run", "usage_report")
BROWSER = ("browser_navigate", "browser_type", "browser_click", "browser_snapshot", "browser_close")


@dataclass
class FakeMemoryServer:
    """``asked``: every call that reached it. ``stocked``: the workflow is there from the start."""

    stocked: bool = False
    outputs: bool = True
    status: str = "ok"
    asked: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    _page: dict[str, dict[str, str]] = field(default_factory=dict)

    def server(self) -> Server[Any]:
        return Server(
            "fake", instructions="call find_workflows first", on_list_tools=self._list, on_call_tool=self._call,
            on_get_prompt=self._prompt, on_subscriptions_listen=ListenHandler(InMemorySubscriptionBus()),
        )  # fmt: skip

    def names(self) -> list[str]:
        return [name for name, _ in self.asked]

    async def _list(self, ctx: Any, params: PaginatedRequestParams | None) -> ListToolsResult:
        names = [*CORE, *BROWSER, *([FLOW] if self.stocked else [])]
        return ListToolsResult(tools=[Tool(name=name, input_schema={"type": "object"}) for name in names])

    async def _prompt(self, ctx: Any, params: GetPromptRequestParams) -> GetPromptResult:
        if not self.stocked:
            raise MCPError(INVALID_PARAMS, "nothing is remembered")
        return GetPromptResult(messages=[PromptMessage(role="user", content=TextContent(text="remembered: search, go"))])

    async def _call(self, ctx: Any, params: CallToolRequestParams) -> CallToolResult:
        given = dict(params.arguments or {})
        self.asked.append((params.name, given))
        data = getattr(self, f"_{params.name}", self._run_workflow)(given)
        text = json.dumps(data)
        return CallToolResult(content=[TextContent(text=text)], structured_content=data, is_error="code" in data)

    def _find_workflows(self, given: dict[str, Any]) -> dict[str, Any]:
        query = str(given["task"]).removeprefix("Find the price of ")
        call = {"tool": "run_workflow", "arguments": {"workflow": FLOW, "arguments": {"query": query}}}
        rows = [{"workflow": FLOW, "call": call}] if self.stocked else []
        return {"task_id": "task_1", "verdict": "run" if rows else "skip", "workflows": rows}

    def _get_workflow(self, given: dict[str, Any]) -> dict[str, Any]:
        return {"workflow": FLOW, "steps": STEPS}

    def _run_workflow(self, given: dict[str, Any]) -> dict[str, Any]:
        query = given.get("arguments", given).get("query", "")
        return {
            "run_id": f"replay_{len(self.asked)}", "workflow": FLOW, "status": self.status,
            "steps_done": 2, "steps_total": 2,
            "outputs": {"price": f"${len(query)}.00"} if self.outputs and self.status == "ok" else {},
            "page": {"url": f"{HOME}search?q={query}", "title": f"Results for {query}"},
        }  # fmt: skip

    def _get_run(self, given: dict[str, Any]) -> dict[str, Any]:
        return {"status": "learned", "workflows": [{"workflow": FLOW, "tool": FLOW, "state": "published"}]}

    def _report_run(self, given: dict[str, Any]) -> dict[str, Any]:
        self.stocked = True
        return {"report_id": "run_1", "accepted": True, "learning": "queued"}

    def _browser_navigate(self, given: dict[str, Any]) -> dict[str, Any]:
        session = str(given.get("session") or f"page_{len(self._page) + 1}")
        query = str(given["url"]).partition("q=")[2]
        self._page[session] = {"url": str(given["url"]), "typed": "", "found": query}
        offers = {"offers": [f"run_workflow({FLOW})"]} if self.stocked else {}
        return self._seen(session) | offers

    def _browser_type(self, given: dict[str, Any]) -> dict[str, Any]:
        if given.get("target") != "e1":
            return {"code": "no_such_element", "seen": str(given.get("target"))}
        self._page[given["session"]]["typed"] = given["text"]
        return self._seen(given["session"])

    def _browser_click(self, given: dict[str, Any]) -> dict[str, Any]:
        page = self._page[given["session"]]
        page["found"], page["url"] = page["typed"], f"{HOME}search?q={page['typed']}"
        return self._seen(given["session"])

    def _browser_snapshot(self, given: dict[str, Any]) -> dict[str, Any]:
        return self._seen(given["session"])

    def _browser_close(self, given: dict[str, Any]) -> dict[str, Any]:
        return {"session": given["session"], "note": "closed"}

    def _seen(self, session: str) -> dict[str, Any]:
        page = self._page[session]
        shown = f'\n- heading "Results for {page["found"]}" [ref=e3]\n- paragraph: ${len(page["found"])}.00'
        return {
            "session": session, "url": page["url"], "title": "Shop",
            "snapshot": SNAPSHOT + (shown if page["found"] else ""),
        }  # fmt: skip
