"""Steps that led to a state or a value: what of it is a parameter, what is fixed, and what all runs agree on."""

from __future__ import annotations

from making_runs import ORIGIN, run, step

from awm_mcp.induction.grouping.loops import folded
from awm_mcp.induction.library import induce
from awm_mcp.induction.writing.toggled import joint_became
from awm_mcp.model import Action, Became, Effect, FlowStep, Param, Run, Seen, Step, Target, value

STAYED = Effect(url=ORIGIN + "/", changed=True)


def order(task: str, count: str | None, id: str) -> Run:
    sent = Effect(url=ORIGIN + "/done", requests=("POST /order",), changed=True)
    more = {"role": "button", "stepper": True, "seen": Seen(held="1"), "effect": STAYED}
    steps = [step("fill", "+", count, **more)] if count is not None else []
    return run(task, *steps, step("click", "Order", role="button", effect=sent), id=id, observed=True)


def like(*, became: Became | None, name: str = "Like", id: str = "") -> Step:
    return step("click", name, role="button", became=became, effect=STAYED)


def test_a_number_that_differs_is_a_parameter_and_the_value_is_stepped_to_it():
    (flow,) = induce([order("Order 3 adult tickets", "3", "a"), order("Order 4 adult tickets", "4", "b")])
    action = flow.steps[0].action
    assert action is not None and action.stepper and action.value is not None and len(action.value.params) == 1
    assert [(p.type, p.examples) for p in flow.parameters] == [("integer", ("3", "4"))]
    assert "the number to step to" in flow.parameters[0].description


def test_a_number_that_a_single_task_names_is_a_parameter_and_another_is_fixed():
    (named,) = induce([order("Order 3 adult tickets", "3", "a")])
    (fixed,) = induce([order("Order the adult tickets", "3", "a")])
    assert [p.examples for p in named.parameters] == [("3",)]
    assert fixed.parameters == () and fixed.steps[0].words() == 'step the value at button "+" to "3"'


def test_a_run_that_found_the_number_there_makes_the_step_no_less_the_callers():
    runs = [order(f"Order {n} adult tickets", n if n != "1" else None, n) for n in ("3", "4", "1")]
    (flow,) = induce(runs)
    assert flow.steps[0].optional and flow.steps[0].action is not None and flow.steps[0].action.params


def test_the_state_after_a_click_is_what_all_runs_saw():
    one = Became(target=Target(role="button", name=value("Liked")), marks=(".on", ".a1"), alone=True)
    other = Became(target=Target(role="button", name=value("Liked")), marks=(".on", ".b2"))
    control = Target(role="button", name=value("Like"), row=value([Param(param="post")]))
    made = joint_became([like(became=one), like(became=other)], {}, control)
    assert made is not None and made.marks == (".on",) and not made.alone
    assert made.target is not None and made.target.words() == 'button "Liked" in the row of "{post}"'
    assert joint_became([like(became=one), like(became=None)], {}, control) is None
    unset = Became(unset=True, echoes=2)
    assert joint_became([like(became=one), like(became=unset)], {}, control) == unset
    assert joint_became([like(became=Became(marks=(".a",))), like(became=Became(marks=(".b",)))], {}, control) is None


def test_a_name_with_the_callers_value_keeps_it_in_the_state_after_the_click():
    def follow(who: str) -> Run:
        after = Became(target=Target(role="button", name=value(f"Unfollow {who}")), alone=True)
        return run(f'Follow "{who}"', like(became=after, name=f"Follow {who}"), id=who, observed=True)

    (flow,) = induce([follow("Ann Berg"), follow("Bob Hale")])
    action = flow.steps[0].action
    assert action is not None and action.became is not None and action.became.target is not None
    assert action.became.target.name is not None and action.became.target.name.params == action.params[:1]


def test_a_control_that_is_clicked_for_every_item_has_no_state_that_would_leave_it_out():
    became = Became(marks=(".used",))
    typing = Action(type="fill", target=Target(role="textbox"), value=value([Param(param="item")]))
    adding = Action(type="click", target=Target(role="button", name=value("Add")), became=became)
    made = folded((FlowStep(action=typing), FlowStep(action=adding)), 0, 2, "item", "items")
    assert made is not None and made[0].for_each is not None
    assert [s.action.became for s in made[0].for_each.steps if s.action is not None] == [None, None]
