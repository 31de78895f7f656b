"""A page that says that the caller's value now is what the task asks for says that it was done."""

from __future__ import annotations

import pytest

from awm_mcp.replay.traffic.said_now import says_it_is_so

ASKED = "Make EUR the primary currency\nMake GBP the primary currency\nset as primary"
RUNS = ("EUR", "GBP")


@pytest.mark.parametrize("said", ["JPY is now your primary currency", "Primary currency is now JPY×"])
def test_a_state_in_the_words_of_the_task_and_of_the_value_is_what_was_asked_for(said: str) -> None:
    assert says_it_is_so([said], ASKED, ["JPY"], RUNS)


@pytest.mark.parametrize(
    "said",
    [
        "EUR is now your primary currency",
        "JPY is now your pending primary currency",
        "JPY is now primary, beside EUR",
        "JPY is now not your primary currency",
        "JPY is now",
        "JPY is your primary currency",
    ],
)
def test_another_value_or_any_other_word_makes_it_say_something_else(said: str) -> None:
    assert not says_it_is_so([said], ASKED, ["JPY"], RUNS)


def test_a_task_that_takes_something_off_is_not_done_by_what_says_that_it_is_so() -> None:
    assert not says_it_is_so(["Ann is now an admin"], "Remove Ann as admin", ["Ann"])
    assert says_it_is_so(["Ann ist jetzt verantwortlich"], "Mache Ann verantwortlich", ["Ann"])
