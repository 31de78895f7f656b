"""Metrics against event logs computed by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awm_mcp.model import Event
from awm_mcp.usage import prometheus
from awm_mcp.usage.definitions import DEFINITIONS
from awm_mcp.usage.metrics import UsageReport, measure
from awm_mcp.usage.plot import adoption, bars, funnel, marks, sparkline
from awm_mcp.usage.tables import csv, render
from awm_mcp.usage.tasks import IDLE_S, tasks_of
from awm_mcp.usage.wilson import Rate, rate


def event(kind: str, at: float, **about: object) -> Event:
    return Event.model_validate({"kind": kind, "at": at, "client": "claude", "connection": "c1", **about})


def call(at: float, run: str, workflow: str = "w", status: str = "ok", steps: int = 5, **about: object) -> list[Event]:
    return [
        event("called", at, run_id=run, workflow=workflow, **about),
        event("finished", at + 1, run_id=run, workflow=workflow, status=status, steps_done=steps, ms=1000, **about),
    ]


def kn(given: Rate) -> tuple[int, int]:
    return given.k, given.n


# -- intervals


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (1, 1, 0.2065, 1.0),
     (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605)],
)  # fmt: skip
def test_wilson_intervals_are_those_of_the_literature(k: int, n: int, low: float, high: float) -> None:
    found = rate(k, n)
    assert (found.low, found.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))
    assert found.share == (pytest.approx(k / n, abs=1e-6) if n else None)


@given(st.integers(0, 500), st.integers(0, 500))
def test_an_interval_holds_its_share(k: int, more: int) -> None:
    found = rate(k, k + more)
    assert 0.0 <= found.low <= found.high <= 1.0
    assert found.share is None or found.low <= found.share <= found.high


@pytest.mark.parametrize(("k", "n"), [(-1, 3), (4, 3)])
def test_a_share_of_more_than_all_is_refused(k: int, n: int) -> None:
    with pytest.raises(ValueError, match="k must be"):
        rate(k, n)


def test_a_rate_says_itself_with_n_and_interval() -> None:
    assert rate(3, 8).words() == "37.5 % (3 of 8, 95 %: 13.7-69.4 %)"
    assert rate(0, 0).words() == "- (0 of 0)"


# -- tasks


def test_no_events_are_no_tasks_and_every_rate_says_so() -> None:
    report = measure([])
    assert (report.tasks, report.calls, report.workflows, report.days, report.successes) == (0, 0, (), (), ())
    assert kn(report.task_call) == (0, 0)
    assert report.task_call.share is None


def test_listings_and_publications_are_no_tasks() -> None:
    assert tasks_of([event("listed", 1), event("published", 2, site="s", workflow="w")]) == []


def test_what_the_owner_does_on_the_command_line_is_no_task_of_an_agent() -> None:
    own = [
        event("found", 1, matched=True, era="cli"),
        *call(2, "r1", era="cli"),
        event("reported", 5, status="success", era="cli"),
    ]
    found = measure([*own, *call(10, "r2", era="2026-07-28")])
    assert (found.tasks, found.calls, found.reports, kn(found.task_call)) == (1, 1, 0, (1, 1))
    assert [row.calls for row in found.workflows] == [1]


def test_a_report_ends_a_task_and_the_next_event_begins_another() -> None:
    log = [
        event("found", 0),
        *call(1, "r1"),
        event("reported", 5, status="success"),
        event("found", 6),
        event("reported", 7),
    ]
    first, second = tasks_of(log)
    assert [len(first.calls), len(second.calls)] == [1, 0]
    assert (first.outcome, second.start) == ("success", 6)


def test_silence_for_more_than_twenty_minutes_begins_another_task() -> None:
    assert len(tasks_of([event("found", 0), event("found", IDLE_S)])) == 1
    assert len(tasks_of([event("found", 0), event("found", IDLE_S + 1)])) == 2
    assert len(tasks_of([event("found", 0), event("found", IDLE_S), event("found", 2 * IDLE_S)])) == 1


def test_a_handle_joins_events_over_connections_and_time() -> None:
    log = [
        event("found", 0, task_id="t1", connection="a"),
        *call(9_000, "r1", task_id="t1", connection="b"),
        event("reported", 20_000, task_id="t1", connection="c"),
    ]
    (task,) = tasks_of(log)
    assert task.called


def test_what_is_neither_for_nor_against_a_workflow_is_counted_apart() -> None:
    log = [
        *call(0, "r1"),
        *call(10, "r2", status="step_failed", counts=False, stopped_at=2),
        *call(20, "r3", status="dry_run"),
        *call(30, "r4", status="postcondition_failed", stopped_at=3),
    ]
    found = measure(log)
    (row,) = found.workflows
    assert (found.calls, found.ok, found.neither, kn(found.precision)) == (4, 1, 2, (1, 2))
    assert (row.calls, row.ok, row.neither, kn(row.success), row.trend) == (4, 1, 2, (1, 2), (True, False))
    assert [(stop.step, stop.status) for stop in found.stops] == [(3, "postcondition_failed")]
    assert "(1 ok, 2 neither for nor against)" in " ".join(render(found).split()) and "1/2 +2" in render(found)
    assert "workflow,w,neither,2" in csv(found)


def test_a_call_that_was_helped_to_its_end_counts_as_it_first_ended() -> None:
    first = call(0, "r1", status="step_failed", counts=False)
    again = [event("resumed", 5, run_id="r2", workflow="w"), *call(5, "r2")[1:]]
    assert (kn(measure([*first, *again]).precision), measure([*first, *again]).neither) == ((0, 0), 1)


def test_two_clients_at_once_are_two_tasks() -> None:
    log = [
        event("found", 0, client="claude", connection="a"),
        event("found", 1, client="cursor", connection="b"),
        *call(2, "r1", client="claude", connection="a"),
        event("reported", 4, client="claude", connection="a"),
        *call(5, "r2", client="cursor", connection="b", status="step_failed"),
    ]
    report = measure(log)
    assert [(c.name, c.tasks, kn(c.task_call), kn(c.precision)) for c in report.clients] == [
        ("claude", 1, (1, 1), (1, 1)),
        ("cursor", 1, (1, 1), (0, 1)),
    ]


def test_a_call_without_the_handle_belongs_to_the_task_its_connection_is_at() -> None:
    (task,) = tasks_of([event("found", 0, task_id="t1"), *call(1, "r1"), event("reported", 9)])
    assert (task.called, len(task.events)) == (True, 4)


def test_the_end_of_a_call_belongs_to_the_task_of_the_call_however_late() -> None:
    log = [event("called", 0, run_id="r1", workflow="w"), event("reported", 1), event("found", 2)]
    late = event("finished", 5_000, run_id="r1", workflow="w", status="ok", steps_done=3)
    first, second = tasks_of([*log, late])
    assert first.calls[0].ok
    assert second.calls == []


def test_events_out_of_order_are_put_in_order() -> None:
    log = [event("found", 0), *call(1, "r1"), event("reported", 5)]
    assert len(tasks_of(reversed(log))) == 1


# -- rates


def test_retries_of_a_call_count_once_for_the_task_and_each_for_the_workflow() -> None:
    log = [
        event("found", 0, matched=True, workflow="w"),
        *call(1, "r1", status="step_failed"),
        *call(3, "r2"),
        *call(5, "r3"),
    ]
    report = measure(log)
    assert kn(report.task_call) == (1, 1)
    assert (report.calls, report.ok, kn(report.precision), report.steps_saved) == (3, 2, (2, 3), 10)
    (row,) = report.workflows
    assert (row.calls, kn(row.success), kn(row.exposure_to_call), row.trend) == (3, (2, 3), (1, 1), (False, True, True))
    assert (row.ms_median, row.last_at) == (1000, 5)


def test_a_call_that_is_still_running_is_a_call_without_an_end() -> None:
    log = [event("called", 0, run_id="r1", workflow="w"), event("finished", 1, run_id="r1", workflow="w", status="running")]
    report = measure(log)
    assert (report.calls, kn(report.precision), kn(report.task_call)) == (1, (0, 0), (1, 1))
    resumed = [event("resumed", 2, run_id="r1"), event("finished", 3, run_id="r1", workflow="w", status="ok", steps_done=4)]
    report = measure([*log, *resumed])
    assert (kn(report.precision), report.resumed, report.steps_saved) == ((1, 1), 1, 4)


def test_an_end_without_a_run_id_ends_the_open_call_of_its_workflow() -> None:
    log = [event("called", 0, workflow="w"), event("finished", 1, workflow="w", status="ok", steps_done=2)]
    assert measure(log).steps_saved == 2
    assert measure([event("finished", 1, workflow="w", status="ok", steps_done=2)]).calls == 0


def test_all_rates_of_a_day_of_work() -> None:
    log = [
        event("published", 0, site="s", workflow="w"),
        # 1: shown, called, worked, reported
        event("found", 10, site="s", matched=True, workflow="w,v"),
        *call(11, "r1", site="s"),
        event("reported", 15, site="s", status="success", steps_total=2),
        # 2: shown, done by hand
        event("found", 20, site="s", matched=True, workflow="w"),
        event("by_hand", 21, site="s", workflow="w"),
        event("reported", 25, site="s", status="success", steps_total=8),
        # 3: nothing fits, called all the same, failed and handed over
        event("found", 30, site="s", matched=False),
        *call(31, "r2", status="target_not_found", steps=1, site="s"),
        event("handed_over", 33, site="s", run_id="r2"),
        event("reported", 35, site="s", status="failure"),
        # 4: no search on a site that has workflows
        event("reported", 40, site="s", status="failure", steps_total=4),
        # 5: no search on a site without
        event("reported", 50, site="t", status="success"),
        # 6: nothing fits, nothing called
        event("found", 60, site="s", matched=False),
    ]
    report = measure(log)
    assert (report.tasks, report.finds, report.reports, report.handed_over) == (6, 4, 5, 1)
    assert kn(report.task_call) == (2, 6)
    assert kn(report.eligible_call) == (2, 4)
    assert kn(report.precision) == (1, 2)
    assert kn(report.false_calls) == (1, 2)
    assert kn(report.followed_by_hand) == (1, 2)
    assert kn(report.success_with) == (1, 2)
    assert kn(report.success_without) == (2, 3)
    assert kn(report.step_share) == (6, 20)
    assert report.successes == (1, 2, 2, 2, 3)
    assert [(w.workflow, w.shown, w.calls, w.ok, kn(w.exposure_to_call), w.by_hand) for w in report.workflows] == [
        ("w", 2, 2, 1, (1, 2), 1),
        ("v", 1, 0, 0, (0, 1), 0),
    ]
    assert [(d.day, d.tasks, d.tasks_with_call, d.calls, d.ok, d.published) for d in report.days] == [
        ("1970-01-01", 6, 2, 2, 1, 1)
    ]


def test_a_workflow_shown_and_then_called_was_not_followed_by_hand() -> None:
    log = [event("found", 0, matched=True, workflow="w"), event("by_hand", 1, workflow="w"), *call(2, "r1")]
    assert kn(measure(log).followed_by_hand) == (0, 1)


def test_a_site_stocked_from_the_start_makes_its_tasks_eligible() -> None:
    log = [event("reported", 1, site="s")]
    assert kn(measure(log).eligible_call) == (0, 0)
    assert kn(measure(log, stocked=["s"]).eligible_call) == (0, 1)
    assert kn(measure([*log, event("published", 2, site="s")]).eligible_call) == (0, 0)


def test_filters_take_whole_tasks() -> None:
    log = [
        event("published", 0, site="s"),
        *call(10, "r1", site="s"),
        event("reported", 19, site="s"),
        *call(90_000, "r2", site="t", client="cursor", connection="b"),
        event("reported", 180_000, site="s"),
    ]
    assert [measure(log, site=s).tasks for s in ("s", "t", "u")] == [2, 1, 0]
    assert [measure(log, client=c).tasks for c in ("claude", "cursor", "x")] == [2, 1, 0]
    assert measure(log, since=12).tasks == 2
    assert kn(measure(log, since=100_000).eligible_call) == (0, 1)
    assert measure(log, since=100_000, client="cursor").tasks == 0


def test_days_without_tasks_are_days_too_and_the_library_grows() -> None:
    log = [event("found", 0), event("published", 86_400, site="s"), event("found", 3 * 86_400)]
    assert [(d.tasks, d.published) for d in measure(log).days] == [(1, 0), (0, 1), (0, 1), (1, 1)]


def test_arms_are_told_apart() -> None:
    log = [event("found", 0, arm="none", task_id="a"), *call(1, "r", arm="tools", task_id="b")]
    assert {g.name: kn(g.task_call) for g in measure(log).arms} == {"none": (0, 1), "tools": (1, 1)}
    assert measure([event("found", 0)]).arms == ()


# -- shown


def a_report() -> UsageReport:
    log = [event("published", 0, site="s")]
    for n in range(40):
        log += [event("found", n * 86_400.0, workflow=f"workflow_with_a_long_name_{n}", matched=True, task_id=f"t{n}")]
        log += call(n * 86_400.0 + 5, f"r{n}", workflow=f"workflow_with_a_long_name_{n}", task_id=f"t{n}", client="=x" * 30)
    return measure(log, site=None)


@pytest.mark.parametrize("ascii_only", [True, False])
def test_the_table_fits_eighty_columns_and_says_what_it_left_out(ascii_only: bool) -> None:
    said = render(a_report(), definitions=True, most=5, ascii_only=ascii_only)
    assert max(map(len, said.splitlines())) <= 80
    assert "task call rate" in said
    assert "… and 35 more" in said
    assert all(name in said for name in DEFINITIONS)


def test_every_number_of_the_csv_is_defined() -> None:
    metrics = {row.split(",")[2] for row in csv(a_report()).splitlines()[1:]}
    assert metrics <= set(DEFINITIONS)
    assert {"handed_over", "resumed"} <= metrics


def test_an_empty_report_is_a_table_too() -> None:
    said = render(measure([]))
    assert "0 tasks" in said
    assert "no workflow was shown or called yet" in said


def test_the_csv_has_one_number_a_line_and_no_formulae() -> None:
    log = call(0, "r", workflow="w", client="=cmd()")
    lines = csv(measure(log)).splitlines()
    assert lines[0] == "scope,name,metric,k,n,share,low,high"
    assert "all,,task_call,1,1,1.0,0.206549,1.0" in lines
    assert "workflow,w,steps_saved,5,,,," in lines
    assert any(line.startswith("client,'=cmd(),tasks,1") for line in lines)


def test_a_report_is_plain_data() -> None:
    data = measure(call(0, "r")).as_data()
    assert data["task_call"] == {"k": 1, "n": 1, "share": 1.0, "low": 0.206549, "high": 1.0}
    assert UsageReport.model_validate(data).as_data() == data


def test_sparklines_and_bars_scale_to_the_greatest_value() -> None:
    assert sparkline([0, 4, 8]) == "▁▅█"
    assert sparkline([0, 0]) == "▁▁"
    assert sparkline([]) == ""
    assert sparkline([0, 8], ascii_only=True) == "_@"
    assert marks([True, False], ascii_only=True) == "+x"
    assert bars([("a", 2), ("bb", 1), ("c", 0)], width=11, ascii_only=True) == "a  ###### 2\nbb ### 1\nc  0"
    assert bars([]) == ""
    assert bars([("a", 0)]) == "a 0"


def test_plots_of_nothing_say_so() -> None:
    assert adoption(measure([])) == "no tasks yet"
    assert "tasks" in funnel(measure([]))


@given(st.lists(st.floats(0, 1e9)))
def test_a_sparkline_has_one_mark_a_value(values: list[float]) -> None:
    assert len(sparkline(values)) == len(values)


def test_the_page_for_prometheus_has_every_number_once_and_no_broken_labels() -> None:
    report = measure([*call(0, "r1", 'a "b"\\'), *call(9, "r2", "w", status="step_failed")])
    lines = prometheus.render(report).splitlines()
    assert "awm_calls_total 2" in lines and 'awm_workflow_ok_total{workflow="w"} 0' in lines
    assert 'awm_workflow_calls_total{workflow="a \\"b\\"\\\\"} 1' in lines
    samples = [line for line in lines if not line.startswith("#")]
    assert len(samples) == len({line.rsplit(" ", 1)[0] for line in samples})


def test_a_call_that_was_handed_over_and_resumed_is_one_call_that_needed_help() -> None:
    events = [
        *call(0, "r1", status="target_not_found", steps=2),
        event("handed_over", 1.5, workflow="w", run_id="r1"),
        event("resumed", 2, workflow="w", run_id="r2"),
        event("finished", 3, workflow="w", run_id="r2", status="ok", steps_done=5),
    ]
    report = measure(events)
    assert (report.tasks, report.calls, report.ok, report.handed_over, report.resumed) == (1, 1, 0, 1, 1)
    assert kn(report.step_share) == (5, 5)
    assert [(stop.workflow, stop.step, stop.count) for stop in report.stops] == [("w", 3, 1)]


def test_what_was_done_by_hand_before_the_workflow_was_shown_is_not_held_against_it() -> None:
    by_hand, shown = event("by_hand", 1, workflow="w"), event("prompted", 2, workflow="w", via="offer:by_hand")
    assert kn(measure([by_hand, shown]).followed_by_hand) == (0, 1)
    assert kn(measure([by_hand, shown, event("by_hand", 3, workflow="w")]).followed_by_hand) == (1, 1)


def test_a_new_version_of_a_published_workflow_does_not_grow_the_library() -> None:
    events = [event("published", at, workflow=name) for at, name in ((0, "a"), (1, "b"), (2, "a"))]
    assert measure([*events, *call(3, "r")]).days[-1].published == 2


def test_the_funnel_counts_tasks_from_shown_to_worked() -> None:
    events = [
        event("found", 0, task_id="1", matched=True), event("found", 1, task_id="1", workflow="w"),
        *call(2, "r1", task_id="1"),
        event("found", 3, task_id="2", workflow="w"),
        *call(4, "r2", status="step_failed", task_id="3"),
        event("found", 5, task_id="4", matched=False),
    ]  # fmt: skip
    report = measure(events)
    assert (report.tasks, report.exposed, report.called, report.solved_by_call) == (4, 3, 2, 1)


def test_the_time_of_solved_tasks_is_told_apart_by_whether_a_workflow_was_called() -> None:
    events = [
        event("found", 0, task_id="1", matched=True), *call(1, "r", task_id="1"),
        event("reported", 10, task_id="1", status="success"),
        event("found", 100, task_id="2", matched=True), event("reported", 160, task_id="2", status="success"),
        event("found", 300, task_id="3", matched=True), event("reported", 999, task_id="3", status="failure"),
        event("reported", 2000, connection="c2", status="success"),
    ]  # fmt: skip
    report = measure(events)
    assert (report.seconds_with, report.seconds_without) == (10, 60)
    assert "10 s with a call" in render(report).replace("\n", " ")


def test_one_of_a_kind_is_said_in_the_singular() -> None:
    said = render(a_report().model_copy(update={"tasks": 1, "finds": 1, "calls": 2, "reports": 1})).replace("\n", " ")
    assert "1 task, 1 search, 2 workflow calls" in said
    assert "1 report," in said


@pytest.mark.parametrize(("done", "stopped_at", "shown"), [(3, 3, 3), (2, 3, 3), (5, 6, 6), (2, 0, 3)])
def test_a_step_that_was_done_and_led_astray_is_where_the_call_stopped(done: int, stopped_at: int, shown: int) -> None:
    """The last case is an event of before the step was kept."""
    log = call(0, "r1", status="step_failed", steps=done)
    log[-1] = log[-1].model_copy(update={"stopped_at": stopped_at})
    assert [stop.step for stop in measure(log).stops] == [shown]


def test_a_workflow_that_goes_on_where_another_one_ended_is_called() -> None:
    log = [*call(0, "r1", workflow="open"), *call(2, "r2", workflow="finish")]
    log[2] = log[2].model_copy(update={"kind": "resumed"})
    assert [(row.workflow, row.calls, row.ok) for row in measure(log).workflows] == [("finish", 1, 1), ("open", 1, 1)]
