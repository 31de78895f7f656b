"""The page of the dashboard: one self-contained HTML document. What agents' hosts show is a view of the server's own."""

from __future__ import annotations

import base64
import datetime
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from awm_mcp.model import State, Workflow
from awm_mcp.model.text import plain
from awm_mcp.usage.definitions import DEFINITIONS
from awm_mcp.usage.metrics import UsageReport, WorkflowUse
from awm_mcp.usage.wilson import Rate
from awm_mcp.web import charts

_HERE = Path(__file__).parent / "templates"
MOST_ROWS = 200
RATES = (
    ("task_call", "Task call rate", "tasks with a workflow call"),
    ("eligible_call", "Eligible call rate", "of the tasks that a workflow fitted"),
    ("precision", "Precision", "calls that reached their end"),
    ("followed_by_hand", "Followed by hand", "shown, but done step by step"),
    ("success_with", "Success with a call", "reported tasks solved"),
    ("success_without", "Success without", "reported tasks solved"),
    ("step_share", "Share of steps", "done by workflows"),
    ("false_calls", "False calls", "where nothing fitted"),
)
_ACTIONS: dict[State, tuple[str, ...]] = {
    "draft": ("publish", "retire"),
    "verified": ("publish", "quarantine", "retire"),
    "published": ("quarantine", "retire"),
    "quarantined": ("revive", "retire"),
    "retired": ("revive",),
}
ORDER: tuple[State, ...] = ("published", "verified", "draft", "quarantined", "retired")


@dataclass(frozen=True)
class Controls:
    """What the dashboard adds to the page: a proof for its forms, the filters, and what was just done."""

    proof: str
    days: int | None = None
    done: str = ""
    problem: str = ""


@dataclass(frozen=True)
class WorkflowRow:
    """A workflow with its use and what the owner can do with it."""

    flow: Workflow
    use: WorkflowUse | None
    actions: tuple[str, ...]
    versions: tuple[int, ...]

    @property
    def health(self) -> str:
        """In a word: how it does."""
        if self.use is None or not self.use.trend:
            return "not called yet"
        recent = self.use.trend[-5:]
        return "works" if all(recent) else "fails" if not any(recent) else "mixed"


def render(report: UsageReport, workflows: Sequence[Workflow], controls: Controls) -> str:
    """The page with its numbers, plots and forms."""
    rows = workflow_rows(report, workflows)
    known = {w.name: w for w in workflows}
    return (
        _environment()
        .get_template("usage.html.j2")
        .render(
            report=report,
            rows=rows[:MOST_ROWS],
            left=max(0, len(rows) - MOST_ROWS),
            states=[(state, sum(row.flow.state == state for row in rows)) for state in ORDER],
            stops=[(stop, _step_words(known.get(stop.workflow), stop.step)) for stop in report.stops[:20]],
            rates=[(label, hint, getattr(report, name)) for name, label, hint in RATES],
            definitions=DEFINITIONS,
            controls=controls,
            sites=sorted({w.site for w in workflows}),
            charts=charts,
            style=style(),
        )
    )


def workflow_rows(report: UsageReport, workflows: Sequence[Workflow]) -> list[WorkflowRow]:
    """Workflows in use first, then by calls and name."""
    used = {row.workflow: row for row in report.workflows}
    rows = [WorkflowRow(w, used.get(w.name), _ACTIONS[w.state], tuple(range(w.version - 1, 0, -1))[:10]) for w in workflows]
    return sorted(rows, key=lambda row: (ORDER.index(row.flow.state), -(row.use.calls if row.use else 0), row.flow.name))


@cache
def style() -> str:
    """The page's style sheet."""
    return (_HERE / "usage.css").read_text(encoding="utf-8")


@cache
def style_hash() -> str:
    """The style sheet as a source for a content security policy."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(style().encode()).digest()).decode() + "'"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=select_autoescape(("html", "j2")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters: dict[str, Any] = {
        "percent": _percent,
        "interval_words": _interval,
        "day": _day,
        "seconds": _seconds,
        "plain": plain,
    }
    environment.filters.update(filters)
    return environment


def _percent(given: Rate) -> str:
    return "–" if given.share is None else f"{100 * given.share:.0f}\N{NO-BREAK SPACE}%"


def _interval(given: Rate) -> str:
    return (
        f"{given.k} of {given.n}; 95\N{NO-BREAK SPACE}%: {100 * given.low:.0f}–{100 * given.high:.0f}\N{NO-BREAK SPACE}%"
        if given.n
        else "no data yet"
    )


def _day(at: float | None) -> str:
    return "–" if at is None else datetime.datetime.fromtimestamp(at, datetime.UTC).strftime("%Y-%m-%d %H:%M")


def _seconds(ms: int | None) -> str:
    return "–" if ms is None else f"{ms / 1000:.1f}\N{NO-BREAK SPACE}s"


def _step_words(flow: Workflow | None, step: int) -> str:
    if flow is None or not 0 < step <= len(flow.steps):
        return "after its last step" if flow is not None else "a workflow that is not stored any more"
    return plain(flow.steps[step - 1].words(), 120)
