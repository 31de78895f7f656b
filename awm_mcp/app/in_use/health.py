"""Health in use: a workflow that keeps stopping is taken out of the catalogue until it is proven or learned anew."""

from __future__ import annotations

from awm_mcp.app.catalogue.publish import Publisher
from awm_mcp.app.in_use.excuses import is_about_a_value
from awm_mcp.jobs.port import Jobs
from awm_mcp.memory.port import Memory
from awm_mcp.model import Outcome, Workflow

FAULTS = frozenset({"target_not_found", "ambiguous_target", "postcondition_failed"})
"""Statuses that blame the workflow; a wrong argument, a closed dialog or a dead site do not."""
STEP_FAULTS = frozenset(
    {
        "covered", "detached", "did_not_stick", "dispatched_unconfirmed", "hidden", "no_download", "no_new_tab", "no_rows",
        "not_a_field", "not_as_expected", "not_checked", "not_editable", "not_shown", "not_stable", "outside_viewport",
        "row_moved", "state_not_seen", "still_shown",
    }
)  # fmt: skip
"""Codes by which a step that stopped says that the page did not do what it did in the runs."""
MOST_FAULTS_IN_A_ROW = 3
LOOK_BACK = 20


class Health:
    """Looks at the outcomes in use, shared by all servers on the memory, and quarantines at the third fault in a row.

    A job then replays the workflow with the values of its source runs: only what still holds comes back.
    """

    def __init__(self, memory: Memory, publisher: Publisher, jobs: Jobs) -> None:
        self._memory, self._publisher, self._jobs = memory, publisher, jobs

    async def note(self, workflow: Workflow, outcome: Outcome) -> None:
        """Takes one outcome in use into account; it must be stored already."""
        if not _is_fault(workflow, outcome) or workflow.state not in ("verified", "published"):
            return
        if await self._faults_in_a_row(workflow) >= MOST_FAULTS_IN_A_ROW:
            await self.quarantine(workflow)

    async def quarantine(self, workflow: Workflow) -> None:
        """Takes a version out of use and asks for a verification of it."""
        await self._memory.workflows.save(workflow.model_copy(update={"state": "quarantined"}))
        await self._publisher.withdraw((workflow.id,))
        await self._memory.jobs.add("verify", workflow.site, workflow.id)
        self._jobs.wake()

    async def _faults_in_a_row(self, workflow: Workflow) -> int:
        """Faults since the version last worked or was last proven, whichever came later."""
        count = 0
        since = workflow.evidence.verified_at or 0.0
        for outcome in await self._memory.outcomes.latest(workflow.name, most=LOOK_BACK, since=since):
            if outcome.ok and outcome.version == workflow.version:
                break
            count += _is_fault(workflow, outcome) and outcome.version == workflow.version
        return count


def _is_fault(workflow: Workflow, outcome: Outcome) -> bool:
    stopped = outcome.stopped
    step = outcome.status in ("step_failed", "unknown") and stopped is not None and stopped.code in STEP_FAULTS
    blamed = outcome.status in FAULTS or step
    return blamed and not (outcome.callers_mistake or is_about_a_value(workflow, outcome))
