"""Keeping the library good without being asked: stale workflows are proven again, unused ones are retired."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence

import anyio

from awm_mcp.app.catalogue.publish import Publisher
from awm_mcp.config import Settings
from awm_mcp.jobs.port import Jobs
from awm_mcp.memory.port import Memory
from awm_mcp.model import Workflow

log = logging.getLogger(__name__)
DAY_S = 86_400.0
FIRST_LOOK_S, LOOK_EVERY_S = 600.0, 3_600.0
USES = ("called", "resumed", "by_hand")
"""Events that tell that a workflow was used, not merely shown."""


class Upkeep:
    """Looks at the ages of published and verified workflows. ``clock``: seconds since the epoch."""

    def __init__(
        self, settings: Settings, memory: Memory, publisher: Publisher, jobs: Jobs, clock: Callable[[], float] = time.time
    ) -> None:
        self._settings, self._memory, self._publisher, self._jobs, self._clock = settings, memory, publisher, jobs, clock

    async def watch(self, first_s: float = FIRST_LOOK_S, every_s: float = LOOK_EVERY_S) -> None:
        """Looks ten minutes after the start and then every hour, until cancelled."""
        await anyio.sleep(first_s)
        while True:
            try:
                await self.ask_for_proofs()
                await self.retire_unused()
            except Exception:
                # A store that fails now must not end the server; the next look may succeed.
                log.exception("the library could not be looked after")
            await anyio.sleep(every_s)

    async def ask_for_proofs(self) -> list[Workflow]:
        """Queues a verification of each read-only workflow in use whose last proof is too old; returns these."""
        days = self._settings.reverify_days
        if not days:
            return []
        before = self._clock() - days * DAY_S
        stale = [w for w in await self._in_use() if w.risk == "read" and _proven_at(w) < before and w.memory == "online"]
        queued = [w for w in stale if not await self._is_queued(w)]
        for workflow in queued:
            await self._memory.jobs.add("verify", workflow.site, workflow.id)
        if queued:
            self._jobs.wake()
        return queued

    async def retire_unused(self, days: float | None = None, *, dry_run: bool = False) -> list[Workflow]:
        """Retires workflows that nobody called for so many days since they were learned; pinned and imported ones stay."""
        limit = self._settings.retire_unused_days if days is None else days
        if not limit:
            return []
        before = self._clock() - limit * DAY_S
        used = await self._used_since(before)
        unused = [w for w in await self._in_use() if _may_go(w) and _learned_at(w) < before and w.name not in used]
        for workflow in unused if not dry_run else ():
            await self._memory.workflows.save(workflow.model_copy(update={"state": "retired"}))
        if unused and not dry_run:
            await self._publisher.withdraw([w.id for w in unused])
        return unused

    async def _in_use(self) -> Sequence[Workflow]:
        return await self._memory.workflows.of_site(None, ("verified", "published"))

    async def _is_queued(self, workflow: Workflow) -> bool:
        job = await self._memory.jobs.of_subject(workflow.id)
        return job is not None and job.state in ("queued", "running")

    async def _used_since(self, at: float) -> set[str]:
        return {event.workflow for event in await self._memory.events.since(at) if event.kind in USES}


def _proven_at(workflow: Workflow) -> float:
    return workflow.evidence.verified_at or 0.0


def _learned_at(workflow: Workflow) -> float:
    """A workflow of unknown age counts as new: it is never retired for age."""
    return workflow.evidence.learned_at if workflow.evidence.learned_at is not None else float("inf")


def _may_go(workflow: Workflow) -> bool:
    return not workflow.pinned and workflow.memory == "online"
