"""Arguments of core and browser tools: stringified values taken for what they are, then checked against the schema.

Many clients send arrays and objects as JSON strings (claude-code#59227, #32662) and numbers as text. Workflow parameters
are not checked here but by ``model.arguments.bind``, behind the application.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, cast

from mcp.types import Tool

from awm_mcp.errors import InvalidArguments
from awm_mcp.model.nearest import nearest

_TEXT, _FLAG = {"type": "string"}, {"type": "boolean"}
_KNOWN_TEXTS = ("ref", "startRef", "endRef", "element", "startElement", "endElement", "target", "url")
_KNOWN_UNLISTED: dict[str, dict[str, Any]] = {
    **dict.fromkeys(_KNOWN_TEXTS, _TEXT),
    "modifiers": {"type": "array", "items": _TEXT},
    "slowly": _FLAG,
    "fullPage": _FLAG,
    "depth": {"type": "integer", "minimum": 1},
}
"""Arguments that agents know from Playwright MCP and may send; listing them in each tool would cost more than it helps."""
_FOR_A_NAME = frozenset({"id", "key", "name", "ref", "tool"})
"""Words that agents use for the argument that says which thing is meant."""
_NAMING = frozenset({"workflow", "id", "run_id"})
"""The arguments that say it."""


def checked(
    tool: Tool, given: Mapping[str, Any] | None, unlisted: Mapping[str, dict[str, Any]] | None = None
) -> dict[str, Any]:
    """The arguments in their declared types, without those given as null. ``unlisted``: properties taken beside the listed.

    Raises:
        InvalidArguments: they do not fit the schema; the message says what to send instead.
    """
    properties: dict[str, Any] = {**(unlisted or {}), **tool.input_schema.get("properties", {})}
    fitted = {name: coerced(value, properties.get(name, {}).get("type", "")) for name, value in (given or {}).items()}
    fitted = {name: value for name, value in fitted.items() if value is not None or name not in properties}
    if problems := _problems({**tool.input_schema, "properties": properties, "additionalProperties": False}, fitted):
        raise InvalidArguments(
            "invalid_arguments",
            expected=f"arguments of {tool.name}: {_signature(tool)}",
            seen="; ".join(problems),
            next=_advice(tool, fitted, properties),
        )
    return fitted


def checked_primitive(tool: Tool, given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Like ``checked``, for a browser tool: what agents know from Playwright MCP is taken unlisted.

    Raises:
        InvalidArguments: the others do not fit the schema.
    """
    return checked(tool, given, _KNOWN_UNLISTED)


def coerced(value: Any, kind: str) -> Any:
    """A value in the declared JSON type where its text says so, else as it came."""
    if isinstance(value, str) and kind in ("array", "object", "integer", "number", "boolean"):
        return _read(value, kind)
    if kind == "string" and isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    if kind == "integer" and isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def object_of(value: Any, name: str) -> dict[str, Any]:
    """A JSON object given as such, as JSON text, or left out.

    Raises:
        InvalidArguments: it is something else.
    """
    value = coerced(value, "object")
    if value is None or value == "":
        return {}
    if not isinstance(value, dict):
        raise InvalidArguments(
            "invalid_arguments",
            expected=f"'{name}' as an object of parameter names and values",
            seen=repr(value)[:200],
            next=f'send for example "{name}": {{"query": "red chair"}}',
        )
    return cast("dict[str, Any]", value)


def _read(text: str, kind: str) -> Any:
    try:
        read = json.loads(text if kind != "boolean" else text.strip().lower())
    except (ValueError, RecursionError):
        return text
    fits = {
        "array": isinstance(read, list),
        "object": isinstance(read, dict),
        "boolean": isinstance(read, bool),
        "integer": isinstance(read, int) and not isinstance(read, bool),
        "number": isinstance(read, (int, float)) and not isinstance(read, bool),
    }
    return read if fits[kind] else text


