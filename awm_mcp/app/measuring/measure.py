"""Measuring: every listing, find, call and report becomes an event; metrics are computed from events only."""

from __future__ import annotations

import time
from collections.abc import Sequence

from awm_mcp.memory.port import Memory, counts_in_record
from awm_mcp.model import Caller, Event, Outcome, Workflow
from awm_mcp.model.run_options import RunOptions


class Counter:
    """Writes usage events; writes none when the owner switched counting off. Values of arguments are never in them."""

    def __init__(self, memory: Memory, *, on: bool, arm: str = "") -> None:
        self._memory, self._on, self._arm = memory, on, arm

    async def add(self, *events: Event) -> None:
        """Appends events; those of an experiment get its arm."""
        if self._on and events:
            marked = [event.model_copy(update={"arm": self._arm}) for event in events] if self._arm else events
            await self._memory.events.add(*marked)

    async def shown(self, kind: str, workflows: list[Workflow], caller: Caller, *, task_id: str = "", via: str = "") -> None:
        """Counts an exposure of workflows: ``listed``, ``found`` or ``prompted``."""
        now = time.time()
        await self.add(
            *(
                _event(caller, kind=kind, at=now, task_id=task_id, site=w.site, workflow=w.name, version=w.version, via=via)
                for w in workflows
            )
        )

    async def found(self, caller: Caller, *, task_id: str, site: str, verdict: str, matched: bool) -> None:
        """Counts one search, whether or not anything fitted."""
        await self.add(
            _event(caller, kind="found", at=time.time(), task_id=task_id, site=site, verdict=verdict, matched=matched)
        )

    async def by_hand(
        self, workflow: Workflow, count: tuple[int, int], caller: Caller, *, task_id: str = "", via: str
    ) -> None:
        """Counts a workflow whose steps were done by hand: ``count`` of its first steps, of all."""
        about = {"task_id": task_id, "site": workflow.site, "workflow": workflow.name, "version": workflow.version}
        done = {"steps_done": count[0], "steps_total": count[1], "via": via}
        await self.add(_event(caller, kind="by_hand", at=time.time(), **about, **done))

    async def published(self, workflows: Sequence[Workflow]) -> None:
        """Counts workflows that got into the catalogue; nobody in particular asked for it."""
        now = time.time()
        await self.add(
            *(Event(kind="published", at=now, site=w.site, workflow=w.name, version=w.version) for w in workflows)
        )

    async def called(self, workflow: Workflow, run_id: str, options: RunOptions, caller: Caller) -> None:
        """Counts the call of a workflow, whichever tool it came through."""
        await self.add(
            _event(
                caller,
                kind="resumed" if options.resume else "called",
                at=time.time(),
                task_id=options.task_id or "",
                site=workflow.site,
                workflow=workflow.name,
                version=workflow.version,
                run_id=run_id,
                steps_total=len(workflow.steps),
                via=options.via,
            )
        )

    async def finished(self, workflow: Workflow, outcome: Outcome, options: RunOptions, caller: Caller, ms: int) -> None:
        """Counts how a call ended, and that it stopped and its page was left open for the caller to go on in."""
        ended = _event(
            caller,
            kind="finished",
            at=time.time(),
            task_id=options.task_id or "",
            site=workflow.site,
            workflow=workflow.name,
            version=workflow.version,
            run_id=outcome.run_id,
            status=outcome.status,
            ms=ms,
            steps_done=outcome.steps_done,
            steps_total=outcome.steps_total,
            stopped_at=outcome.stopped.step if outcome.stopped is not None else 0,
            counts=counts_in_record(outcome),
            via=options.via,
        )
        waits = outcome.handle is not None and not outcome.ok
        given = [ended.model_copy(update={"kind": "handed_over", "ms": 0})] if waits else []
        await self.add(ended, *given)


def _event(caller: Caller, **fields: object) -> Event:
    return Event.model_validate({"client": caller.client, "era": caller.era, "connection": caller.connection, **fields})
