"""BrowserGym runs (WebArena and kin): bids are resolved to role and name from the accessibility tree, never kept.

A record: ``{intent, intent_template_id?, cum_reward, steps[{url, axtree_txt, action, last_action_error, think}]}``. The
error of an action stands in the next step; an error that the page did not confirm (the click was dispatched and the page
moved on, only the waiting timed out) is none.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

from awm_mcp.errors import InvalidReport
from awm_mcp.formats import axtree
from awm_mcp.formats.assemble import Draft, Report, build
from awm_mcp.formats.describing import describe
from awm_mcp.formats.reading import as_dict, as_list, as_text, check_text, dicts, first_text
from awm_mcp.model import Run
from awm_mcp.model.text import plain

NAME = "browsergym"
_OLD_CALL = re.compile(r"^\s*(\w+)((?:\s*\[[^\]]*\])*)\s*$")


def matches(data: object) -> bool:
    """Whether the data is one record of this format."""
    steps = dicts(as_dict(data).get("steps"))
    return bool(steps) and any("axtree_txt" in s or "axtree" in s for s in steps[:3])


def read(record: object) -> Run:
    """The run of one record.

    Raises:
        InvalidReport: a bid that no tree shows, or an action that cannot be read; names the step.
    """
    check_text(record)
    return build(draft(record), source=NAME).run


def draft(record: object) -> Draft:
    """The record in the report's shape; actions that failed are left out and named in the warnings."""
    data = as_dict(record)
    records = dicts(data.get("steps"))
    steps: list[Report] = []
    warnings: list[str] = []
    focus: Report | None = None
    for number, step in enumerate(records, 1):
        after = records[number] if number < len(records) else {}
        if (failed := _failed(step, after)) is not None:
            warnings.append(f"step {number} failed and was left out: {plain(failed, 120)}")
            continue
        done = _steps(number, step, after, warnings, focus)
        focus = next((t for s in reversed(done) if (t := as_dict(as_dict(s["action"]).get("target")))), focus)
        steps.extend(done)
    report: Report = {
        "task": first_text(data, "intent", "goal", "task"),
        "start_url": next(
            (url for s in records if (url := as_text(s.get("url"))).startswith("http")), as_text(data.get("start_url"))
        ),
        "template": as_text(data.get("intent_template_id")),
        "reward": data.get("cum_reward", data.get("reward")),
        "agent": as_text(data.get("agent")),
        "steps": steps,
    }
    return Draft({key: given for key, given in report.items() if given not in (None, "")}, tuple(warnings))


def _failed(step: dict[str, Any], after: dict[str, Any]) -> str | None:
    error = as_text(after.get("last_action_error"))
    if not error or not as_text(step.get("action")):
        return None
    moved = step.get("url") != after.get("url")
    dispatched = "performing" in error or "navigated to" in error or "scheduled navigations" in error
    changed = moved or _tree(step) != _tree(after)
    return None if moved or (dispatched and changed) else error


def _tree(step: dict[str, Any]) -> str:
    return first_text(step, "axtree_txt", "axtree")


def _steps(
    number: int, step: dict[str, Any], after: dict[str, Any], warnings: list[str], focus: Report | None
) -> list[Report]:
    text = as_text(step.get("action")).strip()
    if not text:
        return []
    root = axtree.parse(_tree(step))
    common: Report = {
        "observation": axtree.summary(root),
        "url": as_text(step.get("url")),
        "reasoning": plain(first_text(step, "think", "thought", "reasoning"), 4000),
    }
    at = _Place(number, root, focus)
    actions = [a for call in _calls(number, text) for a in _action(at, call, warnings)]
    found: list[Report] = [common | {"action": action} for action in actions]
    if found and after:
        found[-1]["effect"] = _effect(step, after)
    return found


def _effect(step: dict[str, Any], after: dict[str, Any]) -> Report:
    """Where it led, and that nothing changed if so. A change is not told: who has the trees only knows no requests, and
    an effect with a change and without requests would say that nothing was sent.
    """
    led: Report = {"url": as_text(after.get("url"))}
    return led if _tree(step) != _tree(after) else led | {"changed": False}


