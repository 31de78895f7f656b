from __future__ import annotations

import pytest
from pydantic import ValidationError

from awm_mcp.model import Action, FlowStep, ForEach, Param, Place, Target, Text, value


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"type": "click"}, "needs a 'target'"),
        ({"type": "fill", "target": {"role": "textbox"}}, "needs a 'value'"),
        ({"type": "goto"}, "needs a 'value'"),
        ({"type": "select", "target": {"role": "combobox"}}, "label of the chosen option"),
        ({"type": "drag", "target": {"text": "a"}}, "needs 'to'"),
        ({"type": "poke"}, "Input should be"),
    ],
)
def test_an_incomplete_action_says_what_is_missing(data: dict[str, object], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        Action.model_validate(data)


def test_an_action_reads_as_a_person_would_say_it() -> None:
    search = Target(role="searchbox", name=value("Search"))
    row = Target(role="button", name=value("Edit"), row=value([Param(param="item")]))
    assert (
        Action(type="fill", target=search, value=value([Param(param="q")])).words() == 'fill searchbox "Search" with "{q}"'
    )
    assert Action(type="click", target=row).words() == 'click button "Edit" in the row of "{item}"'
    assert Action(type="check", target=search, checked=False).words() == 'uncheck searchbox "Search"'
    first = Target(role="link", place=Place(index=value("1"), of="results"))
    assert Action(type="click", target=first).words() == "click item 1 of the results"
    assert Action(type="press", value=value("Enter")).words() == 'press "Enter"'


def test_parameters_are_found_wherever_they_are_used() -> None:
    target = Target(
        name=value([Text(text="Bug: "), Param(param="subject")]),
        row=value([Param(param="item")]),
        place=Place(index=value([Param(param="n")])),
    )
    assert set(Action(type="click", target=target).params) == {"subject", "item", "n"}


def test_the_item_of_a_block_is_not_a_parameter_of_the_workflow() -> None:
    inner = FlowStep(
        action=Action(type="click", target=Target(text=value([Param(param="one")]), row=value([Param(param="list")])))
    )
    block = FlowStep(for_each=ForEach(item="one", parameter="names", steps=(inner,)))
    assert block.params == ("names", "list")
    assert block.words() == 'for each of {names}: click element "{one}" in the row of "{list}"'