def _problems(schema: Mapping[str, Any], given: dict[str, Any]) -> list[str]:
    # jsonschema takes longer to import than a list takes to answer: only a call pays for it.
    from jsonschema import Draft202012Validator

    errors: list[Any] = list(Draft202012Validator(schema).iter_errors(given))  # pyright: ignore[reportUnknownMemberType]
    return [_in_words(error, schema) for error in errors[:5]]


def _in_words(error: Any, schema: Mapping[str, Any]) -> str:
    where = ".".join(str(part) for part in error.absolute_path)
    if error.validator == "additionalProperties":
        known = schema["properties"]
        extra = [name for name in cast("dict[str, Any]", error.instance) if name not in known]
        return ", ".join(_unknown(name, known) for name in extra) or str(error.message)[:200]
    if error.validator == "required":
        return str(error.message).replace("is a required property", "is missing")
    return f"'{where}' {str(error.message)[:200]}" if where else str(error.message)[:200]


def _unknown(name: str, known: Mapping[str, Any]) -> str:
    meant = nearest(name, known)
    return f"'{name}' is not an argument" + (f", did you mean '{meant[0]}'?" if meant else "")


def _signature(tool: Tool) -> str:
    required = set(tool.input_schema.get("required", ()))
    properties: dict[str, Any] = tool.input_schema.get("properties", {})
    shown = [f"{n} ({p.get('type', 'any')}{'' if n in required else ', optional'})" for n, p in properties.items()]
    return ", ".join(shown) or "none"


def _under_another_name(tool: Tool, given: Mapping[str, Any], properties: Mapping[str, Any]) -> dict[str, Any] | None:
    """The call with the one text that is needed and missing under its own name, where it came under a likely other one."""
    missing = [name for name in tool.input_schema.get("required", ()) if name not in given]
    if len(missing) != 1 or properties[missing[0]].get("type") != "string":
        return None
    wanted = missing[0]
    extra = [name for name, value in given.items() if name not in properties and isinstance(value, str)]
    likely = next((name for name in extra if _may_mean(name, wanted)), None)
    if likely is None:
        return None
    rest = {name: value for name, value in given.items() if name != likely}
    renamed = {wanted: given[likely], **{name: value for name, value in rest.items() if name in properties}}
    inner = {name: value for name, value in rest.items() if name not in properties}
    kept: Any = coerced(rest.get("arguments"), "object") or {}
    if inner and "arguments" in properties and isinstance(kept, dict):
        renamed["arguments"] = {**kept, **inner}
    return renamed


def _may_mean(name: str, wanted: str) -> bool:
    """Whether an argument is likely the wanted one: spelled alike, or of its words and those for what names a thing."""
    words = set(re.split(r"[_\W]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()))
    own = frozenset(wanted.split("_"))
    likely = own | _FOR_A_NAME if wanted in _NAMING else own
    return words <= likely or own <= words or bool(nearest(name, (wanted,)))


def _advice(tool: Tool, given: dict[str, Any], properties: Mapping[str, Any]) -> str:
    extra = {name: value for name, value in given.items() if name not in properties}
    if (meant := _under_another_name(tool, given, properties)) is not None:
        return "send " + json.dumps(meant, ensure_ascii=False, default=str)[:500]
    if extra and "arguments" in properties:
        inner: Any = coerced(given.get("arguments"), "object") or {}
        missing = [name for name in tool.input_schema.get("required", ()) if name not in given]
        blanks = {name: f"<{properties[name].get('description', name)}>" for name in missing}
        kept = blanks | {name: value for name, value in given.items() if name in properties}
        return (
            "send "
            + json.dumps(
                {**kept, "arguments": {**inner, **extra} if isinstance(inner, dict) else extra},
                ensure_ascii=False,
                default=str,
            )[:500]
        )
    example = str(tool.description or "").partition("Example:")[2].strip()
    return f"send for example {example[:500]}" if example else "send the arguments as listed"
