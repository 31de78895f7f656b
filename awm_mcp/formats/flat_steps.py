"""Steps as agents write them by themselves, read into the report's own shape: the one place that knows their spellings.

The kind of the action may stand under any usual word, also as a tool of Playwright MCP; the element's marks may stand beside
it instead of in a ``target``, or be told as "Save button". What could mean two things is refused, here or where it is read.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from awm_mcp.errors import InvalidReport
from awm_mcp.formats.actions import kind_of
from awm_mcp.formats.prose import is_prose
from awm_mcp.formats.reading import as_dict, as_text, dicts, is_dict
from awm_mcp.formats.targets import BARE_REF, field_of
from awm_mcp.model.text import plain

OWN_FIELDS = frozenset(
    ["observation", "url", "reasoning", "effect", "thought", "think", "description", "error", "state", "page", "rationale"]
)
"""What belongs to the step, where the action's fields stand in it as well."""
_COUNTS = frozenset(["step", "number", "id", "ok", "success", "failed", "timestamp"])
_KIND_KEYS = ("tool", "tool_name", "function_name", "action", "type", "action_type", "kind", "command", "name")
_TOOL = re.compile(r"(?:^|.*[_.:/])browser_(?=[a-z_]+$)")
_ADDRESSES = ("value", "url", "address", "href", "link", "target")
_WITH_TEXT = frozenset({"fill", "select", "press", "wait_for", "extract", "stop", "upload", "choose", "goto"})
"""Kinds whose ``text`` is what is typed, chosen or read, not what the element says."""
_TEXT_ALONE = frozenset({"goto", "press", "wait_for", "stop"})
_NO_TARGET = frozenset({"goto", "stop", "back", "forward", "scroll", "switch_tab", "close_tab", "drag"})
_TELLING = frozenset(["role", "name", "label", "placeholder", "testid", "text", "title", "alt", "css", "xpath"])
_TARGETS = ("target", "selector", "locator", "element")
_ROLES = [
    "button",
    "link",
    "tab",
    "checkbox",
    "radio",
    "textbox",
    "searchbox",
    "combobox",
    "menuitem",
    "option",
    "switch",
    "heading",
    "slider",
    "spinbutton",
]
_SPOKEN = {role: role for role in _ROLES} | {
    "check box": "checkbox", "radio button": "radio", "text box": "textbox", "search box": "searchbox",
    "menu item": "menuitem",
}  # fmt: skip
_FIELDS = ("text field", "input field", "text area", "field", "input", "dropdown", "drop-down", "textarea")
_ENDING = "|".join(sorted((*_SPOKEN, *_FIELDS), key=len, reverse=True))
_QUOTED = r"[\"'“‘„](?P<name>[^\"'“”‘’„]+)[\"'”’“]"
_PHRASES = (
    re.compile(rf"(?:the )?{_QUOTED} (?P<role>{_ENDING})", re.I),
    re.compile(rf"(?:the )?(?P<role>{_ENDING}) {_QUOTED}", re.I),
    re.compile(rf"(?:[Tt]he )?(?P<name>[^\W\d_a-z][^\"'“”‘’„,;:()\[\]]{{0,60}}?) (?P<role>(?i:{_ENDING}))"),
)
_PLACES = frozenset(
    ["first", "second", "third", "last", "next", "previous", "top", "bottom", "left", "right", "main", "other", "same"]
)
_FORM_KINDS = {"checkbox": "check", "radio": "check", "combobox": "select"}


class Reading(NamedTuple):
    """The actions of a step in the report's own shape, and how it was read where it was not written so."""

    actions: tuple[object, ...]
    said: str = ""


def reading_of(step: dict[str, Any]) -> Reading:
    """What a step says that was done.

    Raises:
        InvalidReport: ``ambiguous_step``; it can be read in two ways.
    """
    nested = is_dict(step.get("action"))
    fields = as_dict(step["action"]) if nested else _without(step, OWN_FIELDS | _COUNTS)
    key, word, fields = _named(fields)
    kind = kind_of(word)
    if word == "fill_form":
        return _form(fields)
    if kind is None:
        return Reading((step["action"] if nested else step if "type" in step else step.get("action"),))
    action = _with_address(fields, step) if kind == "goto" else fields
    _refuse_two_texts(kind, action)
    target = _target(kind, action)
    whole = {"type": word} | (_without(action, _marks(kind, action)) | {"target": target} if target else action)
    as_written = key in ("type", "action") if nested else key == "type"
    return Reading((whole,), "" if as_written and not target else _shown(whole))


def _without(fields: dict[str, Any], keys: frozenset[str] | set[str]) -> dict[str, Any]:
    return {key: given for key, given in fields.items() if key not in keys}


