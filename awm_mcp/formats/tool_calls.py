"""Calls of Playwright MCP's browser tools with their results -> steps of a report; all carriers of such calls lead here.

Trust goes from the code that the server says it ran, over the snapshot that holds the ref, to a selector in the arguments.
A bare ref that nothing resolves is an error that names the step. Failed and read-only calls are left out; a dialog or file
chooser belongs to the action before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from awm_mcp.errors import InvalidReport
from awm_mcp.formats import aria_snapshot, axtree
from awm_mcp.formats.assemble import Draft, Report
from awm_mcp.formats.chains import chains
from awm_mcp.formats.describing import describe, describe_read
from awm_mcp.formats.locators import action_of, selector
from awm_mcp.formats.reading import as_dict, as_list, as_text, dicts, first_text
from awm_mcp.formats.targets import BARE_REF
from awm_mcp.model.text import fold, plain

READ_ONLY = frozenset(
    {
        "snapshot",
        "take_screenshot",
        "screenshot",
        "console_messages",
        "network_requests",
        "network_request",
        "find",
        "close",
        "resize",
        "install",
        "generate_locator",
        "verify_element_visible",
        "verify_list_visible",
        "verify_value",
        "emulate_media",
        "pdf_save",
        "start_tracing",
        "stop_tracing",
        "tab_list",
        "mouse_move_xy",
    }
)
_EFFECTS = re.compile(
    r"\.(?:click|submit|dispatchEvent|remove|fill|press|type|check|uncheck|goto|setAttribute|setItem|selectOption|append\w*|requestSubmit)\s*\("
    r"|\b(?:value|checked|href|location|innerHTML|cookie|selectedIndex)\s*=[^=]|\bfetch\s*\(|XMLHttpRequest"
)


@dataclass(frozen=True)
class ToolResult:
    """What a call answered, cut into its parts."""

    code: str = ""
    url: str = ""
    title: str = ""
    snapshot: str = ""
    error: str = ""
    modal: str = ""
    tabs: str = ""
    events: str = ""
    text: str = ""


@dataclass(frozen=True)
class ToolCall:
    """One call; ``number`` is its 1-based place among all calls of the transcript."""

    name: str
    args: dict[str, Any]
    result: ToolResult
    reasoning: str = ""
    number: int = 0


def bare_name(name: str) -> str | None:
    """``mcp__playwright__browser_click``, ``playwright_browser_click``, ``browser_click`` -> ``click``; else None."""
    match = re.search(r"(?:^|[_.:/])browser_([a-z_]+)$", name)
    return match.group(1) if match else None


def result_of(text: str, is_error: bool = False) -> ToolResult:
    """The parts of a result text, of the 2025 dialects with inline snapshots as of today's."""
    code = "\n".join(re.findall(r"```(?:js|javascript|ts|typescript|python|py)\n(.*?)```", text, re.S))
    snapshot = re.search(r"```yaml\n(.*?)```", text, re.S)
    error = _section(text, "Error") or (plain(text, 500) if is_error or text.startswith("Error:") else "")
    return ToolResult(
        code=code,
        url=_line(text, "Page URL"),
        title=_line(text, "Page Title"),
        snapshot=snapshot.group(1) if snapshot else "",
        error=error,
        modal=_section(text, "Modal state"),
        tabs=_section(text, "Open tabs"),
        events=_section(text, "Events"),
        text=text,
    )


def _line(text: str, label: str) -> str:
    match = re.search(rf"(?m)^- {label}: ?(.*)$", text)
    return match.group(1).strip() if match else ""


def _section(text: str, title: str) -> str:
    match = re.search(rf"(?ms)^### {title}\s*\n(.*?)(?=^### |\Z)", text)
    return match.group(1).strip() if match else ""


@dataclass
class _State:
    steps: list[Report] = field(default_factory=list[Report])
    warnings: list[str] = field(default_factory=list[str])
    url: str = "about:blank"
    title: str = ""
    tree: axtree.Node | None = None
    tabs: int = 1
    modal: str = ""
    needs_review: bool = False


