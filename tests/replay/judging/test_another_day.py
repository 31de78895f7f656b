"""A message that names the day beside the one that was given is no success; other days are named for other reasons."""

from __future__ import annotations

import datetime

import pytest

from awm_mcp.replay.judging.another_day import other_day

TODAY = datetime.date(2026, 11, 30)


@pytest.mark.parametrize(
    "said",
    [
        "Booked for 2026-12-23",
        "Gebucht für den 23.12.2026.",
        "See you on December 25",
        "Booked: 12/23/2026",
        "2026年12月23日",
    ],
)
def test_the_day_beside_the_given_one_is_another_day(said: str) -> None:
    assert other_day([said], ["2026-12-24"], "", TODAY) == (said, "2026-12-24")


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Booked for 2026-12-24", ""),
        ("Free of charge until 23 December", "Arrival 24 December"),
        ("Stay 2026-12-24 to 2026-12-25", ""),
        ("Delivered by 2026-12-28", ""),
        ("Order 2026-12-235", ""),
        ("Booked", ""),
    ],
)
def test_the_given_day_and_days_that_are_not_beside_it_are_no_reason_to_stop(said: str, shown: str) -> None:
    assert other_day([said], ["2026-12-24"], shown, TODAY) is None


def test_today_may_be_named_for_what_was_done_today() -> None:
    assert other_day(["Ordered on 2026-11-30"], ["2026-12-01"], "", TODAY) is None
