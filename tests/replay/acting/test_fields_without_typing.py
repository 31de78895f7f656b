"""Days for fields that take no typing are chosen in the calendar that these open, in whatever way the runs wrote the day."""

from __future__ import annotations

import pytest
from core_stage import Stand, param, step
from test_calendars import FIELD, VALUE, page

from awm_mcp.replay.values.same_value import days_meant


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("14.12.2026", ["2026-12-14"]),
        ("05.01.2027", ["2027-01-05"]),
        ("2026-12-14", ["2026-12-14"]),
        ("Dec 14, 2026", ["2026-12-14"]),
        ("03/04/2026", ["2026-03-04", "2026-04-03"]),
        ("2026-12-14 to 2026-12-20", ["2026-12-14", "2026-12-20"]),
        ("2026-12-13 10:00", []),
        ("14", []),
        ("Bolt", []),
    ],
)
def test_the_days_that_a_text_names(text: str, days: list[str]) -> None:
    assert days_meant(text) == days


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize(
    ("given", "held"), [("2026-02-12", "02/12/2026"), ("02/03/2026", "02/03/2026"), ("03/02/2026", "03/02/2026")]
)
async def test_a_day_that_is_typed_is_chosen_where_the_field_takes_no_typing(stand: Stand, given: str, held: str) -> None:
    outcome = await stand.play(step("fill", FIELD, param("day")), VALUE, page=page("two months"), args={"day": given})
    assert outcome.outputs == {"v": held}, outcome.stopped


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_field_that_shows_another_day_than_the_one_that_is_typed_is_told(stand: Stand) -> None:
    shown = page("two months", spelled="`${y}-${pad(m+1)}-${pad(d)}`")
    outcome = await stand.play(step("fill", FIELD, param("day")), page=shown, args={"day": "02/03/2026"})
    assert outcome.stopped is not None and outcome.stopped.code == "did_not_stick"
    assert "YYYY-MM-DD" in (outcome.next or "")
