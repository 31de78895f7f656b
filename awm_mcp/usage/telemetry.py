"""OpenTelemetry: a span a replay with one a step, spans of model calls, and two metrics. Nothing without an SDK.

The MCP SDK makes the span of each tools/call; what is made here hangs below it. We set up no SDK and no exporter: run the
server under ``opentelemetry-instrument``, or set a provider in a program that embeds it. Values of arguments and outputs are
never attributes: steps are named as the workflow has them, with ``{parameters}``.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from opentelemetry import trace
from opentelemetry.trace import Span, SpanKind, Status, StatusCode

from awm_mcp.model import Outcome, Workflow

NAME = "awm_mcp"
_MS = 1_000_000
_HELP = frozenset({"needs_input", "confirmation_required", "dry_run", "cancelled", "running"})


def tracer() -> trace.Tracer:
    """The tracer of this package; the API's own, which does nothing, while no SDK is set up."""
    return trace.get_tracer(NAME)


def replayed(workflow: Workflow, outcome: Outcome, *, client: str, via: str, ms: int) -> None:
    """The span of a replay that has just ended after ``ms`` milliseconds, with a span for each of its steps."""
    ended = time.time_ns()
    began = ended - ms * _MS
    about = {
        "awm.run_id": outcome.run_id,
        "awm.workflow": workflow.name,
        "awm.workflow.version": workflow.version,
        "awm.site": workflow.site,
        "awm.risk": workflow.risk,
        "awm.client": client,
        "awm.via": via,
        "awm.status": outcome.status,
        "awm.steps_done": outcome.steps_done,
        "awm.steps_total": outcome.steps_total,
    }
    span = tracer().start_span("awm.replay", kind=SpanKind.INTERNAL, attributes=about, start_time=began)
    if span.is_recording():
        _steps(span, workflow, outcome, began)
    _tell_end(span, outcome)
    span.end(end_time=ended)
    _count(workflow, outcome, client, ms)


@contextmanager
def model_call(model: str, purpose: str, system: str = "openai") -> Generator[Span]:
    """The span of a call of a language model; names follow the conventions for generative AI."""
    about = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": system,
        "gen_ai.request.model": model,
        "awm.purpose": purpose,
    }
    with tracer().start_as_current_span("awm.model", kind=SpanKind.CLIENT, attributes=about) as span:
        yield span


def _steps(parent: Span, workflow: Workflow, outcome: Outcome, began: int) -> None:
    """Steps one after the other: the outcome has their durations, not their times."""
    context, at = trace.set_span_in_context(parent), began
    for row in outcome.steps:
        about = {"awm.step": row.step, "awm.action": _words(workflow, row.step)}
        step = tracer().start_span("awm.step", context=context, attributes=about, start_time=at)
        at += row.ms * _MS
        step.end(end_time=at)


def _words(workflow: Workflow, step: int) -> str:
    return workflow.steps[step - 1].words() if 0 < step <= len(workflow.steps) else ""


def _tell_end(span: Span, outcome: Outcome) -> None:
    if outcome.ok or outcome.status in _HELP:
        return
    stopped = outcome.stopped
    if stopped is not None:
        span.set_attributes({"awm.stopped_at": stopped.step, "awm.code": stopped.code})
    span.set_status(Status(StatusCode.ERROR, outcome.status))


def _count(workflow: Workflow, outcome: Outcome, client: str, ms: int) -> None:
    instruments = _instruments()
    about = {"awm.site": workflow.site, "awm.status": outcome.status, "awm.client": client}
    for instrument, amount in zip(instruments, (1, ms / 1000), strict=False):
        (instrument.add if hasattr(instrument, "add") else instrument.record)(amount, about)


@cache
def _instruments() -> Sequence[Any]:
    """The call counter and the duration histogram; none without an SDK: importing the metrics API alone takes 0.2 s."""
    if importlib.util.find_spec("opentelemetry.sdk") is None:
        return ()
    from opentelemetry import metrics

    meter = metrics.get_meter(NAME)
    return (
        meter.create_counter("awm.calls", description="Calls of workflows that ended, by status"),
        meter.create_histogram("awm.replay.duration", unit="s", description="Duration of replays"),
    )
