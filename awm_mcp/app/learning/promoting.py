"""Workflows by address: leading form steps become one navigation, once a browser showed that both reach the same end."""

from __future__ import annotations

import time
from collections.abc import Sequence

from awm_mcp.app.learning.remarks import Remarks
from awm_mcp.app.verifying.proving import Prover
from awm_mcp.app.versions.continuity import IN_USE
from awm_mcp.induction.writing.promotion import promote
from awm_mcp.memory.port import Memory
from awm_mcp.model import Run, Workflow


class Promoter:
    """Proposes the version by address of workflows that hold, and stores it as the next version when it holds as well.

    The version in the interface stays in the history, and its steps stay in the new one, for replays to go back to.
    """

    def __init__(self, memory: Memory, prover: Prover) -> None:
        self._memory, self._prover = memory, prover
        self._tried: set[str] = set()

    async def by_address(self, workflow: Workflow, remarks: Remarks) -> Workflow:
        """The next version of a workflow, or the workflow itself where the address does not do the same."""
        promoted = promote(workflow, await self._sources(workflow)) if self._may_be(workflow) else None
        if promoted is None:
            return workflow
        verdict = await self._prover.try_by_address(workflow, promoted)
        if verdict.lasting:
            self._tried.add(workflow.digest())
        if not verdict.ok:
            remarks.of(workflow, _stays(workflow, verdict.reasons))
            return workflow
        evidence = workflow.evidence.model_copy(update={"verified_at": time.time(), "verified": verdict.checked})
        changed = {"state": "verified", "evidence": evidence}
        saved = await self._memory.workflows.save(promoted.model_copy(update=changed))
        remarks.of(saved, f"{saved.name} version {saved.version} goes by address: {'; '.join(verdict.checked)}")
        return saved

    def _may_be(self, workflow: Workflow) -> bool:
        in_use = workflow.state in IN_USE and workflow.memory == "online"
        return in_use and not (workflow.pinned or workflow.by_address) and workflow.digest() not in self._tried

    async def _sources(self, workflow: Workflow) -> list[Run]:
        """The source runs whose arguments are known."""
        shown = workflow.evidence.runs[: len(workflow.evidence.arguments)]
        found = [await self._memory.runs.get(run_id) for run_id in shown]
        return [run for run in found if run is not None]


def _stays(workflow: Workflow, reasons: Sequence[str]) -> str:
    """That the shorter way was tried and given up, in words for who did not know of it."""
    why = "; ".join(reason.removeprefix(f"{workflow.name}: ") for reason in reasons)
    return (
        f"{workflow.name} goes on by clicks and fields as it was recorded, and works so; opening its page by address "
        f"instead was tried and does not do the same ({why})"
    )
