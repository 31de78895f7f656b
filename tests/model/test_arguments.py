from __future__ import annotations

from typing import Any

import pytest

from awm_mcp.errors import InvalidArguments
from awm_mcp.model import Action, Evidence, FlowStep, Param, Parameter, Target, Workflow, value
from awm_mcp.model.arguments import bind, example


def _workflow(*parameters: Parameter) -> Workflow:
    step = FlowStep(action=Action(type="click", target=Target(role="button", name=value("Go"))))
    return Workflow(name="shop_go", site="shop.test", start=value("/"), parameters=parameters, steps=(step,))


ONE_OF_EACH = _workflow(
    Parameter(name="text"),
    Parameter(name="count", type="integer"),
    Parameter(name="price", type="number"),
    Parameter(name="gift", type="boolean"),
    Parameter(name="day", type="date"),
    Parameter(name="tags", type="array"),
    Parameter(name="size", enum=("S", "M")),
    Parameter(name="note", required=False),
    Parameter(name="speed", default="slow"),
    Parameter(name="password", secret="secret"),
)
GIVEN: dict[str, Any] = {
    "text": "{q} שלום 👩‍👩‍👧",
    "count": 3,
    "price": "44.00",
    "gift": True,
    "day": "2027-06-05",
    "tags": '["a", "b"]',
    "size": "M",
}


def test_a_callers_own_spelling_is_kept() -> None:
    assert bind(ONE_OF_EACH, GIVEN) == {
        "text": "{q} שלום 👩‍👩‍👧",
        "count": "3",
        "price": "44.00",
        "gift": "true",
        "day": "2027-06-05",
        "tags": ["a", "b"],
        "size": "M",
        "speed": "slow",
    }


@pytest.mark.parametrize("day", ["5 Jun 2027", "June 5, 2027", "5th June 2027"])
def test_a_day_whose_month_is_named_is_taken_as_that_day(day: str) -> None:
    assert bind(ONE_OF_EACH, {**GIVEN, "day": day})["day"] == "2027-06-05"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"text": None}, "'text' is missing"),
        ({"count": "three"}, "whole number"),
        ({"count": True}, "not true or false"),
        ({"price": "1,5"}, "decimal point"),
        ({"price": float("inf")}, "finite"),
        ({"gift": "perhaps"}, "true or false"),
        ({"day": "31.12.2026"}, "YYYY-MM-DD"),
        ({"day": "2026-02-30"}, "YYYY-MM-DD"),
        ({"tags": 7}, "list of texts"),
        ({"size": "L"}, "one of 'S', 'M'"),
        ({"text": "\ud83d"}, "surrogate"),
        ({"text": "x" * 100_001}, "longer than"),
        ({"text": {"a": 1}}, "not dict"),
        ({"password": "hunter2"}, "'password' is not a parameter"),
        ({"color": "red"}, "'color' is not a parameter"),
    ],
)
def test_unfit_arguments_are_told_with_what_to_send(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidArguments) as caught:
        bind(ONE_OF_EACH, GIVEN | wrong)
    assert said in caught.value.seen
    assert "send for example" in caught.value.next


@pytest.mark.parametrize("text", ["", " ", "0", "false"])
def test_empty_and_falsy_texts_are_values_where_they_may_be_left_out(text: str) -> None:
    assert bind(ONE_OF_EACH, GIVEN | {"note": text})["note"] == text


@pytest.mark.parametrize("wrong", [{"text": ""}, {"text": " \n"}, {"tags": []}, {"tags": ["a", " "]}])
def test_what_is_needed_is_not_taken_empty(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidArguments) as refused:
        bind(ONE_OF_EACH, GIVEN | wrong)
    (name,) = wrong
    assert refused.value.code == "invalid_arguments"
    assert refused.value.seen == f"{name!r} is empty, and no run that it was learned from left it empty"
    assert "send for example" in refused.value.next


@pytest.mark.parametrize(
    "known",
    [
        {"parameters": (Parameter(name="text", examples=("", "Tea")),)},
        {"parameters": (Parameter(name="text", enum=("", "Tea")),)},
        {"parameters": (Parameter(name="text"),), "evidence": Evidence(arguments=({"text": "Tea"}, {"text": ""}))},
    ],
)
def test_what_a_run_left_empty_may_be_empty(known: dict[str, Any]) -> None:
    assert bind(_workflow().model_copy(update=known), {"text": ""}) == {"text": ""}


