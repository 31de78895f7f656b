"""Learning, in the background: look at the runs again, induce drafts, lint, verify, publish."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from typing import Literal

from awm_mcp.app.continuity import IN_USE, essence, former_of, in_words_of, joined, orphans, superseded
from awm_mcp.app.looking import Looker
from awm_mcp.app.proving import Prover
from awm_mcp.app.publish import Publisher
from awm_mcp.app.remarks import Remarks
from awm_mcp.app.second_opinion import NoOpinion, SecondOpinion
from awm_mcp.config import Settings
from awm_mcp.induction import induce, lint
from awm_mcp.memory.port import Memory
from awm_mcp.model import Evidence, Run, Workflow
from awm_mcp.model.job import Job
from awm_mcp.model.names import unique_name
from awm_mcp.replay.port import Replayer

log = logging.getLogger(__name__)
PUBLISHABLE_SUPPORT = 2
MOST_REASONS = 10
Kept = Literal["online", "offline"]


class Learner:
    """Turns the solved runs of a site into verified and published workflows.

    Reports of one site that queue up behind each other are served by one pass: it takes in every run that was stored
    when it began to induce, and the jobs of these runs are then answered from what it found.
    """

    def __init__(
        self,
        settings: Settings,
        memory: Memory,
        publisher: Publisher,
        replayer: Callable[[], Replayer],
        opinion: SecondOpinion | None = None,
    ) -> None:
        self._settings, self._memory, self._publisher = settings, memory, publisher
        allow_writes = settings.allow_writes == "verify"
        self._looker = Looker(memory, replayer, allow_writes=allow_writes)
        self.prover = Prover(memory, publisher, replayer, allow_writes=allow_writes, publish=settings.publish == "auto")
        self._opinion = opinion or NoOpinion()
        self._served: dict[str, tuple[frozenset[str], Remarks]] = {}

    async def handle(self, job: Job) -> Job:
        """Does one job of the table: proves a workflow anew, or learns a site and says what came of the job's report."""
        if job.kind == "verify":
            return job.model_copy(update={"state": "done", "result": tuple(await self.prover.prove_again(job.subject))})
        served, remarks = self._served.get(job.site, (frozenset[str](), Remarks()))
        if job.subject not in served:
            served, remarks = await self._pass(job.site)
        about = [w for w in await self._memory.workflows.of_site(job.site) if job.subject in w.evidence.runs]
        said = remarks.about(job.subject, [w.id for w in about]) or await self._why_nothing(job.subject, about)
        return job.model_copy(
            update={"state": "done", "result": tuple(said[:MOST_REASONS]), "workflows": tuple(w.id for w in about)}
        )

    async def learn(self, site: str) -> list[str]:
        """Learns a site from all its solved runs; returns, in words, what became of them and why."""
        return (await self._pass(site))[1].texts()

    async def _pass(self, site: str) -> tuple[frozenset[str], Remarks]:
        remarks = Remarks()
        await self._opinion.judge(site, self._memory, remarks)
        await self._looker.look(site, remarks)
        runs = await self._memory.runs.of_site(site, solved_only=False)
        solved = [run for run in runs if run.outcome == "success"]
        kinds: tuple[Kept, ...] = ("online", "offline")
        for kind in kinds:
            part = [run for run in solved if run.memory == kind]
            if part:
                await self._learn_part(site, kind, part, remarks)
        self._served[site] = (frozenset(run.id for run in runs), remarks)
        return self._served[site]

    async def _learn_part(self, site: str, kind: Kept, runs: Sequence[Run], remarks: Remarks) -> None:
        """Learns from the runs of one memory: what people took from elsewhere and what agents report stay apart."""
        stored = await self._memory.workflows.of_site(site)
        known = [w for w in stored if w.memory == kind]
        drafts = [_with_hosts(d, runs).model_copy(update={"memory": kind}) for d in joined(_induced(runs, remarks), runs)]
        drafts += await self._opinion.propose(site, runs, drafts, known, remarks)
        settled: list[Workflow] = []
        parts: dict[str, str] = {}
        for draft in sorted(drafts, key=lambda d: d.kind != "subtask"):
            former = former_of(draft, [w for w in known if w.id not in {s.id for s in settled}])
            named = await self._named(draft, former, {w.name for w in stored} | {w.name for w in settled}, remarks)
            built_on = tuple(parts[name] for name in draft.built_on if name in parts)
            settled.append(await self._settle(named.model_copy(update={"built_on": built_on}), former, remarks))
            parts[draft.name] = settled[-1].id
        await self._clear_up(known, settled, runs, remarks)
        await self._publish([w for w in settled if w.state == "verified"], remarks)

    async def _named(self, draft: Workflow, former: Workflow | None, taken: set[str], remarks: Remarks) -> Workflow:
        """The draft under the words of the workflow that it continues, or under free ones of its own."""
        if former is not None:
            continued = in_words_of(draft, former)
            return continued if continued.title == former.title else await self._opinion.reword(continued, remarks)
        named = await self._opinion.name(draft, remarks)
        return named.model_copy(update={"name": unique_name(named.name, taken)})

    async def _settle(self, draft: Workflow, former: Workflow | None, remarks: Remarks) -> Workflow:
        """Stores what a draft is worth beside the workflow that it continues; never puts unproven in place of proven."""
        if former is not None and (kept := await self._unchanged(draft, former, remarks)) is not None:
            return kept
        if (wrong := await self._errors(draft)) and not (former and former.state in IN_USE):
            remarks.of(draft, f"{draft.name} stays a draft: {wrong}")
            return await self._memory.workflows.save(_fresh(draft, former, "draft"))
        if wrong and former is not None:
            remarks.of(draft, f"{former.name} stays at version {former.version}; with the new run: {wrong}")
            return former
        return await self._proven(draft, former, remarks)

    async def _unchanged(self, draft: Workflow, former: Workflow, remarks: Remarks) -> Workflow | None:
        """The stored workflow with joined evidence, when the draft says nothing new of it or the owner pinned it."""
        new = set(draft.evidence.runs) - set(former.evidence.runs)
        if former.pinned:
            remarks.of(draft, f"{former.name} is pinned at version {former.version} ({former.state}); learning keeps it")
        elif former.state in ("retired", "quarantined") and not new:
            remarks.of(draft, f"{former.name} is {former.state}; a further solved run brings it back")
        elif former.state not in IN_USE or essence(draft) != essence(former):
            return None
        if not new:
            return former
        evidence = draft.evidence if not former.pinned else _more(former, draft)
        joint = evidence.model_copy(
            update={
                "verified_at": former.evidence.verified_at,
                "verified": former.evidence.verified,
                "learned_at": time.time(),
            }
        )
        if not former.pinned:
            remarks.of(draft, f"{former.name} was confirmed by {len(joint.runs)} solved runs by now")
        return await self._memory.workflows.save(former.model_copy(update={"evidence": joint}))

    async def _errors(self, draft: Workflow) -> str:
        others = [w for w in await self._memory.workflows.of_site(draft.site) if w.id != draft.id and w.state != "retired"]
        return "; ".join(finding.text for finding in lint(draft, others) if finding.severity == "error")

    async def _proven(self, draft: Workflow, former: Workflow | None, remarks: Remarks) -> Workflow:
        if draft.memory == "offline" and former is not None and former.state in IN_USE:
            remarks.of(draft, f"{former.name} stays at version {former.version}, which was proven")
            return former
        if draft.memory == "offline":
            remarks.of(draft, f"{draft.name} comes from a data set: try it with `awm-mcp workflows verify {draft.name}`")
            return await self._memory.workflows.save(_fresh(draft, former, "draft"))
        verdict = await self.prover.try_draft(draft)
        if verdict.ok:
            evidence = draft.evidence.model_copy(update={"verified_at": time.time(), "verified": verdict.checked})
            saved = await self._memory.workflows.save(
                _fresh(draft.model_copy(update={"evidence": evidence}), former, "verified")
            )
            remarks.of(saved, f"{saved.name} version {saved.version} is verified: {'; '.join(verdict.checked)}")
            return saved
        for reason in verdict.reasons:
            remarks.of(draft, reason)
        if former is not None and former.state in IN_USE:
            remarks.of(draft, f"{former.name} stays at version {former.version}, which works")
            return former
        state = "quarantined" if former is not None and former.state == "quarantined" else "draft"
        return await self._memory.workflows.save(_fresh(draft, former, state))

    async def _clear_up(
        self, known: Sequence[Workflow], settled: Sequence[Workflow], runs: Sequence[Run], remarks: Remarks
    ) -> None:
        """Retires what a settled workflow now does, too, and drafts that the runs do not lead to any more."""
        for old, by in superseded(known, settled):
            await self._retire(old)
            remarks.of(by, f"{old.name} is retired: {by.name} does the same with the evidence of both")
        for old in orphans(await self._stored(known), settled, runs):
            await self._retire(old)

    async def _stored(self, known: Sequence[Workflow]) -> list[Workflow]:
        found = [await self._memory.workflows.get(w.id) for w in known]
        return [w for w in found if w is not None]

    async def _retire(self, workflow: Workflow) -> None:
        await self._memory.workflows.save(workflow.model_copy(update={"state": "retired"}))
        await self._publisher.withdraw((workflow.id,))

    async def _publish(self, verified: Sequence[Workflow], remarks: Remarks) -> None:
        verified = [w for w in verified if not w.pinned]
        ready = [w for w in verified if w.evidence.support >= PUBLISHABLE_SUPPORT]
        for workflow in verified:
            if workflow not in ready:
                said = "is callable through run_workflow; it becomes a tool of its own after a second solved run"
                remarks.of(workflow, f"{workflow.name} {said} with other values")
        if ready and self._settings.publish == "auto":
            await self._publisher.publish(ready)
        for workflow in ready if self._settings.publish == "manual" else ():
            remarks.of(workflow, f"{workflow.name} waits for `awm-mcp workflows approve {workflow.name}`")

    async def _why_nothing(self, run_id: str, about: Sequence[Workflow]) -> list[str]:
        if about:
            return [f"{w.name} version {w.version} is {w.state}; nothing changed" for w in about]
        run = await self._memory.runs.get(run_id)
        if run is not None and run.outcome != "success":
            return [f"the run's outcome is '{run.outcome}'; only solved runs are learnt from"]
        return ["no workflow came of it: nothing is left of its steps after failed, idle and repeated ones are taken out"]


