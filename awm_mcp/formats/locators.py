"""Playwright locators as data -> targets in the report's shape; and what is done with them as actions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from awm_mcp.formats.assemble import Report
from awm_mcp.formats.axtree import LANDMARKS, ROWS
from awm_mcp.formats.chains import Call, Chain, Code, Pattern
from awm_mcp.formats.reading import as_dict, as_list, as_text, is_dict, is_list

_SIGNALS = {
    "get_by_label": "label",
    "get_by_text": "text",
    "get_by_placeholder": "placeholder",
    "get_by_test_id": "testid",
    "get_by_alt_text": "alt",
    "get_by_title": "title",
}
_FINDS = frozenset(
    {
        *_SIGNALS,
        "get_by_role",
        "locator",
        "frame_locator",
        "content_frame",
        "filter",
        "nth",
        "first",
        "last",
        "and_",
        "or_",
        "owner",
        "describe",
    }
)
_PSEUDO = re.compile(r"^(?:internal:)?(role|text|label|attr|testid|has-text)=(.*)$", re.S)


def split(chain: Chain) -> tuple[list[Call], list[Call]]:
    """The part of a chain that finds an element, and what is done with it."""
    for number, call in enumerate(chain.calls):
        if call.name not in _FINDS:
            return list(chain.calls[:number]), list(chain.calls[number:])
    return list(chain.calls), []


def target_of(finding: Sequence[Call]) -> Report:
    """The target that a locator chain tells; containers become frames, landmarks or the row."""
    target: Report = {}
    frames: list[Report] = []
    around: Report = {}
    for call in finding:
        if call.name in ("content_frame", "frame_locator"):
            found = _one(Call("locator", call.args)) if call.name == "frame_locator" else target
            frames.append(_frame(found))
            target, around = {}, {}
        elif call.name in ("nth", "first", "last"):
            target["nth"] = {"first": 0, "last": -1}.get(call.name, call.args[0] if call.args else 0)
        elif call.name == "filter":
            _filter(target, call)
        elif call.name == "get_by_role" or call.name in _SIGNALS or call.name == "locator":
            around = _merge_around(around, target)
            target = _one(call)
    return _finished(target, around, frames)


def _finished(target: Report, around: Report, frames: list[Report]) -> Report:
    nth = target.get("nth")
    if not isinstance(nth, int) or nth < 0:
        target.pop("nth", None)
    merged = {key: given for key, given in around.items() if key not in target} | target
    if frames:
        merged["frame"] = frames
    return merged


def _merge_around(around: Report, container: Report) -> Report:
    """What a container says about the element inside: its landmark, or the row it is in."""
    found = dict(around)
    role, name = as_text(container.get("role")), as_text(container.get("name"))
    if container.get("row"):
        found["row"] = container["row"]
    if role in LANDMARKS:
        found["landmarks"] = [*as_list(around.get("landmarks")), {"role": role, "name": name}]
    elif role in ROWS and name:
        found["row"] = name
    return found


def _frame(found: Report) -> Report:
    named = {key: found[key] for key in ("css", "title") if found.get(key)}
    return named or {"title": as_text(found.get("name") or found.get("text")) or "frame"}


def _one(call: Call) -> Report:
    first = _text(call.args[0]) if call.args else ""
    if call.name == "get_by_role":
        name = _text(call.options.get("name"))
        return {"role": first} | ({"name": name} if name else {})
    if call.name in _SIGNALS:
        return {_SIGNALS[call.name]: first}
    found = selector(first)
    _filter(found, call)
    return found


def _filter(target: Report, call: Call) -> None:
    said = _text(call.options.get("has_text"))
    if said:
        target["row"] = said


def _text(given: Any) -> str:
    if isinstance(given, Pattern):
        return re.sub(r"\\(.)", r"\1", given.text).strip("^$")
    return "" if isinstance(given, (Code, Chain)) else as_text(given)


def selector(text: str) -> Report:
    """A target of a selector in Playwright's own language: engines joined by ``>>``, traces' ``internal:`` ones included."""
    target: Report = {}
    frames: list[Report] = []
    around: Report = {}
    for part in _parts(text):
        if part == "internal:control=enter-frame":
            frames.append(_frame(target))
            target, around = {}, {}
            continue
        found = _engine(part)
        if set(found) <= {"nth", "row"}:
            target |= found
        else:
            around, target = _merge_around(around, target), found
    return _finished(target, around, frames)


def _parts(text: str) -> list[str]:
    """Splits at ``>>`` outside of quotes."""
    found, start = [""], 0
    for match in re.finditer(r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|>>""", text, re.S):
        if match.group() == ">>":
            found[-1] += text[start : match.start()]
            found.append("")
            start = match.end()
    found[-1] += text[start:]
    return [part.strip() for part in found if part.strip()]


