"""tools/call: from a name and arguments to one use case and its result."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS, CallToolRequestParams, CallToolResult, InputRequiredResult, Tool

from awm_mcp.config import Settings
from awm_mcp.errors import AwmError, NotFound, Refused
from awm_mcp.model import Outcome, Workflow
from awm_mcp.model.arguments import bind
from awm_mcp.model.names import NAME
from awm_mcp.model.run_options import RunOptions
from awm_mcp.server.announcer import Announcer
from awm_mcp.server.answer_time import AnswerTime, Arrivals
from awm_mcp.server.application import Form
from awm_mcp.server.arguments import checked, checked_primitive, coerced, object_of
from awm_mcp.server.confirmation import Confirmations
from awm_mcp.server.connections import Connections, Context
from awm_mcp.server.core_tools import CORE_TOOLS, UNLISTED
from awm_mcp.server.door import Door
from awm_mcp.server.metrics import PUBLISHED, CallCounts, outcome_of
from awm_mcp.server.outcome_schema import conforming
from awm_mcp.server.progress import Heartbeat
from awm_mcp.server.published_tools import confirm_name
from awm_mcp.server.results import answer, mishap, outcome_result, picture, refusal
from awm_mcp.server.safe_texts import outcome_data, page_data, status_data

Answered: TypeAlias = CallToolResult | InputRequiredResult
_Arguments = dict[str, Any]
_Handler = Callable[["_Call", CallToolRequestParams, _Arguments], Awaitable[Answered]]
_ONCE_LISTED = ("published", "retired", "quarantined")
_DAY_S = 86_400.0


@dataclass(frozen=True)
class _Call:
    """One call: who asks, by when it is answered, and the beat that its client hears meanwhile."""

    ctx: Context
    time: AnswerTime
    beat: Heartbeat


class ToolCalls:
    """Answers tools/call. Errors of ours become complete texts, others an id; only unknown names are protocol errors."""

    def __init__(
        self,
        settings: Settings,
        door: Door,
        announcer: Announcer,
        connections: Connections,
        confirmations: Confirmations,
        counts: CallCounts,
        arrivals: Arrivals,
    ) -> None:
        self._counts, self._arrivals = counts, arrivals
        self._settings, self._door, self._announcer = settings, door, announcer
        self._connections, self._confirmations = connections, confirmations
        self._core: dict[str, tuple[Tool, _Handler]] = {
            tool.name: (tool, getattr(self, f"_{tool.name}")) for tool in CORE_TOOLS
        }

    async def call(self, ctx: Context, params: CallToolRequestParams) -> Answered:
        """One call, counted.

        Raises:
            MCPError: there is no tool of that name (-32602).
        """
        began, ended = time.monotonic(), "aborted"
        call = _Call(ctx, AnswerTime(self._arrivals.of_call(), self._settings.answer_within_s), Heartbeat(ctx))
        try:
            answered = await call.beat.during(lambda: self._answered(call, params))
            ended = outcome_of(answered)
            return answered
        except MCPError:
            ended = "protocol_error"
            raise
        finally:
            self._counts.add(self._label(params.name, ended), ended, time.monotonic() - began)

    def _label(self, name: str, ended: str) -> str:
        if name in self._core or name in self._announcer.tools.primitives:
            return name
        return "unknown" if ended == "protocol_error" else PUBLISHED

    async def _answered(self, call: _Call, params: CallToolRequestParams) -> Answered:
        try:
            return await self._dispatch(call, params)
        except MCPError:
            raise
        except AwmError as error:
            return refusal(error)
        except Exception as error:
            return mishap(error)

    async def _dispatch(self, call: _Call, params: CallToolRequestParams) -> Answered:
        if (core := self._core.get(params.name)) is not None:
            tool, handler = core
            given = (
                _report_of(tool, params)
                if tool.name == "report_run"
                else checked(tool, params.arguments, UNLISTED.get(tool.name))
            )
            return await handler(call, params, given)
        if params.name in self._announcer.tools.primitives:
            return await self._primitive(call, params)
        return await self._workflow_tool(call, params)

    async def _find_workflows(self, call: _Call, params: CallToolRequestParams, given: _Arguments) -> Answered:
        application = await self._door.application()
        found = await application.find(
            given["task"],
            url=given.get("url"),
            site=given.get("site"),
            limit=given.get("limit", 5),
            caller=self._connections.caller(call.ctx),
        )
        return answer(found.as_data())

    async def _get_workflow(self, call: _Call, params: CallToolRequestParams, given: _Arguments) -> Answered:
        application = await self._door.application()
        form = cast("Form", given.get("format", "steps"))
        return answer(await application.describe(given["workflow"], form, self._connections.caller(call.ctx)))

    async def _run_readonly_workflow(self, call: _Call, params: CallToolRequestParams, given: _Arguments) -> Answered:
        options = self._options(given, params.name).model_copy(update={"read_only": True})
        return await self._run(call, params, given["workflow"], object_of(given.get("arguments"), "arguments"), options)

    async def _run_workflow(self, call: _Call, params: CallToolRequestParams, given: _Arguments) -> Answered:
        options = self._options(given, params.name)
        return await self._run(call, params, given["workflow"], object_of(given.get("arguments"), "arguments"), options)

    async def _get_run(self, call: _Call, params: CallToolRequestParams, given: _Arguments) -> Answered:
        application = await self._door.application()
        wait_s = min(float(given.get("wait_s", 0)), call.time.left_s)
        caller = self._connections.caller(call.ctx)
        status = await application.status(given["id"], wait_s, given.get("detail", "summary"), caller)
        return answer(outcome_data(status) if isinstance(status, Outcome) else status_data(status))

    async def _cancel_run(self, call: _Call, params: CallToolRequestParams, given: _Arguments) -> Answered:
        application = await self._door.application()
        return answer(outcome_data(await application.cancel(given["run_id"], self._connections.caller(call.ctx))))

    async def _get_artifact(self, call: _Call, params: CallToolRequestParams, given: _Arguments) -> Answered:
        application = await self._door.application()
        return picture(*await application.artifact(given["run_id"], given.get("step"), self._connections.caller(call.ctx)))

    async def _report_run(self, call: _Call, params: CallToolRequestParams, given: _Arguments) -> Answered:
        application = await self._door.application()
        return answer((await application.report(given, self._connections.caller(call.ctx))).as_data())

    async def _usage_report(self, call: _Call, params: CallToolRequestParams, given: _Arguments) -> Answered:
        application = await self._door.application()
        since = max(0.0, time.time() - given["days"] * _DAY_S) if "days" in given else 0.0
        usage = await application.usage(since=since, site=given.get("site"), client=given.get("client"))
        return answer(usage.as_data())

    async def _primitive(self, call: _Call, params: CallToolRequestParams) -> Answered:
        application = await self._door.application()
        table, tool = application.browser_tools, self._announcer.tools.tool(params.name)
        if table is None or tool is None:
            raise _unknown(params.name)
        given, caller = checked_primitive(tool, params.arguments), self._connections.caller(call.ctx)
        done = await table.call(params.name, given, caller, within_s=call.time.left_s)
        image = getattr(done, "image", None)
        return picture(image, "image/png") if isinstance(image, bytes) else answer(page_data(done.as_data()))

    async def _workflow_tool(self, call: _Call, params: CallToolRequestParams) -> Answered:
        workflow, note = await self._behind(params.name)
        given = dict(params.arguments or {})
        confirm = False
        if workflow.risk == "destructive":
            confirm = coerced(given.pop(confirm_name(workflow), False), "boolean") is True
        # What its annotations promise is kept, whatever it turns out to do.
        reads, within = workflow.risk == "read", self._settings.answer_within_s
        options = RunOptions(confirm=confirm, wait_s=within, read_only=reads, via=params.name)
        return await self._run(call, params, workflow.id or workflow.name, given, options, note)

    async def _behind(self, name: str) -> tuple[Workflow, str]:
        """The workflow behind a tool's name, also one that is no longer listed (then with a note on what replaced it)."""
        tools = self._announcer.tools
        if (workflow := tools.workflow(name)) is not None:
            return workflow, ""
        if not NAME.match(name):
            raise _unknown(name)
        application = await self._door.application()
        former = tools.former(name)
        try:
            found = await application.workflow(former or name)
        except NotFound:
            raise _unknown(name) from None
        if former is None and found.state not in _ONCE_LISTED:
            raise _unknown(name)
        return found, f"the tool {name} is superseded by {found.name}" if found.name != name else ""

    def _options(self, given: _Arguments, via: str) -> RunOptions:
        most = self._settings.answer_within_s
        return RunOptions(
            start_url=given.get("start_url"),
            confirm=given.get("confirm", False),
            dry_run=given.get("dry_run", False),
            wait_s=min(float(given.get("wait_s", most)), most),
            resume=given.get("resume"),
            from_step=given.get("from_step"),
            choice=given.get("choice"),
            keep_open=given.get("keep_open"),
            task_id=given.get("task_id"),
            via=via,
        )

    async def _run(
        self,
        call: _Call,
        params: CallToolRequestParams,
        ref: str,
        arguments: dict[str, Any],
        options: RunOptions,
        note: str = "",
    ) -> Answered:
        application = await self._door.application()
        workflow = await application.workflow(ref)
        if options.read_only and workflow.risk != "read":
            raise _changes(workflow, arguments)
        if workflow.risk == "destructive" and not options.confirm and not options.dry_run:
            if options.resume is None:
                bind(workflow, arguments)  # a person is not asked about a call that cannot be made
            consent = await self._confirmations.ask(call.ctx, params, workflow, arguments, call.time.left_s)
            if isinstance(consent, InputRequiredResult):
                return consent
            if consent == "declined":
                return outcome_result(_declined(workflow))
            options = options.model_copy(update={"confirm": consent == "given"})
        caller, options = self._connections.caller(call.ctx), options.model_copy(update={"answer_by": call.time.by})
        outcome = await application.run(ref, arguments, options, caller, call.beat.report)
        told = outcome.model_copy(update={"outputs": conforming(outcome.outputs, workflow)})
        return outcome_result(_with_call(told, params, workflow), note)


