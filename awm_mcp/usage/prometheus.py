"""A usage report in the text format of Prometheus, for ``/metrics``."""

from __future__ import annotations

from awm_mcp.model.text import plain
from awm_mcp.usage.metrics import UsageReport

_GAUGES = {
    "tasks": "Tasks of agents",
    "exposed": "Tasks with a workflow in front of the agent",
    "called": "Tasks with a workflow call",
    "solved_by_call": "Tasks with a workflow call that worked",
    "calls": "Workflow calls",
    "ok": "Workflow calls that reached their end state",
    "neither": "Workflow calls neither for nor against a workflow",
    "reports": "Reported runs",
    "handed_over": "Calls that stopped and left their page open",
    "resumed": "Calls that went on in an open page",
    "steps_saved": "Browser steps done by calls that worked",
}
MOST_WORKFLOWS = 100


def render(report: UsageReport) -> str:
    """Counters of the whole log and, for the most called workflows, calls and successes."""
    lines: list[str] = []
    for name, meaning in _GAUGES.items():
        metric = f"awm_{name}_total"
        lines += [f"# HELP {metric} {meaning}", f"# TYPE {metric} counter", f"{metric} {getattr(report, name)}"]
    rows = report.workflows[:MOST_WORKFLOWS]
    for name, meaning in (("calls", "Calls of a workflow"), ("ok", "Calls of a workflow that worked")):
        metric = f"awm_workflow_{name}_total"
        lines += [f"# HELP {metric} {meaning}", f"# TYPE {metric} counter"]
        lines += [f'{metric}{{workflow="{_label(row.workflow)}"}} {getattr(row, name)}' for row in rows]
    return "\n".join(lines) + "\n"


def _label(text: str) -> str:
    return plain(text, 80).replace("\\", "\\\\").replace('"', '\\"')
