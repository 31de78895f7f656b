"""Events -> metrics: how often agents used the workflows, whether that was right, and what it saved. Pure."""

from __future__ import annotations

import datetime
import statistics
from collections.abc import Callable, Collection, Iterable, Sequence

from awm_mcp.model import Event
from awm_mcp.model.answers import Answer
from awm_mcp.usage.tasks import Call, Task, eligible, names, tasks_of
from awm_mcp.usage.wilson import Rate, rate

OWNERS_HAND = "cli"
"""``era`` of what the owner did on the command line: runs, searches and imports that are no agent's task."""
TREND = 20
"""How many of the last calls of a workflow are kept for its sparkline."""


class WorkflowUse(Answer):
    """Use of one workflow. ``neither``: calls that are neither for nor against it. ``trend``: how its last calls ended
    that are either, oldest first. Times: seconds since the epoch."""

    workflow: str
    shown: int
    calls: int
    ok: int
    neither: int
    success: Rate
    exposure_to_call: Rate
    by_hand: int
    steps_saved: int
    ms_median: int | None
    last_at: float | None
    trend: tuple[bool, ...]


class StopUse(Answer):
    """A step that calls stopped at: 1-based number, how the outcomes called it, how often, and when last."""

    workflow: str
    step: int
    status: str
    count: int
    last_at: float


class GroupUse(Answer):
    """Use by one client or in one arm of an experiment."""

    name: str
    tasks: int
    task_call: Rate
    eligible_call: Rate
    precision: Rate


class DayUse(Answer):
    """One day (UTC): tasks begun, those with a call, calls and how many ended ok, workflows published up to then."""

    day: str
    tasks: int
    tasks_with_call: int
    calls: int
    ok: int
    published: int


class UsageReport(Answer):
    """All metrics of a time, site and client; what each one means is in ``usage.definitions.DEFINITIONS``."""

    since: float
    site: str | None
    client: str | None
    tasks: int
    exposed: int
    called: int
    solved_by_call: int
    finds: int
    calls: int
    ok: int
    neither: int
    reports: int
    handed_over: int
    resumed: int
    steps_saved: int
    seconds_with: float | None
    seconds_without: float | None
    task_call: Rate
    eligible_call: Rate
    precision: Rate
    false_calls: Rate
    followed_by_hand: Rate
    success_with: Rate
    success_without: Rate
    step_share: Rate
    workflows: tuple[WorkflowUse, ...]
    stops: tuple[StopUse, ...]
    clients: tuple[GroupUse, ...]
    arms: tuple[GroupUse, ...]
    days: tuple[DayUse, ...]
    successes: tuple[int, ...]
    """The paper's learning curve: successes among the first 1, 2, 3, … reported tasks."""


def measure(
    events: Iterable[Event],
    *,
    since: float = 0.0,
    site: str | None = None,
    client: str | None = None,
    stocked: Collection[str] = (),
) -> UsageReport:
    """The report of the tasks that began at or after ``since``, were about ``site`` and were begun by ``client``.

    Give all events, also earlier ones: they tell which task a later event belongs to and when a site got its first
    workflow. ``stocked``: sites that had workflows from the start (imported packs).
    """
    given = sorted(events, key=lambda event: event.at)
    first = _first_publications(given, stocked)
    by_agents = (event for event in given if event.era != OWNERS_HAND)
    tasks = [task for task in tasks_of(by_agents) if _wanted(task, since, site, client)]
    published = _publications(given, site)
    calls = [call for task in tasks for call in task.calls]
    return UsageReport(
        since=since,
        site=site,
        client=client,
        tasks=len(tasks),
        exposed=sum(task.exposed for task in tasks),
        called=sum(task.called for task in tasks),
        solved_by_call=sum(any(call.ok for call in task.calls) for task in tasks),
        finds=sum(event.kind == "found" and event.matched is not None for task in tasks for event in task.events),
        calls=len(calls),
        ok=sum(call.ok for call in calls),
        neither=_neither(calls),
        reports=_count(tasks, "reported"),
        handed_over=_count(tasks, "handed_over"),
        resumed=_count(tasks, "resumed"),
        steps_saved=_steps_saved(calls),
        seconds_with=_median_seconds(task for task in tasks if task.called),
        seconds_without=_median_seconds(task for task in tasks if not task.called),
        **_rates(tasks, first),
        workflows=_workflow_rows(tasks),
        stops=_stops(calls),
        clients=_groups(tasks, first, lambda task: task.client),
        arms=_groups([task for task in tasks if task.arm], first, lambda task: task.arm),
        days=_days(tasks, published),
        successes=_curve(tasks),
    )


def _wanted(task: Task, since: float, site: str | None, client: str | None) -> bool:
    return task.start >= since and (site is None or site in task.sites) and client in (None, task.client)


def _first_publications(events: Sequence[Event], stocked: Collection[str]) -> dict[str, float]:
    first = dict.fromkeys(stocked, 0.0)
    for event in events:
        if event.kind == "published":
            first.setdefault(event.site, event.at)
    return first


def _publications(events: Sequence[Event], site: str | None) -> list[float]:
    """When each workflow was first published; a new version is no new workflow."""
    first: dict[str, float] = {}
    for number, event in enumerate(events):
        if event.kind == "published" and site in (None, event.site):
            for name in names(event.workflow) or [f"#{number}"]:
                first.setdefault(name, event.at)
    return list(first.values())


def _count(tasks: Sequence[Task], kind: str) -> int:
    return sum(event.kind == kind for task in tasks for event in task.events)


def _steps_saved(calls: Iterable[Call]) -> int:
    return sum(call.steps_done for call in calls if call.ok)


