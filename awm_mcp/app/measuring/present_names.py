"""Events of workflows that bear another name by now: counted under the present one, so that a workflow stays one row."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.memory.port import WorkflowStore
from awm_mcp.model import Event


async def under_present_names(events: Sequence[Event], workflows: WorkflowStore) -> Sequence[Event]:
    """The events, with each former name of a stored workflow replaced by its present one."""
    present = {name for _, name in await workflows.names()}
    former = dict[str, str]()
    for name in sorted({name for event in events for name in _names(event)} - present):
        found = await workflows.get(name)
        if found is not None and found.name != name:
            former[name] = found.name
    return [_renamed(event, former) for event in events] if former else events


def _names(event: Event) -> list[str]:
    """An event may name several workflows, with commas between."""
    return [name for part in event.workflow.split(",") if (name := part.strip())]


def _renamed(event: Event, former: dict[str, str]) -> Event:
    names = _names(event)
    if not any(name in former for name in names):
        return event
    return event.model_copy(update={"workflow": ",".join(former.get(name, name) for name in names)})
