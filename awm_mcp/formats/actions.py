"""Reads a reported action into typed Actions: names vary, Enter may hide in the text, files come as lists."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pydantic import ValidationError

from awm_mcp.errors import InvalidReport
from awm_mcp.formats.keys import MODIFIERS, key_name, split_keys
from awm_mcp.formats.reading import as_dict, as_list, as_text, first_text, is_dict, is_list
from awm_mcp.formats.targets import read_target
from awm_mcp.model import ACTION_TYPES, Action, Dialog, Target, Value, value
from awm_mcp.model.text import plain

MAX_VALUE = 100_000
_SPELLINGS: dict[str, tuple[str, ...]] = {
    "goto": ("navigate", "open", "visit", "go_to", "load", "go_to_url", "open_url"),
    "click": ("tap", "left_click", "click_element"),
    "dblclick": ("double_click", "doubleclick"),
    "fill": ("type", "input", "type_text", "input_text", "enter", "enter_text", "set_value", "write", "clear"),
    "select": ("select_option", "choose_option", "select_dropdown_option", "selectoption"),
    "check": ("tick", "uncheck", "untick", "set_checked"),
    "press": ("keypress", "key", "press_key", "send_keys", "hotkey", "keyboard"),
    "hover": ("mouseover", "mouse_over"),
    "upload": ("upload_file", "file_upload", "set_input_files"),
    "drag": ("drag_and_drop",),
    "wait_for": ("wait", "waitfor", "wait_for_text"),
    "extract": ("get_text", "read", "extract_text", "extract_content"),
    "back": ("go_back", "goback", "navigate_back"),
    "forward": ("go_forward", "goforward", "navigate_forward"),
    "scroll": ("scroll_down", "scroll_up", "scroll_to"),
    "switch_tab": ("switch", "tab_focus"),
    "close_tab": ("tab_close",),
    "stop": ("done", "finish", "answer", "final_answer", "complete", "send_msg_to_user", "end", "submit_answer"),
}
ALIASES = {spelling: kind for kind, spellings in _SPELLINGS.items() for spelling in spellings}
ONLY_LOOKS = frozenset(
    {
        "snapshot",
        "screenshot",
        "take_screenshot",
        "noop",
        "none",
        "console_messages",
        "network_requests",
        "sleep",
        "find",
        "think",
        "resize",
        "focus",
        "blur",
    }
)
_LIST_KEYS = ("values", "options", "paths", "files")
_TAKE_SEVERAL = ("select", "upload", "press")
_VALUE_KEYS = ("value", "text", "url", "key", "keys", "option", "path", "answer", "content")
_KNOWN = frozenset(
    {
        "type",
        "action",
        "target",
        "selector",
        "element",
        "locator",
        "values",
        "options",
        "paths",
        "files",
        "checked",
        "to",
        "end_target",
        "modifiers",
        "button",
        "slowly",
        "submit",
        "output",
        "read",
        "attribute",
        "gone",
        "opens",
        "dialog",
        "double",
        *_VALUE_KEYS,
    }
)
_SEARCH = '"target": {"role": "searchbox", "name": "Search"}'
_EXAMPLES = {
    "goto": '{"type": "goto", "value": "https://shop.example/"}',
    "fill": f'{{"type": "fill", {_SEARCH}, "value": "Tea"}}',
    "select": '{"type": "select", "target": {"role": "combobox", "name": "Sort by"}, "value": "Price"}',
    "press": f'{{"type": "press", {_SEARCH}, "value": "Enter"}}',
    "upload": '{"type": "upload", "target": {"label": "Photo"}, "values": ["photo.png"]}',
    "wait_for": '{"type": "wait_for", "value": "Order placed"}',
    "choose": '{"type": "choose", "target": {"role": "combobox", "name": "City"}, "value": "Bonn"}',
}
"""Kinds of actions that are nothing without their text, each with a whole one."""
_COUNT = r"\+?\d+ (?:more )?(?:chars|characters)"
_LEFT_OUT = r"\+?\d+ (?:more (?:chars|characters)|(?:chars|characters) (?:more|omitted|truncated|cut))"
_CUT = re.compile(
    rf"(\[\s*(?:truncated|cut|snip|\.\.\.|…)[^\]]*\]|[\[<(]\s*{_LEFT_OUT}\s*[\])>]|<\s*(?:\.\.\.|…)?\s*truncated\b[^>]*>|"
    rf"(?:…|\.\.\.)\s*(?:\((?:truncated|cut|snip|snipped|shortened)\b[^)]*\)|\(?{_COUNT}[^)]*\)?))\s*$",
    re.I,
)


def read_action(raw: object, notes: list[str]) -> list[Action]:
    """The typed actions of one reported action; several when Enter hides in it, none when it only looks.

    Raises:
        InvalidReport: without a step number; says what was expected, what was seen and the fix.
    """
    given = as_dict(raw)
    if not given:
        raise _unknown_type(raw)
    kind = _kind(given)
    if kind in ONLY_LOOKS or (kind == "wait_for" and not _waits_for_something(given)):
        notes.append(f"{kind.replace('_', ' ')!r} only looks or waits; left out")
        return []
    notes.extend(f"the action's field {str(k)[:40]!r} is not known and was left out" for k in given if k not in _KNOWN)
    action = _build(kind, given, notes).plainly_one
    _refuse_cut(action)
    return _READERS.get(action.type, _as_is)(action, given)


def kind_of(name: str) -> str | None:
    """The kind of action that a word names, in any of its spellings or as a tool's name; None when it names none."""
    named = re.sub(r"[- ]", "_", name.strip().lower()).removeprefix("browser_")
    return named if named in ACTION_TYPES or named in ONLY_LOOKS else ALIASES.get(named)


