"""What replays in use were seen to send, step by step: the next one is to send it, too."""

from __future__ import annotations

from awm_mcp.memory.port import Memory
from awm_mcp.model import Outcome, Workflow
from awm_mcp.model.sends import in_all

MOST_LOOKED_AT = 10
"""So many replays in use are looked at; a step counts as one that sends where it sent something in each."""


async def with_sent_in_use(workflow: Workflow, memory: Memory) -> Workflow:
    """The workflow with what its steps sent in all good replays of this version, where its source runs do not tell it.

    Source runs that were only reported are looked at up to the first step that writes: what it sends is not seen then.
    """
    if not any(_is_open(workflow, number) for number in range(1, len(workflow.steps) + 1)):
        return workflow
    latest = await memory.outcomes.latest(workflow.name, most=MOST_LOOKED_AT)
    good = [one.sent for one in latest if _counts(one, workflow)]
    steps = list(workflow.steps)
    for number, step in enumerate(workflow.steps, start=1):
        if _is_open(workflow, number) and (sends := in_all([sent[str(number)] for sent in good if str(number) in sent])):
            steps[number - 1] = step.model_copy(update={"sends": sends})
    return workflow.model_copy(update={"steps": tuple(steps)})


def as_stored(replayed: Workflow, workflow: Workflow) -> Workflow:
    """A workflow as it was replayed, without what was only known from its use. ``workflow``: the stored version."""
    if len(replayed.steps) != len(workflow.steps):
        return replayed
    pairs = zip(replayed.steps, workflow.steps, strict=True)
    steps = tuple(step if step.sends == own.sends else step.model_copy(update={"sends": own.sends}) for step, own in pairs)
    return replayed.model_copy(update={"steps": steps})


def _is_open(workflow: Workflow, number: int) -> bool:
    step = workflow.steps[number - 1]
    return step.writes and not (step.sends or step.optional or step.group is not None or step.for_each is not None)


def _counts(outcome: Outcome, workflow: Workflow) -> bool:
    return outcome.ok and outcome.version == workflow.version and bool(outcome.sent)
