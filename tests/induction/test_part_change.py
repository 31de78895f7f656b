"""A change of a part carried into a longer workflow."""

from __future__ import annotations

from typing import Any

import pytest

from awm_mcp.induction.routines.part_change import NotCarried, carried, change_of
from awm_mcp.model import (
    Action,
    Expectation,
    FlowStep,
    ForEach,
    Output,
    Param,
    Parameter,
    Target,
    Text,
    Value,
    Workflow,
    value,
)

QUERY = Parameter(name="query")
ITEM = Parameter(name="item", description="What to buy.")


def p(name: str) -> Value:
    return value([Param(param=name)])


def field(label: str, **more: Any) -> Target:
    return Target(role="textbox", name=value(label), **more)


def button(name: str, **more: Any) -> Target:
    return Target(role="button", name=value(name), **more)


def fill(target: Target, text: Value | str, **more: Any) -> FlowStep:
    return FlowStep(action=Action(type="fill", target=target, value=value(text) if isinstance(text, str) else text), **more)


def click(target: Target, **more: Any) -> FlowStep:
    return FlowStep(action=Action(type="click", target=target), **more)


def read(css: str, output: str) -> FlowStep:
    return FlowStep(action=Action(type="extract", target=Target(css=css), output=output))


def flow(*steps: FlowStep, parameters: tuple[Parameter, ...] = (), **more: Any) -> Workflow:
    return Workflow(name="flow", site="shop.example", start=value("/"), steps=steps, parameters=parameters, **more)


GO, BUY = button("Go"), button("Buy")
PART = flow(fill(field("Search"), p("query")), click(GO), parameters=(QUERY,))
WHOLE = flow(
    fill(field("Search", css="#q"), p("item"), observation="Home"),
    click(button("Go", css="#go"), expect=Expectation(url=value("/found"))),
    click(BUY, writes=True),
    parameters=(ITEM,),
    risk="write",
    description="Buys. It starts at / and does 3 steps.",
)


def edited(part: Workflow, at: int, step: FlowStep) -> Workflow:
    return part.model_copy(update={"steps": (*part.steps[:at], step, *part.steps[at + 1 :])})


def words(workflow: Workflow) -> list[str]:
    return [step.words() for step in workflow.steps]


def after(new: Workflow, whole: Workflow = WHOLE, former: Workflow = PART) -> Workflow:
    return carried(whole, change_of(former, new))


def test_an_element_under_another_name_is_the_only_thing_that_changes() -> None:
    new = edited(PART, 1, click(button("Find")))
    made = after(new)
    assert change_of(PART, new).words_of("flow") == "step 2 of flow changed"
    assert words(made) == ['fill textbox "Search" with "{item}"', 'click button "Find"', 'click button "Buy"']
    assert made.steps[1].expect == WHOLE.steps[1].expect
    assert (made.steps[0], made.steps[2]) == (WHOLE.steps[0], WHOLE.steps[2])


def test_a_healed_element_keeps_the_longer_workflows_own_witness_and_former_name() -> None:
    healed = GO.model_copy(update={"name": value("Find"), "formerly": (GO,)})
    action = after(edited(PART, 1, click(healed))).steps[1].action
    assert action is not None and action.target is not None
    assert (action.target.css, action.target.formerly) == ("#go", (button("Go", css="#go"),))


def test_another_element_brings_its_own_witness() -> None:
    new = edited(PART, 1, click(Target(role="link", name=value("Everything"), css="nav a")))
    action = after(new).steps[1].action
    assert action is not None
    assert action.target == Target(role="link", name=value("Everything"), css="nav a")


def test_what_is_only_said_of_a_step_is_no_change() -> None:
    new = edited(PART, 0, fill(field("Search"), p("query"), observation="The home page", reasoning="Search"))
    assert change_of(PART, new).edits == ()
    assert after(new) is WHOLE


