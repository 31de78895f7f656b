"""Amounts and days written as the runs typed them."""

from __future__ import annotations

from typing import Any

import pytest

from awm_mcp.errors import InvalidArguments
from awm_mcp.model import Evidence, FlowStep, Parameter, Workflow
from awm_mcp.model.arguments import bind
from awm_mcp.model.spelling import amount_form, day_form, respelled


def workflow(*examples: str, evidence: tuple[str, ...] = ()) -> Workflow:
    rows = tuple({"amount": text} for text in evidence)
    return Workflow(
        name="bank_send", site="bank.example", start="/", steps=(FlowStep(),), evidence=Evidence(arguments=rows),
        parameters=(Parameter(name="amount", examples=examples),),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("examples", "given", "typed"),
    [
        (("100,00",), 12.5, "12,50"),
        (("100,00",), "12.50", "12,50"),
        (("100,00",), 5, "5,00"),
        (("100,00",), "1,234.50", "1234,50"),
        (("1.234,50", "12,00"), 1234.5, "1.234,50"),
        (("1.234,50", "12,00"), "€12.50", "12,50"),
        (("1 234,5",), "1,234.5", "1 234,5"),
        (("12,5", "3"), 7, "7"),
        (("1,234.50",), "12,50", "12.50"),
        (("12.50",), 5, "5.00"),
    ],
)
def test_an_amount_in_another_form_is_typed_as_the_runs_typed_it(examples: tuple[str, ...], given: Any, typed: str):
    assert bind(workflow(*examples), {"amount": given}) == {"amount": typed}


@pytest.mark.parametrize("given", ["12,50", "7", "1234", "all of it", "12,5"])
def test_what_has_the_form_or_is_no_amount_stays_as_it_is(given: str):
    assert bind(workflow("100,00"), {"amount": given}) == {"amount": given}


@pytest.mark.parametrize("given", ["1.10", "1.5", "1.2.3", "48.85837", "1.234"])
def test_versions_and_coordinates_are_no_amounts_to_be_rounded(given: str):
    assert bind(workflow("2.10"), {"amount": given}) == {"amount": given}


def test_an_amount_that_may_be_two_is_refused_with_the_form():
    with pytest.raises(InvalidArguments) as refused:
        bind(workflow("1.234,50", "12,00"), {"amount": "1.234"})
    assert "may mean two amounts: write it like 1.234,50" in refused.value.seen


def test_more_decimals_than_the_form_has_are_not_rounded_away():
    with pytest.raises(InvalidArguments) as refused:
        bind(workflow("100,00"), {"amount": 12.345})
    assert "more than 2 decimals" in refused.value.seen


def test_what_a_run_typed_is_always_taken():
    assert bind(workflow("100,00", evidence=("100,00", "2.000")), {"amount": "2.000"}) == {"amount": "2.000"}


@pytest.mark.parametrize("examples", [("1.234",), ("5,123",), ("100", "200"), ("12,50", "a lot"), ("1,50", "1.50")])
def test_examples_that_do_not_tell_the_mark_of_decimals_have_no_form(examples: tuple[str, ...]):
    assert amount_form(examples) is None


@pytest.mark.parametrize(
    ("examples", "given", "typed"),
    [
        (("24.12.2026",), "2026-12-31", "31.12.2026"),
        (("24/12/2026",), "31.12.2026", "31/12/2026"),
        (("12/24/2026", "01/02/2026"), "2027-03-04", "03/04/2027"),
        (("24/12/2026",), "03/04/2026", "03/04/2026"),
        (("24.12.2026",), "tomorrow", "tomorrow"),
        (("2026-12-24",), "31.12.2026", "2026-12-31"),
    ],
)
def test_a_day_is_typed_as_the_runs_typed_it(examples: tuple[str, ...], given: str, typed: str):
    assert (respelled(examples, given) or given) == typed


def test_a_day_that_may_be_two_is_refused_and_one_example_that_may_be_two_has_no_form():
    with pytest.raises(ValueError, match=r"may mean two days: write it as DD\.MM\.YYYY"):
        respelled(("24.12.2026",), "03/04/2026")
    assert day_form(("03/04/2026",)) is None
