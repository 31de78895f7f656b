"""Charts as SVG: no script, no library, no style attribute; colours come from the page's classes, so dark mode works."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from markupsafe import Markup, escape

from awm_mcp.usage.metrics import DayUse, UsageReport

DAYS = 42
_W, _H, _LEFT, _BOTTOM, _TOP = 640, 220, 56, 32, 16


def adoption(days: Sequence[DayUse]) -> Markup:
    """Tasks a day as bars; the part with a workflow call is filled."""
    shown = days[-DAYS:]
    top = _round_up(max((day.tasks for day in shown), default=1))
    step = (_W - _LEFT) / max(len(shown), 14)
    parts = [_grid(top)]
    for number, day in enumerate(shown):
        x, width = _LEFT + number * step + step * 0.15, step * 0.7
        parts.append(_bar(x, width, 0, day.tasks, top, "bar-all"))
        parts.append(_bar(x, width, 0, day.tasks_with_call, top, "bar-call"))
    if shown:
        parts.append(_dates(shown, step))
    said = f"{sum(d.tasks for d in shown)} tasks, {sum(d.tasks_with_call for d in shown)} of them with a workflow call"
    return _svg(parts, f"Tasks a day: {said} in {len(shown)} days")


def learning(successes: Sequence[int]) -> Markup:
    """The paper's learning curve: solved tasks over reported tasks, with the line of "all solved"."""
    n = max(1, len(successes))
    top = _round_up(n)
    points = [(0, 0), *enumerate(successes, 1)]
    line = " ".join(f"{_x(at, n):.1f},{_y(solved, top):.1f}" for at, solved in points)
    ideal = f'<line class="ideal" x1="{_x(0, n)}" y1="{_y(0, top)}" x2="{_x(n, n)}" y2="{_y(n, top):.1f}"/>'
    ends = f'<text class="tick" x="{_x(n, n)}" y="{_H - 8}" text-anchor="end">{len(successes)} reported tasks</text>'
    parts = [_grid(top), ideal, f'<polyline class="curve" points="{line}"/>', ends]
    return _svg(parts, f"{successes[-1] if successes else 0} of {len(successes)} reported tasks were solved")


def library(days: Sequence[DayUse]) -> Markup:
    """Published workflows and calls that worked, both counted from the beginning, over days."""
    shown = days[-DAYS:]
    before = sum(day.ok for day in days[: len(days) - len(shown)])
    calls = [before + sum(day.ok for day in shown[: number + 1]) for number in range(len(shown))]
    published = [day.published for day in shown]
    top, n = _round_up(max([1, *calls, *published])), max(1, len(shown) - 1)
    lines = "".join(
        f'<polyline class="{kind}" points="{" ".join(_stairs(values, n, top))}"/>'
        for kind, values in (("curve", published), ("curve-two", calls))
    )
    parts = [_grid(top), lines, *([_dates(shown, (_W - _LEFT) / max(1, len(shown)))] if shown else [])]
    said = f"{published[-1] if published else 0} published workflows, {calls[-1] if calls else 0} calls that worked"
    return _svg(parts, f"Library and reuse: {said}")


def funnel(report: UsageReport) -> list[tuple[str, int, str, Markup]]:
    """Tasks, exposed, called, succeeded, each with its count, its share of all tasks in words, and a bar."""
    rows = (
        ("tasks", report.tasks),
        ("a workflow was shown", report.exposed),
        ("a workflow was called", report.called),
        ("a call worked", report.solved_by_call),
    )
    top = max(1, report.tasks)
    return [(label, count, f"{100 * count / top:.0f}\N{NO-BREAK SPACE}%", _part(count / top)) for label, count in rows]


def _part(share: float) -> Markup:
    filled = f'<rect class="filled" width="{100 * share:.2f}" height="10"/>'
    track = '<rect class="track" width="100" height="10"/>'
    return Markup(
        f'<svg class="part" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">{track}{filled}</svg>'
    )


def sparkline(trend: Sequence[bool]) -> Markup:
    """One mark a call, oldest first: tall and filled where it worked, low and hollow where not."""
    marks = "".join(_mark(4 + number * 7, ok) for number, ok in enumerate(trend))
    width = 8 + 7 * max(len(trend), 1)
    words = f"of the last {len(trend)} calls {sum(trend)} worked" if trend else "no calls yet"
    size = f'viewBox="0 0 {width} 22" width="{width}" height="22"'
    return Markup(f'<svg class="spark" {size} role="img" aria-label="{words}">{marks}</svg>')


def _mark(x: int, ok: bool) -> str:
    return (
        f'<rect class="{"ok" if ok else "bad"}" x="{x}" y="{2 if ok else 11}" width="5" height="{18 if ok else 9}" rx="1"/>'
    )


def interval(low: float, high: float, share: float | None) -> Markup:
    """A share with its 95 % interval on a line from 0 to 1."""
    dot = f'<circle class="dot" cx="{4 + 192 * share:.1f}" cy="8" r="5"/>' if share is not None else ""
    reach = f'<line class="reach" x1="{4 + 192 * low:.1f}" x2="{4 + 192 * high:.1f}" y1="8" y2="8"/>'
    base = '<line class="base" x1="4" x2="196" y1="8" y2="8"/>'
    box = 'viewBox="0 0 200 16" preserveAspectRatio="xMinYMid meet"'
    return Markup(f'<svg class="interval" {box} aria-hidden="true">{base}{reach}{dot}</svg>')


def _svg(parts: Sequence[str], words: str) -> Markup:
    said = escape(words)
    return Markup(f'<svg class="chart" viewBox="0 0 {_W} {_H}" role="img" aria-label="{said}">{"".join(parts)}</svg>')


def _grid(top: int) -> str:
    ticks = sorted({0, top // 2, top})
    return "".join(
        f'<line class="grid" x1="{_LEFT}" x2="{_W}" y1="{_y(tick, top):.1f}" y2="{_y(tick, top):.1f}"/>'
        f'<text class="tick" x="{_LEFT - 8}" y="{_y(tick, top) + 5:.1f}" text-anchor="end">{tick}</text>'
        for tick in ticks
    )


def _bar(x: float, width: float, low: int, high: int, top: int, kind: str) -> str:
    if high <= low:
        return ""
    y = _y(high, top)
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{_y(low, top) - y:.1f}" rx="2"/>'


def _dates(days: Sequence[DayUse], step: float) -> str:
    first = f'<text class="tick" x="{_LEFT}" y="{_H - 8}">{days[0].day}</text>'
    at = min(_W, _LEFT + len(days) * step)
    last = f'<text class="tick" x="{at:.1f}" y="{_H - 8}" text-anchor="end">{days[-1].day}</text>'
    return first if len(days) * step < 200 else first + last


def _stairs(values: Sequence[int], n: int, top: int) -> list[str]:
    points = [(_x(at, n), _y(value, top)) for at, value in enumerate(values)]
    corners = [p for (_, y), (x2, y2) in pairwise(points) for p in ((x2, y), (x2, y2))]
    return [f"{x:.1f},{y:.1f}" for x, y in (*points[:1], *corners)]


def _x(at: float, n: int) -> float:
    return _LEFT + (_W - _LEFT - 4) * at / n


def _y(value: float, top: int) -> float:
    return _TOP + (_H - _BOTTOM - _TOP) * (1 - value / top)


def _round_up(most: int) -> int:
    """The top of an axis: an even number, so that its middle is whole."""
    for step in (2, 4, 6, 10, 20, 40, 60, 100, 200, 400, 600, 1000):
        if most <= step:
            return step
    return (most // 1000 + 1) * 1000