def _kind(given: dict[str, Any]) -> str:
    if (kind := kind_of(first_text(given, "type", "action"))) is None:
        raise _unknown_type(first_text(given, "type", "action") or given)
    return kind


def _unknown_type(seen: object) -> InvalidReport:
    return InvalidReport(
        "unknown_action",
        expected=f"an 'action' object whose 'type' is one of {', '.join(ACTION_TYPES)}",
        seen=plain(repr(seen), 120),
        next='send for example {"type": "click", "target": {"role": "button", "name": "Search"}}',
    )


def _waits_for_something(given: dict[str, Any]) -> bool:
    text = first_text(given, *_VALUE_KEYS)
    return bool(_raw_target(given)) or (bool(text) and not re.fullmatch(r"[\d.]+ ?(?:s|ms|seconds)?", text.strip()))


def _raw_target(given: dict[str, Any]) -> object:
    return next((given[key] for key in ("target", "selector", "locator", "element") if given.get(key)), None)


def _build(kind: str, given: dict[str, Any], notes: list[str]) -> Action:
    raw_target = _raw_target(given)
    fields: dict[str, Any] = {
        "type": kind,
        "target": read_target(raw_target, notes) if raw_target is not None and kind not in ("goto", "stop") else None,
        "value": _value(kind, given, notes),
        "values": _values(kind, given),
        "to": _to(given, notes),
        "dialog": read_dialog(given.get("dialog")),
        "slowly": given.get("slowly") is True,
        "gone": given.get("gone") is True,
    }
    if kind == "check":
        fields["checked"] = _checked(given)
        fields["value"] = None
    fields |= _words(given)
    return complete(fields)


def complete(fields: dict[str, Any]) -> Action:
    """An Action of fields that may lack something.

    Raises:
        InvalidReport: says what is missing.
    """
    try:
        return Action(**{key: given for key, given in fields.items() if given is not None})
    except ValidationError as problem:
        said = "; ".join(str(e["msg"]).removeprefix("Value error, ") for e in problem.errors(include_url=False))
        raise InvalidReport(
            "incomplete_action",
            expected=plain(said, 300),
            seen=f"a {fields.get('type')!r} without it",
            next="add the missing part to the step's action",
        ) from None


def _value(kind: str, given: dict[str, Any], notes: list[str]) -> Value | None:
    keys = (*_VALUE_KEYS, *_LIST_KEYS) if kind in _TAKE_SEVERAL else _VALUE_KEYS
    raw = next((given[key] for key in keys if given.get(key) is not None), None)
    if is_list(raw):
        return None
    if raw is None:
        return value("") if kind == "fill" and _named(given) == "clear" else None
    if is_dict(raw):
        return _of_object(kind, as_dict(raw), notes)
    text = as_text(raw)
    if not text and not isinstance(raw, str):
        text = str(raw).lower() if isinstance(raw, bool) else ""
    return value(text) if text or kind == "fill" else None


def _of_object(kind: str, raw: dict[str, Any], notes: list[str]) -> Value | None:
    """What an object in the place of a text stands for: an answer in a closing step, nothing where no text is needed."""
    if kind == "stop":
        return value(first_text(raw, "text", "answer", "value"))
    if kind not in _EXAMPLES:
        notes.append(f"the value of the {kind!r} is an object and was left out: only a text can be kept")
        return None
    raise InvalidReport(
        "unfit_value",
        expected=f"the value of the {kind!r} as a text",
        seen=f"an object: {plain(repr(raw), 120)}",
        next=f"send for example {_EXAMPLES[kind]}",
    )


