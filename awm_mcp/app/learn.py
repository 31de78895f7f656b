"""Learning, in the background: look at the runs again, induce drafts, lint, verify, publish."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from awm_mcp.app.publish import Publisher
from awm_mcp.app.verify import verify
from awm_mcp.config import Settings
from awm_mcp.errors import AwmError
from awm_mcp.induction import induce, lint
from awm_mcp.memory.port import Memory
from awm_mcp.model import Run, State, Workflow
from awm_mcp.model.job import Job
from awm_mcp.model.names import unique_name
from awm_mcp.replay.port import Replayer

log = logging.getLogger(__name__)
PUBLISHABLE_SUPPORT = 2
MOST_LOOKS = 2


class Learner:
    """Turns the solved runs of a site into verified and published workflows."""

    def __init__(self, settings: Settings, memory: Memory, publisher: Publisher, replayer: Callable[[], Replayer]) -> None:
        self._settings, self._memory, self._publisher, self._replayer = settings, memory, publisher, replayer
        self._looks: dict[str, int] = {}
        self._failed: dict[str, tuple[str, ...]] = {}

    @property
    def _allow_writes(self) -> bool:
        return self._settings.allow_writes == "verify"

    async def handle(self, job: Job) -> Job:
        """Does one job of the table: learns the job's site and says what came of the report it is about."""
        reasons = await self.learn(job.site)
        about = [w for w in await self._memory.workflows.of_site(job.site) if job.subject in w.evidence.runs]
        said = tuple(reason for reason in reasons if not about or any(w.name in reason for w in about)) or tuple(reasons)
        return job.model_copy(update={"state": "done", "result": said[:10], "workflows": tuple(w.id for w in about)})

    async def learn(self, site: str) -> list[str]:
        """Learns a site from all its solved runs; returns, in words, why drafts were not verified or published."""
        reasons = await self._observe_new(site)
        runs = await self._memory.runs.of_site(site)
        known = await self._memory.workflows.of_site(site)
        settled: list[Workflow] = []
        for draft in induce(runs, most=None):
            settled.append(await self._settle(_continued(draft, known, settled), reasons))
        await self._publish([w for w in settled if w.state == "verified"], reasons)
        return reasons

    async def _observe_new(self, site: str) -> list[str]:
        """Looks again at every run not yet seen in a browser, also at those that are reported meanwhile."""
        reasons: list[str] = []
        while run := await self._next_unobserved(site):
            self._looks[run.id] = self._looks.get(run.id, 0) + 1
            reasons.extend(await self._observe(run))
        return reasons

    async def _next_unobserved(self, site: str) -> Run | None:
        runs = await self._memory.runs.of_site(site)
        return next((r for r in runs if not r.observed and self._looks.get(r.id, 0) < MOST_LOOKS), None)

    async def _observe(self, run: Run) -> list[str]:
        try:
            seen = await self._replayer().observe(run, allow_writes=self._allow_writes)
        except AwmError as error:
            return [f"{run.id} could not be looked at again: {error.text()}"]
        if seen.followed:
            await self._memory.runs.replace(seen.run.model_copy(update={"observed": True}))
        return [] if seen.complete else [f"{run.id} was followed for {seen.followed} of {len(run.steps)} steps: {seen.why}"]

    async def _settle(self, draft: Workflow, reasons: list[str]) -> Workflow:
        stored = await self._memory.workflows.get(draft.id) if draft.id else None
        if stored is not None and stored.digest() == draft.digest() and stored.state in ("verified", "published"):
            return await self._memory.workflows.save(draft.model_copy(update={"state": stored.state}))
        state = await self._checked_state(draft, reasons)
        return await self._memory.workflows.save(draft.model_copy(update={"state": state}))

    async def _checked_state(self, draft: Workflow, reasons: list[str]) -> State:
        others = [w for w in await self._memory.workflows.of_site(draft.site) if w.id != draft.id]
        errors = [finding for finding in lint(draft, others) if finding.severity == "error"]
        if errors:
            reasons.append(f"{draft.name} stays a draft: " + "; ".join(finding.text for finding in errors))
            return "draft"
        return await self._verified_state(draft, reasons)

    async def _verified_state(self, draft: Workflow, reasons: list[str]) -> State:
        """Verified or draft; a draft that failed before with the same evidence is not tried again by this process."""
        key = draft.digest() + ",".join(draft.evidence.runs)
        if key not in self._failed:
            verdict = await verify(draft, memory=self._memory, replayer=self._replayer(), allow_writes=self._allow_writes)
            if verdict.ok:
                return "verified"
            self._failed[key] = verdict.reasons
        reasons.extend(self._failed[key])
        return "draft"

    async def _publish(self, verified: Sequence[Workflow], reasons: list[str]) -> None:
        ready = [w for w in verified if w.evidence.support >= PUBLISHABLE_SUPPORT]
        reasons.extend(
            f"{workflow.name} is verified and callable through run_workflow; "
            f"it becomes a tool of its own after a second solved run with other values"
            for workflow in verified
            if workflow not in ready
        )
        if ready and self._settings.publish == "auto":
            await self._publisher.publish(ready)


def _continued(draft: Workflow, known: Sequence[Workflow], settled: Sequence[Workflow]) -> Workflow:
    """The draft under the id and name of the stored workflow that it continues, or under a free name."""
    former = _former(draft, [w for w in known if w.id not in {s.id for s in settled}])
    if former is not None:
        return draft.model_copy(update={"id": former.id, "name": former.name})
    taken = {w.name for w in known} | {w.name for w in settled}
    return draft.model_copy(update={"name": unique_name(draft.name, taken)})


def _former(draft: Workflow, known: Sequence[Workflow]) -> Workflow | None:
    """The stored workflow of the same kind that shares most source runs with the draft."""
    runs = set(draft.evidence.runs)
    shared = [
        (len(runs & set(w.evidence.runs)), w.name == draft.name, w)
        for w in known
        if w.kind == draft.kind and w.state not in ("retired",) and runs & set(w.evidence.runs)
    ]
    return max(shared, key=lambda row: row[:2])[2] if shared else None
