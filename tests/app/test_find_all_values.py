"""Of two workflows that do the whole task, the one comes first to which the task gives all values."""

from __future__ import annotations

from find_library import click, fill, flow, library

from awm_mcp.app.finding.find import FindWorkflows
from awm_mcp.app.measuring.measure import Counter
from awm_mcp.model import Caller

ME = Caller(client="tests", connection="c1")
PRESET = flow(
    "shop_snooze_mail_until", "Snooze the mail '{mail}' until '{until}'.",
    click("{mail}"), click("Snooze"), click("{until}"),
    examples={"mail": ("Design notes", "Interview plan"), "until": ("Tomorrow", "Next week")}, risk="write",
)  # fmt: skip
DATED = flow(
    "shop_snooze_mail_pick", "Snooze the mail '{mail}' until {day} at {time}.",
    click("{mail}"), click("Snooze"), click("Pick a date"), fill("Date", "{day}"), fill("Time", "{time}"),
    examples={"mail": ("Contract terms", "Outage report"), "day": ("2026-05-18", "2026-04-02"), "time": ("14:00", "09:30")},
    risk="write",
)  # fmt: skip


async def test_a_date_for_a_picker_is_not_offered_to_the_choice_of_a_preset() -> None:
    memory = await library(PRESET, DATED)
    finder = FindWorkflows(memory, Counter(memory, on=True))
    for task, best in (
        ("Snooze the mail 'Seat offer' until 2026-06-01 at 08:15.", DATED.name),
        ("Snooze the mail 'Seat offer' until 'Later today'.", PRESET.name),
    ):
        answer = await finder.find(task, url=None, site="shop.example", limit=5, caller=ME)
        assert (answer.workflows[0].workflow, answer.workflows[0].missing) == (best, ())


async def test_an_apostrophe_in_a_quoted_text_does_not_end_it() -> None:
    sign = flow(
        "shop_create_signature", "Create a signature named '{name}' with the text '{text}'.", fill("Name", "{name}"),
        fill("Text", "{text}"), examples={"name": ("Formal", "Short"), "text": ("Kind regards, Sam", "Sam")}, risk="write",
    )  # fmt: skip
    memory = await library(sign)
    task = "Create a signature named 'Holiday' with the text 'Season's greetings from Sam'."
    answer = await FindWorkflows(memory, Counter(memory, on=True)).find(
        task, url=None, site="shop.example", limit=5, caller=ME
    )
    assert (answer.verdict, answer.workflows[0].arguments["text"]) == ("run", "Season's greetings from Sam")