def _named(given: dict[str, Any]) -> str:
    return first_text(given, "type", "action").strip().lower()


def _values(kind: str, given: dict[str, Any]) -> tuple[Value, ...]:
    if kind not in _TAKE_SEVERAL:
        return ()
    lists = [as_list(given.get(key)) for key in (*_LIST_KEYS, *_VALUE_KEYS)]
    return tuple(value(as_text(item)) for item in next(filter(None, lists), list[Any]()) if as_text(item))


def _to(given: dict[str, Any], notes: list[str]) -> Target | None:
    raw = given.get("to") or given.get("end_target")
    return read_target(raw, notes) if raw else None


def _checked(given: dict[str, Any]) -> bool:
    if _named(given) in ("uncheck", "untick"):
        return False
    said = given.get("checked", given.get("value", True))
    return said not in (False, "false", "False", "off", "no", 0, "0", "unchecked")


def _words(given: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if given.get("button") in ("left", "right", "middle"):
        found["button"] = given["button"]
    if given.get("opens") in ("popup", "download"):
        found["opens"] = given["opens"]
    if given.get("read") in ("text", "value", "attribute", "table", "list"):
        found["read"] = given["read"]
    for key in ("output", "attribute"):
        if as_text(given.get(key)):
            found[key] = as_text(given[key])[:200]
    if modifiers := tuple(key for item in as_list(given.get("modifiers")) if (key := key_name(as_text(item))) in MODIFIERS):
        found["modifiers"] = modifiers
    return found


def read_dialog(raw: object) -> Dialog | None:
    """The dialog that an action opened, as reported."""
    given = as_dict(raw)
    kind = first_text(given, "kind", "type")
    if kind not in ("alert", "confirm", "prompt", "beforeunload"):
        return None
    message, prompt = as_text(given.get("message")), as_text(given.get("prompt"))
    return Dialog(
        kind=kind,
        message=value(message) if message else None,
        accept=given.get("accept") is not False,
        prompt=value(prompt) if prompt else None,
    )


def _refuse_cut(action: Action) -> None:
    if action.type in ("extract", "stop", "wait_for", "scroll"):
        return
    for used in (action.value, *action.values):
        text = used.words() if used is not None else ""
        if (found := _CUT.search(text)) is not None:
            raise InvalidReport(
                "cut_value",
                expected=f"the whole value of the {action.type!r}",
                seen=f"a text that was cut before it was recorded: it ends in {plain(found.group(1), 40)!r}",
                next="send the whole value as it was typed",
            )
        if len(text) > MAX_VALUE:
            raise InvalidReport(
                "text_too_long",
                expected=f"a value of at most {MAX_VALUE} characters",
                seen=f"{len(text)} characters",
                next="leave the run out, or report the step with a shorter example value",
            )


def _as_is(action: Action, given: dict[str, Any]) -> list[Action]:
    if action.type == "click" and given.get("double") is True:
        return [action.model_copy(update={"type": "dblclick"})]
    return [action]


def _fill(action: Action, given: dict[str, Any]) -> list[Action]:
    if given.get("submit") is True:
        return [action, Action(type="press", target=action.target, value=value("Enter"))]
    return [action]


def _typed(action: Action, parts: list[tuple[str, str]]) -> list[Action]:
    found: list[Action] = []
    for kind, text in parts:
        if kind == "text":
            found.append(action.model_copy(update={"type": "fill", "value": value(text)}))
        else:
            found.append(Action(type="press", target=action.target, value=value(text)))
    return found


def _press(action: Action, given: dict[str, Any]) -> list[Action]:
    keys = [v.words() for v in action.values] or [action.value.words() if action.value is not None else ""]
    if action.values and len(keys) > 1 and all(key_name(k) in MODIFIERS for k in keys[:-1]) and key_name(keys[-1]):
        keys = ["+".join(str(key_name(k)) for k in keys)]
    found: list[Action] = []
    for key in keys:
        found.extend(_pressed(action, key))
    return found


def _pressed(action: Action, text: str) -> list[Action]:
    if (key := key_name(text)) is not None:
        return [action.model_copy(update={"value": value(key), "values": ()})]
    parts = split_keys(text)
    if parts and any(kind == "key" for kind, _ in parts) and action.target is not None:
        return _typed(action, parts)
    raise InvalidReport(
        "not_a_key",
        expected="the name of one key or chord, such as 'Enter', 'ArrowDown' or 'Control+a'",
        seen=repr(plain(text, 60)),
        next="send typed text as a 'fill' step with its target, and keys as 'press' steps after it",
    )


_READERS: dict[str, Callable[[Action, dict[str, Any]], list[Action]]] = {"fill": _fill, "press": _press}
