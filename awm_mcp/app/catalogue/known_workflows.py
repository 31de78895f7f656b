"""Which workflow somebody means: the refusal of a name that none bears, with the nearest names."""

from __future__ import annotations

from awm_mcp.errors import NotFound
from awm_mcp.memory.port import Memory
from awm_mcp.model.nearest import did_you_mean


async def unknown_workflow(memory: Memory, ref: str) -> NotFound:
    """The refusal, with what was most likely meant."""
    names = [name for _, name in await memory.workflows.names(None)]
    meant = did_you_mean(ref, names)
    return NotFound(
        "unknown_workflow",
        expected="the id or name of a stored workflow",
        seen=repr(ref[:80]),
        next=f"{meant}call find_workflows with the task text, or run `awm-mcp workflows list`",
    )
