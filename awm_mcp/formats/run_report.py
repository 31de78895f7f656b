"""The run report: what ``report_run`` takes (DESIGN.md, "The run report"), and the shape all recordings are read into."""

from __future__ import annotations

from dataclasses import replace

from awm_mcp.formats.assemble import Draft, ParsedReport, Report, build
from awm_mcp.formats.detect import detect, draft_of, opened
from awm_mcp.formats.reading import as_dict, check_text, dicts, is_dict, is_list, loads

__all__ = ["ParsedReport", "parse"]
_ENVELOPE = (
    "task",
    "site",
    "start_url",
    "outcome",
    "success",
    "answer",
    "agent",
    "task_id",
    "suggested_name",
    "summary",
    "hints",
    "parameters",
    "evidence",
    "template",
    "reward",
)


def parse(report: object, *, default_origin: str | None = None) -> ParsedReport:
    """Reads a run report: an object or its JSON text; ``steps`` may be a list, its JSON text or a known transcript.

    Args:
        report: DESIGN.md's shape, the rig's trajectories (``success`` instead of ``outcome``) or a foreign recording.
        default_origin: scheme and authority to assume when the report names none.

    Raises:
        InvalidReport: says which steps cannot be used and why, what was seen, and what would make it usable.
    """
    data = opened(report)
    if is_dict(data) and not data.get("steps") and isinstance(data.get("transcript"), str):
        data = as_dict(data) | {"steps": data["transcript"]}
    if is_dict(data) and "steps" in data and detect(data) in (None, "run_report"):
        return _parse_own(as_dict(data), default_origin)
    if is_dict(data) and not detect(data):
        return build(Draft(as_dict(data)), default_origin=default_origin)
    check_text(data)
    name, draft = draft_of(data)
    return build(draft, source=name, default_origin=default_origin)


def _parse_own(report: Report, default_origin: str | None) -> ParsedReport:
    check_text(report)
    steps = report["steps"]
    if isinstance(steps, str):
        steps = _of_text(steps)
    if (name := _foreign(steps)) is None:
        return build(Draft(report | {"steps": steps}), default_origin=default_origin)
    read_as, draft = draft_of(steps)
    return build(_merged(report, draft), source=read_as or name, default_origin=default_origin)


def _of_text(steps: str) -> object:
    if not steps.strip():
        return []
    content = opened(steps)
    return loads(steps, "the steps") if content is steps and detect(steps) is None else content


def _foreign(steps: object) -> str | None:
    if is_list(steps) and any("action" in s and is_dict(s["action"]) for s in dicts(steps)[:3]):
        return None
    name = detect(steps)
    return None if name == "run_report" else name


def _merged(report: Report, draft: Draft) -> Draft:
    """What the reporter says goes before what the transcript tells."""
    said = {key: report[key] for key in _ENVELOPE if report.get(key) not in (None, "")}
    inner = dict(draft.report)
    if "outcome" in said or "success" in said:
        inner = {key: given for key, given in inner.items() if key not in ("outcome", "success", "reward")}
    return replace(draft, report=inner | said)
