"""Fields whose names hold what they held, keys pressed in whatever was chosen, and days that are ticked or cut short."""

from __future__ import annotations

import pytest
from making_runs import run, seen, step

from awm_mcp.induction import induce, lint
from awm_mcp.model import Gap, Param, Run, Step, Target, Text, Workflow, value

SAVE = step("click", "Save", role="button")


def only(*runs: Run) -> Workflow:
    (made,) = (one for one in induce(list(runs), most=None) if one.kind == "task")
    return made


def target_of(workflow: Workflow, kind: str) -> Target:
    return next(
        one.action.target
        for one in workflow.steps
        if one.action and one.action.type == kind and one.action.target is not None
    )


def started(name: str, date: str, held: str) -> Run:
    edit = step("click", "Edit", role="button", row=name)
    chosen = step("select", f"Choose date, selected date is {held}", date, role="button")
    return run(f"Set the start date of {name} to {date}", edit, chosen, SAVE)


@pytest.mark.parametrize("runs", [2, 1])
def test_a_button_that_says_its_date_is_the_button_of_any_date(runs: int) -> None:
    told = [started("Ann Bell", "2024-01-23", "Feb 11, 2024"), started("Bob Low", "2025-02-17", "10 January 2025")]
    made = only(*told[:runs])
    assert target_of(made, "select").name == value([Text(text="Choose date, selected date is "), Gap(gap="text")])
    assert [(p.name, p.type, p.required) for p in made.parameters if p.type == "date"] == [("date", "date", True)]


def moved(name: str, wanted: str, held: str) -> Run:
    options = seen(1, 1, options=("Sales", "Support", "Design"))
    chosen = step("select", f"Department {held}", wanted, role="button", seen=options)
    return run(f"Move {name} to {wanted}", step("click", "Edit", role="button", row=name), chosen, SAVE)


def test_a_list_that_says_its_choice_is_the_list_of_any_choice() -> None:
    for runs in (
        [moved("Ann Bell", "Sales", "Design"), moved("Bob Low", "Design", "Sales")],
        [moved("Ann", "Sales", "Design")],
    ):
        made = only(*runs)
        assert target_of(made, "select").name == value([Text(text="Department "), Gap(gap="text")])
        assert "department" in {p.name for p in made.parameters}


def test_names_that_differ_in_more_than_a_state_are_two_fields() -> None:
    runs = [
        run(f"Plan {day} for {who}", step("select", f"{what} date, Feb {at}, 2024", day, role="button"), SAVE)
        for at, (who, what, day) in enumerate([("Ann", "Start", "2024-03-05"), ("Bob", "End", "2024-04-06")], start=10)
    ]
    for made in induce(runs, most=None):
        named = [
            one.action.target.name for one in made.steps if one.action and one.action.type == "select" and one.action.target
        ]
        assert all(name is not None and ("Start" in name.words() or "End" in name.words()) for name in named)


def tagged(tag: str, key: str) -> Run:
    picked = [step("click", "Tags", role="combobox"), step("click", tag, role="option")]
    return run(f"Add the tag {tag} in the settings", *picked, step("press", tag, key, role="option"), SAVE)


@pytest.mark.parametrize("key", ["Escape", "Tab"])
def test_a_key_that_leaves_a_list_is_one_move_wherever_it_was_pressed(key: str) -> None:
    made = only(tagged("red", key), tagged("blue", key))
    pressed = [one.action for one in made.steps if one.action is not None and one.action.type == "press"]
    assert [(one.target, one.value) for one in pressed] == [(None, value(key))]
    assert len(made.steps) == 4 and not any(one.optional for one in made.steps)


def test_a_key_that_takes_an_entry_is_pressed_in_the_entry_of_the_task() -> None:
    made = only(tagged("red", "Enter"), tagged("blue", "Enter"))
    target = target_of(made, "press")
    assert target.name is not None and target.name.params == (made.parameters[0].name,)


def ticked(date: str, label: str, name: str, *before: Step) -> Run:
    edit = step("click", "Edit", role="button", row=name)
    return run(f"Set the start date of {name} to {date}", edit, *before, step("check", label, role="button"), SAVE)


def test_a_day_that_is_ticked_is_the_date_of_the_task_in_the_words_of_the_calendar() -> None:
    made = only(ticked("2024-01-23", "23 January 2024", "Ann Bell"), ticked("2024-03-28", "28 March 2024", "Bob Low"))
    assert target_of(made, "check").name == value([Param(param="date", format="%-d %B %Y")])
    assert {p.name: p.type for p in made.parameters}["date"] == "date"
    assert not [one.text for one in lint(made) if one.severity == "error"]


@pytest.mark.parametrize(
    "days",
    [
        [("2024-03-15", "15"), ("2024-03-21", "21")],
        [("2024-03-15", "15"), ("2024-02-21", "21")],
        [("2024-01-23", "23 Jänner 2024"), ("2024-02-28", "28 Feber 2024")],
        [("March 15, 2024", "15"), ("March 21, 2024", "21")],
    ],
)
def test_a_day_whose_month_only_the_page_showed_is_never_offered(days: list[tuple[str, str]]) -> None:
    made = only(*(ticked(*day, name) for day, name in zip(days, ("Ann Bell", "Bob Low"), strict=True)))
    assert [one.code for one in lint(made) if one.severity == "error"] != []


def test_a_day_whose_month_is_chosen_as_well_may_be_clicked_by_its_number() -> None:
    month = step("select", "Month", "March", role="combobox")
    made = only(ticked("2024-03-15", "15", "Ann Bell", month), ticked("2024-03-21", "21", "Bob Low", month))
    assert [one.code for one in lint(made) if one.severity == "error"] == []
