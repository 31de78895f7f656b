"""Events told apart into the tasks of agents: by handle where there is one, else by connection, report and idle time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from awm_mcp.model import Event

IDLE_S = 20 * 60.0
"""A connection that was silent for longer has begun another task, seconds."""

AFTERWARDS = "offer:report_run"
"""``via`` of what was shown in the answer to a report: that task is over, and no other has begun."""

NO_FAULT = ("cancelled", "needs_input", "confirmation_required", "dry_run", "running")
"""Statuses of calls that ended without anything being wrong with a step."""

_OF_A_TASK = frozenset(
    ("found", "prompted", "called", "finished", "reported", "handed_over", "resumed", "by_hand"),
)


@dataclass
class Call:
    """One call of a workflow tool. ``status`` is that of its end, empty while it runs or when the end was not seen.

    ``stopped_at``: 1-based step that it stopped at, 0 when it did not. ``counts``: False where how it was called, or the
    machine, is what stopped it.
    """

    workflow: str
    at: float
    status: str = ""
    steps_done: int = 0
    ms: int = 0
    stopped_at: int = 0
    counts: bool = True

    @property
    def tried(self) -> bool:
        """Whether its end is known and is for or against the workflow."""
        return self.counts and bool(self.status) and self.status not in NO_FAULT

    @property
    def ok(self) -> bool:
        """Whether the end state was seen."""
        return self.status == "ok"


@dataclass
class Task:
    """What an agent did for one task. ``outcome``: the last one it reported, empty when it did not."""

    events: list[Event] = field(default_factory=list[Event])
    calls: list[Call] = field(default_factory=list[Call])

    @property
    def start(self) -> float:
        """Time of its first event."""
        return self.events[0].at

    @property
    def end(self) -> float:
        """Time of its last event."""
        return self.events[-1].at

    @property
    def client(self) -> str:
        """The client that began it."""
        return self.events[0].client

    @property
    def arm(self) -> str:
        """The arm of an experiment it belongs to."""
        return next((event.arm for event in self.events if event.arm), "")

    @property
    def sites(self) -> frozenset[str]:
        """Sites it was about."""
        return frozenset(event.site for event in self.events if event.site)

    @property
    def called(self) -> bool:
        """Whether at least one workflow tool was called."""
        return bool(self.calls)

    @property
    def matched(self) -> bool | None:
        """Whether a search fitted; None when none was made (or it did not say)."""
        said = [event.matched for event in self.events if event.kind == "found" and event.matched is not None]
        return any(said) if said else None

    @property
    def shown(self) -> frozenset[str]:
        """Workflows that were shown to the agent by search or prompt."""
        return frozenset(w for event in self.events if event.kind in ("found", "prompted") for w in names(event.workflow))

    @property
    def exposed(self) -> bool:
        """Whether a workflow was in front of the agent: shown by search, prompt or offer, or called from the list."""
        return bool(self.shown) or self.called

    @property
    def by_hand(self) -> frozenset[str]:
        """Workflows whose steps the agent did by hand after they were shown to it, and that it never called."""
        seen, done = set[str](), set[str]()
        for event in self.events:
            if event.kind in ("found", "prompted"):
                seen.update(names(event.workflow))
            elif event.kind == "by_hand" and event.workflow in seen:
                done.add(event.workflow)
        return frozenset(done) - {call.workflow for call in self.calls}

    @property
    def outcome(self) -> str:
        """``success``, ``failure`` or ``unknown`` as last reported."""
        return next((event.status for event in reversed(self.events) if event.kind == "reported"), "")

    @property
    def steps_by_hand(self) -> int:
        """Steps of the runs that were reported."""
        return sum(event.steps_total for event in self.events if event.kind == "reported")


def names(workflows: str) -> list[str]:
    """An event may name several workflows, with commas between."""
    return [name for part in workflows.split(",") if (name := part.strip())]


def tasks_of(events: Iterable[Event]) -> list[Task]:
    """The tasks in the order they began.

    An event with a handle belongs to that task, on whatever connection. One without belongs to the task that its
    connection is at: the last one seen there, until a run is reported or the connection is silent for 20 minutes. The end
    of a call belongs to the task of the call. Listings, publications and what is shown after a report belong to no task.
    """
    grouping = _Grouping()
    for event in sorted((e for e in events if e.kind in _OF_A_TASK and e.via != AFTERWARDS), key=lambda e: e.at):
        grouping.put(event)
    return sorted(grouping.tasks, key=lambda task: task.start)


class _Grouping:
    def __init__(self) -> None:
        self.tasks: list[Task] = []
        self._by_handle: dict[str, Task] = {}
        self._current: dict[tuple[str, str], tuple[Task, float]] = {}
        self._by_run: dict[str, tuple[Task, Call]] = {}

    def put(self, event: Event) -> None:
        task = self._task_of(event)
        task.events.append(event)
        self._note_call(task, event)
        connection = (event.client, event.connection)
        if event.kind == "reported":
            self._current.pop(connection, None)
        else:
            self._current[connection] = (task, event.at)

    def _task_of(self, event: Event) -> Task:
        if event.task_id:
            return self._by_handle.get(event.task_id) or self._new(event.task_id)
        if event.kind != "called" and event.run_id in self._by_run:
            return self._by_run[event.run_id][0]
        current = self._current.get((event.client, event.connection))
        if current is not None and event.at - current[1] <= IDLE_S:
            return current[0]
        return self._new("")

    def _new(self, handle: str) -> Task:
        task = Task()
        self.tasks.append(task)
        if handle:
            self._by_handle[handle] = task
        return task

    def _note_call(self, task: Task, event: Event) -> None:
        before = [c for c in task.calls if c.workflow == event.workflow] if event.kind == "resumed" else []
        if event.kind == "called" or (event.kind == "resumed" and not before):  # it goes on where another one ended
            call = Call(workflow=event.workflow, at=event.at)
            task.calls.append(call)
            if event.run_id:
                self._by_run[event.run_id] = (task, call)
        if before:
            self._by_run[event.run_id] = (task, before[-1])
        if event.kind == "finished" and event.status != "running":
            self._finish(task, event)

    def _finish(self, task: Task, event: Event) -> None:
        if event.run_id in self._by_run:
            call = self._by_run[event.run_id][1]
        else:
            open_calls = [c for c in task.calls if c.workflow == event.workflow and not c.status]
            if not open_calls:
                return
            call = open_calls[0]
        # A call that was handed over keeps the way it first ended: it needed help. What it did after that still counts.
        if not call.status:
            call.status, call.stopped_at, call.counts = event.status, _stopped_at(event), event.counts
        call.steps_done, call.ms = max(call.steps_done, event.steps_done), call.ms + event.ms


def _stopped_at(event: Event) -> int:
    """The step that a call stopped at. Of an older event only what was done is known: a step may have been done and then
    not have led where it should, so the number is one too high for such a stop."""
    if event.status == "ok":
        return 0
    return event.stopped_at or event.steps_done + 1


def eligible(task: Task, stocked: Mapping[str, float]) -> bool:
    """Whether a workflow could have been called: a search fitted, or none was made and the site had a workflow by then.

    ``stocked``: for each site, when its first workflow was published.
    """
    if task.called or task.matched:
        return True
    return task.matched is None and any(stocked.get(site, float("inf")) <= task.end for site in task.sites)
