"""Days with a time, and months, as people write them, for the fields that take them in one form only."""

from __future__ import annotations

import pytest

from awm_mcp.model.moments import moment, month


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("2026-12-31T14:05", "2026-12-31T14:05"),
        ("2026-12-31 14:05", "2026-12-31T14:05"),
        ("2026-12-31 14:05:30", "2026-12-31T14:05:30"),
        ("31.12.2026, 14:05", "2026-12-31T14:05"),
        ("12/31/2026 2:05 PM", "2026-12-31T14:05"),
        ("December 31, 2026 at 2:05 pm", "2026-12-31T14:05"),
        ("14:05 on 31 December 2026", "2026-12-31T14:05"),
        ("03/04/2026 14:05", None),
        ("2026-12-31", None),
        ("14:05", None),
        ("2026-12-31 2:05", None),
        ("2026-12-31 14:05 or 15:05", None),
        ("tomorrow 14:05", None),
    ],
)
def test_a_day_with_a_time_is_read_however_it_is_written_and_never_guessed(text: str, wanted: str | None):
    assert moment(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("12/2026", "2026-12"), ("December 2026", "2026-12"), ("Dec 2026", "2026-12"), ("13/2026", None), ("12/26", None)],
)
def test_a_month_is_read_however_it_is_written(text: str, wanted: str | None):
    assert month(text) == wanted
