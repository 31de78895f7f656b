"""Answers as the page spells them: parts of sentences, and the same value in another form."""

from __future__ import annotations

import pytest

from awm_mcp.replay.values.answer_spelling import as_shown

PAGE = (
    "Copper Kettle", "$30.60", "4.5", "12 reviews", "3 November", "Frank Herbert", "1.5", "$10.00", "2 x Plate", "35 %",
    "eve@tiny.example",
)  # fmt: skip


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("It costs $30.60.", "$30.60"),
        ("The Copper Kettle costs 30.60 dollars", "$30.60"),
        ("$10", "$10.00"),
        ("1,5", "1.5"),
        ("30,60 $", "$30.60"),
        ("Nov 3", "3 November"),
        ("November 3rd, 2026", "3 November"),
        ("The author is Frank Herbert.", "Frank Herbert"),
        ("35%", "35 %"),
        ("The email is eve@tiny.example.", "eve@tiny.example"),
    ],
)
def test_the_value_of_an_answer_is_found_as_the_page_shows_it(told: str, shown: str) -> None:
    assert as_shown(told, PAGE, "How much is the Copper Kettle?") == shown


@pytest.mark.parametrize(
    "told",
    [
        "The price is $99",
        "$30.60, with 12 reviews",
        "It is shown on the page",
        "€30.60",
        "Nov 4",
        "35",
        "Yes",
        "Copper Kettle it is",
    ],
)
def test_what_the_page_does_not_show_or_could_mean_two_things_is_not_read(told: str) -> None:
    assert as_shown(told, PAGE, "How much is the Copper Kettle?") == ""


def test_values_of_the_task_are_no_answer() -> None:
    assert as_shown("2 plates cost $10", PAGE, "Order 2 plates and tell the total") == "$10.00"


def test_one_value_that_the_page_spells_in_two_ways_is_not_guessed() -> None:
    assert as_shown("It is 1000", ("1,000", "1 000"), "How many?") == ""