def test_the_schema_is_flat_and_names_no_secret() -> None:
    schema = ONE_OF_EACH.input_schema()
    assert schema["additionalProperties"] is False
    assert "password" not in schema["properties"]
    assert schema["required"] == ["text", "count", "price", "gift", "day", "tags", "size"]
    assert schema["properties"]["day"] == {"type": "string", "format": "date"}


def test_an_example_call_is_made_of_the_examples() -> None:
    workflow = _workflow(
        Parameter(name="product", examples=("Mug", "Cap")), Parameter(name="n", type="integer", examples=("2",))
    )
    assert example(workflow) == {"product": "Mug", "n": 2}
    assert bind(workflow, example(workflow)) == {"product": "Mug", "n": "2"}


def test_the_default_of_an_optional_parameter_is_left_to_the_form() -> None:
    flow = _workflow(
        Parameter(name="count", type="integer", required=False, default="1"), Parameter(name="speed", default="slow")
    )
    assert bind(flow, {}) == {"speed": "slow"}
    assert bind(flow, {"count": 1}) == {"count": "1", "speed": "slow"}
    assert flow.input_schema()["properties"]["count"]["default"] == 1


MUGS = _workflow(
    Parameter(name="item", enum=("Mug", "Plate", "Bowl")),
    Parameter(name="colour", required=False, enum=("Pink", "PINK", "Red")),
)


def test_a_choice_in_another_case_is_the_one_that_it_means() -> None:
    assert bind(MUGS, {"item": " mug "}) == {"item": "Mug"}
    assert bind(MUGS, {"item": "BOWL", "colour": "PINK"}) == {"item": "Bowl", "colour": "PINK"}


@pytest.mark.parametrize(
    ("kind", "target", "goes"),
    [("select", {"label": "Item"}, True), ("click", {"role": "radio"}, True), ("click", {"role": "menuitem"}, False)],
)
def test_a_choice_that_no_run_saw_goes_to_the_page_where_a_field_has_the_choices(
    kind: str, target: dict[str, Any], goes: bool
) -> None:
    given = value([Param(param="item")])
    about = Target(**target) if kind == "select" else Target(name=given, **target)
    action = Action(type="select", target=about, value=given) if kind == "select" else Action(type="click", target=about)
    flow = MUGS.model_copy(update={"steps": (FlowStep(action=action),)})
    if goes:
        assert bind(flow, {"item": "Jug"}) == {"item": "Jug"}
        assert bind(flow, {"item": "mug"}) == {"item": "Mug"}
    for wrong in (" ", "Jug")[: 1 if goes else 2]:
        with pytest.raises(InvalidArguments, match="'item' "):
            bind(flow, {"item": wrong})


def test_a_choice_that_may_mean_two_is_not_taken() -> None:
    with pytest.raises(InvalidArguments, match="'colour' must be one of 'Pink', 'PINK', 'Red', not 'pink'"):
        bind(MUGS, {"item": "Mug", "colour": "pink"})


def test_a_missing_choice_is_told_with_all_of_them() -> None:
    with pytest.raises(InvalidArguments) as refused:
        bind(MUGS, {})
    assert "item (one of 'Mug', 'Plate', 'Bowl')" in refused.value.expected
    many = _workflow(Parameter(name="day", enum=tuple(str(number) for number in range(1, 32))))
    with pytest.raises(InvalidArguments, match="'20' and 11 more"):
        bind(many, {})


def test_a_misspelt_name_or_choice_is_told_with_the_nearest() -> None:
    with pytest.raises(InvalidArguments, match=r"'color' is not a parameter, did you mean 'colour'\?"):
        bind(MUGS, {"item": "Mug", "color": "Red"})
    with pytest.raises(InvalidArguments, match=r"did you mean 'Plate'\?"):
        bind(MUGS, {"item": "Plates"})
    with pytest.raises(InvalidArguments) as refused:
        bind(MUGS, {"item": "Mug", "wrapping": "yes"})
    assert refused.value.seen == "'wrapping' is not a parameter"
