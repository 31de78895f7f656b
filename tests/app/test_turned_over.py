"""A proof that found every state set already did nothing: it is brought into the other one first, else it proves no step."""

from __future__ import annotations

import pytest

from awm_mcp.app.verifying.turned_over import found_so, turned_over
from awm_mcp.app.verifying.verify import NOTHING_DONE, Verdict, done, verify
from awm_mcp.memory.fake import FakeMemory
from awm_mcp.model import Action, FlowStep, Outcome, Param, Parameter, Stopped, Target, Workflow, value
from awm_mcp.model.outcome import PageState, StepDone
from awm_mcp.replay.fake import FakeReplayer

BY_VALUE = value([Param(param="dark")])


def flow(checked: object = BY_VALUE, *, role: str = "switch", writes: bool = False) -> Workflow:
    target = Target(role=role, name=value("Dark mode"))
    step = FlowStep(action=Action.model_validate({"type": "check", "target": target, "checked": checked}), writes=writes)
    return Workflow(name="site_turn_dark", site="site.example", start=value("/"), steps=(step,))


def ended(workflow: Workflow, note: str = "", **changes: object) -> Outcome:
    rows = (StepDone(step=1, action="check switch", note=note, ms=1),)
    made = {"run_id": "r", "workflow": workflow.name, "version": 1, "status": "ok", "page": PageState(), "steps": rows}
    return Outcome.model_validate({**made, "steps_done": 1, "steps_total": 1, **changes})


@pytest.mark.parametrize(("given", "other"), [("true", False), ("false", True)])
def test_a_state_of_a_parameter_is_brought_into_the_other_one_first(given: str, other: bool) -> None:
    turned = turned_over(flow(), (1,), {"dark": given})
    assert turned is not None
    assert [step.action.checked for step in turned.steps if step.action is not None] == [other, BY_VALUE]


def test_radio_buttons_have_no_other_state_to_be_brought_into() -> None:
    assert turned_over(flow(checked=True, role="radio"), (1,), {}) is None


def test_a_step_that_had_nothing_to_do_is_known_by_what_its_replay_noted() -> None:
    assert found_so(flow(), ended(flow(), "was so already")) == (1,)
    assert found_so(flow(), ended(flow())) == ()


def test_a_proof_that_got_to_no_step_says_so() -> None:
    stopped = Stopped(step=1, action="check", code="until_write", expected="nothing that writes", seen="it writes")
    outcome = ended(flow(writes=True), status="confirmation_required", stopped=stopped, steps_done=0)
    assert done(flow(writes=True), outcome, {}).startswith(NOTHING_DONE)


async def proof(*notes: str) -> Verdict:
    """The proof of a switch; ``notes``: of the steps of each replay."""
    parameter = Parameter(name="dark", type="boolean", examples=("true",))
    workflow = flow().model_copy(update={"parameters": (parameter,)})
    plays = [lambda _, note=note: ended(workflow, note) for note in notes]
    return await verify(workflow, memory=FakeMemory(), replayer=FakeReplayer(*plays), allow_writes=False)


async def test_a_state_that_was_there_counts_as_proven_only_once_it_was_brought_back_from_the_other_one() -> None:
    assert (await proof("")).checked == ("1 of 1 steps with dark=true",)
    turned = await proof("was so already", "")
    assert (turned.whole, "into the other state and back" in turned.checked[0]) == (True, True)
    stuck = await proof("was so already", "was so already")
    assert (stuck.ok, stuck.whole, "had nothing to do" in stuck.checked[0]) == (True, False, True)
