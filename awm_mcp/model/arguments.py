"""Checks and coerces a caller's arguments against a workflow's parameters, and says what to send instead."""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Collection, Mapping
from typing import Any

from awm_mcp.errors import InvalidArguments
from awm_mcp.model.coercion import day
from awm_mcp.model.nearest import nearest
from awm_mcp.model.open_choices import open_choices
from awm_mcp.model.polarity import as_boolean
from awm_mcp.model.spelling import respelled
from awm_mcp.model.text import fold
from awm_mcp.model.workflow import Parameter, Workflow

Bound = dict[str, str | list[str]]
MAX_ARGUMENT = 100_000
MOST_CHOICES = 20
"""Of a parameter with choices, so many are told."""


def bind(workflow: Workflow, arguments: Mapping[str, Any]) -> Bound:
    """Texts for every parameter that has a value; a caller's own spelling is kept.

    Raises:
        InvalidArguments: unknown, missing or unfit arguments; the message carries an example of a right call.
    """
    known, more = {p.name: p for p in workflow.callers_parameters}, open_choices(workflow)
    problems = [_unknown(name, known) for name in arguments if name not in known]
    bound: Bound = {}
    for name, parameter in known.items():
        given = arguments.get(name)
        if given is None:
            # The default of an optional one is what the form holds by itself: nothing is done to it then.
            if parameter.required and parameter.default is not None:
                bound[name] = parameter.default
            elif parameter.required:
                problems.append(f"{name!r} is missing")
            continue
        try:
            bound[name] = _fit(parameter, _spelled(workflow, parameter, given), more=name in more)
        except ValueError as problem:
            problems.append(f"{name!r} {problem}")
            continue
        if _is_blank(bound[name]) and parameter.required and not _may_be_blank(workflow, parameter):
            problems.append(f"{name!r} is empty, and no run that it was learned from left it empty")
    if problems:
        raise InvalidArguments(
            "invalid_arguments",
            expected=f"arguments of {workflow.name}: {_signature(workflow)}",
            seen="; ".join(problems),
            next=f"send for example {json.dumps(example(workflow), ensure_ascii=False)}",
        )
    return bound


def _unknown(name: str, known: Collection[str]) -> str:
    meant = nearest(name, known)
    return f"{name!r} is not a parameter" + (f", did you mean {' or '.join(map(repr, meant))}?" if meant else "")


def _spelled(workflow: Workflow, parameter: Parameter, given: Any) -> Any:
    """An amount or a day in the spelling of the runs, which is the one that the page takes.

    Raises:
        ValueError: it may mean two things.
    """
    if not isinstance(given, (str, int, float)) or parameter.enum or parameter.path:
        return given
    if parameter.type != "string" or (isinstance(given, float) and not math.isfinite(given)):
        return given
    rows = [row[parameter.name] for row in workflow.evidence.arguments if parameter.name in row]
    known = [*parameter.examples, *(text for text in rows if isinstance(text, str))]
    return respelled(known, given) or given


def _is_blank(given: str | list[str]) -> bool:
    """Whether nothing is said: no text, a list of nothing, or a list with an item that says nothing."""
    return not given.strip() if isinstance(given, str) else not given or not all(item.strip() for item in given)


def _may_be_blank(workflow: Workflow, parameter: Parameter) -> bool:
    """Whether a run was solved with nothing for it, or nothing is among the choices."""
    known = [row[parameter.name] for row in workflow.evidence.arguments if parameter.name in row]
    return any(map(_is_blank, [*known, *parameter.examples, *parameter.enum]))


def example(workflow: Workflow) -> dict[str, Any]:
    """Arguments of a right call, made of the parameters' first examples."""
    schema = workflow.input_schema()["properties"]
    return {
        p.name: (schema[p.name].get("examples") or [f"<{p.type}>"])[0] for p in workflow.callers_parameters if p.required
    }


def _signature(workflow: Workflow) -> str:
    shown = [f"{p.name} ({_kind(p)}{'' if p.required else ', optional'})" for p in workflow.callers_parameters]
    return ", ".join(shown) or "none"


def _kind(parameter: Parameter) -> str:
    """The type, or the choices."""
    if not parameter.enum:
        return parameter.type
    more = len(parameter.enum) - MOST_CHOICES
    shown = ", ".join(map(repr, parameter.enum[:MOST_CHOICES]))
    return f"one of {shown}" + (f" and {more} more" if more > 0 else "")


def _fit(parameter: Parameter, given: Any, *, more: bool) -> str | list[str]:
    if parameter.type == "array":
        return [_checked_text(parameter, item, more=more) for item in _as_list(given)]
    return _checked_text(parameter, given, more=more)


def _as_list(given: Any) -> list[Any]:
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except ValueError:
            given = [given]
    if not isinstance(given, list):
        raise ValueError(f"must be a list of texts, not {type(given).__name__}")
    return list(given)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def _checked_text(parameter: Parameter, given: Any, *, more: bool) -> str:
    text = _as_text(parameter, given)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError("is not valid text: it holds half of a surrogate pair") from None
    if len(text) > MAX_ARGUMENT:
        raise ValueError(f"is longer than {MAX_ARGUMENT} characters")
    _check_type(parameter, text)
    return _choice(parameter, text, more=more) if parameter.enum and text not in parameter.enum else text


def _choice(parameter: Parameter, text: str, *, more: bool) -> str:
    """The one choice that differs only in case and spaces. ``more``: the page may have got others, so that it is asked.

    Raises:
        ValueError: there is none, or more than one.
    """
    same = [choice for choice in parameter.enum if fold(choice).casefold() == fold(text).casefold()]
    if len(same) == 1:
        return same[0]
    if more and not same and not _is_blank(text):
        return text
    meant = nearest(text, parameter.enum)
    hint = f"; did you mean {' or '.join(map(repr, meant))}?" if meant else ""
    raise ValueError(f"must be {_kind(parameter)}, not {text!r}{hint}")


def _as_text(parameter: Parameter, given: Any) -> str:
    if parameter.type == "boolean" and isinstance(given, (str, int)) and (state := as_boolean(str(given))) is not None:
        return state
    if isinstance(given, bool):
        if parameter.type != "boolean":
            raise ValueError(f"must be {_article(parameter.type)}, not true or false")
        return "true" if given else "false"
    if isinstance(given, (int, float)):
        if isinstance(given, float) and not math.isfinite(given):
            raise ValueError("must be a finite number")
        return str(int(given)) if parameter.type == "integer" and float(given).is_integer() else str(given)
    if isinstance(given, str):
        return _as_day(given) if parameter.type == "date" else given
    raise ValueError(f"must be {_article(parameter.type)}, not {type(given).__name__}")


def _as_day(given: str) -> str:
    """A day whose month is named can be no other; one in numbers is left to the form that is asked for."""
    return (day(given.strip()) or given) if any(char.isalpha() for char in given) else given


def _check_type(parameter: Parameter, text: str) -> None:
    if parameter.type == "boolean" and text not in ("true", "false"):
        raise ValueError(f"must be true or false, not {text!r}")
    if parameter.type == "integer" and not text.lstrip("+-").isdigit():
        raise ValueError(f"must be a whole number, not {text!r}")
    if parameter.type == "number":
        _check_number(text)
    if parameter.type == "date":
        _check_date(text)


def _check_number(text: str) -> None:
    try:
        float(text)
    except ValueError:
        raise ValueError(f"must be a number with a decimal point, not {text!r}") from None


def _check_date(text: str) -> None:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"must be a date as YYYY-MM-DD, not {text!r}") from None


def _article(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
