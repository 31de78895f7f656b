"""Tells the format of foreign data by its shape, and reads any of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from awm_mcp.errors import AwmError, InvalidReport
from awm_mcp.formats import (
    atif,
    browser_use,
    browsergym,
    chrome_recorder,
    claude_code,
    messages,
    mind2web,
    playwright_codegen,
    playwright_mcp,
    playwright_trace,
    selenium_ide,
    workflow_use,
)
from awm_mcp.formats.assemble import Draft, build
from awm_mcp.formats.reading import MAX_CHARS, as_dict, as_list, check_text, dicts, is_dict, is_list, json_lines, loads
from awm_mcp.model import Run
from awm_mcp.model.text import plain

RUN_REPORT = "run_report"
_Matches = Callable[[object], bool]
_Draft = Callable[[object], Draft]
_READERS: tuple[tuple[str, _Matches, _Draft], ...] = (
    (mind2web.NAME, mind2web.matches, mind2web.draft),
    (browsergym.NAME, browsergym.matches, browsergym.draft),
    (atif.NAME, atif.matches, atif.draft),
    (browser_use.NAME, browser_use.matches, browser_use.draft),
    (selenium_ide.NAME, selenium_ide.matches, selenium_ide.draft),
    (chrome_recorder.NAME, chrome_recorder.matches, chrome_recorder.draft),
    (workflow_use.NAME, workflow_use.matches, workflow_use.draft),
    (claude_code.NAME, claude_code.matches, claude_code.draft),
    ("messages", messages.matches_messages, messages.draft_of_messages),
    (playwright_mcp.NAME, playwright_mcp.matches, playwright_mcp.draft),
    (playwright_trace.NAME, playwright_trace.matches, playwright_trace.draft),
    (playwright_codegen.NAME, playwright_codegen.matches, playwright_codegen.draft),
)
FORMATS: tuple[str, ...] = (RUN_REPORT, *(name for name, _, _ in _READERS))


def detect(data: object) -> str | None:
    """The name of the data's format, or None. Takes text, bytes of a file, or JSON that is already read."""
    return _detect(opened(data))


def draft_of(data: object) -> tuple[str, Draft]:
    """The format's name and the data in the report's shape.

    Raises:
        InvalidReport: no known format, or one whose content cannot be used.
    """
    content = opened(data)
    name = _detect(content)
    reader = next((draft for known, _, draft in _READERS if known == name), None)
    if reader is None or name is None:
        raise InvalidReport(
            "unknown_format",
            expected=f"a run report, or one of: {', '.join(FORMATS[1:])}",
            seen=plain(repr(data)[:200], 120),
            next='send {"task": ..., "outcome": ..., "steps": [{"action": {"type": "click", "target": {...}}}]}',
        )
    return name, reader(content)


def read_any(source: object, *, task: str = "", outcome: str = "") -> list[Run]:
    """All runs of a file (given as a path), of a text, or of data in any known format; lists of records are read one by one.

    ``task`` and ``outcome`` are what the importer says of recordings that do not say it themselves.

    Raises:
        InvalidReport: nothing in it can be read; says why.
    """
    runs, problems = read_each(source, task=task, outcome=outcome)
    if not runs:
        raise problems[0] if problems else InvalidReport("steps_missing", expected="at least one run", seen="none")
    return runs


def read_each(source: object, *, task: str = "", outcome: str = "") -> tuple[list[Run], list[AwmError]]:
    """All runs that can be read, and why the others cannot. ``task`` and ``outcome`` as for ``read_any``."""
    content = opened(_content(source))
    if _detect(content) is None and is_list(content) and dicts(content):
        records: list[object] = list(as_list(content))
    elif _detect(content) is None and is_dict(content) and (kept := _records_under(as_dict(content))):
        records = kept
    else:
        records = [content]
    runs: list[Run] = []
    problems: list[AwmError] = []
    for record in records:
        try:
            runs += _runs(record, task, outcome)
        except AwmError as problem:
            problems.append(problem)
    return runs, problems


def _records_under(data: dict[str, Any]) -> list[object]:
    """A file that keeps several recordings under their names."""
    return [item for item in data.values() if _detect(item) is not None]


def _runs(record: object, task: str, outcome: str) -> list[Run]:
    check_text(record)
    name = _detect(record)
    if name == RUN_REPORT or (name is None and "steps" in as_dict(record)):
        return [build(Draft(as_dict(record)).unless_said(task=task, outcome=outcome)).run]
    if name == selenium_ide.NAME:
        drafts, problems = selenium_ide.usable_drafts(record)
        if not drafts and problems:
            raise problems[0]
        return [build(found.unless_said(task=task, outcome=outcome), source=name).run for found in drafts]
    name, found = draft_of(record)
    return [build(found.unless_said(task=task, outcome=outcome), source=name).run]


def _detect(data: object) -> str | None:
    if _is_run_report(data):
        return RUN_REPORT
    return next((name for name, matches, _ in _READERS if matches(data)), None)


def _is_run_report(data: object) -> bool:
    steps = dicts(as_dict(data).get("steps")) if is_dict(data) else []
    return any(is_dict(s.get("action")) and {"type", "action"} & set(as_dict(s["action"])) for s in steps[:3])


def opened(data: object) -> object:
    """JSON text and JSON lines become data; a lone string, other text and other bytes stay what they are."""
    if isinstance(data, (bytes, bytearray)) and bytes(data[:2]) != b"PK":
        data = bytes(data).decode("utf-8-sig", "replace")
    if not isinstance(data, str) or data.lstrip()[:1] not in ("{", "["):
        return data
    if len(data) > MAX_CHARS:
        raise InvalidReport("too_large", expected=f"at most {MAX_CHARS} characters", seen=f"{len(data)} characters")
    lines = json_lines(data) if data.lstrip()[:1] == "{" else []
    if len(lines) > 1:
        return lines
    try:
        return loads(data)
    except InvalidReport:
        return data


def _content(source: object) -> object:
    if isinstance(source, Path):
        try:
            if source.stat().st_size > MAX_CHARS * 4:
                raise InvalidReport("too_large", expected=f"a file of at most {MAX_CHARS * 4} bytes", seen=str(source))
            return source.read_bytes()
        except OSError as problem:
            raise InvalidReport("unreadable", expected="a file that can be read", seen=plain(str(problem), 160)) from None
    return source
