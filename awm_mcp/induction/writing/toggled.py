"""What a control showed in all runs after a click on it: the state that a replay does not undo."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.texts.unify import Known
from awm_mcp.induction.writing.elements import merge_targets
from awm_mcp.model import Became, FlowStep, Step, Target


def joint_became(steps: Sequence[Step], known: Known, target: Target | None) -> Became | None:
    """What all runs saw of it; None where one saw nothing, or they agree on nothing. ``target``: the control itself."""
    seen = [step.action.became for step in steps]
    given = [one for one in seen if one is not None]
    if target is None or len(given) < len(seen):
        return None
    if any(one.unset for one in given):
        return _joint_unset([one for one in given if one.unset])
    names = [one.target for one in given if one.target is not None]
    if 0 < len(names) < len(given):
        return None
    after = merge_targets(names, known) if names else None
    if after is not None:
        own = {"row": target.row, "row_spot": target.row_spot, "row_needed": target.row_needed, "place": target.place}
        after = after.model_copy(update=own)
    marks = tuple(mark for mark in given[0].marks if all(mark in one.marks for one in given))
    lost = tuple(mark for mark in given[0].lost if all(mark in one.lost for one in given))
    echoes, anew = min(one.echoes for one in given), all(one.anew for one in given)
    if after is None and not marks and not lost:
        sent = all(step.effect is not None and step.effect.requests for step in steps)
        return Became(echoes=echoes, anew=anew) if echoes and sent else None
    if after is not None and (not after.texts or after.texts == target.texts):
        return None
    alone = all(one.alone for one in given)
    return Became(target=after, marks=marks, lost=lost, alone=alone, echoes=echoes, anew=anew)


def _joint_unset(given: Sequence[Became]) -> Became:
    """What is known of a control that no run showed the change of."""
    first = given[0]
    marks = tuple(mark for mark in first.marks if all(mark in one.marks for one in given))
    lost = tuple(mark for mark in first.lost if all(mark in one.lost for one in given))
    wanted = first.wanted if all(one.wanted is first.wanted for one in given) else None
    echoes = min((one.echoes for one in given if one.echoes), default=0)
    return Became(unset=True, wanted=wanted, marks=marks, lost=lost, echoes=echoes)


def without_became(step: FlowStep) -> FlowStep:
    """The step as one that is done again on the same control: what it led to the first time is no reason to leave it out."""
    if step.action is None or step.action.became is None:
        return step
    return step.model_copy(update={"action": step.action.model_copy(update={"became": None})})
