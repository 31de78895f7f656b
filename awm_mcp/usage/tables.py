"""A usage report as text of at most 80 columns, and as CSV."""

from __future__ import annotations

import csv as csv_format
import io
import textwrap
from collections.abc import Sequence

from awm_mcp.model.text import plain
from awm_mcp.usage.definitions import DEFINITIONS
from awm_mcp.usage.metrics import GroupUse, StopUse, UsageReport, WorkflowUse
from awm_mcp.usage.plot import adoption, marks
from awm_mcp.usage.wilson import Rate

WIDTH = 80
_RATES = (
    ("task_call", "task call rate"),
    ("eligible_call", "eligible call rate"),
    ("precision", "precision of calls"),
    ("false_calls", "false calls"),
    ("followed_by_hand", "followed by hand"),
    ("success_with", "success with a call"),
    ("success_without", "success without"),
    ("step_share", "share of steps"),
)


def render(report: UsageReport, *, definitions: bool = False, most: int = 30, ascii_only: bool = False) -> str:
    """The report for a terminal; with ``definitions`` it says what each number means. At most ``most`` workflows."""
    blocks = [_head(report), _rates(report), _workflows(report.workflows, most, ascii_only)]
    blocks += [_stops(report.stops), _groups("client", report.clients), _groups("arm", report.arms)]
    if report.days:
        blocks.append(adoption(report, width=WIDTH, ascii_only=ascii_only))
    if definitions:
        blocks.append(explain())
    return "\n\n".join(block for block in blocks if block) + "\n"


def explain() -> str:
    """All definitions."""
    return "\n".join(
        textwrap.fill(f"{name}: {meaning}", WIDTH, subsequent_indent="  ") for name, meaning in DEFINITIONS.items()
    )


def _head(report: UsageReport) -> str:
    scope = [f"site {report.site}" if report.site else "", f"client {report.client}" if report.client else ""]
    about = ", ".join(part for part in scope if part)
    counts = (
        f"{_counted(report.tasks, 'task')}, {_counted(report.finds, 'search')}, "
        f"{_counted(report.calls, 'workflow call')} ({report.ok} ok{_neither(report.neither)}), "
        f"{_counted(report.reports, 'report')}, {report.handed_over} handed over, {report.resumed} resumed, "
        f"{_counted(report.steps_saved, 'step')} saved{_seconds(report)}"
    )
    return textwrap.fill(f"usage{f' of {plain(about)}' if about else ''}: {counts}", WIDTH)


def _neither(number: int) -> str:
    return f", {number} neither for nor against" if number else ""


def _counted(number: int, what: str) -> str:
    plural = f"{what}es" if what.endswith("ch") else f"{what}s"
    return f"{number} {what if number == 1 else plural}"


def _seconds(report: UsageReport) -> str:
    if report.seconds_with is None or report.seconds_without is None:
        return ""
    return f"; solved in {report.seconds_with:g} s with a call, {report.seconds_without:g} s without (medians)"


def _rates(report: UsageReport) -> str:
    return _table(("", "share", "k", "n", "95 % interval"), [(label, *_cells(report, name)) for name, label in _RATES])


def _cells(report: UsageReport, name: str) -> tuple[str, ...]:
    given: Rate = getattr(report, name)
    interval = f"{100 * given.low:.1f} - {100 * given.high:.1f} %" if given.n else "-"
    return _percent(given), str(given.k), str(given.n), interval


def _percent(given: Rate) -> str:
    return "-" if given.share is None else f"{100 * given.share:.1f} %"


def _workflows(rows: Sequence[WorkflowUse], most: int, ascii_only: bool) -> str:
    if not rows:
        return "no workflow was shown or called yet"
    shown = [
        (
            plain(row.workflow, 40),
            str(row.shown),
            str(row.calls),
            f"{row.success.k}/{row.success.n}{f' +{row.neither}' if row.neither else ''}",
            _percent(row.exposure_to_call),
            str(row.steps_saved),
            marks(row.trend[-10:], ascii_only=ascii_only),
        )
        for row in rows[:most]
    ]
    table = _table(("workflow", "shown", "calls", "ok", "shown>call", "saved", "trend"), shown)
    if any(row.neither for row in rows[:most]):
        table += "\n+: calls neither for nor against a workflow, as dry runs and values refused"
    left = len(rows) - most
    return table + (f"\n… and {left} more" if left > 0 else "")


def _stops(rows: Sequence[StopUse], most: int = 10) -> str:
    if not rows:
        return ""
    shown = [(plain(row.workflow, 40), str(row.step), str(row.count), row.status) for row in rows[:most]]
    return _table(("stopped in", "step", "times", "how"), shown)


def _groups(kind: str, rows: Sequence[GroupUse]) -> str:
    if not rows:
        return ""
    shown = [
        (
            plain(row.name, 24) or "-",
            str(row.tasks),
            f"{_percent(row.task_call)} ({row.task_call.k}/{row.task_call.n})",
            f"{_percent(row.eligible_call)} ({row.eligible_call.k}/{row.eligible_call.n})",
            f"{row.precision.k}/{row.precision.n}",
        )
        for row in rows
    ]
    return _table((kind, "tasks", "task call", "eligible call", "ok"), shown)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    columns = list(zip(head, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    last = len(widths) - 1
    lines = [
        "  ".join(
            cell.ljust(width) if n in (0, last) else cell.rjust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in (head, ["-" * width for width in widths], *rows)
    ]
    return "\n".join(line.rstrip() for line in lines)


def csv(report: UsageReport) -> str:
    """One line a number: scope (``all``, ``workflow``, ``client``, ``arm``), name, metric, k, n, share, low, high.

    Plain counts have their value in ``k``. Texts that a spreadsheet would take for a formula are quoted with an apostrophe.
    """
    out = io.StringIO()
    writer = csv_format.writer(out, lineterminator="\n")
    writer.writerow(("scope", "name", "metric", "k", "n", "share", "low", "high"))
    for scope, name, metric, number in _numbers(report):
        cells = (number.k, number.n, number.share, number.low, number.high) if isinstance(number, Rate) else (number,)
        writer.writerow((scope, _safe(name), metric, *cells, *[""] * (5 - len(cells))))
    return out.getvalue()


def _safe(text: str) -> str:
    shown = plain(text)
    return f"'{shown}" if shown[:1] in ("=", "+", "-", "@") else shown


def _numbers(report: UsageReport) -> list[tuple[str, str, str, Rate | int]]:
    counts = (
        "tasks",
        "exposed",
        "called",
        "solved_by_call",
        "finds",
        "calls",
        "ok",
        "neither",
        "reports",
        "handed_over",
        "resumed",
        "steps_saved",
    )
    found: list[tuple[str, str, str, Rate | int]] = [("all", "", name, getattr(report, name)) for name in counts]
    found += [("all", "", name, getattr(report, name)) for name, _ in _RATES]
    for row in report.workflows:
        for metric in ("shown", "calls", "ok", "neither", "success", "exposure_to_call", "by_hand", "steps_saved"):
            found.append(("workflow", row.workflow, metric, getattr(row, metric)))
    for scope, groups in (("client", report.clients), ("arm", report.arms)):
        for group in groups:
            for metric in ("tasks", "task_call", "eligible_call", "precision"):
                found.append((scope, group.name, metric, getattr(group, metric)))
    return found
