"""Learning, in the background: look at the runs again, induce drafts, lint, verify, publish."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Literal

from awm_mcp.app.catalogue.publish import Publisher
from awm_mcp.app.learning.lessons import Kept, Lessons, not_built
from awm_mcp.app.learning.looking import Looker
from awm_mcp.app.learning.promoting import Promoter
from awm_mcp.app.learning.remarks import Remarks
from awm_mcp.app.learning.second_opinion import NoOpinion, SecondOpinion
from awm_mcp.app.measuring.calls_counted import record_of
from awm_mcp.app.verifying.one_sign_in import OneSignIn
from awm_mcp.app.verifying.proving import Prover
from awm_mcp.app.verifying.reads_same import reads_alike
from awm_mcp.app.versions.composing import Composer
from awm_mcp.app.versions.continuity import (
    IN_USE,
    contradicted,
    essence,
    former_of,
    in_words_of,
    is_first_guess,
    orphans,
    proposals,
    superseded,
    without_useless_parts,
)
from awm_mcp.app.versions.healed_versions import with_heals
from awm_mcp.app.versions.kept_parameters import in_parameters_of, promised_by
from awm_mcp.config import Settings
from awm_mcp.errors import AwmError
from awm_mcp.induction import lint
from awm_mcp.induction.by_model.model_inducer import grown
from awm_mcp.induction.checking.loose_ends import without_untold_reads
from awm_mcp.induction.cleaning.clean import opening_of
from awm_mcp.induction.cleaning.contradicted import left_out
from awm_mcp.induction.naming.distinct import distinct_name
from awm_mcp.induction.writing.contracts import common_start
from awm_mcp.memory.port import Memory
from awm_mcp.model import Evidence, Workflow, value
from awm_mcp.model.job import Job
from awm_mcp.replay.port import Replayer

log = logging.getLogger(__name__)
PUBLISHABLE_SUPPORT = 2
MOST_REASONS = 10
MOST_SITES = 12
"""Of so many sites it is kept what their runs teach; what was known of others is read again when they are learned."""
Settled = dict[int, tuple[Workflow, str]]
"""Drafts by their identity, each with the id of the workflow that it became."""


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
        composer: Composer,
        opinion: SecondOpinion | None = None,
    ) -> None:
        self._settings, self._memory, self._publisher, self._composer = settings, memory, publisher, composer
        allow_writes = settings.allow_writes == "verify"
        self._signed_in = OneSignIn(replayer)
        self._looker = Looker(memory, lambda: self._signed_in, allow_writes=allow_writes)
        auto = settings.publish == "auto"
        self.prover = Prover(memory, publisher, lambda: self._signed_in, composer, allow_writes=allow_writes, publish=auto)
        self._promoter = Promoter(memory, self.prover)
        self._opinion = opinion or NoOpinion()
        self._lessons: dict[str, Lessons] = {}
        self._served: dict[str, tuple[frozenset[str], Remarks]] = {}
        self._settled: dict[tuple[str, Kept], Settled] = {}

    async def handle(self, job: Job) -> Job:
        """Does one job of the table: proves a workflow anew, or learns a site and says what came of the job's report."""
        if job.kind == "verify":
            return job.model_copy(update={"state": "done", "result": tuple(await self.prove_again(job.subject))})
        served, remarks = self._served.get(job.site, (frozenset[str](), Remarks()))
        if job.subject not in served:
            served, remarks = await self._pass(job.site)
        about = [w for w in await self._memory.workflows.of_site(job.site) if job.subject in w.evidence.runs]
        said = remarks.about(job.subject, [w.id for w in about]) or await self._why_nothing(job.subject, about)
        return job.model_copy(
            update={"state": "done", "result": tuple(said[:MOST_REASONS]), "workflows": tuple(w.id for w in about)}
        )

    async def prove_again(self, ref: str, *, edited: bool = False) -> list[str]:
        """See :meth:`awm_mcp.app.verifying.proving.Prover.prove_again`; signs in once."""
        with self._signed_in.one_pass():
            return await self.prover.prove_again(ref, edited=edited)

    async def learn(self, site: str) -> list[str]:
        """Learns a site from all its solved runs; returns, in words, what became of them and why.

        A site that the rules choke on says so, and keeps no other from being learned.
        """
        try:
            return (await self._pass(site))[1].texts()
        except AwmError:
            raise
        except Exception:
            log.exception("%s cannot be learned", site)
            return [not_built().text()]

    async def _pass(self, site: str) -> tuple[frozenset[str], Remarks]:
        with self._signed_in.one_pass():
            return await self._learn(site)

    async def _learn(self, site: str) -> tuple[frozenset[str], Remarks]:
        remarks = Remarks()
        await self._opinion.judge(site, self._memory, remarks)
        await self._looker.look(site, remarks)
        lessons = self._lessons_of(site)
        await lessons.take_in(remarks)
        for kind in lessons.kinds():
            await self._learn_part(lessons, kind, remarks)
        self._served[site] = (frozenset(lessons.runs), remarks)
        return self._served[site]

    def _lessons_of(self, site: str) -> Lessons:
        """What is known of a site's runs; the site that was learned longest ago is let go for it."""
        known = self._lessons.pop(site, None) or Lessons(site, self._memory)
        self._lessons[site] = known
        for old in list(self._lessons)[:-MOST_SITES]:
            del self._lessons[old]
            self._served.pop(old, None)
            self._settled = {key: settled for key, settled in self._settled.items() if key[0] != old}
        return known

    async def _learn_part(self, lessons: Lessons, kind: Kept, remarks: Remarks) -> None:
        """Learns from the runs of one memory; only what changed since the last pass is looked at again."""
        site = lessons.site
        stored = await self._memory.workflows.of_site(site)
        known = [w for w in stored if w.memory == kind]
        if dropped := await self._drop_contradicted(known, lessons.solved(kind), remarks):
            known = [w for w in known if w.id not in dropped]
        drafts = without_useless_parts(lessons.drafts(kind, remarks), known)
        if by_model := proposals(known):
            sample = lessons.sample(kind)
            drafts = [*drafts, *(more for w in by_model if (more := grown(w, sample)) is not None)]
        if self._opinion.judges:
            drafts += await self._opinion.propose(site, lessons.sample(kind), drafts, known, remarks)
        ordered = sorted(drafts, key=lambda d: d.kind != "subtask")
        kept = _kept(ordered, known, self._settled.get((site, kind), {}))
        settled: list[Workflow] = []
        parts: dict[str, str] = {}
        became: Settled = {}
        unsettled = {*lessons.unbuilt(kind)}
        for draft in ordered:
            others = [*kept.values(), *settled]
            done = kept.get(id(draft)) or await self._apart(
                draft, self._settle_new(draft, known, stored, others, parts, remarks), remarks
            )
            if done is None:
                unsettled |= {*draft.evidence.runs}
                continue
            settled.append(done)
            parts[draft.name], became[id(draft)] = done.id, (draft, done.id)
        self._settled[site, kind] = became
        await self._clear_up(known, settled, lessons.runs - unsettled, remarks)
        await self._publish([w for w in settled if w.state == "verified"], remarks)
        await self._compose(settled, known, remarks)

    async def _compose(self, settled: Sequence[Workflow], known: Sequence[Workflow], remarks: Remarks) -> None:
        """Links what is new, and carries what changed into the workflows that are built on it."""
        before = {(w.id, w.version, w.state) for w in known}
        changed = [w for w in settled if (w.id, w.version, w.state) not in before]
        await self._composer.link(changed)
        for workflow in changed:
            for whole, text in await self._composer.took_effect(workflow.id):
                remarks.of(whole, text)

    async def _apart(self, draft: Workflow, settling: Awaitable[Workflow], remarks: Remarks) -> Workflow | None:
        """The draft settled; None where a fault of this server keeps this draft, and no other, from being learned."""
        try:
            return await settling
        except AwmError:
            raise  # a browser or a store out of reach concerns all of them
        except Exception:
            log.exception("%s of %s cannot be settled", draft.name, draft.site)
            remarks.of(draft, not_built().text())
            return None

    async def _settle_new(
        self,
        draft: Workflow,
        known: Sequence[Workflow],
        stored: Sequence[Workflow],
        settled: Sequence[Workflow],
        parts: dict[str, str],
        remarks: Remarks,
    ) -> Workflow:
        """What becomes of a draft that is new or changed. ``settled``: what others became, or still are."""
        for run_id, said in left_out(draft.evidence.dropped).items():
            remarks.of_run(run_id, f"{said}; {draft.name} is learned from the other runs")
        draft = findable(draft, remarks)
        taken = {w.id for w in settled}
        draft, former = await self._continuing(draft, [w for w in known if w.id not in taken], remarks)
        named = await self._named(draft, former, [*stored, *settled], remarks)
        built_on = tuple(parts[name] for name in draft.built_on if name in parts)
        others = [w for w in {s.id: s for s in (*stored, *settled)}.values() if w.state != "retired"]
        done = await self._settle(named.model_copy(update={"built_on": built_on}), former, others, remarks)
        return await self._promoter.by_address(done, remarks)

    async def _continuing(
        self, draft: Workflow, known: Sequence[Workflow], remarks: Remarks
    ) -> tuple[Workflow, Workflow | None]:
        """The draft in the parameters that the stored workflow which it continues promised its callers, and that one."""
        former = former_of(draft, known)
        history = await self._memory.workflows.history(former.id) if former is not None else ()
        promised = promised_by(history)
        if former is None or former.pinned or promised is None:
            return draft, former
        if (fitted := in_parameters_of(draft, promised)) is not None:
            return fitted, former
        remarks.of(
            former, f"{former.name} stays as it is: a further run does not take its parameters, so it is learned apart"
        )
        return await self._continuing(draft, [w for w in known if w.id != former.id], remarks)

    async def _named(
        self, draft: Workflow, former: Workflow | None, others: Sequence[Workflow], remarks: Remarks
    ) -> Workflow:
        """The draft under the words of the workflow that it continues, or under free ones of its own."""
        taken = {w.name for w in others}
        if former is None:
            named = await self._opinion.name(draft, remarks)
            holder = next((w for w in others if w.name == named.name), None)
            return named.model_copy(update={"name": distinct_name(named, holder, taken)})
        continuing = await self._composer.kept(with_heals(draft, former), former)
        if is_first_guess(former, draft, await self._memory.workflows.history(former.id)):
            named = await self._opinion.name(continuing, remarks)
            holder = next((w for w in others if w.name == named.name and w.id != former.id), None)
            name = distinct_name(named, holder, taken - {former.name})
            return named.model_copy(update={"id": former.id, "name": name})
        continued = in_words_of(continuing, former)
        return continued if continued.title == former.title else await self._opinion.reword(continued, remarks)

    async def _settle(
        self, draft: Workflow, former: Workflow | None, others: Sequence[Workflow], remarks: Remarks
    ) -> Workflow:
        """Stores what a draft is worth beside the workflow that it continues; never puts unproven in place of proven."""
        if former is not None and (kept := await self._unchanged(draft, former, remarks)) is not None:
            return kept
        if (wrong := _errors(draft, others)) and not (former and former.state in IN_USE):
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
        evidence = draft.evidence if not former.pinned else more_evidence(former, draft)
        joint = evidence.model_copy(
            update={
                "verified_at": former.evidence.verified_at,
                "verified": former.evidence.verified,
                "healed": former.evidence.healed,
                "composed": former.evidence.composed,
                "heals": former.evidence.heals,
                "learned_at": time.time(),
            }
        )
        if not former.pinned:
            remarks.of(draft, f"{former.name} was confirmed by {len(joint.runs)} solved runs by now")
        return await self._memory.workflows.save(former.model_copy(update={"evidence": joint}))

    async def _proven(self, draft: Workflow, former: Workflow | None, remarks: Remarks) -> Workflow:
        if draft.memory == "offline" and former is not None and former.state in IN_USE:
            remarks.of(draft, f"{former.name} stays at version {former.version}, which was proven")
            return former
        if draft.memory == "offline":
            told = f"{draft.name} comes from runs in the offline memory, whose pages are not visited while learning"
            remarks.of(draft, f"{told}: try it with `awm-mcp workflows verify {draft.name}`")
            return await self._memory.workflows.save(_fresh(draft, former, "draft"))
        verdict = await self.prover.try_draft(draft)
        if not verdict.ok and (fuller := await self._on_full_start(draft)) is not None:
            fully = await self.prover.try_draft(fuller)
            draft, verdict = (fuller, fully) if fully.ok else (draft, verdict)
        if verdict.ok:
            draft = verdict.labelled(draft)
            evidence = draft.evidence.model_copy(update={"verified_at": time.time(), "verified": verdict.checked})
            saved = await self._memory.workflows.save(
                _fresh(draft.model_copy(update={"evidence": evidence}), former, "verified")
            )
            remarks.of(saved, f"{saved.name} version {saved.version} is verified: {'; '.join(verdict.checked)}")
            return saved
        for reason in verdict.reasons:
            remarks.of(draft, reason)
        if former is not None and former.state in IN_USE and verdict.misread and reads_alike(draft, former):
            return await self._quarantine(former, draft, remarks)
        if former is not None and former.state in IN_USE:
            remarks.of(draft, f"{former.name} stays at version {former.version}, {await self._use_of(former)}")
            return former
        state = "quarantined" if former is not None and former.state == "quarantined" else "draft"
        return await self._memory.workflows.save(_fresh(draft, former, state))

    async def _use_of(self, former: Workflow) -> str:
        worked, tried = await record_of(self._memory, former)
        if worked or not tried:
            return "which works" if worked else "which was proven"
        again = f"try it with `awm-mcp workflows verify {former.name}`"
        return f"which was proven, but none of its {tried} calls worked: {again}"

    async def _on_full_start(self, draft: Workflow) -> Workflow | None:
        """The draft on the very page that its runs began on, if something was left out of that page's address."""
        shown = draft.evidence.runs[: len(draft.evidence.arguments)]
        runs = [run for run_id in shown if (run := await self._memory.runs.get(run_id)) is not None]
        full = value(common_start([opening_of(run) for run in runs])) if runs and not draft.start.params else draft.start
        left_out = "?" in full.words() and draft.kind == "task" and full != draft.start
        return draft.model_copy(update={"start": full}) if left_out else None

    async def _clear_up(
        self, known: Sequence[Workflow], settled: Sequence[Workflow], runs: Collection[str], remarks: Remarks
    ) -> None:
        """Retires what a settled workflow now does, too, and drafts that the runs do not lead to any more."""
        for old, by in superseded(known, settled):
            await self._retire(old)
            remarks.of(by, f"{old.name} is retired: {by.name} does the same with the evidence of both")
        for old in orphans(await self._stored(known, settled), settled, runs):
            await self._retire(old)

    async def _drop_contradicted(self, known: Sequence[Workflow], solved: Collection[str], remarks: Remarks) -> set[str]:
        """Retires what a model proposed from runs that do not count as solved any more; the ids of these."""
        against = contradicted(known, solved)
        for old in against:
            await self._retire(old)
            remarks.of(old, f"{old.name} is retired: fewer than two of its runs still count as solved")
        return {old.id for old in against}

    async def _stored(self, known: Sequence[Workflow], settled: Sequence[Workflow]) -> list[Workflow]:
        """As they are by now: the drafts that nothing led to in this pass."""
        kept = {w.id for w in settled}
        found = [await self._memory.workflows.get(w.id) for w in known if w.state == "draft" and w.id not in kept]
        return [w for w in found if w is not None]

    async def _quarantine(self, former: Workflow, draft: Workflow, remarks: Remarks) -> Workflow:
        """Takes a workflow out of use that reads at the same place what a further run contradicts."""
        quarantined = await self._memory.workflows.save(former.model_copy(update={"state": "quarantined"}))
        await self._publisher.withdraw((former.id,))
        remarks.of(draft, f"{former.name} is quarantined until it is learned anew or reverted")
        return quarantined

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
            return [f"the run's outcome is '{run.outcome}'; only solved runs are learned from"]
        return ["no workflow came of it: nothing is left of its steps after failed, idle and repeated ones are taken out"]


