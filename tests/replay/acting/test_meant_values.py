"""Rows of clicks and keys that mean one value, in memory; and what Enter may take."""

from __future__ import annotations

import pytest

from awm_mcp.formats import workflow_yaml
from awm_mcp.model import Action, Became, Effect, FlowStep, Seen, Step, Target, Workflow, value
from awm_mcp.replay.acting.stepper_clicks import Stepped, as_values
from awm_mcp.replay.acting.taken_suggestion import Taken, as_choices, stands_for_it
from awm_mcp.replay.values.binding import Arguments

PLUS = Target(role="button", name=value("+"), seen=Seen(held="1"))
FIELD = Target(role="combobox", name=value("Person"), css="#q")


def click(name: str = "+", *sent: str) -> Step:
    target = PLUS if name == "+" else Target(role="button", name=value(name))
    return Step(action=Action(type="click", target=target), url="/cart", effect=Effect(requests=sent, changed=True))


def moved(before: float, after: float, *, sure: bool = True, key: str = "0.1") -> Stepped:
    return Stepped(key, before, after, sure, PLUS)


def test_a_row_of_clicks_on_one_value_is_the_value_that_they_led_to():
    steps = [click("+", "PUT /1"), click("+", "PUT /2"), click("-", "PUT /1"), click("Order")]
    made = as_values(steps, {0: moved(1, 2), 1: moved(2, 3), 2: moved(3, 2)})
    assert made[:2] == [None, None] and made[3] is steps[3] and made[2] is not None
    assert made[2].action == Action(type="fill", target=PLUS, value=value("2"), stepper=True)
    assert made[2].effect is not None and made[2].effect.requests == ("PUT /1", "PUT /2")


def test_clicks_on_two_values_are_two_values():
    made = as_values([click(), click(), click()], {0: moved(1, 2), 1: moved(0, 0.5, key="0.2"), 2: moved(2, 3)})
    assert [s.action.value.words() for s in made if s is not None and s.action.value is not None] == ["2", "0.5", "3"]


def test_one_click_between_arrows_may_be_a_vote_and_two_are_none():
    vote = [click()]
    assert as_values(vote, {0: moved(12, 13, sure=False)}) == vote
    assert as_values([click(), click()], {0: moved(1, 2, sure=False), 1: moved(2, 3, sure=False)})[0] is None
    back = [click(), click()]
    assert as_values(back, {0: moved(12, 13, sure=False), 1: moved(13, 12, sure=False)}) == back


def test_what_was_typed_the_arrows_and_enter_are_the_choice_of_the_entry():
    typed = Step(action=Action(type="fill", target=FIELD, value=value("Ann")), url="/share")
    keys = [Step(action=Action(type="press", target=FIELD, value=value(key))) for key in ("ArrowDown", "Enter")]
    made = as_choices([click("Share"), typed, *keys], {3: Taken("Anna Berg", FIELD)})
    assert made[1:3] == [None, None] and made[0] is not None and made[3] is not None
    assert made[3].action == Action(type="select", target=FIELD, value=value("Anna Berg")) and made[3].url == "/share"


def test_typing_in_another_field_is_no_part_of_the_choice():
    other = Step(action=Action(type="fill", target=FIELD.model_copy(update={"css": "#r"}), value=value("Hello")))
    enter = Step(action=Action(type="press", target=FIELD, value=value("Enter")))
    assert as_choices([other, enter], {1: Taken("Anna Berg", FIELD)})[0] is other


@pytest.mark.parametrize(
    ("lit", "stands"),
    [
        ('Create "Ann"', True), ("Ann – suchen", True), ("Search for ann", True), ("„Ann“ hinzufügen", True),
        ("Neu: Ann", True), ("Anna Berg", False), ("Ann Smith", False), ("Bob", False), ("Joann", False),
    ],
)  # fmt: skip
def test_an_entry_that_makes_or_searches_what_was_typed_is_no_other_thing(lit: str, stands: bool):
    assert stands_for_it(lit, "Ann") is stands


def test_a_state_after_a_click_goes_through_files_with_its_arguments():
    became = Became(target=Target(role="button", name=value("Liked")), marks=(".on",), alone=True)
    action = Action(type="click", target=Target(role="button", name=value("Like")), became=became)
    flow = Workflow(name="site_like", site="a.example", start="/", steps=(FlowStep(action=action),))
    again = workflow_yaml.load(workflow_yaml.dump(flow))
    assert again.steps[0].action == action
    assert Arguments({}, {}, None, "a.example").said_action(action) == 'click button "Like"'
