"""Definitions of the nine core tools: the fixed prefix of tools/list, the same for everybody and for ever."""

from __future__ import annotations

from typing import Any

from mcp.types import Tool, ToolAnnotations

from awm_mcp.server.application import FORMS
from awm_mcp.server.apps import RUN, USAGE, shown_by

MAX_RESULT_CHARS = 40_000
LONG = {"anthropic/maxResultSizeChars": MAX_RESULT_CHARS}
ALWAYS = {"anthropic/alwaysLoad": True}


def _text(description: str, **more: Any) -> dict[str, Any]:
    return {"type": "string", "description": description, **more}


def _seconds(description: str) -> dict[str, Any]:
    return {"type": "number", "minimum": 0, "description": description}


def _object(properties: dict[str, Any], required: tuple[str, ...]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _answer(**properties: str) -> dict[str, Any]:
    """Shape of an answer. Nothing is required: an error is data, too, and the TypeScript client 1.x checks it as well."""
    return {"type": "object", "properties": {name: {"type": kind} for name, kind in properties.items()}}


_WORKFLOW = _text("id or name, from find_workflows")
_ARGUMENTS = {"type": "object", "description": 'values by parameter name, e.g. {"query": "tea"}'}
_RUN_COMMON: dict[str, Any] = {
    "workflow": _WORKFLOW,
    "arguments": _ARGUMENTS,
    "start_url": _text("another origin of the site"),
    "wait_s": _seconds("then answer running"),
    "resume": _text("a stopped page's handle"),
    "from_step": {"type": "integer", "minimum": 1, "description": "to resume with"},
    "task_id": _text("from find_workflows"),
}
_RUN_WRITE: dict[str, Any] = {
    **_RUN_COMMON,
    "confirm": {"type": "boolean", "description": "only after a person agreed"},
    "choice": _text("offered option to take"),
    "dry_run": {"type": "boolean", "description": "change nothing"},
}
OUTCOME_SCHEMA = _answer(status="string", outputs="object")


def _tool(
    name: str,
    title: str,
    description: str,
    schema: dict[str, Any],
    *,
    hints: ToolAnnotations,
    output: dict[str, Any] | None = None,
    meta: dict[str, Any] | None = None,
) -> Tool:
    return Tool(
        name=name,
        title=title,
        description=description,
        input_schema=schema,
        output_schema=output,
        annotations=hints,
        _meta=meta,
    )


def _hints(*, reads: bool, destroys: bool = False, again: bool = False, web: bool = False) -> ToolAnnotations:
    """Hints of a tool; those are left out that the protocol takes for the same, or for nothing, without them."""
    return ToolAnnotations(
        read_only_hint=reads,
        destructive_hint=None if reads else destroys,
        idempotent_hint=True if again and not reads else None,
        open_world_hint=None if web else False,
    )


_FIND = _tool(
    "find_workflows",
    "Find workflows for a task",
    "Looks up remembered workflows for a task on a website (search, fill a form, order, …). Use it before doing such a task"
    " in a browser. Answers run, adapt or skip, and the best workflows, each with how often it worked and a ready-to-send"
    " call, arguments filled in. Opens nothing."
    ' Example: {"task": "Find the price of Tea", "url": "https://shop.example/"}',
    _object(
        {
            "task": _text("the task with its values"),
            "url": _text("page you are on or start at"),
            "site": _text("host[:port], instead of url"),
            "limit": {"type": "integer", "minimum": 1, "maximum": 20, "description": "at most"},
        },
        ("task",),
    ),
    hints=_hints(reads=True, again=True),
    output=_answer(verdict="string", workflows="array"),
    meta=ALWAYS | LONG,
)
_GET = _tool(
    "get_workflow",
    "Read a workflow",
    "Returns a workflow as text: its steps, a prompt to follow, a Playwright script, or a SKILL.md. Use it to adapt one by"
    " hand; it runs nothing."
    ' Example: {"workflow": "shop_find_price", "format": "steps"}',
    _object(
        {
            "workflow": _WORKFLOW,
            "format": _text("which text", enum=list(FORMS), default="steps"),
        },
        ("workflow",),
    ),
    hints=_hints(reads=True, again=True),
    meta=LONG,
)
_RUN_READ = _tool(
    "run_readonly_workflow",
    "Run a workflow that only reads",
    "Replays a workflow that only looks things up, in a real browser; returns the values read and the page. Refuses those"
    " that change anything: use run_workflow, which tells of stops and long runs, too."
    ' Example: {"workflow": "shop_find_price", "arguments": {"query": "Tea"}}',
    _object(_RUN_COMMON, ("workflow",)),
    hints=_hints(reads=True, web=True),
    output=OUTCOME_SCHEMA,
    meta=LONG,
)
_RUN = _tool(
    "run_workflow",
    "Run a workflow",
    "Replays any remembered workflow in a real browser, also those that fill forms, order or delete, and checks the end"
    " state. Destructive ones need a person's consent: without confirm the status is confirmation_required. When it stops,"
    " it says where, what it expected and saw, and what remains. Long runs answer running with a run_id for get_run."
    ' Example: {"workflow": "shop_add_to_basket", "arguments": {"product": "Tea"}}',
    _object(_RUN_WRITE, ("workflow",)),
    hints=_hints(reads=False, destroys=True, web=True),
    output=OUTCOME_SCHEMA,
    meta=ALWAYS | LONG,
)
_STATUS = _tool(
    "get_run",
    "See how a run or report stands",
    "Returns the state of a replay or a report: running, its result, or what was learned. Use it when an answer says running"
    " or queued; it waits at most wait_s seconds. detail full adds the steps."
    ' Example: {"id": "run_3f2a", "wait_s": 30}',
    _object(
        {
            "id": _text("run_id or report_id"),
            "wait_s": _seconds("wait for the end"),
            "detail": _text("how much to tell", enum=["summary", "full"], default="summary"),
        },
        ("id",),
    ),
    hints=_hints(reads=True, again=True),
    meta=LONG | shown_by(RUN),
)
_CANCEL = _tool(
    "cancel_run",
    "Cancel a run",
    "Stops a running replay and closes its page. Use it for runs no longer wanted. What it did on the website stays"
    " done."
    ' Example: {"run_id": "run_3f2a"}',
    _object({"run_id": _text("of a running replay")}, ("run_id",)),
    hints=_hints(reads=False, again=True, web=True),
)
_ARTIFACT = _tool(
    "get_artifact",
    "See a screenshot of a run",
    "Returns a screenshot kept of a replay: of one step, or of its end when no step is given."
    ' Example: {"run_id": "run_3f2a", "step": 4}',
    _object(
        {"run_id": _text("of a replay"), "step": {"type": "integer", "minimum": 1, "description": "1-based step"}},
        ("run_id",),
    ),
    hints=_hints(reads=True, again=True),
)
_REPORT = _tool(
    "report_run",
    "Report a finished task",
    "Stores how a task on a website was done, so that it becomes a workflow. Use it after solving one by hand; failed ones"
    " are kept as lessons. Returns at once and learns in the background (get_run with the report_id). Repeating is harmless."
    " No passwords. Done with browser_* here? Give session, no steps. Example:"
    ' {"task": "Find the price of Tea", "outcome": "success", "answer": "$2", "steps": [{"url": "https://shop.example/",'
    ' "observation": "home page", "action": {"type": "fill", "target": {"role": "searchbox",'
    ' "name": "Search"}, "value": "Tea"}}]}',
    _object(
        {
            "task": _text("the task as given"),
            "outcome": _text("how it ended", enum=["success", "failure", "unknown"]),
            "steps": {"type": "array", "items": {"type": "object"}, "description": "each with an action"},
            "transcript": _text("instead of steps"),
            "site": _text("origin"),
            "start_url": _text("where it started"),
            "answer": _text("what was found"),
            "agent": _text("who did it"),
            "task_id": _text("from find_workflows"),
            "suggested_name": _text("site_verb_object"),
            "summary": _text("what it does"),
            "parameters": {"type": "object", "description": "what varies, with its values"},
            "session": _text("browser session"),
        },
        ("task", "outcome"),
    ),
    hints=_hints(reads=False, again=True),
    output=_answer(report_id="string", accepted="boolean"),
    meta=ALWAYS,
)
_USAGE = _tool(
    "usage_report",
    "See how workflows are used",
    "Returns how often workflows were called, worked, and what they saved. Use it when asked; it counts this machine only."
    ' Example: {"days": 7}',
    _object(
        {
            "days": {"type": "number", "minimum": 0, "description": "last days"},
            "site": _text("one site only"),
            "client": _text("one client only"),
        },
        (),
    ),
    hints=_hints(reads=True, again=True),
    meta=shown_by(USAGE),
)

CORE_TOOLS: tuple[Tool, ...] = (_FIND, _GET, _RUN_READ, _RUN, _STATUS, _CANCEL, _ARTIFACT, _REPORT, _USAGE)
CORE_NAMES = frozenset(tool.name for tool in CORE_TOOLS)
