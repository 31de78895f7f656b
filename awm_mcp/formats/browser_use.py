"""browser-use histories (``AgentHistoryList``), generations 2 to 4: elements by what was recorded of them, not by index."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from awm_mcp.errors import InvalidReport
from awm_mcp.formats.assemble import Draft, Report, build
from awm_mcp.formats.reading import as_dict, as_list, as_text, check_text, dicts, first_text
from awm_mcp.formats.tool_calls import changes_page
from awm_mcp.model import Run
from awm_mcp.model.text import plain

NAME = "browser_use"
_ROLES = {"a": "link", "button": "button", "textarea": "textbox", "select": "combobox", "summary": "button"}
_INPUT_ROLES = {
    "checkbox": "checkbox",
    "radio": "radio",
    "submit": "button",
    "button": "button",
    "reset": "button",
    "search": "searchbox",
    "range": "slider",
    "number": "spinbutton",
    "image": "button",
}
_LOOKS = frozenset(
    {
        "scroll",
        "scroll_down",
        "scroll_up",
        "wait",
        "extract",
        "extract_content",
        "extract_structured_data",
        "screenshot",
        "find_text",
        "scroll_to_text",
        "write_file",
        "read_file",
        "replace_file",
        "find_elements",
        "search_page",
        "dropdown_options",
        "get_dropdown_options",
        "save_as_pdf",
        "evaluate",
    }
)


def matches(data: object) -> bool:
    """Whether the data is a history."""
    history = dicts(as_dict(data).get("history"))
    return bool(history) and any("model_output" in item for item in history[:3])


def read(data: object, *, task: str = "") -> Run:
    """The run of a history; the task is taken from the recorded request unless one is given.

    Raises:
        InvalidReport: an element without anything recorded of it, no task, or no action; names the step.
    """
    check_text(data)
    return build(draft(data).saying(task=task), source=NAME).run


def draft(data: object) -> Draft:
    """The history in the report's shape."""
    reader = _Reader()
    for number, item in enumerate(dicts(as_dict(data).get("history")), 1):
        reader.take(number, item)
    if not reader.steps:
        raise InvalidReport("steps_missing", expected="a history with actions", seen="none")
    report: Report = {
        "task": reader.task or as_text(as_dict(data).get("task")),
        "agent": "browser-use",
        "steps": reader.steps,
    }
    return Draft(report | reader.end, tuple(reader.warnings), reader.needs_review)


class _Reader:
    def __init__(self) -> None:
        self.steps: list[Report] = []
        self.warnings: list[str] = []
        self.task = ""
        self.end: Report = {}
        self.needs_review = False
        self._tabs: list[str] = []

    def take(self, number: int, item: dict[str, Any]) -> None:
        """One step of the agent: one state, several actions."""
        output, state = as_dict(item.get("model_output")), as_dict(item.get("state"))
        self._tabs = [as_text(tab.get("target_id") or tab.get("page_id")) for tab in dicts(state.get("tabs"))]
        request = re.search(r"<user_request>\s*(.*?)\s*</user_request>", as_text(item.get("state_message")), re.S)
        self.task = self.task or (request.group(1) if request else "")
        results, elements = as_list(item.get("result")), as_list(state.get("interacted_element"))
        thought = as_dict(output.get("current_state")) or output
        common: Report = {
            "observation": f"The page is titled '{plain(as_text(state.get('title')), 120)}'.",
            "url": as_text(state.get("url")),
            "reasoning": first_text(thought, "next_goal", "thinking"),
        }
        for position, action in enumerate(dicts(output.get("action"))):
            result = as_dict(results[position]) if position < len(results) else {}
            element = as_dict(elements[position]) if position < len(elements) else {}
            self._action(number, action, element, result, common)

    def _action(
        self, number: int, action: dict[str, Any], element: dict[str, Any], result: dict[str, Any], common: Report
    ) -> None:
        named = [(name, given) for name, given in action.items() if given is not None and name != "interacted_element"]
        if not named:
            return
        name, args = named[0][0], as_dict(named[0][1])
        if error := as_text(result.get("error")):
            self.warnings.append(f"step {number} ({name}) failed and was left out: {plain(error, 120)}")
        elif name == "done":
            self._done(args, result, common)
        elif name == "evaluate" and changes_page(first_text(args, "code", "script")):
            self.needs_review = True
            self.warnings.append(f"step {number} ran code that changes the page; the run needs review and teaches nothing")
        elif name in _LOOKS:
            self.warnings.append(f"step {number} ({name}) only looks; left out")
        elif (make := _ACTIONS.get(name)) is None:
            self.warnings.append(f"step {number} ({plain(name, 40)}) has no counterpart and was left out")
        else:
            made = make(args, lambda: _target(number, element, args))
            for one in made:
                if one["type"] == "switch_tab":
                    one["value"] = self._tab(as_text(one.get("value")))
            self._checkbox(made, result)
            self.steps += [common | {"action": one} for one in made]

    def _tab(self, named: str) -> str:
        return str(self._tabs.index(named)) if named in self._tabs else named

    def _checkbox(self, made: list[Report], result: dict[str, Any]) -> None:
        """A click that ticked a box is a wish for its state, not for a change of it."""
        checked = as_dict(result.get("metadata")).get("checked")
        if (
            isinstance(checked, bool)
            and made
            and made[0]["type"] == "click"
            and as_dict(made[0]["target"]).get("role") == "checkbox"
        ):
            made[0] |= {"type": "check", "checked": checked}

    def _done(self, args: dict[str, Any], result: dict[str, Any], common: Report) -> None:
        success = result.get("success", args.get("success"))
        if isinstance(success, bool):
            self.end["success"] = success
        answer = first_text(args, "text")
        self.steps.append(common | {"action": {"type": "stop", "value": answer} if answer else {"type": "stop"}})