def test_the_new_steps_use_what_stands_in_the_longer_workflow() -> None:
    text = value([Text(text='"'), Param(param="query"), Text(text='"')])
    new = edited(PART, 0, fill(field("Search"), text))
    assert words(after(new))[0] == 'fill textbox "Search" with ""{item}""'
    fixed = WHOLE.model_copy(update={"steps": (fill(field("Search"), "Lamp"), *WHOLE.steps[1:]), "parameters": ()})
    assert words(after(new, fixed))[0] == 'fill textbox "Search" with ""Lamp""'


def test_new_steps_come_in_and_gone_ones_go() -> None:
    tick = click(Target(role="checkbox", name=value("In stock")))
    longer = PART.model_copy(update={"steps": (PART.steps[0], tick, PART.steps[1])})
    made = after(longer)
    assert change_of(PART, longer).words_of("flow") == "new step 2 of flow"
    assert words(made)[1] == 'click checkbox "In stock"'
    assert made.description.endswith("does 4 steps.")
    back = carried(made, change_of(longer, PART))
    assert change_of(longer, PART).words_of("flow") == "step 2 of flow gone"
    assert back == WHOLE


def test_every_place_of_the_part_is_changed() -> None:
    twice = flow(*PART.steps, *(fill(field("Search"), "Lamp"), click(GO)), click(BUY), parameters=(QUERY,))
    assert words(after(edited(PART, 1, click(button("Find"))), twice)).count('click button "Find"') == 2


def test_carrying_a_change_again_changes_nothing() -> None:
    new = edited(PART, 1, click(button("Find")))
    once = after(new)
    assert after(new, once) is once


def test_a_workflow_without_the_parts_steps_stays_as_it_is() -> None:
    other = flow(click(button("Menu")), click(GO), click(BUY))
    assert after(edited(PART, 1, click(button("Find"))), other) is other


def test_a_renamed_parameter_of_the_part_is_no_new_one() -> None:
    new = flow(fill(field("Search"), p("thing")), click(button("Find")), parameters=(Parameter(name="thing"),))
    assert change_of(PART, new).words_of("flow") == "step 2 of flow changed"
    assert after(new).parameters == (ITEM,)


def test_a_new_optional_parameter_becomes_one_of_the_longer_workflow() -> None:
    shelf = fill(field("Item"), p("item"), optional=True)
    more = {"steps": (shelf, *PART.steps), "parameters": (*PART.parameters, Parameter(name="item", required=False))}
    made = after(PART.model_copy(update=more))
    assert [parameter.name for parameter in made.parameters] == ["item", "item_2"]
    assert words(made)[0] == 'fill textbox "Item" with "{item_2}" (if given)'
    assert made.input_schema()["required"] == ["item"]


def test_a_secret_is_the_sites_and_keeps_its_name() -> None:
    pin = Parameter(name="pin", secret="secret")
    new = PART.model_copy(update={"steps": (fill(field("Pin"), p("pin")), *PART.steps), "parameters": (QUERY, pin)})
    assert after(new).parameters == (ITEM, pin)
    clash = WHOLE.model_copy(update={"parameters": (ITEM, Parameter(name="pin", required=False))})
    with pytest.raises(NotCarried, match="no secret"):
        after(new, clash)


def test_what_callers_would_have_to_give_anew_is_not_carried() -> None:
    required = PART.model_copy(
        update={"steps": (fill(field("Shop"), p("shop")), *PART.steps), "parameters": (QUERY, Parameter(name="shop"))}
    )
    with pytest.raises(NotCarried, match="do not give shop"):
        after(required)
    without = PART.model_copy(update={"steps": (fill(field("Search"), "Lamp"), PART.steps[1]), "parameters": ()})
    with pytest.raises(NotCarried, match="not use item any more"):
        after(without)


def test_outputs_come_with_the_steps_that_read_them_and_are_not_lost() -> None:
    price = PART.model_copy(update={"steps": (*PART.steps, read(".price", "price")), "outputs": (Output(name="price"),)})
    made = after(price)
    assert made.outputs == (Output(name="price"),)
    with pytest.raises(NotCarried, match="not return price any more"):
        carried(made, change_of(price, PART))
    own = flow(*WHOLE.steps, read(".total", "price"), parameters=(ITEM,), outputs=(Output(name="price"),))
    with pytest.raises(NotCarried, match="two things under one name"):
        after(price, own)


