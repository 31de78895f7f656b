"""Definitions of the nine core tools: the fixed prefix of tools/list, the same for everybody and for ever."""

from __future__ import annotations

from typing import Any

from mcp.types import Tool, ToolAnnotations

from awm_mcp.server.application import FORMS
from awm_mcp.server.apps import RUN, USAGE, shown_by
from awm_mcp.server.hints import hints

MAX_RESULT_CHARS = 40_000
LONG = {"anthropic/maxResultSizeChars": MAX_RESULT_CHARS}
ALWAYS = {"anthropic/alwaysLoad": True}


def _text(description: str, **more: Any) -> dict[str, Any]:
    return {"type": "string", "description": description, **more}


def _seconds(description: str) -> dict[str, Any]:
    return {"type": "number", "minimum": 0, "description": description}


def _object(properties: dict[str, Any], required: tuple[str, ...]) -> dict[str, Any]:
    needed = {"required": list(required)} if required else {}
    return {"type": "object", "properties": properties, **needed}


_WORKFLOW = _text("from find_workflows")
_ARGUMENTS = {"type": "object", "description": "values by parameter name"}
_RUN_COMMON: dict[str, Any] = {
    "workflow": _WORKFLOW,
    "arguments": _ARGUMENTS,
    "task_id": _text("from find_workflows"),
}
_RESUMED: dict[str, Any] = {
    "resume": _text("handle of an open page"),
    "from_step": {"type": "integer", "minimum": 1, "description": "with resume"},
}
_KEPT_OPEN: dict[str, Any] = {"keep_open": {"type": "boolean", "description": "leave its page open to go on in"}}
_RUN_WRITE: dict[str, Any] = {
    **_RUN_COMMON,
    **_RESUMED,
    "confirm": {"type": "boolean", "description": "only after a person agreed"},
    "choice": _text("offered option to take"),
    "dry_run": {"type": "boolean", "description": "change nothing"},
    **_KEPT_OPEN,
}
_RUN_UNLISTED: dict[str, Any] = {
    "start_url": _text("address to begin at, or another origin of the site"),
    "wait_s": _seconds("then answer running"),
}
UNLISTED: dict[str, dict[str, Any]] = {
    "find_workflows": {"limit": {"type": "integer", "minimum": 1, "maximum": 20}},
    "run_readonly_workflow": _RUN_UNLISTED | _RESUMED | _KEPT_OPEN,
    "run_workflow": _RUN_UNLISTED,
}
"""Arguments that are taken though the list does not show them: what few calls need would cost every context."""


def _tool(
    name: str,
    title: str,
    description: str,
    schema: dict[str, Any],
    annotations: ToolAnnotations,
    meta: dict[str, Any] | None = None,
) -> Tool:
    return Tool(
        name=name,
        title=title,
        description=description,
        input_schema=schema,
        annotations=annotations,
        _meta=meta,
    )


