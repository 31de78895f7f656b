"""The desk: all that an agent has. It passes calls on over MCP, hides what the arm hides, counts, and keeps the budget."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from mcp import Client, MCPError
from mcp.types import CallToolResult, TextContent, Tool

from awm_mcp.experiments import arms, snapshot
from awm_mcp.experiments.arms import Arm
from awm_mcp.experiments.task_file import Budget

ACTING = frozenset(
    {"navigate", "navigate_back", "click", "type", "select_option", "press_key", "hover", "drag", "file_upload",
     "handle_dialog"}
)  # fmt: skip
OFFERING = ("offers", "hint")
"""Where answers of the browser tools point to workflows."""
Data = dict[str, Any]


class BudgetSpent(Exception):
    """An agent used up what it may spend; ``what`` names it."""

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(f"budget spent: {what}")


@dataclass(frozen=True)
class Answered:
    """What a tool said. ``data`` is empty when the answer was no data."""

    text: str
    data: Data
    is_error: bool


@dataclass
class Spent:
    """What an agent used. ``by_hand``: browser actions that worked, in words; workflow steps are in ``runs``."""

    tool_calls: int = 0
    model_calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    searches: int = 0
    offers: int = 0
    workflow_calls: int = 0
    by_hand: list[str] = field(default_factory=list[str])
    runs: dict[str, Data] = field(default_factory=dict[str, Data])

    @property
    def steps_by_workflow(self) -> int:
        """Steps that workflow calls did."""
        return sum(int(run.get("steps_done", 0)) for run in self.runs.values())

    @property
    def workflows_ok(self) -> int:
        """Workflow calls that reached their end."""
        return sum(run.get("status") == "ok" for run in self.runs.values())


class Desk:
    """One agent's desk for one task.

    ``last`` is what it saw last: of a page by hand, or of a workflow's end. ``sessions``: pages that the agent opened
    itself, with how many actions it did in each.
    """

    def __init__(self, client: Client, arm: Arm, budget: Budget, *, only: Collection[str] = ()) -> None:
        self._client, self._budget, self._only = client, budget, only
        self._arm: Arm = arm
        self._tools: dict[str, Tool] = {}
        self._began = time.monotonic()
        self.spent = Spent()
        self.trace: list[Data] = []
        self.last: Data = {}
        self.sessions: dict[str, int] = {}
        self.task_id = ""
        self._snapshot = ""

    async def tools(self) -> list[Tool]:
        """The tools that the agent sees, as the server lists them now."""
        listed = (await self._client.list_tools(cache_mode="refresh")).tools
        self._tools = {tool.name: tool for tool in arms.visible(self._arm, listed, self._only)}
        return list(self._tools.values())

    def offers(self, name: str) -> bool:
        """Whether the agent sees a tool of that name; ask after :meth:`tools`."""
        return name in self._tools

    async def call(self, name: str, arguments: Mapping[str, Any]) -> Answered:
        """Calls a tool. What the arm hides never reaches the server.

        Raises:
            BudgetSpent: no tool calls left.
        """
        if self.spent.tool_calls >= self._budget.tool_calls:
            raise BudgetSpent("tool_calls")
        self.spent.tool_calls += 1
        answered = await self._pass_on(name, dict(arguments))
        said = {"tool": name, "arguments": dict(arguments), "error": answered.is_error, "answer": answered.text[:4000]}
        self.trace.append({"at_s": round(time.monotonic() - self._began, 2), **said})
        return answered

    def count_model(self, tokens_in: int, tokens_out: int) -> None:
        """Counts one answer of a model."""
        self.spent.tokens_in += tokens_in
        self.spent.tokens_out += tokens_out

    def take_model_call(self) -> None:
        """Takes one model call out of the budget, before it is made.

        Raises:
            BudgetSpent: none left.
        """
        if self.spent.model_calls >= self._budget.model_calls:
            raise BudgetSpent("model_calls")
        self.spent.model_calls += 1

    @property
    def own_session(self) -> str:
        """The page in which the agent did the whole task by hand, empty when a workflow had a part in it."""
        session = str(self.last.get("session", ""))
        return session if self.sessions.get(session, 0) > 1 and not self.spent.workflows_ok else ""

    async def _pass_on(self, name: str, arguments: Data) -> Answered:
        if name not in self._tools:
            return _refused(f"unknown tool {name[:80]!r}; choose one of {', '.join(self._tools)}")
        try:
            result = await self._client.call_tool(name, arguments)
        except MCPError as problem:
            return _refused(str(problem))
        answered = _read(result)
        if not arms.has_tools(self._arm):
            answered = _without_offers(answered)
        self._note(name, arguments, answered)
        return answered

    def _note(self, name: str, arguments: Data, answered: Answered) -> None:
        data = answered.data
        if name == "find_workflows" and not answered.is_error:
            self.spent.searches += 1
            self.task_id = str(data.get("task_id", ""))
        elif name.startswith(arms.BROWSER):
            self.spent.offers += any(data.get(key) for key in OFFERING)
            self._note_browser(name.removeprefix(arms.BROWSER), arguments, answered)
        elif arms.is_workflow_tool(name):
            self.spent.workflow_calls += 1
            self._note_run(data)
        elif name == "get_run":
            self._note_run(data)

    def _note_run(self, data: Data) -> None:
        if "workflow" in data and "status" in data:
            key = str(data.get("run_id")) if data.get("run_id") else f"without-id-{len(self.spent.runs)}"
            self.spent.runs[key] = data
            self.last = data

    def _note_browser(self, verb: str, arguments: Data, answered: Answered) -> None:
        if answered.is_error:
            return
        session = str(answered.data.get("session", ""))
        if verb == "navigate" and not arguments.get("session") and session:
            self.sessions[session] = 0
        if verb in ACTING:
            self.sessions.update({session: self.sessions[session] + 1} if session in self.sessions else {})
            self.spent.by_hand.extend(_words(verb, arguments, self._snapshot))
        self.last = answered.data
        self._snapshot = str(answered.data.get("snapshot") or self._snapshot)


def _words(verb: str, arguments: Data, seen: str) -> list[str]:
    """A browser action as workflows tell their steps: ``fill searchbox "Search" with "oak"``."""
    ref = str(arguments.get("target") or arguments.get("ref") or "")
    about = next((one for one in snapshot.elements(seen) if one.ref == ref), None)
    place = f'{about.role} "{about.name}"' if about is not None else f'"{arguments.get("element", ref)}"'
    if verb == "type":
        enter = [f'press "Enter" in {place}'] if arguments.get("submit") else []
        return [f'fill {place} with "{arguments.get("text", "")}"', *enter]
    if verb == "select_option":
        chosen = ", ".join(f'"{one}"' for one in cast("list[Any]", arguments.get("values") or []))
        return [f"select {chosen} in {place}"]
    if verb == "press_key":
        return [f'press "{arguments.get("key", "")}"']
    if verb == "navigate":
        return [f'open "{arguments.get("url", "")}"']
    return [f"{verb.replace('_', ' ')} {place}" if ref else verb.replace("_", " ")]


def _read(result: CallToolResult) -> Answered:
    texts = [part.text if isinstance(part, TextContent) else f"({part.type})" for part in result.content]
    data: Any = result.structured_content
    if not isinstance(data, dict):
        data = _object("\n".join(texts))
    return Answered("\n".join(texts), cast("Data", data), bool(result.is_error))


def _object(text: str) -> Data:
    try:
        found: Any = json.loads(text)
    except ValueError:
        return {}
    return cast("Data", found) if isinstance(found, dict) else {}


def _without_offers(answered: Answered) -> Answered:
    """An answer that does not point to tools which the agent of this arm does not have."""
    if not any(key in answered.data for key in OFFERING):
        return answered
    kept = {key: value for key, value in answered.data.items() if key not in OFFERING}
    return Answered(json.dumps(kept, ensure_ascii=False), kept, answered.is_error)


def _refused(why: str) -> Answered:
    return Answered(json.dumps({"code": "unknown_tool", "seen": why}), {}, True)