def test_a_step_that_writes_raises_the_risk() -> None:
    reads = WHOLE.model_copy(update={"steps": (*WHOLE.steps[:2], click(button("Show"))), "risk": "read"})
    assert after(edited(PART, 1, click(button("Store"), writes=True)), reads).risk == "write"
    assert after(edited(PART, 1, click(button("Delete"), writes=True)), reads).risk == "destructive"


def test_the_start_is_recognised_by_the_new_first_step() -> None:
    part = flow(click(GO), fill(field("Search"), p("query")), parameters=(QUERY,))
    first = button("Go", css="#go")
    whole = flow(click(first), fill(field("Search"), p("item")), click(BUY), parameters=(ITEM,)).model_copy(
        update={"precondition": Expectation(target=first)}
    )
    made = carried(whole, change_of(part, edited(part, 0, click(button("Find")))))
    assert made.precondition == Expectation(target=button("Find"))


def test_by_address_stays_so_while_the_steps_that_it_stands_for_are_the_same() -> None:
    going = FlowStep(action=Action(type="goto", value=value("/s")), instead=WHOLE.steps[:2])
    promoted = WHOLE.model_copy(update={"steps": (going, WHOLE.steps[2], click(button("Pay")))})
    tail = flow(click(BUY, writes=True), click(button("Pay")))
    assert after(edited(tail, 1, click(button("Order"))), promoted, tail).steps[0] == going
    made = after(edited(PART, 1, click(button("Find"))), promoted)
    assert not made.by_address
    assert words(made)[:2] == ['fill textbox "Search" with "{item}"', 'click button "Find"']


def test_a_changed_block_goes_over_the_longer_workflows_own_list() -> None:
    def block(item: str, many: str, label: str) -> FlowStep:
        return FlowStep(
            for_each=ForEach(item=item, parameter=many, steps=(fill(field(label), p(item)), click(button("Add"))))
        )

    many = (Parameter(name="guests", type="array"),)
    part = flow(click(button("New")), block("guest", "guests", "Name"), parameters=many)
    own = (Parameter(name="names", type="array"),)
    whole = flow(click(button("New")), block("name", "names", "Name"), click(button("Save")), parameters=own)
    made = carried(whole, change_of(part, edited(part, 1, block("guest", "guests", "Guest"))))
    assert made.steps[1] == block("name", "names", "Guest")


def test_a_parameter_for_which_nothing_stands_is_told() -> None:
    part = flow(*PART.steps, parameters=(QUERY, Parameter(name="branch")))
    with pytest.raises(NotCarried, match="nothing in it stands for branch"):
        carried(WHOLE, change_of(part, edited(part, 1, click(button("Find"), expect=Expectation(text=p("branch"))))))


def test_how_a_step_is_told_and_what_it_leads_to_is_no_other_move() -> None:
    new = edited(PART, 1, click(button("Go", css="#go"), expect=Expectation(url=value("/found"))))
    assert change_of(PART, new).words_of("flow") == "step 2 of flow changed"
    assert change_of(PART, new, only_moves=True).edits == ()
    assert (
        change_of(PART, edited(PART, 1, click(button("Find"))), only_moves=True).words_of("flow") == "step 2 of flow changed"
    )


def test_neighbouring_changes_are_told_as_one() -> None:
    both = flow(fill(field("Find"), p("query")), click(button("Find")), click(BUY), parameters=(QUERY,))
    longer = PART.model_copy(update={"steps": (*PART.steps, click(BUY))})
    assert change_of(longer, both).words_of("shop_find") == "steps 1 to 2 of shop_find changed"