_FIND = _tool(
    "find_workflows",
    "Find workflows for a task",
    "Looks up remembered workflows for a task on a website (search, fill a form, order, …). Use it before doing such a task"
    " in a browser. Answers run, adapt or skip, and the best workflows with how often each worked and a ready-to-send call,"
    " arguments filled in. Opens nothing."
    ' Example: {"task": "Find the price of Tea", "url": "https://shop.example/"}',
    _object(
        {
            "task": _text("the task with its values"),
            "url": _text("page you are on or start at"),
            "site": _text("host[:port], instead of url"),
        },
        ("task",),
    ),
    hints("read"),
    meta=ALWAYS,
)
_GET = _tool(
    "get_workflow",
    "Read a workflow",
    "Returns a workflow as text: steps, prompt, Playwright script or SKILL.md. Use it to adapt one by hand; it runs nothing."
    ' Example: {"workflow": "shop_find_price"}',
    _object({"workflow": _WORKFLOW, "format": {"type": "string", "enum": list(FORMS), "default": "steps"}}, ("workflow",)),
    hints("read"),
    meta=LONG,
)
_RUN_READ = _tool(
    "run_readonly_workflow",
    "Run a workflow that only reads",
    "Replays a workflow that only looks things up, in a real browser; returns the values and the page. Refuses those that"
    " change anything: use run_workflow."
    ' Example: {"workflow": "shop_find_price", "arguments": {"query": "Tea"}}',
    _object(_RUN_COMMON, ("workflow",)),
    hints("read"),
)
_RUN = _tool(
    "run_workflow",
    "Run a workflow",
    "Replays any remembered workflow in a real browser, also those that fill forms, order or delete, and checks the end"
    " state. Destructive ones need a person's consent (confirm). When it stops, it says where, what it expected and saw, and"
    " what remains."
    ' Example: {"workflow": "shop_add_to_basket", "arguments": {"product": "Tea"}}',
    _object(_RUN_WRITE, ("workflow",)),
    hints("destructive"),
    meta=ALWAYS,
)
_STATUS = _tool(
    "get_run",
    "See how a run or report stands",
    "Returns how a replay or a report stands, or its result, after at most wait_s. Use it when an answer says running or"
    " queued; detail full adds the steps."
    ' Example: {"id": "run_3f2a", "wait_s": 30}',
    _object(
        {
            "id": _text("run_id or report_id"),
            "wait_s": _seconds("seconds"),
            "detail": {"type": "string", "enum": ["summary", "full"], "default": "summary"},
        },
        ("id",),
    ),
    hints("read"),
    meta=shown_by(RUN),
)
_CANCEL = _tool(
    "cancel_run",
    "Cancel a run",
    "Stops a running replay and closes its page. Use it for runs no longer wanted. What it did on the website stays done.",
    _object({"run_id": _text("e.g. run_3f2a")}, ("run_id",)),
    hints("write"),
)
_ARTIFACT = _tool(
    "get_artifact",
    "See a screenshot of a run",
    "Returns a screenshot of a replay: of one step, or of its end when no step is given.",
    _object(
        {"run_id": _text("e.g. run_3f2a"), "step": {"type": "integer", "minimum": 1, "description": "from 1"}},
        ("run_id",),
    ),
    hints("read"),
)
_REPORT = _tool(
    "report_run",
    "Report a finished task",
    "Stores how a task on a website was done, so that it becomes a workflow. Use it after solving one by hand; failed ones"
    " are kept as lessons. Returns at once and learns in the background (get_run). No passwords. Done with browser_* here?"
    " Give session, no steps. Example:"
    ' {"task": "Find the price of Tea", "outcome": "success", "answer": "$2", "steps": [{"url": "https://shop.example/",'
    ' "observation": "home page", "action": {"type": "fill", "target": {"role": "searchbox",'
    ' "name": "Search"}, "value": "Tea"}}]}',
    _object(
        {
            "task": _text("as given"),
            "outcome": {"type": "string", "enum": ["success", "failure", "unknown"]},
            "steps": {"type": "array", "items": {"type": "object"}, "description": "each with an action"},
            "site": _text("origin"),
            "answer": _text("what was found"),
            "task_id": _text("from find_workflows"),
            "suggested_name": _text("site_verb_object"),
            "parameters": {"type": "object", "description": "what varies, with its values"},
            "session": _text("of browser_*"),
        },
        ("task", "outcome"),
    ),
    hints("write"),
    meta=ALWAYS,
)
_USAGE = _tool(
    "usage_report",
    "See how workflows are used",
    "Returns how often workflows were called, worked, and what they saved. Use it when asked; it counts this machine only.",
    _object(
        {
            "days": {"type": "number", "minimum": 0, "description": "last ones, e.g. 7"},
            "site": _text("one only"),
            "client": _text("one only"),
        },
        (),
    ),
    hints("read"),
    meta=shown_by(USAGE),
)

CORE_TOOLS: tuple[Tool, ...] = (_FIND, _GET, _RUN_READ, _RUN, _STATUS, _CANCEL, _ARTIFACT, _REPORT, _USAGE)
CORE_NAMES = frozenset(tool.name for tool in CORE_TOOLS)
