"""The ``browser_*`` tools as agents see them: named and shaped like Playwright MCP's, which agents know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_TEXT = {"type": "string"}
_FLAG = {"type": "boolean"}
_TEXTS = {"type": "array", "items": {"type": "string"}}
_SESSION = {"type": "string", "description": "page"}
_TARGET = {"type": "string", "description": "ref e12"}
_AT: dict[str, Any] = {"target": _TARGET}


@dataclass(frozen=True)
class PrimitiveSpec:
    """The definition of one tool. ``read_only``: it changes nothing on the site."""

    name: str
    title: str
    description: str
    input_schema: Mapping[str, Any]
    read_only: bool = False


def _said(kind: dict[str, Any], description: str, **more: Any) -> dict[str, Any]:
    return {**kind, "description": description, **more}


def _spec(
    name: str,
    title: str,
    description: str,
    properties: dict[str, Any],
    required: tuple[str, ...] = (),
    *,
    read_only: bool = False,
) -> PrimitiveSpec:
    schema: dict[str, Any] = {"type": "object", "properties": {**properties, "session": _SESSION}}
    if required:
        schema["required"] = list(required)
    return PrimitiveSpec(f"browser_{name}", title, description, schema, read_only)


PRIMITIVES: tuple[PrimitiveSpec, ...] = (
    _spec("navigate", "Open an address", "Open a web address in this server's browser; returns a snapshot and the page's"
          " session (tools without one take the last page). Recorded: report_run with it needs no steps.",
          {"url": _said(_TEXT, "http or https address")}, ("url",)),
    _spec("navigate_back", "Go back", "Go back to the page before.", {}),
    _spec("snapshot", "Snapshot", "The page as a tree, with the refs to give as target.",
          {"target": _said(_TEXT, "ref of a part")}, read_only=True),
    _spec("click", "Click", "Click an element.",
          {**_AT, "doubleClick": _said(_FLAG, "twice"),
           "button": {**_TEXT, "enum": ["left", "right", "middle"]}}),
    _spec("type", "Type text", "Put text into a field, replacing it."
          " <secret:password> types the site's secret of that name, unseen by you.",
          {**_AT, "text": _said(_TEXT, "what to type"), "submit": _said(_FLAG, "press Enter")}, ("text",)),
    _spec("select_option", "Select options", "Choose options of a select.",
          {**_AT, "values": _said(_TEXTS, "labels or values", minItems=1)}, ("values",)),
    _spec("press_key", "Press a key", "Press a key in the focused element.",
          {"key": _said(_TEXT, "e.g. Enter, Control+a")}, ("key",)),
    _spec("hover", "Hover", "Move the mouse over an element.", dict(_AT), read_only=True),
    _spec("drag", "Drag", "Drag one element onto another.",
          {"startTarget": _TARGET, "endTarget": _said(_TEXT, "where to")}),
    _spec("file_upload", "Upload files", "Give files from the allowed folders to a file field.",
          {**_AT, "paths": _said(_TEXTS, "file paths", minItems=1)}, ("paths",)),
    _spec("handle_dialog", "Answer a dialog", "Accept or dismiss the open dialog.",
          {"accept": _said(_FLAG, "or dismiss"), "promptText": _said(_TEXT, "answer to a prompt")}, ("accept",)),
    _spec("tabs", "Tabs", "List, open, select or close tabs.",
          {"action": {**_TEXT, "enum": ["list", "new", "select", "close"]},
           "index": _said({"type": "integer"}, "from 0", minimum=0)}, ("action",)),
    _spec("wait_for", "Wait", "Wait for a text to show or go, or some seconds.",
          {"text": _said(_TEXT, "to be shown"), "textGone": _said(_TEXT, "to be gone"),
           "time": _said({"type": "number"}, "seconds, at most 30", minimum=0)}, read_only=True),
    _spec("take_screenshot", "Screenshot", "Take a picture; get_artifact returns it.",
          {}, read_only=True),
    _spec("close", "Close the page", "Close a session's page; its recording can still be reported.", {}),
)  # fmt: skip
