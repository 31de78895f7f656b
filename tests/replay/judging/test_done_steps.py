"""Which steps count as done, the table of them, and what a stop says first of a value that is not there."""

from __future__ import annotations

from awm_mcp.model import Action, FlowStep, Param, StepDone, Stopped, Target, Text, Value
from awm_mcp.replay.done_steps import done_in, left_out, one_row_a_step
from awm_mcp.replay.judging.stops import about_the_value

CONTACT = Value((Param(param="contact"),))


def press(name: Value) -> FlowStep:
    return FlowStep(action=Action(type="click", target=Target(role="button", name=name)))


def test_steps_that_were_jumped_over_do_not_count_as_done() -> None:
    assert done_in(1, 2) == (1, 2)
    assert done_in(4, 6, (1, 2)) == (1, 2, 4, 5, 6)
    assert done_in(3, 0, (1, 2)) == (1, 2)


def test_a_good_end_names_the_steps_that_no_replay_did() -> None:
    assert left_out((1, 2, 3), 3) == ""
    assert left_out((1, 3), 3) == "; step 2 was not done by it: that is as you left it on the page"
    assert left_out((3,), 3).startswith("; steps 1, 2 were not done by it")


def test_the_parts_of_a_step_are_told_in_its_own_row() -> None:
    rows = [
        StepDone(step=1, action="fill the search", ms=1),
        StepDone(step=1, action="click Search", ms=1, note="healed"),
        StepDone(step=1, action="open /people", ms=3, note="done in the interface"),
        StepDone(step=2, action="read cell", ms=1),
    ]
    told = one_row_a_step(rows, {1})
    assert [(row.step, row.action) for row in told] == [(1, "open /people"), (2, "read cell")]
    assert told[0].note == "done in the interface: fill the search; click Search (healed)"
    assert one_row_a_step(rows, ()) == tuple(rows)


def test_the_value_is_checked_first_where_it_names_what_is_missing() -> None:
    steps = (press(CONTACT), press(Value((Text(text="Show"),))))
    stop = Stopped(step=1, code="target_not_found")
    told = about_the_value(steps, stop, {"contact": "Nobody Here"})
    assert told == "nothing on the page is found for contact 'Nobody Here': check the value first"
    there = stop.model_copy(update={"expected": 'button "Show"', "around": '- row "Nobody Here"'})
    told = about_the_value(steps, there, {"contact": "Nobody Here"})
    assert told.startswith("contact 'Nobody Here' is on the page, but button \"Show\" is not")
    assert about_the_value(steps, stop.model_copy(update={"step": 2}), {"contact": "Nobody Here"}) == ""
    assert about_the_value(steps, stop.model_copy(update={"code": "hidden"}), {"contact": "Nobody Here"}) == ""
    assert about_the_value(steps, stop, {}) == ""
