"""Dates as fields ask for them, and arguments as fields show them."""

from __future__ import annotations

import pytest
from core_stage import param

from awm_mcp.replay.values.binding import Arguments
from awm_mcp.replay.values.hinted_dates import as_hinted


@pytest.mark.parametrize(
    ("hint", "written"),
    [
        ("MM/DD/YYYY", "03/05/2027"), ("TT.MM.JJJJ", "05.03.2027"), ("jj/mm/aaaa", "05/03/2027"),
        ("gg.aa.yyyy", "05.03.2027"),
        ("ДД.ММ.ГГГГ", "05.03.2027"), ("pp.kk.vvvv", "05.03.2027"), ("d/m/yy", "5/3/27"), ("yyyy/mm/dd", "2027/03/05"),
        ("z. B. 31.12.2026", "05.03.2027"), ("e.g. 12/31/2026", "03/05/2027"), ("Fällig am (TT-MM-JJJJ)", "05-03-2027"),
    ],
)  # fmt: skip
def test_a_day_is_written_as_the_hint_says(hint: str, written: str):
    assert as_hinted("2027-03-05", ["Due", hint]) == written


@pytest.mark.parametrize("hints", [[], ["Due date"], ["YYYY-MM-DD"], ["1/2/2026"], ["a/b/c"], ["MM/DD/YYYY", "DD/MM/YYYY"]])
def test_where_no_hint_tells_or_two_differ_it_stays_as_it_is(hints: list[str]):
    assert as_hinted("2027-03-05", hints) == "2027-03-05"


@pytest.mark.parametrize("text", ["5 March 2027", "03/05/2027", "2027-02-30", "2027-03-05 10:00", "AB-2027-03-05"])
def test_what_is_no_plain_day_stays_as_it_is(text: str):
    assert as_hinted(text, ["DD.MM.YYYY"]) == text


def test_a_message_may_say_an_argument_as_its_field_shows_it():
    arguments = Arguments({"day": "2027-03-05", "who": "Ann"}, {"pin": "secret"}, None, "a.test")
    arguments.note_form(param("day"), "05.03.2027")
    arguments.note_form(param("pin"), "1234")
    said = [one.literal for one in arguments.as_shown(param("day", "Due "))]
    assert said == ["Due 2027-03-05", "Due 05.03.2027"]
    assert [one.literal for one in arguments.as_shown(param("who"))] == ["Ann"]
    assert [one.literal for one in arguments.with_item("day", "2027-04-01").as_shown(param("day"))] == ["2027-04-01"]
