"""Healed targets of replays in use: kept as a draft version at once, proven by a job, and put in place when they hold.

Until then a replay of the version in use already knows them, so that nothing is healed twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from awm_mcp.app.versions.healed_versions import composes, healed_steps, with_targets
from awm_mcp.jobs.port import Jobs
from awm_mcp.memory.port import Memory
from awm_mcp.model import Outcome, Workflow

ASK_AGAIN_S = 3_600.0
"""How often a version that waits is proven again while it is used, seconds."""


def healed_draft(history: Sequence[Workflow], current: Workflow) -> Workflow | None:
    """The newest version that waits to take the place of the current one, with healed targets or a change of a part."""
    return next(iter(_waiting(history, current)), None)


def _waiting(history: Sequence[Workflow], current: Workflow) -> list[Workflow]:
    """What waits to take the place of the current version, the newest first; unusable ones left out."""
    newer = [w for w in history if w.version > current.version]
    fit = [w for w in newer if w.evidence.heals == current.version and w.state in ("draft", "verified")]
    return [w for w in fit if not w.evidence.unproven]


class Healing:
    """Remembers what replays healed. ``clock``: seconds since the epoch."""

    def __init__(self, memory: Memory, jobs: Jobs, clock: Callable[[], float] = time.time) -> None:
        self._memory, self._jobs, self._clock = memory, jobs, clock
        self._asked: dict[str, float] = {}
        self._composed: set[str] = set()

    async def remembered(self, workflow: Workflow) -> Workflow:
        """The version in use with the healed targets that wait for their proof; under its own number and state.

        What comes from a changed part was not seen to work in this workflow: it is not used before its proof.
        """
        every = _waiting(await self._memory.workflows.history(workflow.id), workflow)
        (self._composed.add if any(composes(w, workflow) for w in every) else self._composed.discard)(workflow.id)
        waiting = next((w for w in every if not composes(w, workflow)), None)
        if waiting is None:
            return workflow
        evidence = workflow.evidence.model_copy(update={"healed": waiting.evidence.healed})
        known = {"steps": waiting.steps, "precondition": waiting.precondition, "evidence": evidence}
        return workflow.model_copy(update=known)

    async def take(self, workflow: Workflow, replayed: Workflow, outcome: Outcome) -> None:
        """Keeps what a replay that reached its end has healed, as a draft version that waits for its proof.

        Args:
            workflow: the version in use.
            replayed: the same as it was replayed, see ``remembered``.
            outcome: with the healed targets; without any, only the proof of those known before is asked for.
        """
        if not outcome.ok or workflow.state not in ("draft", "verified", "published"):
            return
        if outcome.healed_targets and not await self._save(workflow, replayed, outcome):
            return
        waits = outcome.healed_targets or replayed.steps != workflow.steps or workflow.id in self._composed
        if waits and not workflow.pinned:
            await self._ask_for_proof(workflow)

    async def _save(self, workflow: Workflow, replayed: Workflow, outcome: Outcome) -> bool:
        """Whether there is a new version; none is made of what was tried before, or where another is in use by now."""
        history = await self._memory.workflows.history(workflow.id)
        healed = with_targets(replayed, outcome.healed_targets, self._clock())
        tried = {w.digest() for w in history if w.evidence.unproven}
        if not healed_steps(healed, replayed) or healed.digest() in tried:
            return False
        if not any(w.version == workflow.version and w.state == workflow.state for w in history):
            return False
        evidence = healed.evidence.model_copy(update={"heals": workflow.version, "unproven": ""})
        waiting = {"version": max(w.version for w in history), "state": "draft", "evidence": evidence}
        await self._memory.workflows.save(healed.model_copy(update=waiting))
        self._asked.pop(workflow.id, None)
        return True

    async def _ask_for_proof(self, workflow: Workflow) -> None:
        now = self._clock()
        if now - self._asked.get(workflow.id, 0.0) < ASK_AGAIN_S:
            return
        self._asked[workflow.id] = now
        job = await self._memory.jobs.of_subject(workflow.id)
        if job is None or job.state not in ("queued", "running"):
            await self._memory.jobs.add("verify", workflow.site, workflow.id)
            self._jobs.wake()