def draft_of_calls(calls: list[ToolCall], envelope: Report, answer: str = "") -> Draft:
    """The report of a list of calls. ``envelope`` is what the carrier knows: task, outcome, agent.

    Raises:
        InvalidReport: no browser call at all, or an element that cannot be resolved; names the step.
    """
    state = _State()
    for call in calls:
        _take(call, state)
    if not state.steps:
        raise InvalidReport("steps_missing", expected="calls of browser tools that act", seen=f"none in {len(calls)} calls")
    report = dict(envelope) | {"steps": state.steps}
    if answer and not re.fullmatch(r"(?i)\W*(?:done|ok|finished|completed)\W*", answer):
        report["answer"] = answer
        state.steps += _answered(answer, state)
    elif answer:
        state.steps.append(_step(state, {"type": "stop"}, ""))
    return Draft(report, tuple(state.warnings), state.needs_review)


def _take(call: ToolCall, state: _State) -> None:
    kind = call.name
    if call.result.error:
        state.warnings.append(f"call {call.number} ({kind}) failed and was left out: {plain(call.result.error, 120)}")
    elif kind in ("evaluate", "run_code", "run_code_unsafe"):
        _script(call, state)
    elif kind not in READ_ONLY:
        before = len(state.steps)
        _act(call, state)
        if len(state.steps) > before:
            state.steps[-1]["effect"] = {"url": call.result.url or state.url}
    _look(call, state)


def _look(call: ToolCall, state: _State) -> None:
    result = call.result
    state.url = result.url or state.url
    state.title = result.title or state.title
    state.modal = result.modal
    if result.snapshot:
        state.tree = aria_snapshot.parse(result.snapshot)
    if result.tabs:
        count = len(re.findall(r"(?m)^- \d+:", result.tabs))
        if count > state.tabs and state.steps and state.steps[-1]["action"]["type"] in ("click", "press"):
            state.steps[-1]["action"]["opens"] = "popup"
        state.tabs = count
    if "Downloaded file" in result.events or "Downloading file" in result.events:
        _opens_download(state)


def _opens_download(state: _State) -> None:
    if state.steps and state.steps[-1]["action"]["type"] == "click":
        state.steps[-1]["action"]["opens"] = "download"


def changes_page(code: str) -> bool:
    """Whether a script that was run in the page looks as if it changed something there."""
    return _EFFECTS.search(code) is not None


def _script(call: ToolCall, state: _State) -> None:
    code = first_text(call.args, "function", "code", "expression", "script")
    if changes_page(code):
        state.needs_review = True
        state.warnings.append(
            f"call {call.number} ({call.name}) ran code that changes the page; it cannot be replayed as steps, so the run "
            "needs review and teaches nothing: report it again with the actions done by browser_click and the like"
        )


def _act(call: ToolCall, state: _State) -> None:
    special = _SPECIAL.get(call.name)
    if special is not None:
        special(call, state)
        return
    if call.name.startswith("mouse_") or call.name not in _PLAIN:
        state.needs_review = True
        state.warnings.append(f"call {call.number} ({call.name}) cannot be replayed by meaning; the run needs review")
        return
    coded = _coded(call)
    action = {"type": _PLAIN[call.name], "target": _resolved(call, call.args, state, coded[0] if coded else {})}
    action |= _ticked(call, state) or _options(call, coded[0] if coded else {})
    state.steps.append(_step(state, action, call.reasoning))


def _ticked(call: ToolCall, state: _State) -> Report | None:
    """A click on a box whose state the snapshot shows is a wish for the other state, not for a change."""
    ref = first_text(call.args, "target", "ref").removeprefix("aria-ref=")
    node = axtree.find(state.tree, ref) if state.tree is not None and call.name == "click" and ref else None
    if node is None or node.aria not in ("checkbox", "radio", "switch") or call.args.get("doubleClick") is True:
        return None
    return {"type": "check", "checked": node.aria == "radio" or node.props.get("checked", "false") != "true"}


_PLAIN = {
    "click": "click",
    "hover": "hover",
    "type": "fill",
    "select_option": "select",
    "drag": "drag",
    "check": "check",
    "uncheck": "uncheck",
}


def _options(call: ToolCall, coded: Report) -> Report:
    args = call.args
    found: Report = {}
    if call.name == "click":
        found = {key: args[key] for key in ("button", "modifiers") if args.get(key)} | {
            "double": args.get("doubleClick") is True
        }
    elif call.name == "type":
        typed = as_text(coded.get("value")) if coded.get("type") == "fill" else ""
        masked = re.search(r"os\.environ|process\.env|<secret>", typed) is not None
        found = {"value": typed if masked else as_text(args.get("text"))}
        found |= {key: True for key in ("slowly", "submit") if args.get(key) is True}
    elif call.name == "select_option":
        texts = [as_text(item) for item in as_list(args.get("values"))] or [as_text(args.get("value"))]
        found = {"value": texts[0]} if len(texts) == 1 else {"values": texts}
    elif call.name == "drag":
        found = {"to": coded.get("to") or {"css": as_text(args.get("endTarget"))}}
    return found