def _fresh(draft: Workflow, former: Workflow | None, state: Literal["draft", "verified", "quarantined"]) -> Workflow:
    """The draft in a state, dated when its evidence grew."""
    grown = former is None or bool(set(draft.evidence.runs) - set(former.evidence.runs))
    learned = time.time() if grown or former is None else former.evidence.learned_at
    evidence = draft.evidence.model_copy(update={"learned_at": learned})
    return draft.model_copy(update={"state": state, "evidence": evidence})


def _more(former: Workflow, draft: Workflow) -> Evidence:
    """A pinned workflow's evidence with the new runs; its own arguments stay, as its parameters are its own."""
    runs = tuple(sorted({*former.evidence.runs, *draft.evidence.runs}))
    tasks = tuple(dict.fromkeys((*former.evidence.tasks, *draft.evidence.tasks)))
    return former.evidence.model_copy(update={"runs": runs, "support": len(runs), "tasks": tasks})


def _induced(runs: Sequence[Run], remarks: Remarks) -> list[Workflow]:
    """Drafts of all runs; one that cannot be learnt from is left out and named, so that it does not stop the others."""
    try:
        return induce(runs, most=None)
    except Exception:
        log.exception("learning from all runs failed; leaving out those that fail alone")
    return induce([run for run in runs if _is_teachable(run, remarks)], most=None)


def _is_teachable(run: Run, remarks: Remarks) -> bool:
    try:
        induce([run], most=None)
    except Exception:
        log.exception("nothing can be learnt from %s", run.id)
        remarks.of_run(run.id, f"{run.id} cannot be learnt from; the server's log (stderr) has the trace")
        return False
    return True


def _with_hosts(draft: Workflow, runs: Sequence[Run]) -> Workflow:
    needed = {host for run in runs if run.id in draft.evidence.runs for host in run.hosts}
    return draft.model_copy(update={"hosts": tuple(sorted({*draft.hosts, *needed}))})
