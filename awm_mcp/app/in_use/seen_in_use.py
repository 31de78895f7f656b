"""What good replays in use were seen to send, step by step, and to show at their end: the next one is to do so, too."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from awm_mcp.memory.port import Memory
from awm_mcp.model import Outcome, SeenEnd, Workflow
from awm_mcp.model.sends import in_all

MOST_LOOKED_AT = 10
"""So many replays in use are looked at; a step counts as one that sends where it sent something in each. A workflow that
stopped so often since has no end that is known: its site may have become another one."""


async def with_seen_in_use(workflow: Workflow, memory: Memory) -> tuple[Workflow, SeenEnd | None]:
    """The workflow with what its steps sent in all good replays of this version, where its source runs do not tell it; and
    what these showed at their end.

    Source runs that were only reported are looked at up to the first step that writes: what it sends is not seen then.
    """
    if not any(step.writes for step in workflow.steps):
        return workflow, None
    latest = await memory.outcomes.latest(workflow.name, most=MOST_LOOKED_AT)
    good = [one for one in latest if one.ok and one.version == workflow.version]
    return _sending(workflow, [one for one in good if one.sent]), _end_of([one.end for one in good if one.end is not None])


def _sending(workflow: Workflow, good: Sequence[Outcome]) -> Workflow:
    steps = list(workflow.steps)
    for number, step in enumerate(workflow.steps, start=1):
        seen = [one.sent[str(number)] for one in good if str(number) in one.sent]
        if _is_open(workflow, number) and (sends := in_all(seen)):
            steps[number - 1] = step.model_copy(update={"sends": sends})
    return workflow.model_copy(update={"steps": tuple(steps)})


def _end_of(ends: Sequence[SeenEnd]) -> SeenEnd | None:
    return reduce(_joint, ends) if ends and len({one.page for one in ends}) == 1 else None


def _joint(one: SeenEnd, other: SeenEnd) -> SeenEnd:
    row = tuple(name for name in one.row if name in other.row and one.listed == other.listed)
    listed = one.listed if row else ""
    return SeenEnd(page=one.page, row=row, listed=listed, dialogs=max(one.dialogs, other.dialogs))


def as_stored(replayed: Workflow, workflow: Workflow) -> Workflow:
    """A workflow as it was replayed, without what was only known from its use. ``workflow``: the stored version."""
    if len(replayed.steps) != len(workflow.steps):
        return replayed
    pairs = zip(replayed.steps, workflow.steps, strict=True)
    steps = tuple(step if step.sends == own.sends else step.model_copy(update={"sends": own.sends}) for step, own in pairs)
    return replayed.model_copy(update={"steps": steps})


def _is_open(workflow: Workflow, number: int) -> bool:
    """Whether it is not known of a step what it sends: of one that writes, or that comes after one, as what sends may be
    the "Yes, delete" that follows."""
    step, begun = workflow.steps[number - 1], any(one.writes for one in workflow.steps[:number])
    return begun and not (step.sends or step.optional or step.group is not None or step.for_each is not None)
