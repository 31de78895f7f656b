"""What a verification reads is held against what the source runs read."""

from __future__ import annotations

import pytest

from awm_mcp.app.verifying.reads_same import Read, alike_in_kind, contradiction, read_in
from awm_mcp.model import Action, FlowStep, Output, Run, Step, Target, Workflow, value

PRICE = FlowStep(action=Action(type="extract", target=Target(css="#p"), output="price"))
FLOW = Workflow(
    name="shop_find_price", site="shop.test", start=value("/"), steps=(PRICE,), outputs=(Output(name="price"),)
)  # fmt: skip


def case(item: str, recorded: str, read: str, said: str = "") -> Read:
    return Read({"item": item}, {"price": recorded} if recorded else {}, {"price": read}, said)


@pytest.mark.parametrize(
    ("recorded", "read"),
    [
        ("$12.99", "$7.05"), ("12.99", "$12.99"), ("12,99 €", "€ 13.10"), ("2026-11-30", "30.11.2026"),
        ("3", "3 items"), ("3", "2 items"),
        ("Tea", "Black Tea"), ("", ""), ("Order 8837", "Order 8838"), ("10:30", "11:05"), ("Ada", "Grace"),
    ],
)  # fmt: skip
def test_data_that_changed_is_of_the_same_kind(recorded: str, read: str) -> None:
    assert alike_in_kind(recorded, read)


@pytest.mark.parametrize(
    ("recorded", "read"),
    [
        ("$12.99", "Price"),
        ("$12.99", ""),
        ("$12.99", "Weight: 500 g"),
        ("2026-11-30", "17"),
        ("Ada", "42"),
        ("3", "Quantity"),
    ],
)
def test_a_label_a_blank_or_another_kind_of_value_is_not(recorded: str, read: str) -> None:
    assert not alike_in_kind(recorded, read)


def test_a_value_of_another_kind_is_named_with_what_the_run_read() -> None:
    against = contradiction(FLOW, [case("Tea", "$12.99", "Price")], strict=False)
    assert against is not None
    assert against.words == "shop_find_price reads 'Price' as price with item=Tea, where the run read '$12.99'"
    assert against.sure


def test_the_same_value_whatever_is_given_is_no_answer_where_the_runs_read_different_ones() -> None:
    reads = [case("Tea", "$12.99", "$12.99"), case("Bread", "$4.20", "$12.99")]
    against = contradiction(FLOW, reads, strict=True)
    assert against is not None
    assert "whatever it is given, where the runs read '$12.99' and '$4.20'" in against.words
    assert contradiction(FLOW, reads, strict=False) is None
    assert contradiction(FLOW, [case("Tea", "$5", "$6"), case("Bread", "$5", "$6")], strict=True) is None


def test_words_have_to_be_those_of_the_newest_run_only() -> None:
    other, same = case("1", "Pending", "Shipped"), case("2", "Pending", "Pending")
    assert contradiction(FLOW, [other, same], strict=True) is not None
    assert contradiction(FLOW, [same, other], strict=True) is None
    assert contradiction(FLOW, [other], strict=False) is None


def test_an_answer_with_a_number_contradicts_a_label() -> None:
    assert contradiction(FLOW, [case("Tea", "Price", "Price", "It costs $12.99")], strict=True) is not None
    assert contradiction(FLOW, [case("Tea", "Tea", "Tea", "Tea for $5")], strict=True) is None


def test_what_a_run_read_is_found_by_the_order_of_its_reads() -> None:
    step = Step(action=Action(type="extract", target=Target(css="#p"), value=value("$12.99")))
    run = Run(
        task="t", site="shop.test", origin="http://shop.test", start_url="http://shop.test/", outcome="success",
        steps=(step,), answer="$12.99",
    )  # fmt: skip
    read = read_in(FLOW, run, {"item": "Tea"}, {"price": 7.05})
    assert (read.recorded, read.read, read.said) == ({"price": "$12.99"}, {"price": "7.05"}, "$12.99")
    assert read_in(FLOW, None, {}, {}).recorded == {}
