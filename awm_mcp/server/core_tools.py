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
_ARGUMENTS = {"type": "object", "description": 'values by parameter name, e.g. {"query": "red chair"}'}
_RUN_COMMON: dict[str, Any] = {
    "workflow": _WORKFLOW,
    "arguments": _ARGUMENTS,
    "start_url": _text("another origin of the same site"),
    "wait_s": _seconds("answer running after so many seconds"),
    "resume": _text("handle of a stopped page"),
    "from_step": {"type": "integer", "minimum": 1, "description": "step to resume with"},
    "task_id": _text("from find_workflows"),
}
_RUN_WRITE: dict[str, Any] = {
    **_RUN_COMMON,
    "confirm": {"type": "boolean", "description": "only after a person agreed"},
    "dry_run": {"type": "boolean", "description": "check steps, change nothing"},
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
    return ToolAnnotations(read_only_hint=reads, destructive_hint=destroys, idempotent_hint=again, open_world_hint=web)


_FIND = _tool(
    "find_workflows",
    "Find workflows for a task",
    "Looks up remembered workflows for a task on a website (search, look up, fill a form, order, book, …). Use it before"
    " doing such a task in a browser. Answers a verdict (run, adapt, skip) and the best workflows, each with how often it"
    " worked and a ready-to-send call with the values found in the task. Opens nothing."
    ' Example: {"task": "Find the price of Dry Cat Food", "url": "https://shop.example/"}',
    _object(
        {
            "task": _text("the task with its values"),
            "url": _text("page you are on or would start at"),
            "site": _text("host[:port], instead of url"),
            "limit": {"type": "integer", "minimum": 1, "maximum": 20, "description": "most workflows"},
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
    "Returns one workflow as text: steps in words, a prompt to follow by hand, a Playwright script, or a SKILL.md. Use it to"
    " see what a workflow does, or to adapt it by hand; it runs nothing."
    ' Example: {"workflow": "shop_find_price", "format": "steps"}',
    _object(
        {
            "workflow": _WORKFLOW,
            "format": _text("form of the text", enum=list(FORMS), default="steps"),
        },
        ("workflow",),
    ),
    hints=_hints(reads=True, again=True),
    meta=LONG,
)
_RUN_READ = _tool(
    "run_readonly_workflow",
    "Run a workflow that only reads",
    "Replays a workflow that only looks things up, in a real browser, and returns the values read and the page reached."
    " Refuses workflows that change anything: those go to run_workflow. When it stops early or takes long, it answers like"
    " run_workflow."
    ' Example: {"workflow": "shop_find_price", "arguments": {"query": "Dry Cat Food"}}',
    _object(_RUN_COMMON, ("workflow",)),
    hints=_hints(reads=True, web=True),
    output=OUTCOME_SCHEMA,
    meta=LONG,
)
_RUN = _tool(
    "run_workflow",
    "Run a workflow",
    "Replays any remembered workflow in a real browser, also those that fill forms, order or delete on the website, and"
    " checks the end state. Destructive ones need a person's consent: without confirm the answer is status"
    " confirmation_required with the call to send. When it stops, it says where, what it expected and saw, and what remains."
    " Long runs answer status running with a run_id for get_run."
    ' Example: {"workflow": "shop_add_to_basket", "arguments": {"product": "Dry Cat Food"}}',
    _object(_RUN_WRITE, ("workflow",)),
    hints=_hints(reads=False, destroys=True, web=True),
    output=OUTCOME_SCHEMA,
    meta=ALWAYS | LONG,
)
_STATUS = _tool(
    "get_run",
    "See how a run or report stands",
    "Returns the state of a replay (run_id) or a report (report_id): running, its result, or what was learned. Waits up to"
    " wait_s seconds for the end. Use it when an answer says running or queued. detail full adds the table of steps."
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
    "Stops a running replay that is no longer wanted and closes its page. Use it for runs that take too long. What it did on"
    " the website stays done; the answer says how far it came."
    ' Example: {"run_id": "run_3f2a"}',
    _object({"run_id": _text("run_id of a running replay")}, ("run_id",)),
    hints=_hints(reads=False, again=True, web=True),
)
_ARTIFACT = _tool(
    "get_artifact",
    "See a screenshot of a run",
    "Returns the screenshot kept of a replay as an image: of one step, or of its end when no step is given."
    ' Example: {"run_id": "run_3f2a", "step": 4}',
    _object(
        {"run_id": _text("run_id of a replay"), "step": {"type": "integer", "minimum": 1, "description": "1-based step"}},
        ("run_id",),
    ),
    hints=_hints(reads=True, again=True),
)
_REPORT = _tool(
    "report_run",
    "Report a finished task",
    "Stores how a task on a website was done, so that it becomes a reusable workflow. Use it after solving a task by hand;"
    " failed tasks are kept as lessons. Returns at once, learning goes on in the background (get_run with the report_id)."
    " Repeating is harmless. No passwords. Leave out steps when this server's own browser tools did the task. Example:"
    ' {"task": "Find the price of Dry Cat Food", "outcome": "success", "site": "https://shop.example", "answer": "$12.99",'
    ' "steps": [{"url": "https://shop.example/", "observation": "home page", "reasoning": "search it", "action":'
    ' {"type": "fill", "target": {"role": "searchbox", "name": "Search"}, "value": "Dry Cat Food"}}],'
    ' "parameters": {"query": "Dry Cat Food"}}',
    _object(
        {
            "task": _text("the task as given"),
            "outcome": _text("how it ended", enum=["success", "failure", "unknown"]),
            "steps": {"type": "array", "items": {"type": "object"}, "description": "in order, each with an action"},
            "transcript": _text("instead of steps: a raw recording or transcript"),
            "site": _text("origin"),
            "start_url": _text("where it started"),
            "answer": _text("what was found"),
            "agent": _text("who did it"),
            "task_id": _text("from find_workflows"),
            "suggested_name": _text("site_verb_object"),
            "summary": _text("what it does, in a sentence"),
            "parameters": {"type": "object", "description": "what varies: name to value used"},
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
    "Returns tasks, share of tasks that used a workflow (with its 95 % interval), calls and success per workflow, and"
    ' steps saved. Counted on this machine only. Example: {"days": 7}',
    _object(
        {
            "days": {"type": "number", "minimum": 0, "description": "the last so many days"},
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
