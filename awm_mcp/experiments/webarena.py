"""WebArena's task list (``test.raw.json``, arXiv 2307.13854) as a task file; what cannot be checked is left out."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from awm_mcp.errors import InvalidInput
from awm_mcp.experiments.task_file import Task, TaskFile

_PLACE = re.compile(r"__([A-Z_]+)__")
_OR = " |OR| "


class Imported(NamedTuple):
    """``left_out``: which tasks could not be taken, and why."""

    file: TaskFile
    left_out: tuple[str, ...]


def convert(path: Path, sites: Mapping[str, str], *, name: str = "webarena") -> Imported:
    """Reads a WebArena-style list. ``sites``: what ``__SHOPPING__`` and the like stand for, by lower-case name.

    Taken are ``string_match`` with exact or must-include references and ``url_match``; fuzzy matching needs a model as
    judge and ``program_html`` a program inside the page, so tasks that need these are left out.

    Raises:
        InvalidInput: the file is no such list, or no task of it can be used.
    """
    tasks: list[Task] = []
    left_out: list[str] = []
    for number, raw in enumerate(_list(path), 1):
        ident = str(raw.get("task_id", number))
        try:
            tasks.append(_task(ident, raw, sites))
        except (ValueError, KeyError, TypeError, AttributeError) as problem:
            left_out.append(f"{ident}: {_said(problem)}")
    if not tasks:
        raise InvalidInput(
            "nothing_to_import", expected="tasks that can be checked without a model", seen="; ".join(left_out[:5]),
            next="give the addresses of its sites with --site NAME=ADDRESS",
        )  # fmt: skip
    return Imported(TaskFile(name=name, tasks=tuple(tasks)), tuple(left_out))


def _list(path: Path) -> list[dict[str, Any]]:
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError) as problem:
        raise _no_list(path, str(problem)[:200]) from problem
    listed = cast("list[Any]", data if isinstance(data, list) else [data])
    if not all(isinstance(one, dict) and "intent" in one for one in listed):
        raise _no_list(path, "entries without an intent")
    return listed


def _no_list(path: Path, seen: str) -> InvalidInput:
    return InvalidInput(
        "no_task_list",
        expected="WebArena's JSON list of tasks",
        seen=f"{path.name}: {seen}",
        next="give config_files/test.raw.json",
    )


def _task(ident: str, raw: Mapping[str, Any], sites: Mapping[str, str]) -> Task:
    return Task.model_validate(
        {
            "id": ident,
            "instruction": raw["intent"],
            "start_url": _placed(str(raw["start_url"]).split(" |AND| ")[0], sites),
            "family": str(raw.get("intent_template_id", "")),
            "check": _check(raw["eval"], sites),
        }
    )


def _check(wanted: Mapping[str, Any], sites: Mapping[str, str]) -> dict[str, Any]:
    kinds: Sequence[str] = wanted["eval_types"]
    if unknown := [kind for kind in kinds if kind not in ("string_match", "url_match")]:
        raise ValueError(f"{', '.join(unknown)} is not checked here")
    made: dict[str, Any] = {}
    if "string_match" in kinds:
        made |= _answer(wanted["reference_answers"])
    if "url_match" in kinds:
        made["url"] = _address_pattern(_placed(wanted["reference_url"], sites))
    return made


def _answer(references: Mapping[str, Any]) -> dict[str, Any]:
    if "fuzzy_match" in references:
        raise ValueError("fuzzy_match needs a model as judge")
    made: dict[str, Any] = {}
    if "exact_match" in references:
        made["equals"] = str(references["exact_match"])
    if "must_include" in references:
        parts = [str(part) for part in references["must_include"]]
        if any(_OR in part for part in parts):
            raise ValueError("alternatives in must_include are not checked here")
        made["contains"] = parts
    return made


def _address_pattern(reference: str) -> str:
    """One of several addresses, each followed by whatever the site adds (WebArena's 'gold in pred')."""
    return "|".join(re.escape(one.strip().rstrip("/")) for one in reference.split(_OR))


def _placed(text: str, sites: Mapping[str, str]) -> str:
    def address(found: re.Match[str]) -> str:
        name = found.group(1).lower()
        if name not in sites:
            raise ValueError(f"no address for {name}: give --site {name}=http://…")
        return sites[name].rstrip("/")

    return _PLACE.sub(address, text)


def _said(problem: Exception) -> str:
    if isinstance(problem, KeyError):
        return f"{problem} is missing"
    return " ".join(str(problem).split())[:200]