def _calls(number: int, text: str) -> list[tuple[str, list[Any]]]:
    """The calls of an action text, as data: parsed, never run."""
    body = re.sub(r"^```\w*\s*|\s*```$", "", text.strip())
    try:
        return [_call(node) for node in ast.parse(body).body]
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        bracketed = [_old_call(line) for line in body.splitlines() if line.strip()]
        if bracketed and all(bracketed):
            return [call for call in bracketed if call is not None]
    if found := _calls_between_words(body):
        return found
    raise InvalidReport(
        "unreadable_action",
        step=number,
        expected="calls such as click('12') or fill('12', 'text')",
        seen=plain(repr(text), 120),
        next="send the action as the agent's action space writes it",
    )


def _calls_between_words(body: str) -> list[tuple[str, list[Any]]]:
    """Calls of known actions that stand in other text, or hold a line break within quotes, as agents write them."""
    found: list[tuple[str, list[Any]]] = []
    at = 0
    while match := _KNOWN_CALL.search(body, at):
        at = match.end()
        ends = [match.end() + k for k, char in enumerate(body[match.end() : match.end() + LONGEST_CALL]) if char == ")"]
        for end in ends[:MOST_ENDS]:
            if (call := _one_call(body[match.start() : end + 1])) is not None:
                found.append(call)
                at = end + 1
                break
    return found


def _one_call(text: str) -> tuple[str, list[Any]] | None:
    try:
        nodes = ast.parse(text.replace("\n", "\\n")).body
        return _call(nodes[0]) if len(nodes) == 1 else None
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


def _call(node: ast.stmt) -> tuple[str, list[Any]]:
    """Name and arguments; the element comes first, however the call orders its named arguments."""
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name)):
        raise ValueError("no plain call")
    call, func, given = node.value, node.value.func, [ast.literal_eval(arg) for arg in node.value.args]
    named = {k.arg: ast.literal_eval(k.value) for k in call.keywords if k.arg in _ARGUMENTS}
    ordered = sorted(named, key=lambda name: _ARGUMENTS.index(name or ""))
    return func.id, [*given, *(named[name] for name in ordered)]


def _old_call(line: str) -> tuple[str, list[Any]] | None:
    match = _OLD_CALL.match(line)
    return (match.group(1), re.findall(r"\[([^\]]*)\]", match.group(2))) if match else None


def _action(at: _Place, call: tuple[str, list[Any]], warnings: list[str]) -> list[Report]:
    name, args = call
    if (make := _ACTIONS.get(name)) is not None:
        return at.remembered(make(at, [*args, "", ""]))
    if name not in _CHANGES_NOTHING:
        raise InvalidReport(
            "unreadable_action",
            step=at.number,
            expected="an action on an element: " + ", ".join(sorted(_ACTIONS)),
            seen=plain(f"{name}({', '.join(map(repr, args))})", 120),
            next="report the run without steps that act on coordinates, or with the elements' role and name",
        )
    warnings.append(f"step {at.number}: {name!r} changes nothing that is replayed; left out")
    if name == "focus" and args:
        at.focus = at.target(args[0])
    return []


class _Place:
    """The page of a step. ``focus``: the element that bare typing goes to, the one acted on last."""

    def __init__(self, number: int, root: axtree.Node, focus: Report | None) -> None:
        self.number, self.root, self.focus = number, root, focus

    def remembered(self, actions: list[Report]) -> list[Report]:
        """The actions, of which the last one's element has the focus now."""
        self.focus = next((t for a in reversed(actions) if (t := as_dict(a.get("target")))), self.focus)
        return actions

    def typed_into(self) -> Report:
        """The element that bare typing goes to."""
        if self.focus is None:
            raise InvalidReport(
                "unresolved_reference",
                step=self.number,
                expected="an element that was clicked or focused before text is typed",
                seen="typing without one",
                next="report the step as fill with its element",
            )
        return self.focus

    def target(self, bid: object) -> Report:
        node = axtree.find(self.root, str(bid))
        if node is None:
            raise InvalidReport(
                "unresolved_reference",
                step=self.number,
                expected=f"element {str(bid)[:20]!r} in the step's accessibility tree",
                seen="no line with this bid",
                next="send the tree that the agent saw before the action",
            )
        return describe(self.root, node)


