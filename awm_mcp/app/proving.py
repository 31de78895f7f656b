"""Proving workflows: drafts before they are offered, and offered ones again on schedule or after faults in use."""

from __future__ import annotations

import time
from collections.abc import Callable

from awm_mcp.app.publish import Publisher
from awm_mcp.app.verify import Verdict, verify
from awm_mcp.memory.port import Memory
from awm_mcp.model import Workflow
from awm_mcp.replay.port import Replayer

TRY_AGAIN_S = 600.0
"""How long a passing failure (a site that is down, a missing sign-in) is remembered, seconds."""


class Prover:
    """Verifies; a draft that failed with the same evidence is not tried again by this process unless the fault may pass."""

    def __init__(
        self, memory: Memory, publisher: Publisher, replayer: Callable[[], Replayer], *, allow_writes: bool, publish: bool
    ) -> None:
        self._memory, self._publisher, self._replayer = memory, publisher, replayer
        self._allow_writes, self._auto = allow_writes, publish
        self._failed: dict[str, tuple[float, Verdict]] = {}

    async def try_draft(self, draft: Workflow) -> Verdict:
        """The verdict on a draft; the one of before where nothing that matters has changed since."""
        key = draft.digest() + ",".join(draft.evidence.runs)
        until, known = self._failed.get(key, (0.0, None))
        if known is not None and time.monotonic() < until:
            return known
        verdict = await self._verify(draft)
        if not verdict.ok:
            self._failed[key] = (float("inf") if verdict.lasting else time.monotonic() + TRY_AGAIN_S, verdict)
        return verdict

    async def prove_again(self, ref: str) -> list[str]:
        """Replays a stored workflow with the values of its source runs and draws the consequence.

        One in use that fails for a fault of its own is quarantined; a quarantined one that holds to its end is in use again;
        a draft that holds is verified. What was told is returned in words.
        """
        workflow = await self._subject(ref)
        if workflow is None:
            return [f"{ref} is not known any more"]
        if workflow.state == "retired":
            back = f"awm-mcp workflows revert {workflow.name} VERSION"
            return [f"{workflow.name} is retired; bring a version back with `{back}`"]
        verdict = await self._verify(workflow)
        if verdict.ok and (verdict.whole or workflow.state != "quarantined"):
            return [await self._held(workflow, verdict)]
        if verdict.ok:
            return [f"{workflow.name} stays quarantined: it was only replayed up to its first step that writes"]
        if verdict.lasting and workflow.state in ("verified", "published"):
            await self._memory.workflows.save(workflow.model_copy(update={"state": "quarantined"}))
            await self._publisher.withdraw((workflow.id,))
            return [*verdict.reasons, f"{workflow.name} is quarantined until it is learnt anew or reverted"]
        return [*verdict.reasons, f"{workflow.name} stays {workflow.state}"]

    async def _verify(self, workflow: Workflow) -> Verdict:
        return await verify(workflow, memory=self._memory, replayer=self._replayer(), allow_writes=self._allow_writes)

    async def _subject(self, ref: str) -> Workflow | None:
        """The published version, else the latest."""
        history = await self._memory.workflows.history(ref)
        published = next((w for w in history if w.state == "published"), None)
        return published or (history[0] if history else None)

    async def _held(self, workflow: Workflow, verdict: Verdict) -> str:
        evidence = workflow.evidence.model_copy(update={"verified_at": time.time(), "verified": verdict.checked})
        back = workflow.state in ("quarantined", "draft")
        state = "verified" if back else workflow.state
        saved = await self._memory.workflows.save(workflow.model_copy(update={"evidence": evidence, "state": state}))
        if workflow.state == "quarantined" and self._auto and saved.evidence.support > 1:
            await self._publisher.publish((saved,))
        return f"{saved.name} version {saved.version} holds: {'; '.join(verdict.checked)}"
