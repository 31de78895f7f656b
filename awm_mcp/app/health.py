"""Health in use: a workflow that keeps stopping is taken out of the catalogue until it is learnt anew."""

from __future__ import annotations

from awm_mcp.app.publish import Publisher
from awm_mcp.memory.port import Memory
from awm_mcp.model import Outcome, Workflow

FAULTS = frozenset({"target_not_found", "ambiguous_target", "postcondition_failed"})
"""Statuses that blame the workflow; a wrong argument, a closed dialog or a dead site do not."""
MOST_FAULTS_IN_A_ROW = 3


class Health:
    """Counts faults in a row, per workflow, and quarantines at the third."""

    def __init__(self, memory: Memory, publisher: Publisher) -> None:
        self._memory, self._publisher = memory, publisher
        self._faults: dict[str, int] = {}

    async def note(self, workflow: Workflow, outcome: Outcome) -> None:
        """Takes one outcome in use into account."""
        if outcome.ok:
            self._faults.pop(workflow.id, None)
        elif outcome.status in FAULTS:
            self._faults[workflow.id] = self._faults.get(workflow.id, 0) + 1
            if self._faults[workflow.id] >= MOST_FAULTS_IN_A_ROW and workflow.state in ("verified", "published"):
                await self._quarantine(workflow)

    async def _quarantine(self, workflow: Workflow) -> None:
        self._faults.pop(workflow.id, None)
        await self._memory.workflows.save(workflow.model_copy(update={"state": "quarantined"}))
        await self._publisher.withdraw((workflow.id,))
