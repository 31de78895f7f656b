from __future__ import annotations

from typing import Any

import pytest

from awm_mcp.errors import InvalidArguments
from awm_mcp.model import Action, FlowStep, Parameter, Target, Workflow, value
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


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"text": None}, "'text' is missing"),
        ({"count": "three"}, "whole number"),
        ({"count": True}, "not true or false"),
        ({"price": "1,5"}, "decimal point"),
        ({"price": float("inf")}, "finite"),
        ({"gift": "yes"}, "true or false"),
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
def test_empty_and_falsy_texts_are_values(text: str) -> None:
    assert bind(ONE_OF_EACH, GIVEN | {"text": text, "note": text})["note"] == text


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
