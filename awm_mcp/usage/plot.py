"""Small plots for terminals: no library, no colour, and plain ASCII where the terminal cannot do more."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.model.text import cut
from awm_mcp.usage.metrics import UsageReport

_BLOCKS, _ASCII_BLOCKS = "▁▂▃▄▅▆▇█", "_.-=+*#@"
_BAR, _ASCII_BAR = "█", "#"
DAYS = 28
"""How many of the last days the plot of adoption shows."""


def sparkline(values: Sequence[float], *, ascii_only: bool = False) -> str:
    """One character a value, from the lowest block for 0 to the highest for the greatest value."""
    blocks = _ASCII_BLOCKS if ascii_only else _BLOCKS
    top = max(values, default=0.0)
    if top <= 0:
        return blocks[0] * len(values)
    return "".join(blocks[round(max(0.0, value) / top * (len(blocks) - 1))] for value in values)


def marks(trend: Sequence[bool], *, ascii_only: bool = False) -> str:
    """One character a call: worked or not."""
    good, bad = ("+", "x") if ascii_only else ("●", "○")
    return "".join(good if ok else bad for ok in trend)


def bars(rows: Sequence[tuple[str, float]], *, width: int = 72, ascii_only: bool = False) -> str:
    """A horizontal bar a row, with its label before and its value behind it."""
    if not rows:
        return ""
    labels = [cut(label, width // 3) for label, _ in rows]
    shown = [f"{value:g}" for _, value in rows]
    edge, behind = max(map(len, labels)), max(map(len, shown))
    room, top = max(1, width - edge - behind - 2), max(value for _, value in rows)
    bar = _ASCII_BAR if ascii_only else _BAR
    lengths = [round(max(0.0, value) / top * room) if top > 0 else 0 for _, value in rows]
    lines = zip(labels, lengths, shown, strict=True)
    return "\n".join(f"{label:<{edge}} {bar * length}{' ' * bool(length)}{said}" for label, length, said in lines)


def adoption(report: UsageReport, *, width: int = 72, ascii_only: bool = False) -> str:
    """Tasks a day, the share of them with a workflow call, and the library's growth, over the last days."""
    days = report.days[-min(DAYS, max(1, width - 30)) :]
    if not days:
        return "no tasks yet"
    share = [day.tasks_with_call / day.tasks if day.tasks else 0.0 for day in days]
    rows: list[tuple[str, Sequence[float], str]] = [
        ("tasks", [day.tasks for day in days], f"{sum(day.tasks for day in days)} in all"),
        ("with a call", share, f"last {100 * share[-1]:.0f} %"),
        ("calls ok", [day.ok for day in days], f"{sum(day.ok for day in days)} in all"),
        ("published", [day.published for day in days], f"now {days[-1].published}"),
    ]
    lines = [f"{name:<12}{sparkline(values, ascii_only=ascii_only)}  {said}" for name, values, said in rows]
    return "\n".join([*lines, f"{'':<12}{days[0].day} to {days[-1].day}, one mark a day"])


def funnel(report: UsageReport, *, width: int = 72, ascii_only: bool = False) -> str:
    """Tasks, those with a workflow in front of the agent, with a call, with one that worked; then all calls."""
    rows = (
        ("tasks", report.tasks),
        ("shown a workflow", report.exposed),
        ("tasks with a call", report.called),
        ("with a call ok", report.solved_by_call),
        ("calls", report.calls),
        ("calls ok", report.ok),
    )
    return bars([(name, float(count)) for name, count in rows], width=width, ascii_only=ascii_only)