def _named(fields: dict[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """Under which key the kind stands, the word itself, and the other fields; no word where none names a kind."""
    found = {key: word for key in _KIND_KEYS if (word := _word(key, fields.get(key)))}
    if len({kind_of(word) or word for word in found.values()}) > 1:
        raise InvalidReport(
            "ambiguous_step",
            expected="one kind of action",
            seen=plain(", ".join(f"{key} {word!r}" for key, word in found.items()), 120),
            next='say it once: {"action": {"type": "click", "target": {"role": "button", "name": "Save"}}}',
        )
    if found:
        key, word = next(iter(found.items()))
        return key, word, _without(fields, {*found})
    return _one_key(fields)


def _word(key: str, given: object) -> str:
    """The word for a kind of action that stands under a key, else nothing. Only a tool's name is one under "name"."""
    text = as_text(given).strip().lower() if isinstance(given, str) else ""
    named = _TOOL.sub("", text)
    if named == text and key == "name":
        return ""
    return named if named == "fill_form" or kind_of(named) is not None else ""


def _one_key(fields: dict[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """A step of the kind of ``{"click": {"role": "button", "name": "Save"}}``."""
    if len(fields) != 1:
        return "", "", fields
    key, given = next(iter(fields.items()))
    kind = kind_of(key)
    if kind is not None and is_dict(given):
        return key, key.lower(), given
    if kind in _TEXT_ALONE and isinstance(given, str) and given:
        return key, key.lower(), {"value": given}
    return "", "", fields


def _with_address(fields: dict[str, Any], step: dict[str, Any]) -> dict[str, Any]:
    """The address that a navigation goes to; the step's own is that one where no other is told."""
    address = next((text for key in _ADDRESSES if (text := as_text(fields.get(key)))), as_text(step.get("url")))
    return _without(fields, {*_ADDRESSES}) | {"value": address} if address else fields


def _refuse_two_texts(kind: str, action: dict[str, Any]) -> None:
    typed, text = action.get("value"), action.get("text")
    if kind == "fill" and isinstance(typed, str) and isinstance(text, str) and typed != text:
        raise InvalidReport(
            "ambiguous_step",
            expected="one text that was typed, and the field by its role and name or its label",
            seen=plain(f"value {typed!r} and text {text!r}", 120),
            next='send for example {"action": "fill", "label": "Email", "value": "a@b.example"}',
        )


def _signals(kind: str, action: dict[str, Any]) -> dict[str, Any]:
    """The marks of the element that stand beside the kind."""
    taken = {"selector", "text"} if kind in _WITH_TEXT else {"selector"}
    found = {key: given for key, given in action.items() if key not in taken and field_of(key) and given not in (None, "")}
    return found if any(field_of(key) in _TELLING for key in found) else {}


def _marks(kind: str, action: dict[str, Any]) -> set[str]:
    """What is left out of an action whose target was read from it."""
    return {*_signals(kind, action), *_TARGETS, "ref"}


def _target(kind: str, action: dict[str, Any]) -> dict[str, Any] | None:
    """The element where it stands beside the kind or in words; None where it is given as one or cannot be told."""
    if kind in _NO_TARGET or any(is_dict(action.get(key)) for key in _TARGETS):
        return None
    texts = [text for key in _TARGETS if (text := as_text(action.get(key)).strip())]
    selectors = [text for text in texts if not is_prose(text) and not BARE_REF.match(text) and _element_of(text) is None]
    if signals := _signals(kind, action):
        return signals | ({"css": selectors[0]} if selectors and not {"css", "xpath"} & {*map(field_of, signals)} else {})
    return None if selectors else next(filter(None, map(_element_of, texts)), None)


def _element_of(words: str) -> dict[str, Any] | None:
    """The element of words like ``Save button``, ``button "Save"`` or ``Email field``; None where they only describe it."""
    found = next(filter(None, (phrase.fullmatch(words.strip()) for phrase in _PHRASES)), None)
    if found is None:
        return None
    name, spoken = found["name"].strip(), found["role"].lower()
    if found.re is _PHRASES[-1] and len(name.split()) > 1 and name.split()[0].lower() in _PLACES:
        return None  # "First result link": which one, not what it says
    return {"label": name} if spoken in _FIELDS else {"role": _SPOKEN[spoken], "name": name}


def _form(fields: dict[str, Any]) -> Reading:
    """The fields of one call of ``browser_fill_form``, each an action of its own."""
    actions = tuple(_filled(one) for one in dicts(fields.get("fields")))
    return Reading(actions or (fields,), "; ".join(map(_shown, actions)))


def _filled(field: dict[str, Any]) -> dict[str, Any]:
    role, name, given = as_text(field.get("type")), as_text(field.get("name")), field.get("value")
    kind = _FORM_KINDS.get(role, "fill")
    if kind == "check":
        return {"type": kind, "target": {"role": role, "name": name}, "checked": given}
    return {"type": kind, "target": {"label": name}, "value": given}


def _shown(action: dict[str, Any]) -> str:
    """The action without what was typed or opened, which may be secret."""
    told = {key: given if key in ("type", "target", "selector") else "…" for key, given in action.items()}
    return plain(json.dumps(told, ensure_ascii=False, default=str), 200)
