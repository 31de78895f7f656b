"""The learning curves as one SVG file: no library, readable without colour, dark and light."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import accumulate

from awm_mcp.experiments.summary import Row

WIDTH, HEIGHT, EDGE, GAP = 420, 260, 46, 40
_COLOURS = {"none": "#7a7a7a", "text": "#b06a00", "tools": "#0a7d4f", "both": "#2f5fd0"}
_DASHES = {"none": "2 4", "text": "8 4", "tools": "", "both": "10 3 2 3"}
_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#222}.axis{stroke:#888;fill:none}"
    "@media (prefers-color-scheme:dark){svg{background:#161616}text{fill:#ddd}}"
)


def draw(rows: Sequence[Row], title: str) -> str:
    """Two panels: solved tasks and tool calls, both added up over the tasks in the order done."""
    panels = (
        ("solved tasks, added up", [(row, list(accumulate(map(int, row.solved)))) for row in rows]),
        ("tool calls of the agent, added up", [(row, list(accumulate(row.calls))) for row in rows]),
    )
    drawn = "".join(_panel(name, lines, number * (WIDTH + GAP)) for number, (name, lines) in enumerate(panels))
    whole, high = 2 * WIDTH + GAP, HEIGHT + 60
    said = "; ".join(
        f"{row.agent} {row.arm}: {row.success.k} of {row.success.n} solved, {sum(row.calls)} calls" for row in rows
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {high}" role="img" aria-labelledby="t d">'
        f'<title id="t">{escape(title)}</title><desc id="d">{escape(said)}</desc><style>{_STYLE}</style>'
        f'<text x="{EDGE}" y="18" style="font-weight:600">{escape(title)}</text>{drawn}</svg>\n'
    )


def _panel(name: str, lines: Sequence[tuple[Row, Sequence[int]]], left: int) -> str:
    most_x = max((len(values) for _, values in lines), default=1) or 1
    most_y = max((max(values, default=0) for _, values in lines), default=1) or 1
    several = len({row.agent for row, _ in lines}) > 1
    axes = (
        f'<path class="axis" d="M{EDGE} 0V{HEIGHT - EDGE}H{WIDTH - EDGE}"/>'
        f'<text x="{EDGE}" y="{HEIGHT - EDGE + 32}">{escape(name)}; across: tasks, {most_x} in all</text>'
        f'<text x="{EDGE - 6}" y="10" text-anchor="end">{most_y}</text>'
        f'<text x="{EDGE - 6}" y="{HEIGHT - EDGE}" text-anchor="end">0</text>'
    )
    curves = "".join(
        _curve(row, values, most_x, most_y, number, several=several) for number, (row, values) in enumerate(lines)
    )
    return f'<g transform="translate({left} 36)">{axes}{curves}</g>'


def _curve(row: Row, values: Sequence[int], most_x: int, most_y: int, number: int, *, several: bool) -> str:
    across, up = (WIDTH - 2 * EDGE) / most_x, (HEIGHT - EDGE) / most_y
    points = " ".join(
        f"{EDGE + place * across:.1f},{HEIGHT - EDGE - value * up:.1f}" for place, value in enumerate([0, *values])
    )
    colour, dashes = _COLOURS[row.arm], _DASHES[row.arm]
    label = f"{row.agent} {row.arm}" if several else row.arm
    x, y = EDGE + 12, 14 + 16 * number
    return (
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>'
        f'<path d="M{x} {y - 4}h26" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>'
        f'<text x="{x + 32}" y="{y}">{escape(label)}: {values[-1] if values else 0}</text>'
    )