def _coded(call: ToolCall) -> list[Report]:
    """The actions of the code that the server says it ran."""
    try:
        return [action for chain in chains(call.result.code) if (action := action_of(chain)) is not None]
    except InvalidReport:
        return []


def _resolved(call: ToolCall, args: dict[str, Any], state: _State, coded: Report) -> Report:
    ref = first_text(args, "target", "ref", "startTarget", "startRef", "selector")
    by_code = as_dict(coded.get("target"))
    node = axtree.find(state.tree, ref.removeprefix("aria-ref=")) if state.tree is not None and ref else None
    if node is not None and state.tree is not None:
        by_snapshot = _in_frame(describe(state.tree, node), node, by_code)
        if not by_code or _agree(by_code, by_snapshot):
            return _joined(by_code, by_snapshot)
    if by_code:
        return by_code
    if ref and not BARE_REF.match(ref):
        return selector(ref)
    raise InvalidReport(
        "unresolved_reference",
        step=call.number,
        expected=f"locator information for {call.name}: the code that was run, or a snapshot with {ref or 'the element'}",
        seen=f"only the reference {ref!r} ({plain(as_text(args.get('element')), 60)})" if ref else "no target",
        next="send the transcript with its tool results, or report the step with role and name of the element",
    )


def _agree(by_code: Report, by_snapshot: Report) -> bool:
    """Whether code and snapshot can mean the same element: refs of a page that is gone may be given again."""
    if by_code.get("role") and by_snapshot.get("role") and by_code["role"] != by_snapshot["role"]:
        return False
    said, seen = (fold(as_text(t.get("name"))).casefold() for t in (by_code, by_snapshot))
    return not said or not seen or said in seen or seen in said or re.sub(r"\d+", "", said) == re.sub(r"\d+", "", seen)


def _joined(by_code: Report, by_snapshot: Report) -> Report:
    """Role and name as the page had them; the code adds test id, CSS, frame and labels that say more than the name."""
    joined = {key: given for key, given in by_snapshot.items() if given}
    for key in ("testid", "css", "xpath", "frame", "placeholder", "alt", "title", "row"):
        if by_code.get(key):
            joined.setdefault(key, by_code[key])
    if not joined.get("name"):
        joined |= {key: by_code[key] for key in ("name", "label", "text") if by_code.get(key)}
    return joined


def _in_frame(target: Report, node: axtree.Node, by_code: Report) -> Report:
    frames = [n for n in node.ancestors() if n.role.lower() == "iframe"]
    if frames and not by_code.get("frame"):
        named = [{"title": plain(n.name, 200)} if n.name else {"css": "iframe"} for n in reversed(frames)]
        return target | {"frame": named}
    return target


def _step(state: _State, action: Report, reasoning: str) -> Report:
    return {"observation": _observation(state), "url": state.url, "reasoning": reasoning, "action": action}


def _observation(state: _State) -> str:
    titled = f"The page is titled '{plain(state.title, 120)}'. " if state.title else ""
    return titled + (axtree.summary(state.tree) if state.tree is not None else "")


def _navigate(call: ToolCall, state: _State) -> None:
    url = as_text(call.args.get("url"))
    if state.steps and state.url == url and state.steps[-1]["action"]["type"] == "click":
        state.warnings.append(f"call {call.number} opened the address that the click before it had led to; left out")
        return
    state.steps.append(_step(state, {"type": "goto", "value": url}, call.reasoning))


def _fill_form(call: ToolCall, state: _State) -> None:
    coded = _coded(call)
    for number, given in enumerate(dicts(call.args.get("fields"))):
        code = coded[number] if number < len(coded) and len(coded) == len(dicts(call.args.get("fields"))) else {}
        target = _resolved(call, given, state, code)
        state.steps.append(_step(state, _field(given, code, target), call.reasoning))