def _fresh(draft: Workflow, former: Workflow | None, state: Literal["draft", "verified", "quarantined"]) -> Workflow:
    """The draft in a state, dated when its evidence grew."""
    grown = former is None or bool(set(draft.evidence.runs) - set(former.evidence.runs))
    learned = time.time() if grown or former is None else former.evidence.learned_at
    evidence = draft.evidence.model_copy(update={"learned_at": learned})
    return draft.model_copy(update={"state": state, "evidence": evidence})


def more_evidence(former: Workflow, draft: Workflow) -> Evidence:
    """A pinned workflow's evidence with the new runs; its own arguments stay, as its parameters are its own.

    The new runs come last, so that the arguments stay those of the first ones.
    """
    runs = tuple(dict.fromkeys((*former.evidence.runs, *draft.evidence.runs)))
    tasks = tuple(dict.fromkeys((*former.evidence.tasks, *draft.evidence.tasks)))
    return former.evidence.model_copy(update={"runs": runs, "support": len(runs), "tasks": tasks})


def findable(draft: Workflow, remarks: Remarks) -> Workflow:
    """The draft without reads that no replay would find, said in the remarks."""
    less = without_untold_reads(draft)
    for said in less.evidence.dropped[: len(less.evidence.dropped) - len(draft.evidence.dropped)]:
        remarks.of(draft, f"{draft.name}: {said}")
    return less


def _errors(draft: Workflow, others: Sequence[Workflow]) -> str:
    beside = [w for w in others if w.id != draft.id]
    return "; ".join(finding.text for finding in lint(draft, beside) if finding.severity == "error")


def _kept(drafts: Sequence[Workflow], known: Sequence[Workflow], before: Settled) -> dict[int, Workflow]:
    """What is in use and comes from a draft that is the same as in the last pass, by the draft's identity."""
    stored = {w.id: w for w in known if w.state in IN_USE}
    return {
        id(draft): stored[before[id(draft)][1]]
        for draft in drafts
        if id(draft) in before and before[id(draft)][0] is draft and before[id(draft)][1] in stored
    }
