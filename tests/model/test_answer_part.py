"""Which part of a text is the answer: what stands in the place of the answers of the source runs, between the same words."""

from __future__ import annotations

import pytest

from awm_mcp.model.answer_part import Between, joint_between, text_around

COUNTED = (("2 invoices, 900.00 in total", "2"), ("1 invoices, 638.00 in total", "1"))


def agreed(*told: tuple[str, str]) -> Between | None:
    return joint_between([(text_around(whole, part), part) for whole, part in told])


@pytest.mark.parametrize(
    ("told", "text", "part"),
    [
        (COUNTED, "14 invoices, 3,900.00 in total", "14"),
        (COUNTED, "1 invoice, 3.00 in total", "1"),
        ((("Sum: $7.05 (2 items)", "$7.05"), ("Sum: $1,028.35 (31 items)", "$1,028.35")), "Sum: $12.00 (1 item)", "$12.00"),
        ((("Ann Lee has 2 tasks", "2"), ("Bo has 7 tasks", "7")), "Cy Oak 3 has 12 tasks", "12"),
        ((("Owner: Ann Lee since May", "Ann Lee"), ("Owner: Bo since June", "Bo")), "Owner: Cy Oak since July", "Cy Oak"),
    ],
)
def test_the_part_in_the_place_of_the_answers_is_the_answer(told: tuple[tuple[str, str], ...], text: str, part: str) -> None:
    between = agreed(*told)
    assert between is not None
    assert between.part_of(text) == part


@pytest.mark.parametrize(
    "told",
    [
        (("2 invoices", "2"),),
        (("2 of 2 invoices", "2"), ("3 of 3 invoices", "3")),
        (("2 invoices, 3 drafts", "2"), ("4 invoices, 1 drafts", "1")),
        (("7 8", "7"), ("9 1", "9")),
        (("12 invoices", "2"), ("13 invoices", "3")),
    ],
    ids=["one run", "said twice", "in two places", "no word beside", "a part of a number"],
)
def test_where_the_runs_do_not_tell_the_place_there_is_none(told: tuple[tuple[str, str], ...]) -> None:
    assert agreed(*told) is None


@pytest.mark.parametrize(
    "text", ["no invoices", "You have 3 open invoices, 9.00 in total", "2 invoices and 3 invoices, 1 in total"]
)
def test_a_text_that_says_it_otherwise_has_no_such_part(text: str) -> None:
    between = agreed(*COUNTED)
    assert between is not None
    assert between.part_of(text) is None
