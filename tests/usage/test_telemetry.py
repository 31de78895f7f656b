"""Traces: one span a replay, one a step, one a model call; fixed names, no values, and nothing without an SDK."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from opentelemetry import trace
from opentelemetry.trace import NonRecordingSpan, Span, SpanContext, Status, StatusCode, TraceFlags

from awm_mcp.app.learning.traced_model import TracedModel
from awm_mcp.errors import Unavailable
from awm_mcp.llm.port import Message
from awm_mcp.model import Action, FlowStep, Outcome, Param, StepDone, Stopped, Target, Workflow, value
from awm_mcp.usage import telemetry

QUERY = value([Param(param="q")])
FLOW = Workflow(
    name="shop_find_price",
    site="shop.example",
    start=value("/"),
    steps=(
        FlowStep(action=Action(type="fill", target=Target(role="searchbox", name=value("Search")), value=QUERY)),
        FlowStep(action=Action(type="click", target=Target(role="button", name=value("Go")))),
    ),
)  # fmt: skip
ROWS = (StepDone(step=1, action='fill "Secret Gift"', ms=40), StepDone(step=2, action="click Go", ms=60))
OK = Outcome(run_id="replay_1", workflow=FLOW.name, status="ok", steps_done=2, steps_total=2, steps=ROWS)


class Noted(NonRecordingSpan):
    """A span that a test can look at."""

    def __init__(self, name: str, number: int, attributes: Mapping[str, Any] | None, start_time: int | None) -> None:
        super().__init__(SpanContext(1, number, is_remote=False, trace_flags=TraceFlags(1)))
        self.name, self.attributes, self.started = name, dict(attributes or {}), start_time
        self.parent: Span | None = None
        self.ended: int | None = None
        self.code = StatusCode.UNSET

    def is_recording(self) -> bool:
        return True

    def set_attributes(self, attributes: Mapping[str, Any]) -> None:
        self.attributes.update(attributes)

    def set_status(self, status: Any, description: str | None = None) -> None:
        self.code = status.status_code if isinstance(status, Status) else status

    def end(self, end_time: int | None = None) -> None:
        self.ended = end_time


class Spans(trace.NoOpTracer):
    """A tracer that keeps what it made."""

    def __init__(self) -> None:
        self.made: list[Noted] = []

    def start_span(self, name: str, context: Any = None, attributes: Any = None, start_time: Any = None, **_: Any) -> Noted:  # type: ignore[override]
        span = Noted(name, len(self.made) + 1, attributes, start_time)
        span.parent = trace.get_current_span(context)
        self.made.append(span)
        return span

    def start_as_current_span(self, name: str, attributes: Any = None, **_: Any) -> Any:  # type: ignore[override]
        return trace.use_span(self.start_span(name, attributes=attributes), end_on_exit=True)


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Spans:
    made = Spans()
    monkeypatch.setattr(telemetry, "tracer", lambda: made)
    return made


def test_a_replay_is_a_span_with_a_child_for_each_step_in_order_of_time(spans: Spans) -> None:
    telemetry.replayed(FLOW, OK, client="claude", via="run_workflow", ms=100)
    replay, first, second = spans.made
    assert [s.name for s in spans.made] == ["awm.replay", "awm.step", "awm.step"]
    assert first.parent is replay and second.parent is replay
    assert (replay.started, second.ended) == (first.started, replay.ended) and first.ended == second.started
    assert replay.attributes["awm.status"] == "ok" and replay.attributes["awm.workflow"] == FLOW.name
    assert replay.code is StatusCode.UNSET


def test_steps_are_named_without_the_values_of_the_call(spans: Spans) -> None:
    telemetry.replayed(FLOW, OK, client="c", via="x", ms=100)
    assert "{q}" in spans.made[1].attributes["awm.action"]
    assert "Secret" not in str([s.attributes for s in spans.made])


def test_a_replay_that_stopped_is_an_error_that_names_the_step(spans: Spans) -> None:
    stopped = OK.model_copy(update={"status": "target_not_found", "stopped": Stopped(step=2, code="covered"), "steps": ()})
    telemetry.replayed(FLOW, stopped, client="c", via="x", ms=100)
    assert spans.made[0].code is StatusCode.ERROR
    assert (spans.made[0].attributes["awm.stopped_at"], spans.made[0].attributes["awm.code"]) == (2, "covered")


def test_a_call_that_waits_for_a_person_is_no_error(spans: Spans) -> None:
    telemetry.replayed(FLOW, OK.model_copy(update={"status": "needs_input"}), client="c", via="x", ms=1)
    assert spans.made[0].code is StatusCode.UNSET


class Model:
    async def complete(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> dict[str, Any]:
        if not messages:
            raise Unavailable("model_unavailable")
        return {"name": "x"}


async def test_a_model_call_is_a_span_without_the_conversation(spans: Spans) -> None:
    model = TracedModel(Model(), "small-1", "learning")
    assert await model.complete([Message(role="user", content="Secret Gift")], {}) == {"name": "x"}
    assert spans.made[0].attributes["gen_ai.request.model"] == "small-1" and "Secret" not in str(spans.made[0].attributes)
    with pytest.raises(Unavailable):
        await model.complete([], {})
    assert spans.made[1].code is StatusCode.ERROR


def test_without_an_sdk_nothing_happens_and_nothing_is_imported() -> None:
    telemetry.replayed(FLOW, OK, client="c", via="x", ms=1)
    assert telemetry.tracer().start_span("x").is_recording() is False
