"""Proving workflows: drafts before they are offered, and offered ones again on schedule or after faults in use."""

from __future__ import annotations

import time
from collections.abc import Callable

from awm_mcp.app.catalogue.publish import Publisher
from awm_mcp.app.verifying.same_end import same_end
from awm_mcp.app.verifying.verify import Verdict, verify
from awm_mcp.app.versions.composing import Composer
from awm_mcp.app.versions.healed_versions import composes, refuted_at
from awm_mcp.app.versions.healing import healed_draft
from awm_mcp.induction.writing.promotion import demote
from awm_mcp.memory.port import Memory
from awm_mcp.model import Workflow
from awm_mcp.replay.port import Replayer

TRY_AGAIN_S = 600.0
"""How long a passing failure (a site that is down, a missing sign-in) is remembered, seconds."""
MOST_REMEMBERED = 500


class Prover:
    """Verifies; a draft that failed with the same evidence is not tried again by this process unless the fault may pass."""

    def __init__(
        self,
        memory: Memory,
        publisher: Publisher,
        replayer: Callable[[], Replayer],
        composer: Composer,
        *,
        allow_writes: bool,
        publish: bool,
    ) -> None:
        self._memory, self._publisher, self._replayer, self._composer = memory, publisher, replayer, composer
        self._allow_writes, self._auto = allow_writes, publish
        self._failed: dict[str, tuple[float, Verdict]] = {}
        self._last: tuple[str, Verdict] | None = None

    async def try_draft(self, draft: Workflow) -> Verdict:
        """The verdict on a draft; the one of before where nothing that matters has changed since."""
        key = draft.digest() + ",".join(draft.evidence.runs)
        until, known = self._failed.get(key, (0.0, None))
        if known is not None and time.monotonic() < until:
            return known
        verdict = await self._verify(draft, fresh=True)
        self._last = (draft.digest(), verdict)
        if not verdict.ok:
            self._failed[key] = (float("inf") if verdict.lasting else time.monotonic() + TRY_AGAIN_S, verdict)
            for oldest in list(self._failed)[:-MOST_REMEMBERED]:
                del self._failed[oldest]
        return verdict

    async def try_by_address(self, workflow: Workflow, promoted: Workflow) -> Verdict:
        """Whether the version by address does the same as the one in the interface, which holds."""
        digest, verdict = self._last or ("", None)
        # With writes allowed the version in the interface went further than the comparison does.
        ends = verdict.ends if verdict is not None and digest == workflow.digest() and not self._allow_writes else {}
        return await same_end(workflow, promoted, memory=self._memory, replayer=self._replayer(), ends=ends)

    async def prove_again(self, ref: str, *, edited: bool = False) -> list[str]:
        """Replays a stored workflow with the values of its source runs and draws the consequence.

        ``edited``: a draft that the owner made goes before the version in use, which stays as it is.
        One in use that fails for a fault of its own is quarantined; a quarantined one that holds to its end is in use again;
        a draft that holds is verified. What was told is returned in words.
        """
        workflow = await self._subject(ref, edited=edited)
        if workflow is None:
            return [f"{ref} is not known any more"]
        if workflow.state == "retired":
            back = f"awm-mcp workflows revert {workflow.name} VERSION"
            return [f"{workflow.name} is retired; bring a version back with `{back}`"]
        if (healed := await self._with_healed_targets(workflow)) is not None:
            return await self._prove_healed(healed, workflow)
        verdict = await self._verify(workflow)
        if not verdict.ok and verdict.lasting and workflow.by_address:
            return [*verdict.reasons, *await self._back_in_interface(workflow)]
        if verdict.ok and (verdict.whole or workflow.state != "quarantined"):
            return await self._held(workflow, verdict)
        if verdict.ok:
            return [f"{workflow.name} stays quarantined: it was only replayed up to its first step that writes"]
        if verdict.lasting and workflow.state in ("verified", "published"):
            await self._memory.workflows.save(workflow.model_copy(update={"state": "quarantined"}))
            await self._publisher.withdraw((workflow.id,))
            return [*verdict.reasons, f"{workflow.name} is quarantined until it is learned anew or reverted"]
        return [*verdict.reasons, f"{workflow.name} stays {workflow.state}"]

    async def _back_in_interface(self, workflow: Workflow) -> list[str]:
        """Puts the steps in the interface in the place of an address that leads elsewhere by now, and proves these."""
        state = "verified" if workflow.state == "published" else workflow.state
        saved = await self._memory.workflows.save(demote(workflow).model_copy(update={"state": state}))
        if workflow.state == "published":
            await self._publisher.publish((saved,))
        said = f"{saved.name} version {saved.version} is done in the interface again"
        return [said, *await self.prove_again(saved.id)]

    async def _verify(self, workflow: Workflow, *, fresh: bool = False) -> Verdict:
        return await verify(
            workflow, memory=self._memory, replayer=self._replayer(), allow_writes=self._allow_writes, fresh=fresh
        )

    async def _subject(self, ref: str, *, edited: bool) -> Workflow | None:
        """The published version, else the latest; with ``edited`` before both a draft that the owner made."""
        latest = await self._memory.workflows.get(ref)
        if edited and latest is not None and latest.pinned and latest.state == "draft":
            return latest
        history = await self._memory.workflows.history(ref)
        return next((w for w in history if w.state == "published"), None) or latest

    async def _with_healed_targets(self, workflow: Workflow) -> Workflow | None:
        """The version that waits for the proof of its healed targets or changed part; a pinned workflow's stays a draft.

        One that was quarantined may hold again with a changed part, not with targets that were healed while it failed.
        """
        waiting = healed_draft(await self._memory.workflows.history(workflow.id), workflow)
        if waiting is None or not waiting.waits or workflow.pinned:
            return None
        return waiting if workflow.state != "quarantined" or composes(waiting, workflow) else None

    async def _prove_healed(self, healed: Workflow, current: Workflow) -> list[str]:
        """Replays a version that waits with nothing else healed; what holds takes the place of the version in use."""
        verdict = await verify(
            healed, memory=self._memory, replayer=self._replayer(), allow_writes=self._allow_writes, repair="off"
        )
        what = "with a changed part" if composes(healed, current) else "with healed targets"
        if verdict.ok and (verdict.whole or current.state != "quarantined"):
            again = current.state == "quarantined" and healed.evidence.support > 1
            return await self._held(healed, verdict, published=again or current.state == "published")
        if verdict.ok:
            until = "it was only replayed up to its first step that writes"
            return [f"{healed.name} version {healed.version} {what} waits: {until}"]
        why = "; ".join(verdict.reasons)
        if verdict.lasting and refuted_at(healed, current, verdict.step):
            evidence = healed.evidence.model_copy(update={"unproven": why})
            await self._memory.workflows.save(healed.model_copy(update={"evidence": evidence}))
            return [f"{why}; version {healed.version} {what} is not used, {current.version} stays"]
        return [f"{why}; version {healed.version} {what} waits"]

    async def _held(self, workflow: Workflow, verdict: Verdict, *, published: bool = False) -> list[str]:
        """Keeps the proof. What was not in use until now takes effect, also for the workflows that are built on it.

        ``published``: it takes the place of a published version.
        """
        labelled = verdict.labelled(workflow)
        if workflow.state == "published" and labelled.digest() != workflow.digest():
            labelled, published = labelled.model_copy(update={"state": "verified"}), True
        workflow = labelled
        evidence = workflow.evidence.model_copy(update={"verified_at": time.time(), "verified": verdict.checked})
        back = workflow.state in ("quarantined", "draft")
        state = "verified" if back else workflow.state
        saved = await self._memory.workflows.save(workflow.model_copy(update={"evidence": evidence, "state": state}))
        if self._auto and (published or (workflow.state == "quarantined" and saved.evidence.support > 1)):
            await self._publisher.publish((await self._memory.workflows.get(saved.id, saved.version) or saved,))
        told = await self._composer.took_effect(saved.id) if back else []
        return [f"{saved.name} version {saved.version} holds: {'; '.join(verdict.checked)}", *(one.text for one in told)]