def _target(number: int, element: dict[str, Any], args: dict[str, Any]) -> Report:
    if not element:
        raise InvalidReport(
            "unresolved_reference",
            step=number,
            expected="'state.interacted_element' with what the element was",
            seen=f"only index {as_text(args.get('index')) or '?'} of a page state that is gone",
            next="save the history with its elements (AgentHistoryList.save_to_file)",
        )
    attributes = {str(k): as_text(v) for k, v in as_dict(element.get("attributes")).items()}
    tag = first_text(element, "node_name", "tag_name").lower()
    target: Report = {
        "tag": tag,
        "role": attributes.get("role") or _role(tag, attributes.get("type", "")),
        "name": first_text(element, "ax_name") or attributes.get("aria-label", ""),
        "placeholder": attributes.get("placeholder", ""),
        "title": attributes.get("title", ""),
        "alt": attributes.get("alt", ""),
        "testid": next(
            (attributes[k] for k in ("data-testid", "data-test-id", "data-test", "data-cy") if attributes.get(k)), ""
        ),
        "attrs": attributes,
        "css": f'[id="{attributes["id"]}"]' if re.fullmatch(r"[A-Za-z][\w-]*", attributes.get("id", "")) else "",
        "xpath": _xpath(first_text(element, "x_path", "xpath")),
    }
    return {key: given for key, given in target.items() if given}


def _role(tag: str, kind: str) -> str:
    if tag == "input":
        return _INPUT_ROLES.get(kind, "textbox")
    return _ROLES.get(tag, "")


def _xpath(path: str) -> str:
    return path if path.startswith("/") or not path else "/" + path


_Find = Callable[[], Report]
_Make = Callable[[dict[str, Any], _Find], list[Report]]


def _goto(args: dict[str, Any], find: _Find) -> list[Report]:
    return [{"type": "goto", "value": as_text(args.get("url"))}] if as_text(args.get("url")) else []


def _input(args: dict[str, Any], find: _Find) -> list[Report]:
    return [{"type": "fill", "target": find(), "value": as_text(args.get("text"))}]


def _click(args: dict[str, Any], find: _Find) -> list[Report]:
    return [{"type": "click", "target": find()}]


def _choose(args: dict[str, Any], find: _Find) -> list[Report]:
    return [{"type": "select", "target": find(), "value": as_text(args.get("text"))}]


def _keys(args: dict[str, Any], find: _Find) -> list[Report]:
    return [{"type": "press", "value": as_text(args.get("keys"))}]


def _upload(args: dict[str, Any], find: _Find) -> list[Report]:
    return [{"type": "upload", "target": find(), "value": as_text(args.get("path"))}]


def _tab(args: dict[str, Any], find: _Find) -> list[Report]:
    return [{"type": "switch_tab", "value": first_text(args, "tab_id", "page_id", "index")}]


def _plain(kind: str) -> _Make:
    return lambda args, find: [{"type": kind}]


_ACTIONS: dict[str, _Make] = {
    "navigate": _goto,
    "go_to_url": _goto,
    "open_tab": _goto,
    "click": _click,
    "click_element": _click,
    "click_element_by_index": _click,
    "input": _input,
    "input_text": _input,
    "select_dropdown": _choose,
    "select_dropdown_option": _choose,
    "send_keys": _keys,
    "upload_file": _upload,
    "switch": _tab,
    "switch_tab": _tab,
    "close": _plain("close_tab"),
    "close_tab": _plain("close_tab"),
    "go_back": _plain("back"),
}
