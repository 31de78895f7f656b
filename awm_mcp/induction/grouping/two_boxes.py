"""Two boxes of a page that runs switch on and off are two things to do; three show a list to choose from.

With two of them "which box" would be a free text beside its state, and neither could be called by its own name.
"""

from __future__ import annotations

from dataclasses import replace

from awm_mcp.induction.aligning.told_states import LEAST_OF_A_LIST, label_of, state_of
from awm_mcp.induction.grouping.family import Family, by_length
from awm_mcp.induction.trace import Trace


def one_by_one(family: Family) -> list[Family]:
    """The family, or one for each of its two boxes, where the runs set one of these each and want either state."""
    set_by = [_box_of(trace) for trace in family.traces]
    boxes = [box for box in set_by if box is not None]
    labels = dict.fromkeys(label for label, _ in boxes)
    if len(boxes) < len(set_by) or not 1 < len(labels) < LEAST_OF_A_LIST or len({state for _, state in boxes}) < 2:
        return [family]
    pairs = list(zip(family.traces, boxes, strict=True))
    return [_of(family, [trace for trace, (own, _) in pairs if own == label]) for label in labels]


def _box_of(trace: Trace) -> tuple[str, bool] | None:
    """What the one box that a run sets is called, and what it becomes; None for a run that sets none or several."""
    found = [(label_of(step).casefold(), state) for step in trace.steps if (state := state_of(step.action)) is not None]
    return found[0] if len(found) == 1 and found[0][0] else None


def _of(family: Family, traces: list[Trace]) -> Family:
    first = min(traces, key=by_length)
    runs = dict.fromkeys(trace.run.id for trace in traces if trace.run.id)
    return replace(family, first=first, traces=traces, runs=runs, count=len(traces))