def _median_seconds(tasks: Iterable[Task]) -> float | None:
    """Median time from the first event to the report, over solved tasks that began before their report."""
    spans = [task.end - task.start for task in tasks if _succeeded(task) and task.end > task.start]
    return round(statistics.median(spans), 1) if spans else None


def _rates(tasks: Sequence[Task], first: dict[str, float]) -> dict[str, Rate]:
    unmatched = [task for task in tasks if task.matched is False]
    shown = [task for task in tasks if task.shown or task.matched]
    reported = [task for task in tasks if task.outcome]
    by_calls = sum(call.steps_done for task in tasks for call in task.calls)
    by_hand = sum(task.steps_by_hand for task in tasks)
    return {
        "task_call": _share(tasks, _called),
        "eligible_call": _share([task for task in tasks if eligible(task, first)], _called),
        "precision": _precision(call for task in tasks for call in task.calls),
        "false_calls": _share(unmatched, _called),
        "followed_by_hand": _share(shown, lambda task: bool(task.by_hand)),
        "success_with": _share([task for task in reported if task.called], _succeeded),
        "success_without": _share([task for task in reported if not task.called], _succeeded),
        "step_share": rate(by_calls, by_calls + by_hand),
    }


def _called(task: Task) -> bool:
    return task.called


def _succeeded(task: Task) -> bool:
    return task.outcome == "success"


def _share(tasks: Sequence[Task], holds: Callable[[Task], bool]) -> Rate:
    return rate(sum(holds(task) for task in tasks), len(tasks))


def _precision(calls: Iterable[Call]) -> Rate:
    tried = [call for call in calls if call.tried]
    return rate(sum(call.ok for call in tried), len(tried))


def _neither(calls: Iterable[Call]) -> int:
    return sum(bool(call.status) and not call.tried for call in calls)


def _workflow_rows(tasks: Sequence[Task]) -> tuple[WorkflowUse, ...]:
    known = {call.workflow for task in tasks for call in task.calls}
    known |= {workflow for task in tasks for workflow in task.shown | task.by_hand}
    rows = [_workflow_row(workflow, tasks) for workflow in known if workflow]
    return tuple(sorted(rows, key=lambda row: (-row.calls, -row.shown, row.workflow)))


def _workflow_row(workflow: str, tasks: Sequence[Task]) -> WorkflowUse:
    calls = sorted((c for task in tasks for c in task.calls if c.workflow == workflow), key=lambda c: c.at)
    exposed = [task for task in tasks if workflow in task.shown]
    ended = [call for call in calls if call.status]
    return WorkflowUse(
        workflow=workflow,
        shown=len(exposed),
        calls=len(calls),
        ok=sum(call.ok for call in calls),
        neither=_neither(calls),
        success=_precision(calls),
        exposure_to_call=_share(exposed, lambda task: any(call.workflow == workflow for call in task.calls)),
        by_hand=sum(workflow in task.by_hand for task in tasks),
        steps_saved=_steps_saved(calls),
        ms_median=round(statistics.median(call.ms for call in ended)) if ended else None,
        last_at=calls[-1].at if calls else None,
        trend=tuple([call.ok for call in calls if call.tried][-TREND:]),
    )


def _stops(calls: Iterable[Call]) -> tuple[StopUse, ...]:
    """Where calls stopped, the most frequent first; what is neither for nor against a workflow is no stop."""
    found: dict[tuple[str, int, str], list[float]] = {}
    for call in calls:
        if call.stopped_at and call.tried:
            found.setdefault((call.workflow, call.stopped_at, call.status), []).append(call.at)
    rows = [
        StopUse(workflow=workflow, step=step, status=status, count=len(at), last_at=max(at))
        for (workflow, step, status), at in found.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.count, -row.last_at, row.workflow, row.step)))


def _groups(tasks: Sequence[Task], first: dict[str, float], key: Callable[[Task], str]) -> tuple[GroupUse, ...]:
    grouped: dict[str, list[Task]] = {}
    for task in tasks:
        grouped.setdefault(key(task), []).append(task)
    return tuple(
        GroupUse(
            name=name,
            tasks=len(members),
            task_call=_share(members, _called),
            eligible_call=_share([task for task in members if eligible(task, first)], _called),
            precision=_precision(call for task in members for call in task.calls),
        )
        for name, members in sorted(grouped.items(), key=lambda item: (-len(item[1]), item[0]))
    )


def _days(tasks: Sequence[Task], published: Sequence[float]) -> tuple[DayUse, ...]:
    by_day: dict[datetime.date, list[Task]] = {}
    for task in tasks:
        by_day.setdefault(_day(task.start), []).append(task)
    if not by_day:
        return ()
    span = (max(by_day) - min(by_day)).days
    every = (min(by_day) + datetime.timedelta(days=n) for n in range(span + 1))
    return tuple(_day_row(day, by_day.get(day, []), published) for day in every)


def _day_row(day: datetime.date, tasks: Sequence[Task], published: Sequence[float]) -> DayUse:
    calls = [call for task in tasks for call in task.calls]
    return DayUse(
        day=day.isoformat(),
        tasks=len(tasks),
        tasks_with_call=sum(task.called for task in tasks),
        calls=len(calls),
        ok=sum(call.ok for call in calls),
        published=sum(_day(at) <= day for at in published),
    )


def _day(at: float) -> datetime.date:
    return datetime.datetime.fromtimestamp(at, datetime.UTC).date()


def _curve(tasks: Sequence[Task]) -> tuple[int, ...]:
    solved = 0
    points: list[int] = []
    for task in sorted((task for task in tasks if task.outcome), key=lambda task: task.end):
        solved += _succeeded(task)
        points.append(solved)
    return tuple(points)