def test_what_did_not_change_in_a_changed_step_stays_the_longer_workflows_own_also_with_parameters() -> None:
    row = Target(role="link", name=p("query"), row=p("query"))
    part = flow(PART.steps[0], click(row), parameters=(QUERY,))
    own = Target(role="link", name=p("item"), css="li a")
    whole = flow(WHOLE.steps[0], click(own), click(BUY), parameters=(ITEM,))
    made = carried(whole, change_of(part, edited(part, 1, click(row, optional=True))))
    assert made.steps[1] == click(own, optional=True)


def test_a_part_that_a_block_repeats_is_changed_in_the_block() -> None:
    block = ForEach(item="one", parameter="many", steps=(fill(field("Search"), p("one")), click(GO)))
    whole = flow(FlowStep(for_each=block), click(BUY), parameters=(Parameter(name="many", type="array"),))
    made = after(edited(PART, 1, click(button("Find"))), whole)
    assert made.steps[0].words() == 'for each of {many}: fill textbox "Search" with "{one}"; click button "Find"'
    assert made.steps[1] == whole.steps[1]
    with pytest.raises(NotCarried, match="nothing in it stands for"):
        lost = PART.model_copy(update={"parameters": (QUERY, Parameter(name="x"))})
        after(edited(lost, 1, click(GO, expect=Expectation(text=p("x")))), whole, lost)


def test_the_sign_in_before_a_part_is_not_looked_for_in_the_longer_workflow() -> None:
    def signed_in(*steps: FlowStep) -> Workflow:
        more = {"group": "sign_in", "optional": True}
        opened = FlowStep(action=Action(type="goto", value=value("/")), **more)
        return PART.model_copy(update={"steps": (click(button("Log in"), **more), opened, *steps)})

    change = change_of(signed_in(*PART.steps), signed_in(PART.steps[0], click(button("Find"))))
    assert change.words_of("shop_find") == "step 4 of shop_find changed"
    assert words(carried(WHOLE, change))[1] == 'click button "Find"'


@pytest.mark.parametrize("at", [0, 2])
def test_a_new_first_or_last_step_that_the_longer_workflow_has_there_already_is_not_done_twice(at: int) -> None:
    """The part's former steps still stand in a workflow that does the new step on its own."""
    tick = click(Target(role="checkbox", name=value("In stock")))
    longer = PART.model_copy(update={"steps": (*PART.steps[:at], tick, *PART.steps[at:])})
    whole = WHOLE.model_copy(update={"steps": (*WHOLE.steps[:at], tick, *WHOLE.steps[at:])})
    assert after(longer, whole) is whole
    assert words(after(longer)).count('click checkbox "In stock"') == 1


def test_what_a_part_says_of_its_parameter_is_carried_where_the_longer_workflow_has_it_from_there() -> None:
    former = Parameter(name="query", description='The query: text for "Search".', examples=("Lamp",), enum=("Lamp", "Mug"))
    new = former.model_copy(update={"description": 'The query: a name for "Search".', "enum": ("Lamp", "Mug", "Vase")})
    part = PART.model_copy(update={"parameters": (former,)})
    change = change_of(part, PART.model_copy(update={"parameters": (new,)}))
    assert (change.edits, change.words_of("flow")) == ((), "what flow says of query")
    own = former.model_copy(update={"name": "item", "description": 'The item: text for "Search".', "examples": ("Mug",)})
    (made,) = carried(WHOLE.model_copy(update={"parameters": (own,)}), change).parameters
    assert made == own.model_copy(update={"description": 'The item: a name for "Search".', "enum": new.enum})
    assert carried(WHOLE, change).parameters == (ITEM,)


def test_choices_without_the_values_of_the_longer_workflows_own_runs_are_not_carried() -> None:
    former = Parameter(name="query", enum=("Lamp", "Mug"))
    new = former.model_copy(update={"enum": ("Lamp",)})
    change = change_of(PART.model_copy(update={"parameters": (former,)}), PART.model_copy(update={"parameters": (new,)}))
    evidence = WHOLE.evidence.model_copy(update={"arguments": ({"item": "Mug"},)})
    whole = WHOLE.model_copy(update={"parameters": (former.model_copy(update={"name": "item"}),), "evidence": evidence})
    assert carried(whole, change) is whole
