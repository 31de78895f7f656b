"""Counts for ``/metrics`` in Prometheus' text form. Labels are fixed sets, never a text of a caller or a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, cast, get_args

from mcp.types import CallToolResult, InputRequiredResult

from awm_mcp.model import Status

BUCKETS_S = (0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 15.0, 45.0)
PUBLISHED = "published_workflow"
"""One label for all published workflows: their names come and go."""
_STATUSES = frozenset(get_args(Status))


class CallCounts:
    """How often each tool was called, how it ended, and how long it took."""

    def __init__(self) -> None:
        self._ended: Counter[tuple[str, str]] = Counter()
        self._within: Counter[tuple[str, float]] = Counter()
        self._seconds: dict[str, float] = {}
        self._calls: Counter[str] = Counter()

    def add(self, tool: str, outcome: str, seconds: float) -> None:
        """One call ended."""
        self._ended[tool, outcome] += 1
        self._calls[tool] += 1
        self._seconds[tool] = self._seconds.get(tool, 0.0) + seconds
        for bound in BUCKETS_S:
            if seconds <= bound:
                self._within[tool, bound] += 1

    def lines(self) -> Iterable[str]:
        """The counts as text lines."""
        yield "# HELP awm_tool_calls_total Tool calls by tool and outcome."
        yield "# TYPE awm_tool_calls_total counter"
        for (tool, outcome), count in sorted(self._ended.items()):
            yield f'awm_tool_calls_total{{tool="{tool}",outcome="{outcome}"}} {count}'
        yield "# HELP awm_tool_call_seconds Time from the call to its answer."
        yield "# TYPE awm_tool_call_seconds histogram"
        for tool in sorted(self._calls):
            for bound in BUCKETS_S:
                yield f'awm_tool_call_seconds_bucket{{tool="{tool}",le="{bound:g}"}} {self._within[tool, bound]}'
            yield f'awm_tool_call_seconds_bucket{{tool="{tool}",le="+Inf"}} {self._calls[tool]}'
            yield f'awm_tool_call_seconds_sum{{tool="{tool}"}} {self._seconds[tool]:.6f}'
            yield f'awm_tool_call_seconds_count{{tool="{tool}"}} {self._calls[tool]}'


def outcome_of(result: CallToolResult | InputRequiredResult) -> str:
    """How a call ended, in one word of a fixed set: the status of a replay, ``ok``, ``error`` or ``asked``."""
    if isinstance(result, InputRequiredResult):
        return "asked"
    data = cast("dict[str, Any]", result.structured_content or {})
    status: Any = data.get("status")
    if isinstance(status, str) and status in _STATUSES:
        return status
    return "error" if result.is_error else "ok"


def gauges(values: Mapping[str, tuple[str, float]]) -> Iterable[str]:
    """Plain numbers by name, each with its help text."""
    for name, (told, value) in values.items():
        yield f"# HELP {name} {told}"
        yield f"# TYPE {name} {'counter' if name.endswith('_total') else 'gauge'}"
        yield f"{name} {value:g}"