def _on_element(kind: str) -> Callable[[_Place, list[Any]], list[Report]]:
    return lambda at, args: [{"type": kind, "target": at.target(args[0])}]


def _with_value(kind: str) -> Callable[[_Place, list[Any]], list[Report]]:
    return lambda at, args: [{"type": kind, "target": at.target(args[0]), "value": as_text(args[1])}]


def _alone(kind: str) -> Callable[[_Place, list[Any]], list[Report]]:
    return lambda at, args: [{"type": kind, "value": as_text(args[0])} if args[0] != "" else {"type": kind}]


def _select(at: _Place, args: list[Any]) -> list[Report]:
    given = as_list(args[1]) or [args[1]]
    chosen = {"value": as_text(given[0])} if len(given) == 1 else {"values": [as_text(v) for v in given]}
    return [{"type": "select", "target": at.target(args[0])} | chosen]


def _type(at: _Place, args: list[Any]) -> list[Report]:
    press_enter = len(args) > 4 and str(args[2]) == "1"
    return [{"type": "fill", "target": at.target(args[0]), "value": as_text(args[1]), "submit": press_enter}]


def _click(at: _Place, args: list[Any]) -> list[Report]:
    action: Report = {"type": "click", "target": at.target(args[0])}
    if args[1] in ("right", "middle"):
        action["button"] = args[1]
    if modifiers := next((as_list(arg) for arg in args[1:] if as_list(arg)), None):
        action["modifiers"] = modifiers
    return [action]


def _typed(at: _Place, args: list[Any]) -> list[Report]:
    return [{"type": "fill", "target": at.typed_into(), "value": as_text(args[0])}]


def _press(at: _Place, args: list[Any]) -> list[Report]:
    return _with_value("press")(at, args) if args[1] != "" else _alone("press")(at, args)


_ACTIONS: dict[str, Callable[[_Place, list[Any]], list[Report]]] = {
    "click": _click,
    "dblclick": _on_element("dblclick"),
    "hover": _on_element("hover"),
    "check": _on_element("check"),
    "uncheck": _on_element("uncheck"),
    "fill": _with_value("fill"),
    "clear": lambda at, args: [{"type": "fill", "target": at.target(args[0]), "value": ""}],
    "type": _type,
    "press": _press,
    "keyboard_press": _alone("press"),
    "keyboard_type": _typed,
    "keyboard_insert_text": _typed,
    "select_option": _select,
    "upload_file": _with_value("upload"),
    "drag_and_drop": lambda at, args: [{"type": "drag", "target": at.target(args[0]), "to": at.target(args[1])}],
    "goto": _alone("goto"),
    "go_back": lambda at, args: [{"type": "back"}],
    "go_forward": lambda at, args: [{"type": "forward"}],
    "tab_focus": _alone("switch_tab"),
    "page_focus": _alone("switch_tab"),
    "tab_close": lambda at, args: [{"type": "close_tab"}],
    "close_tab": lambda at, args: [{"type": "close_tab"}],
    "send_msg_to_user": _alone("stop"),
    "report_infeasible": _alone("stop"),
    "stop": _alone("stop"),
}
_CHANGES_NOTHING = frozenset({"noop", "wait", "scroll", "focus", "scroll_at", "mouse_move", "mouse_wheel", "new_tab"})
_ARGUMENTS = (
    "bid", "from_bid", "to_bid", "value", "options", "text", "key_comb", "key", "url", "file", "index", "reason", "button",
    "modifiers",
)  # fmt: skip
_KNOWN_CALL = re.compile(
    r"(?<![\w.])(?:" + "|".join(sorted({*_ACTIONS, *_CHANGES_NOTHING})) + r"|(?:mouse|keyboard|tab)_\w+)\("
)
LONGEST_CALL = 20_000
MOST_ENDS = 200