def _field(given: Report, code: Report, target: Report) -> Report:
    kind, text = as_text(given.get("type")), as_text(given.get("value"))
    if kind in ("checkbox", "radio"):
        return {"type": "check", "target": target, "checked": given.get("value") in (True, "true", "True", "on", "checked")}
    if kind == "combobox" or target.get("role") == "listbox":
        return {"type": "select", "target": target, "value": text}
    typed = as_text(code.get("value"))
    return {"type": "fill", "target": target, "value": typed if re.search(r"os\.environ|process\.env", typed) else text}


def _press(call: ToolCall, state: _State) -> None:
    action: Report = {"type": "press", "value": as_text(call.args.get("key"))}
    last = as_dict(state.steps[-1]["action"]) if state.steps else {}
    if last.get("type") in ("fill", "press") and last.get("target"):
        action["target"] = last["target"]
    state.steps.append(_step(state, action, call.reasoning))


def _upload(call: ToolCall, state: _State) -> None:
    paths = [as_text(path) for path in as_list(call.args.get("paths")) if as_text(path)]
    last = as_dict(state.steps[-1]["action"]) if state.steps else {}
    if not paths:
        state.warnings.append(f"call {call.number} cancelled a file chooser; left out")
    elif last.get("type") == "click" and last.get("target"):
        given = {"value": paths[0]} if len(paths) == 1 else {"values": paths}
        state.steps[-1]["action"] = {"type": "upload", "target": last["target"]} | given
    else:
        state.warnings.append(f"call {call.number} uploaded to no element that was clicked before; left out")
        state.needs_review = True


_DIALOG = re.compile(r'\["(alert|confirm|prompt|beforeunload)" dialog with message "(.*?)"\]', re.S)


def _dialog(call: ToolCall, state: _State) -> None:
    if not state.steps:
        return
    said = _DIALOG.search(state.modal)
    state.steps[-1]["action"]["dialog"] = {
        "kind": said.group(1) if said else "prompt" if call.args.get("promptText") else "confirm",
        "message": said.group(2) if said else "",
        "accept": call.args.get("accept") is not False,
        "prompt": as_text(call.args.get("promptText")),
    }


def _tabs(call: ToolCall, state: _State) -> None:
    kind = {"tab_select": "select", "tab_new": "new", "tab_close": "close"}.get(call.name) or as_text(
        call.args.get("action")
    )
    if kind == "new" and as_text(call.args.get("url")):
        state.steps.append(_step(state, {"type": "goto", "value": as_text(call.args["url"])}, call.reasoning))
    elif kind == "select":
        state.steps.append(_step(state, {"type": "switch_tab", "value": as_text(call.args.get("index"))}, call.reasoning))
    elif kind == "close":
        state.steps.append(_step(state, {"type": "close_tab"}, call.reasoning))


def _wait(call: ToolCall, state: _State) -> None:
    for key, gone in (("text", False), ("textGone", True)):
        if as_text(call.args.get(key)):
            state.steps.append(
                _step(state, {"type": "wait_for", "value": as_text(call.args[key]), "gone": gone}, call.reasoning)
            )


def _answered(answer: str, state: _State) -> list[Report]:
    """Where the answer stood on the last page, when it did, and the answer."""
    found: list[Report] = []
    target = describe_read(state.tree, answer) if state.tree is not None and len(answer) <= 200 else None
    if target is not None:
        found.append(_step(state, {"type": "extract", "target": target, "value": answer}, "Read the answer."))
    return [*found, _step(state, {"type": "stop", "value": answer}, "")]


_SPECIAL: dict[str, Callable[[ToolCall, _State], None]] = {
    "navigate": _navigate,
    "navigate_back": lambda call, state: state.steps.append(_step(state, {"type": "back"}, call.reasoning)),
    "go_back": lambda call, state: state.steps.append(_step(state, {"type": "back"}, call.reasoning)),
    "navigate_forward": lambda call, state: state.steps.append(_step(state, {"type": "forward"}, call.reasoning)),
    "go_forward": lambda call, state: state.steps.append(_step(state, {"type": "forward"}, call.reasoning)),
    "fill_form": _fill_form,
    "press_key": _press,
    "file_upload": _upload,
    "handle_dialog": _dialog,
    "tabs": _tabs,
    "tab_select": _tabs,
    "tab_new": _tabs,
    "tab_close": _tabs,
    "wait_for": _wait,
    "verify_text_visible": _wait,
}
