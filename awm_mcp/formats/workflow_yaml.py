"""Workflows as YAML for people: readable, reviewable, diffable, and back without loss.

Literal values are plain strings; a value with parameters is a list of tokens (``[{text: "Results for "}, {param: query}]``)
or, when it is a parameter alone, ``{param: query}``. Loading knows no tags, no anchors, no dates and no ``yes``/``no``
booleans: what is not ``true``, ``false``, ``null`` or a plain number is text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast, get_args

import yaml
from pydantic import BaseModel, ValidationError

from awm_mcp.errors import InvalidPack
from awm_mcp.formats.workflow_check import problem_of
from awm_mcp.formats.yaml_dialect import Flow, FlowList, read, write
from awm_mcp.model import Workflow
from awm_mcp.model.nearest import nearest
from awm_mcp.model.text import plain

MAX_CHARS = 500_000
HEADER = "# A workflow of awm-mcp; the format is described in workflows/README.md\n"
_LAST = ("id", "kind", "memory", "state", "version", "owner", "built_on", "evidence")
_NOT_VALUES = frozenset({"attrs"})
_LISTS_OF_VALUES = frozenset({"values", "templates"})


def dump(workflow: Workflow) -> str:
    """The workflow as YAML text; ``load`` gives an equal workflow back."""
    data = workflow.model_dump(mode="json")
    ordered = {k: v for k, v in data.items() if k not in _LAST} | {k: data[k] for k in _LAST if k in data}
    return HEADER + write(_shaped(ordered))


def load(text: str, source: str = "file") -> Workflow:
    """The workflow of a YAML text; see :func:`load_as_said`.

    Raises:
        InvalidPack: names source, line and place, what was expected and the fix.
    """
    return load_as_said(text, source)[0]


def load_as_said(text: str, source: str = "file") -> tuple[Workflow, str]:
    """The workflow of a YAML text, checked, and the risk that the text says it has: its steps may tell a graver one.

    Args:
        text: at most 500,000 characters.
        source: what errors call the text, usually the file's path.

    Raises:
        InvalidPack: names source, line and place, what was expected and the fix.
    """
    if len(text) > MAX_CHARS:
        raise InvalidPack("too_large", file=source, expected=f"at most {MAX_CHARS} characters", seen=f"{len(text)}")
    node, data = _composed(text, source)
    if not isinstance(data, dict):
        raise _invalid(
            source, 1, "a mapping with name, site, start and steps", f"a {type(data).__name__}", "see workflows/README.md"
        )
    try:
        workflow = Workflow.model_validate(_unshaped(cast("dict[str, Any]", data)))
    except ValidationError as problem:
        raise _of_validation(problem, node, source) from None
    if (wrong := problem_of(workflow)) is not None:
        place, expected, seen, fix = wrong
        raise _invalid(source, _line(node, place), f"{_place(place)}: {expected}", seen, fix)
    return workflow, str(cast("dict[str, Any]", data).get("risk", ""))


def _shaped(data: Any) -> Any:
    if isinstance(data, list):
        items = cast("list[Any]", data)
        if items and all(_is_token(item) for item in items):
            tokens = [Flow(item) for item in items]
            return tokens[0] if len(tokens) == 1 and "text" not in tokens[0] else FlowList(tokens)
        return [_shaped(item) for item in items]
    if isinstance(data, dict):
        return {key: _shaped(item) for key, item in cast("dict[str, Any]", data).items()}
    return data


def _is_token(data: Any) -> bool:
    return isinstance(data, dict) and (
        _is_reference(cast("dict[str, Any]", data)) or set(cast("dict[str, Any]", data)) == {"text"}
    )


def _is_reference(data: dict[str, Any]) -> bool:
    return set(data) in ({"param"}, {"param", "format"}, {"gap"})


def _unshaped(data: Any, key: str = "") -> Any:
    if isinstance(data, list):
        items = cast("list[Any]", data)
        one_value = key not in _LISTS_OF_VALUES and bool(items) and all(_is_token(item) for item in items)
        return items if one_value else [_unshaped(item) for item in items]
    if not isinstance(data, dict):
        return data
    mapping = cast("dict[str, Any]", data)
    if _is_reference(mapping) and key not in _NOT_VALUES:
        return [mapping]
    return {k: _unshaped(item, k) for k, item in mapping.items()}


def _composed(text: str, source: str) -> tuple[yaml.Node | None, Any]:
    try:
        return read(text)
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark
        raise _invalid(
            source, mark.line + 1 if mark else 1, "YAML", str(problem.problem or problem.context), "correct the line"
        ) from None
    except (yaml.YAMLError, RecursionError, ValueError) as problem:
        raise _invalid(source, 1, "YAML text", plain(str(problem), 160), "correct the file") from None


def _of_validation(problem: ValidationError, node: yaml.Node | None, source: str) -> InvalidPack:
    errors = problem.errors(include_url=False)
    places = [
        tuple(part for part in error["loc"] if isinstance(part, int) or not str(part)[:1].isupper()) for error in errors
    ]
    # A field that nobody knows comes first: where one is missing beside it, it is the missing one misspelled.
    at = next((at for at, error in enumerate(errors) if error["type"] == _UNKNOWN), 0)
    first, where = errors[at], places[at]
    said = str(first["msg"]).removeprefix("Value error, ")
    more = f"; and {len(errors) - 1} more" if len(errors) > 1 else ""
    fix = _FIXES.get(str(first["type"]), "correct the field; workflows/README.md lists them all")
    if first["type"] == _UNKNOWN:
        absent = [str(p[-1]) for e, p in zip(errors, places, strict=True) if e["type"] == "missing" and p[:-1] == where[:-1]]
        seen = _unknown(str(where[-1]), absent, _fields_at(where[:-1]))
        return _invalid(source, _line(node, where), f"{_place(where)}: a field that there is", seen + more, fix)
    seen = "no such field" if first["type"] == "missing" else repr(first["input"])
    return _invalid(source, _line(node, where), f"{_place(where)}: {said}", plain(seen, 100) + more, fix)


def _unknown(word: str, absent: Sequence[str], known: Sequence[str]) -> str:
    """What is said of a field that there is not: what it may mean, a missing one first."""
    meant = nearest(word, absent) or nearest(word, known)
    return f"unknown field {plain(repr(word), 60)}" + (f" (did you mean {' or '.join(map(repr, meant))}?)" if meant else "")


def _fields_at(where: tuple[int | str, ...]) -> list[str]:
    """The fields that an object of a workflow may have, by its place; none where that is not plainly one model."""
    model: Any = Workflow
    for part in where:
        if isinstance(part, str):
            model = _model_in(model.model_fields[part].annotation) if model and part in model.model_fields else None
    return list(model.model_fields) if model else []


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The model that a field holds, one or several of them."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for part in get_args(annotation) if (found := _model_in(part)) is not None), None)


_UNKNOWN = "extra_forbidden"


_FIXES = {
    "string_type": "write the text in quotes",
    _UNKNOWN: "remove the field, or correct its spelling",
    "missing": "add the field",
}


def _place(where: tuple[int | str, ...]) -> str:
    shown = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in where)
    return shown.lstrip(".") or "the workflow"


def _line(node: yaml.Node | None, where: tuple[int | str, ...]) -> int:
    line = 1
    for part in where:
        line = node.start_mark.line + 1 if node is not None else line
        if isinstance(node, yaml.MappingNode):
            node = next((item for key, item in node.value if key.value == part), None)
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
        else:
            return line
    return node.start_mark.line + 1 if node is not None else line


def _invalid(source: str, line: int, expected: str, seen: str, fix: str) -> InvalidPack:
    return InvalidPack("invalid_pack", file=f"{source}, line {line}", expected=expected, seen=seen, next=fix)
