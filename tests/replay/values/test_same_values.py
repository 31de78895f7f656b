"""A field writes in its own way what was typed into it; what then means something else was not taken."""

from __future__ import annotations

import pytest

from awm_mcp.replay.values.same_value import may_stand_for, same_value


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("1000", "1,000.00"), ("1000", "€ 1.000,00"), ("12.5", "12,50"), ("80", "80 kg"), ("80", "80 %"), ("0.5", "50%"),
        ("2024-02-11", "Feb 11, 2024"), ("2024-02-11", "11.02.2024"), ("02/11/2024", "2024-02-11"),
        ("2024-02-11", "11 février 2024"),
        ("2024-02-11 14:00", "Feb 11, 2024 2:00 PM"), ("2:00 pm", "14:00"), ("ab-12", "AB-12"), (" ab 12 ", "AB-12"),
        ("5551234567", "(555) 123-4567"), ("0170 1234567", "+49 170 1234567"), ("4111111111111111", "4111 1111 1111 1111"),
        ("4111111111111111", "•••• 1111"), ("Ber", "Berlin, Germany"), ("example.com", "https://example.com/"),
        ("Müller", "muller"),
        ("007", "7"), ("12 main st", "12 Main Street, Springfield"),
    ],
)  # fmt: skip
def test_the_same_value_written_in_another_way_is_the_same(typed: str, shown: str):
    assert same_value(typed, shown)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("80", "60"), ("100", "10"), ("1000", "10.00"), ("80", "60.00"), ("80", ""), ("-5", "5"), ("12.345", "12.35"),
        ("2026-12-26", "2024-03-12"), ("2024-02-11", "Mar 11, 2024"), ("03/04/2024", "04/03/2024"),
        ("2024-02-11 14:00", "Feb 11, 2024 2:00 AM"),
        ("ZZ-99", "AB-12"), ("Hello world", "Hello"), ("Room 1", "Room 12"), ("4111111111111111", "•••• 2222"),
        ("14:00", "2:00"),
    ],
)  # fmt: skip
def test_another_meaning_is_another_value(typed: str, shown: str):
    assert not same_value(typed, shown)
    assert not may_stand_for(typed, shown)


def test_words_may_stand_for_a_day_and_numbers_do_not():
    assert may_stand_for("tomorrow", "Dec 1, 2026")
    assert not may_stand_for("abc", "30")