def _report_of(tool: Tool, params: CallToolRequestParams) -> _Arguments:
    """A report in its declared types; what is wrong with it is told by the application, which knows the steps."""
    properties: dict[str, Any] = tool.input_schema["properties"]
    given = {
        name: coerced(value, properties.get(name, {}).get("type", ""))
        for name, value in (params.arguments or {}).items()
        if value is not None
    }
    transcript = given.pop("transcript", None)
    if transcript is not None and not given.get("steps"):
        given["steps"] = transcript
    return given


def _unknown(name: str) -> MCPError:
    return MCPError(
        INVALID_PARAMS,
        f"Unknown tool: {name[:100]}. Next: list the tools again, or call find_workflows and run_workflow.",
    )


def _changes(workflow: Workflow, arguments: Mapping[str, Any]) -> Refused:
    call = json.dumps({"workflow": workflow.name, "arguments": dict(arguments)}, ensure_ascii=False, default=str)
    return Refused(
        "not_read_only",
        expected="a workflow that only reads",
        seen=f"{workflow.name} has risk {workflow.risk}",
        next=f"call run_workflow with {call[:2000]}",
    )


def _declined(workflow: Workflow) -> Outcome:
    return Outcome(
        run_id="",
        workflow=workflow.name,
        version=workflow.version,
        status="cancelled",
        steps_total=len(workflow.steps),
        next="the person declined; nothing was done; do not run it again unless they ask for it",
    )


def _with_call(outcome: Outcome, params: CallToolRequestParams, workflow: Workflow) -> Outcome:
    if outcome.status != "confirmation_required" or (outcome.stopped is not None and outcome.stopped.code == "dry_run"):
        return outcome  # a dry run is done where it got to what writes: consent would not bring it further
    flag = "confirm" if params.name in ("run_workflow", "run_readonly_workflow") else confirm_name(workflow)
    call = json.dumps({**(params.arguments or {}), flag: True}, ensure_ascii=False, default=str)
    return outcome.model_copy(update={"next": f"ask the person; once they agree, call {params.name} with {call[:4000]}"})
