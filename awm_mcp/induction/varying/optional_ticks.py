"""Ticks that only some runs made, as their tasks told them: ``…, featured``, ``… with breakfast``."""

from __future__ import annotations

from typing import NamedTuple

from awm_mcp.induction.aligning.told_states import NEAR, gap_between, label_of, mention, spots, state_of
from awm_mcp.induction.varying.flags import clause_of
from awm_mcp.model import Step


class Told(NamedTuple):
    """The words of a task that tell a tick, and those by which another task does without it; empty where it is silent."""

    own: str
    against: str


def tick_told(step: Step, task: str, other: str) -> Told | None:
    """What tells a tick that only the run of ``task`` made; None for another step, or where the tasks do not tell it."""
    state = state_of(step.action)
    label = label_of(step) if state is not None else ""
    named = mention(label, task) if label else None
    if state is None or named is None:
        return None
    there = mention(label, other)
    if there is None:
        said = clause_of(task, named, state)
        return Told(task[min(said[0], named[0]) : max(said[1], named[1])], "") if said is not None else None
    for spot in spots(task, other):
        if gap_between(spot.own, named, task) < NEAR and gap_between(spot.other, there, other) < NEAR:
            parts = (task, spot.own, named), (other, spot.other, there)
            own, against = (text[min(one[0], two[0]) : max(one[1], two[1])] for text, one, two in parts)
            return Told(own, against)
    return None
