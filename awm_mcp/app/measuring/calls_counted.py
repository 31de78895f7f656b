"""How often a workflow was called and worked, under all the names that it has borne."""

from __future__ import annotations

from awm_mcp.memory.port import Memory
from awm_mcp.model import Workflow


async def record_of(memory: Memory, workflow: Workflow) -> tuple[int, int]:
    """(worked, tried) in use. A former name counts as long as it still leads to this workflow."""
    names = [workflow.name]
    if workflow.version > 1:  # a name only changes with a version
        names += [w.name for w in await memory.workflows.history(workflow.id or workflow.name)]
    worked = tried = 0
    for name in dict.fromkeys(names):
        if name != workflow.name and not await _leads_to(memory, name, workflow):
            continue
        good, every = await memory.outcomes.record_of(name)
        worked, tried = worked + good, tried + every
    return worked, tried


async def _leads_to(memory: Memory, name: str, workflow: Workflow) -> bool:
    found = await memory.workflows.get(name)
    return found is not None and found.id == workflow.id
