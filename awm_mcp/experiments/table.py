"""The table of an experiment, for terminals and for Markdown, and its definitions."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from awm_mcp.experiments.summary import DEFINITIONS, Mean, Row
from awm_mcp.usage.plot import marks, sparkline
from awm_mcp.usage.wilson import Rate

WIDTH = 100
_MEASURES = ("tasks", "success", "steps", "tool calls", "model calls", "tokens", "seconds", "task call", "eligible call",
             "worked", "by hand")  # fmt: skip


def render(rows: Sequence[Row], *, definitions: bool = False) -> str:
    """Measures downwards and arms across, one block an agent; below it the learning curve, one mark a task."""
    blocks: list[str] = []
    for agent in dict.fromkeys(row.agent for row in rows):
        own = [row for row in rows if row.agent == agent]
        blocks += [f"{agent}\n\n{_grid(own)}", curves(own)]
    if definitions:
        blocks.append(explain())
    return "\n\n".join(blocks)


def markdown(rows: Sequence[Row]) -> str:
    """One table with arms downwards, as in the paper."""
    head = ("agent", "arm", *_MEASURES)
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    lines += [f"| {' | '.join((row.agent, row.arm, *_cells(row)))} |" for row in rows]
    return "\n".join(lines)


def curves(rows: Sequence[Row]) -> str:
    """For each arm: solved or not, workflow called or not, and how many tool calls it took, task by task."""
    lines: list[str] = []
    for row in rows:
        lines.append(f"{row.arm:<6} solved {marks(row.solved)}  {sum(row.solved)} of {len(row.solved)}")
        lines.append(f"{'':<6} called {marks(row.called)}  {sum(row.called)} of {len(row.called)}")
        top = max(row.calls, default=0)
        lines.append(f"{'':<6} calls  {sparkline(row.calls)}  {sum(row.calls)} in all, at most {top}")
    return "\n".join(["learning curve, one mark a task in the order done", *lines])


def explain() -> str:
    """What each number means."""
    return "\n".join(
        textwrap.fill(f"{name}: {meaning}", WIDTH, subsequent_indent="  ") for name, meaning in DEFINITIONS.items()
    )


def _grid(rows: Sequence[Row]) -> str:
    columns = [("", *_MEASURES), *((row.arm, *_cells(row)) for row in rows)]
    widths = [max(map(len, column)) for column in columns]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in zip(*columns, strict=True)
    ]
    return "\n".join(line.rstrip() for line in lines)


def _cells(row: Row) -> tuple[str, ...]:
    means = (row.steps, row.tool_calls, row.model_calls, row.tokens, row.seconds)
    rates = (row.task_call, row.eligible_call, row.worked, row.by_hand)
    return (str(row.tasks), _rate(row.success), *map(_mean, means), *map(_rate, rates))


def _rate(given: Rate) -> str:
    if given.share is None:
        return "–"
    return f"{given.k}/{given.n} ({100 * given.low:.0f}–{100 * given.high:.0f} %)"


def _mean(given: Mean) -> str:
    if given.value is None:
        return "–"
    digits = 0 if given.value >= 100 else 1
    reach = f" ± {1.96 * given.error:.{digits}f}" if given.error is not None else ""
    return f"{given.value:.{digits}f}{reach}"
