"""Parameters are called what a person would call them."""

from __future__ import annotations

import pytest
from making_runs import run, step

from awm_mcp.induction import induce
from awm_mcp.model import Run, Seen, Value, Workflow


def board(name: str, first: str, second: str) -> Run:
    seen = Seen(options=("regression", "testing", "security", "design"))
    return run(
        f"Create a board '{name}' with a list for '{first}' and a list for '{second}'.",
        step("fill", "Name", name, role="textbox", url="/new"),
        step("select", "Lists", first, role="combobox", url="/new", seen=seen),
        step("click", "Add", role="button", url="/new"),
        step("select", "Lists", second, role="combobox", url="/new", seen=seen),
        step("click", "Create board", role="button", url="/new"),
    )


def only(made: list[Workflow]) -> Workflow:
    (workflow,) = [w for w in made if w.kind == "task"]
    return workflow


def test_one_entry_of_a_list_is_named_in_the_singular_and_a_second_one_is_called_the_second() -> None:
    workflow = only(induce([board("Quality", "regression", "testing"), board("Severity", "security", "design")]))
    assert [p.name for p in workflow.parameters] == ["name", "list", "second_list"]
    assert [p.description for p in workflow.parameters[1:]] == [
        'The list: one of the choices of "Lists" on the new page.',
        'The second list: one of the choices of "Lists" on the new page.',
    ]


@pytest.mark.parametrize(
    ("task", "labels", "names"),
    [
        ("Book a room from April 19 to 23.", ("19", "23"), ["day", "second_day"]),
        ("Show the events of April.", ("April",), ["month"]),
        ("Find a stay below $250.", ("250",), ["max_price"]),
        ("Find wall art between $25 and $50.", ("25", "50"), ["min_price", "max_price"]),
        ("Show the events of the next 30 days.", ("30",), ["days"]),
        ("Find showtimes for John Wick 4.", ("4",), ["choice"]),
    ],
)
def test_a_clicked_value_without_a_name_is_called_after_its_kind(
    task: str, labels: tuple[str, ...], names: list[str]
) -> None:
    (workflow,) = induce([run(task, *(step("click", label, role="button") for label in labels))])
    assert [p.name for p in workflow.parameters] == names


def test_a_field_that_names_itself_is_not_called_after_the_kind_of_its_value() -> None:
    (workflow,) = induce([run("Find a stay below $250.", step("fill", "Budget", "250", role="textbox"))])
    assert [p.name for p in workflow.parameters] == ["budget"]


def supply(part: str, firm: str, task: str = "Get {} from {}") -> Run:
    return run(
        task.format(part, firm),
        step("fill", "Find a part", part, role="textbox"),
        step("click", "Supplier", role="combobox"),
        step("click", firm, role="option"),
        step("click", "Save", role="button"),
    )


def test_what_comes_from_somebody_is_named_by_its_field_and_only_a_way_or_a_time_has_a_start() -> None:
    firms = only(induce([supply("bolt", "Nordic Metals"), supply("nut", "Baltic Supply")]))
    assert {p.name for p in firms.parameters} == {"part", "supplier"}
    told = "Order {} from {}, to be sent on"
    ordered = only(induce([supply("bolt", "Nordic Metals", told), supply("nut", "Baltic Supply", told)]))
    assert {p.name for p in ordered.parameters} == {"part", "supplier"}
    way = "Take {} from {} to the sea"
    ways = only(induce([supply("bus", "Porto", way), supply("train", "Turku", way)]))
    assert "start" in {p.name for p in ways.parameters}


def test_how_many_of_a_thing_are_wanted_names_no_parameter() -> None:
    def count(part: str, number: str) -> Run:
        read = step("extract", role="cell", row=part, value=number, output="answer")
        return run(f"How many {part} are in stock?", step("fill", "Find a part", part, role="textbox"), read, answer=number)

    assert [p.name for p in only(induce([count("oak dowels", "61"), count("wing nuts", "15")])).parameters] == ["part"]


@pytest.mark.parametrize("asked", ["Kindly fetch", "Could you please fetch", "Hi, fetch", "Fetch"])
def test_the_command_before_a_value_is_not_what_the_value_is(asked: str) -> None:
    def fetched(book: str, place: str, how: str) -> Run:
        search = step("fill", "Title", book, role="searchbox")
        return run(f"{how} {book} from {place}.", search, step("select", "Branch", place, role="combobox"), id=book)

    workflow = only(induce([fetched("Emma", "North", asked), fetched("Dune", "South", "Please fetch")]))
    assert [p.name for p in workflow.parameters] == ["title", "branch"]


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (("5551234567", "301234567"), "string"),
        (("8291", "1748"), "string"),
        (("2", "15"), "integer"),
        (("900", "1200"), "integer"),
    ],
)
def test_digits_that_spell_something_are_no_number_which_would_lose_the_zeros_they_begin_with(
    values: tuple[str, str], kind: str
) -> None:
    go = step("click", "Go", role="button")
    runs = [run(f"Register with {v}", step("fill", "Entry", v, role="textbox"), go) for v in values]
    (workflow,) = induce(runs)
    assert [p.type for p in workflow.parameters] == [kind]


def test_a_task_in_which_a_value_stands_right_after_a_comma_is_learned() -> None:
    runs = [
        run(f"Register, {name}", step("fill", "Name", name, role="textbox"), step("click", "Go", role="button"))
        for name in ("Ada Byron", "Karl Frei")
    ]
    (workflow,) = induce(runs)
    assert len(workflow.parameters) == 1


def test_what_the_label_of_a_field_says_in_one_run_only_is_no_name_of_it() -> None:
    def reply(person: str, thing: str, text: str) -> Run:
        return run(
            f"Reply to '{thing}' with the text '{text}'.",
            step("click", thing, role="link"),
            step("fill", "", text, role="textbox", label=Value.model_validate(f"To: {person}"), css="#reply"),
            step("click", "Send", role="button"),
        )

    made = induce([reply("Ann Lee", "Budget", "Approved."), reply("Bob Fox", "Lunch", "Count me in.")])
    assert [p.name for p in only(made).parameters][-1] == "text"