def _engine(part: str) -> Report:
    if part.startswith(("nth=", "visible=")):
        number = part.removeprefix("nth=")
        return {"nth": int(number)} if part.startswith("nth=") and re.fullmatch(r"-?\d{1,6}", number) else {}
    if part.startswith(("//", "(//", "xpath=", "./")):
        return {"xpath": part.removeprefix("xpath=")}
    match = _PSEUDO.match(part)
    if match is None:
        return {"css": part.removeprefix("css=")}
    return _ENGINES[match.group(1)](match.group(2))


def _role(body: str) -> Report:
    role = re.match(r"[\w-]+", body)
    name = re.search(r"\[name=(\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|/.*?/)[is]?\]", body, re.S)
    found: Report = {"role": role.group() if role else ""}
    return found | {"name": _unquoted(name.group(1))} if name else found


def _attribute(body: str) -> Report:
    match = re.match(r"\[([\w-]+)=(.*?)[is]?\]$", body, re.S)
    if match is None:
        return {}
    key = {"placeholder": "placeholder", "alt": "alt", "title": "title"}.get(match.group(1), "testid")
    return {key: _unquoted(match.group(2))}


def _unquoted(text: str) -> str:
    body = re.sub(r"(?<=[\"'/])[is]$", "", text.strip())
    if len(body) >= 2 and body[0] == body[-1] and body[0] in "\"'/":
        return re.sub(r"\\(.)", r"\1", body[1:-1])
    return body


_ENGINES: dict[str, Callable[[str], Report]] = {
    "role": _role,
    "attr": _attribute,
    "testid": _attribute,
    "text": lambda body: {"text": _unquoted(body)},
    "label": lambda body: {"label": _unquoted(body)},
    "has-text": lambda body: {"row": _unquoted(body)},
}

_DOING = {
    "click": "click",
    "dblclick": "dblclick",
    "tap": "click",
    "hover": "hover",
    "fill": "fill",
    "press_sequentially": "fill",
    "type": "fill",
    "clear": "fill",
    "check": "check",
    "uncheck": "uncheck",
    "set_checked": "check",
    "press": "press",
    "select_option": "select",
    "set_input_files": "upload",
    "drag_to": "drag",
    "inner_text": "extract",
    "text_content": "extract",
    "input_value": "extract",
}
_READING = frozenset({"inner_text", "text_content", "input_value"})
_PAGE = {"goto": "goto", "go_back": "back", "go_forward": "forward", "close": "close_tab"}


def action_of(chain: Chain) -> Report | None:
    """The action of one chain in the report's shape; None when it acts on nothing that is replayed."""
    finding, doing = split(chain)
    if not doing:
        return None
    call = doing[-1] if doing[0].name == "keyboard" else doing[0]
    if not finding:
        return _on_page(doing, call)
    kind = _DOING.get(call.name)
    if kind is None or call.name in _READING:
        return None
    action: Report = {"type": kind, "target": target_of(finding)}
    action |= _options(call)
    if call.name in ("fill", "press_sequentially", "type", "press", "clear"):
        action["value"] = _given(call.args[0]) if call.args else ""
        action["slowly"] = call.name in ("press_sequentially", "type")
    elif kind in ("select", "upload"):
        action |= _chosen(call)
    elif call.name == "set_checked":
        action["checked"] = call.args[0] if call.args else True
    elif kind == "drag":
        end = call.args[0] if call.args and isinstance(call.args[0], Chain) else Chain("page", ())
        action["to"] = target_of(split(end)[0])
    return action


def _on_page(doing: list[Call], call: Call) -> Report | None:
    if doing[0].name == "keyboard":
        kinds = {"press": "press", "type": "press", "insert_text": "press"}
        return {"type": kinds[call.name], "value": _given(call.args[0])} if call.name in kinds and call.args else None
    if call.name == "goto" and call.args:
        return {"type": "goto", "value": _given(call.args[0])}
    if call.name in _PAGE and call.called:
        return {"type": _PAGE[call.name]}
    if call.name in _DOING and call.args and call.name not in _READING:
        inner = Chain("page", (Call("locator", call.args[:1]), Call(call.name, call.args[1:], call.options)))
        return action_of(inner)
    return None


def _options(call: Call) -> Report:
    return {key: call.options[key] for key in ("button", "modifiers") if call.options.get(key)}


def _chosen(call: Call) -> Report:
    raw = call.args[0] if call.args else call.options.get("label", call.options.get("value", call.options.get("files")))
    if not call.args and call.options and raw is None:
        raw = call.options
    items = as_list(raw) if is_list(raw) else [raw]
    texts = [_option(item) for item in items]
    return {"value": texts[0]} if len(texts) == 1 else {"values": texts}


def _option(item: Any) -> str:
    if is_dict(item):
        given = as_dict(item)
        return as_text(given.get("label") or given.get("valueOrLabel") or given.get("value"))
    return _given(item)


def _given(item: Any) -> str:
    """A typed text; code such as ``os.environ["X"]`` stays as text, in which secrets are recognised."""
    return item.text if isinstance(item, Code) else _text(item)
