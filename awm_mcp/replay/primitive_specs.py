"""The ``browser_*`` tools as agents see them: named and shaped like Playwright MCP's, which agents know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_TEXT = {"type": "string"}
_FLAG = {"type": "boolean"}
_TEXTS = {"type": "array", "items": {"type": "string"}}
_SESSION = {
    "type": "string",
    "description": "Handle of the page: from browser_navigate or a stopped workflow; else the one used last.",
}
_ELEMENT = {"type": "string", "description": "The element in words, as a person would say it."}
_TARGET = {"type": "string", "description": "The element's reference from the snapshot, for example e12."}
_REF = {"type": "string", "description": "Same as target."}
_AT: dict[str, Any] = {"element": _ELEMENT, "target": _TARGET, "ref": _REF}


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
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {**properties, "session": _SESSION},
        "additionalProperties": False,
    }
    if required:
        schema["required"] = list(required)
    return PrimitiveSpec(f"browser_{name}", title, description, schema, read_only)


PRIMITIVES: tuple[PrimitiveSpec, ...] = (
    _spec("navigate", "Open an address", "Open a web address in this server's own browser. "
          "What you do there is recorded, so that report_run with this session needs no steps. "
          "Answers with a session handle and a snapshot.",
          {"url": _said(_TEXT, "Absolute http or https address.")}, ("url",)),
    _spec("navigate_back", "Go back", "Go back to the page before.", {}),
    _spec("snapshot", "Look at the page",
          "The page as an accessibility tree with element references; use these for the other tools.",
          {"target": _said(_TEXT, "Only the part inside this element (a reference)."), "ref": _REF,
           "depth": _said({"type": "integer"}, "Levels of the tree.", minimum=1)}, read_only=True),
    _spec("click", "Click", "Click an element.",
          {**_AT, "doubleClick": _said(_FLAG, "Click twice."),
           "button": _said(_TEXT, "Mouse button.", enum=["left", "right", "middle"]),
           "modifiers": _said(_TEXTS, "Keys held: Alt, Control, ControlOrMeta, Meta, Shift.")}),
    _spec("type", "Type text", "Put text into a field, replacing what it holds. "
          "A text like <secret:password> types the secret of that name of this site without your knowing it.",
          {**_AT, "text": _said(_TEXT, "The text."), "submit": _said(_FLAG, "Press Enter afterwards."),
           "slowly": _said(_FLAG, "Key by key, for fields that react to keys.")}, ("text",)),
    _spec("select_option", "Select options", "Choose options of a select by label or value.",
          {**_AT, "values": _said(_TEXTS, "Labels or values.", minItems=1)}, ("values",)),
    _spec("press_key", "Press a key", "Press a key or a chord in the focused element, for example Enter or Control+a.",
          {"key": _said(_TEXT, "Name of the key.")}, ("key",)),
    _spec("hover", "Hover", "Move the mouse over an element.", dict(_AT), read_only=True),
    _spec("drag", "Drag", "Drag one element onto another.",
          {"startElement": _ELEMENT, "startTarget": _TARGET, "startRef": _REF,
           "endElement": _ELEMENT, "endTarget": _TARGET, "endRef": _REF}),
    _spec("file_upload", "Upload files",
          "Give files from the allowed folders to a file field, or to the chooser that clicking it opens.",
          {**_AT, "paths": _said(_TEXTS, "Paths of the files.", minItems=1)}, ("paths",)),
    _spec("handle_dialog", "Answer a dialog", "Accept or dismiss the dialog that is open.",
          {"accept": _said(_FLAG, "Whether to accept."), "promptText": _said(_TEXT, "The text for a prompt.")}, ("accept",)),
    _spec("tabs", "Tabs", "List, open, select or close tabs.",
          {"action": _said(_TEXT, "What to do.", enum=["list", "new", "select", "close"]),
           "index": _said({"type": "integer"}, "Number of the tab, from 0.", minimum=0),
           "url": _said(_TEXT, "Address for a new tab.")}, ("action",)),
    _spec("wait_for", "Wait", "Wait until a text is shown or gone, or for some seconds.",
          {"text": _said(_TEXT, "Text to be shown."), "textGone": _said(_TEXT, "Text to be gone."),
           "time": _said({"type": "number"}, "Seconds, 30 at most.", minimum=0)}, read_only=True),
    _spec("take_screenshot", "Picture of the page", "Take a picture; get it with get_artifact.",
          {"fullPage": _said(_FLAG, "The whole page instead of what is in view.")}, read_only=True),
    _spec("close", "Close the page", "Close the page of a session. Its recording can still be reported.", {}),
)  # fmt: skip
