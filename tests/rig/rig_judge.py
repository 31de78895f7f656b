"""Held-out values onto a learner's own parameters, and outcomes against the rig's checks."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from shared_rig import Held, query

SETTLE_S = 4.0
"""Some applications save after the click returns; the rig's own checks wait in the same way."""


@dataclass(frozen=True)
class Mapped:
    """Arguments for a workflow. ``unmapped``: required parameters that no held-out value belongs to."""

    arguments: dict[str, Any]
    unmapped: tuple[str, ...]
    differs: dict[str, tuple[Any, Any]]


def fold(text: object) -> str:
    """Whitespace collapsed and trimmed."""
    return re.sub(r"\s+", " ", str(text)).strip()


def map_values(
    schema: Mapping[str, Any],
    params: Mapping[str, str],
    sources: Sequence[Mapping[str, str]],
    filled: Mapping[str, Any],
) -> Mapped:
    """The held-out values under the learner's names: a parameter is known by the examples that its source runs gave.

    ``filled`` (what ``find_workflows`` took from the task text) is used where the examples do not tell, and compared
    where they do.
    """
    given: dict[str, Any] = {}
    for name, described in schema.get("properties", {}).items():
        key = _key_of(described.get("examples", []), sources) or _same_name(name, params)
        if key is not None and key in params:
            given[name] = _typed(params[key], described)
    differs = {name: (value, filled.get(name)) for name, value in given.items() if fold(filled.get(name, "")) != fold(value)}
    arguments = {**{name: value for name, value in filled.items() if value is not None}, **given}
    unmapped = tuple(name for name in schema.get("required", []) if name not in arguments)
    return Mapped(arguments, unmapped, differs)


def _key_of(examples: Sequence[Any], sources: Sequence[Mapping[str, str]]) -> str | None:
    wanted = {fold(example).casefold() for example in examples}
    hits = {key: sum(_is_among(source[key], wanted) for source in sources) for key in (sources[0] if sources else ())}
    best = max(hits, key=lambda key: hits[key], default=None)
    return best if best is not None and hits[best] else None


def _is_among(value: object, wanted: set[str]) -> bool:
    text = fold(value).casefold()
    number = _number(text)
    return text in wanted or (number is not None and number in {_number(w) for w in wanted})


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _same_name(name: str, params: Mapping[str, str]) -> str | None:
    return name if name in params else None


def _typed(value: str, described: Mapping[str, Any]) -> Any:
    kind = described.get("type")
    if kind == "integer" and re.fullmatch(r"[+-]?\d+", value):
        return int(value)
    if kind == "number" and _number(value) is not None:
        return float(value)
    if kind == "array":
        return [value]
    return value


def unmet(held: Held, outcome: Mapping[str, Any], promised: str) -> list[str]:
    """The checks that do not hold, each with what was seen; empty when all hold.

    A page text cannot be read any more once a workflow has ended well. It counts as seen when the outcome itself says
    it or when it is part of the postcondition (``promised``), which a status of ok claims to have seen.
    """
    problems = [_unmet(held.app, check, outcome, promised) for check in held.expected]
    return [problem for problem in problems if problem]


def _unmet(app: str, check: Mapping[str, Any], outcome: Mapping[str, Any], promised: str) -> str:
    if "answer" in check:
        got = [fold(value) for value in outcome.get("outputs", {}).values()]
        return "" if fold(check["answer"]) in got else f"answer {check['answer']!r}, outputs are {got}"
    if "url" in check:
        at = _relative(outcome.get("page", {}).get("url", ""))
        return "" if re.search(check["url"], at) else f"address like {check['url']!r}, it is {at!r}"
    if "text" in check:
        said = fold(f"{outcome} {promised}")
        return "" if fold(check["text"]) in said else UNREAD_TEXT + repr(check["text"])
    if "js" in check:
        return _unrewarded(check["value"], outcome)
    rows = _rows(app, check)
    wanted = [[str(value) for value in row] for row in check["rows"]]
    return "" if rows == wanted else f"rows {wanted}, they are {rows}"


UNREAD_TEXT = "page text not read: "
MOST_DISCOUNT = 0.25
"""Pages take off for the time that an episode took; half solved ones are worth less than what is left."""


def _unrewarded(wanted: float, outcome: Mapping[str, Any]) -> str:
    """Whether the page does not show the reward of an episode that ended as wanted."""
    shown = re.search(r"Last reward:\s*(-?[\d.]+)", outcome.get("page", {}).get("text", ""))
    good = shown is not None and wanted - MOST_DISCOUNT <= float(shown[1]) <= wanted
    return "" if good else f"a reward of {wanted}, the page shows {shown[1] if shown else 'none'}"


def _rows(app: str, check: Mapping[str, Any]) -> list[list[str]]:
    wanted = [[str(value) for value in row] for row in check["rows"]]
    end = time.monotonic() + SETTLE_S
    while (rows := query(app, check["sql"])) != wanted and time.monotonic() < end:
        time.sleep(0.2)  # the data of another process: there is nothing to be told by
    return rows


def _relative(url: str) -> str:
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "") + (f"#{parts.fragment}" if parts.fragment else "")
