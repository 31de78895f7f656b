"""How workflows and their parameters are called, and what of their texts is a value."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from making_runs import run, step

from awm_mcp.induction import induce
from awm_mcp.induction.naming.routine_words import short
from awm_mcp.induction.texts.id_words import parted
from awm_mcp.model import Run, Workflow


def only(*runs: Run) -> Workflow:
    (workflow,) = [w for w in induce(list(runs)) if w.kind == "task"]
    return workflow


def test_the_number_of_a_label_is_the_parameter_and_its_word_stays() -> None:
    def rate(stars: int) -> Run:
        return run(f"Rate the lamp with {stars} stars.", step("click", f"{stars} stars", role="radio"))

    workflow = only(rate(4), rate(5))

    assert sorted(workflow.parameters[0].examples) == ["4", "5"]
    target = workflow.steps[0].action.target if workflow.steps[0].action is not None else None
    assert target is not None
    assert target.name is not None
    assert target.name.words() == f"{{{workflow.parameters[0].name}}} stars"


def test_words_that_three_different_tasks_type_alike_are_part_of_the_work() -> None:
    def fit(cards: int) -> Run:
        return run(
            f"I have game cards now, find storage for {cards} cards",
            step("fill", "Search", "game cards", role="combobox"),
            step("click", "Search"),
        )

    assert only(fit(6), fit(11), fit(31)).parameters == ()


def test_runs_of_one_and_the_same_task_give_the_quoted_label_as_a_parameter() -> None:
    def look() -> dict[str, Any]:
        return {"task": "Open the product 'Blue Lamp'."}

    first = run(look()["task"], step("click", "Blue Lamp", role="link"))
    second = run(look()["task"], step("click", "Blue Lamp", role="link"), step("click", "Details", role="tab"))

    workflow = induce([first, second])[0]

    assert [p.examples for p in workflow.parameters] == [("Blue Lamp",)]


@pytest.mark.parametrize(
    ("task", "values", "title"),
    [
        ("Mark the issue '{a}' as {b} the issue '{c}'.", ("Dead link", "Blocked by", "Slow page"), "to another issue"),
        ("Add the '{a}' label to the issue '{c}'.", ("urgent", "", "Slow page"), "Add a label to an issue"),
    ],
)
def test_titles_name_things_with_fitting_articles(task: str, values: tuple[str, str, str], title: str) -> None:
    def made(a: str, b: str, c: str) -> Run:
        texts = [text for text in (a, b, c) if text]
        fields = [step("select" if k == 1 else "fill", f"Field {'abc'[k]}", text) for k, text in enumerate(texts)]
        return run(task.format(a=a, b=b, c=c), *fields, step("click", "Save"))

    other = tuple(f"Other {text.lower()}" if text else "" for text in values)

    assert title in only(made(*values), made(*other)).title


def test_two_workflows_of_one_name_are_told_apart_by_a_word() -> None:
    def sign(end: str, name: str) -> Run:
        middle = [step("click", tab, role="tab") for tab in ("Advanced", "Letters", "Weekly")] if end == "Later" else []
        return run(f"Enter the name '{name}' in the form.", step("fill", "Name", name), *middle, step("click", end))

    names = [w.name for w in induce([sign("Now", "Ann"), sign("Now", "Bob"), sign("Later", "Cy"), sign("Later", "Di")])]

    assert len(set(names)) == len(names)
    assert not any(name[-1].isdigit() for name in names)


def test_a_typed_beginning_and_the_chosen_entry_are_one_parameter_the_entry() -> None:
    def fly(city: str) -> Run:
        return run(
            f"Find flights to {city} for Monday",
            step("fill", "Destination", city[:3].lower(), role="combobox"),
            step("click", city, role="option"),
        )

    workflow = only(fly("Berlin"), fly("Lisbon"))

    assert [(p.name, sorted(p.examples)) for p in workflow.parameters] == [("destination", ["Berlin", "Lisbon"])]
    assert [s.params for s in workflow.steps] == [("destination",), ("destination",)]


def test_a_question_how_long_is_a_thing_to_find() -> None:
    def way(start: str, end: str, mode: str) -> Run:
        fields = [step("fill", "From", start), step("fill", "To", end)]
        return run(f"How long does it take to {mode} from {start} to {end}?", *fields, step("click", "Go"))

    assert (
        only(way("Old Mill", "Harbour", "walk"), way("Town Hall", "Zoo", "drive")).title
        == "Find how long it takes to get there"
    )


def test_a_glued_field_id_is_read_as_words() -> None:
    assert parted("timespent", ()) == "time spent"
    assert parted("duedate", ()) == "due date"
    assert parted("comment", ()) == "comment"


@given(st.text(max_size=200))
def test_a_label_in_running_text_is_short_and_does_not_end_in_dots(label: str) -> None:
    shown = short(label)

    assert len(shown) <= 41
    assert not shown.endswith((".", "…"))


@given(st.from_regex(r"[a-z]{1,20}", fullmatch=True))
def test_parting_a_word_loses_no_letter(word: str) -> None:
    assert parted(word, ()).replace(" ", "") == word


@pytest.mark.parametrize(
    ("task", "title", "name"),
    [
        ("Cancel order #307.", "Cancel an order", "store_cancel_order"),
        ("What is the top-3 best-selling product in 2022?", "", "store_find_top_best_selling"),
        ("How many reviews did we receive by mail?", "Find how many reviews by mail", "store_find_how_many_reviews"),
        ("Tell me who has made the most edits", "Find who has made the most edits", "store_find_who_has_made"),
        (
            "I previously ordered a mattress and later cancelled. Can you reorder it for me?",
            "Reorder an item",
            "store_reorder_item",
        ),
        (
            "Mark the issue 'Login page shows a blank screen on Safari' as done",
            "Mark an issue as done",
            "store_mark_issue",
        ),
        ("order-a-coffee", "Order a coffee", "store_order_coffee"),
        ("Recording 2/6/2023 at 1:05:20 PM", "Open “Menu”, click “Latte” and open “Cart”", "store_open_menu_latte_cart"),
    ],
)
def test_a_single_run_is_named_as_a_person_would_say_it(task: str, title: str, name: str) -> None:
    typed = [step("fill", "Search", "307")] if "307" in task else []
    workflow = only(
        run(
            task,
            *typed,
            step("click", "Menu", role="link"),
            step("click", "Latte", role="button"),
            step("click", "Cart", role="link"),
        )
    )

    assert workflow.name == name
    assert not title or workflow.title == title
    assert not workflow.title.endswith((" the", " a", " of", " in", " to", "#", "-"))
    assert "  " not in workflow.title


@pytest.mark.parametrize(
    ("label", "role", "name"),
    [
        ("Search by keyword or web id", "textbox", "query"),
        ("Search GitLab", "textbox", "query"),
        ("Search branches", "textbox", "branch"),
        ("Search for artists, teams or venues", "textbox", "artist"),
    ],
)
def test_a_search_box_names_what_it_searches_or_nothing(label: str, role: str, name: str) -> None:
    workflow = only(
        run("Look at Alpha.", step("fill", label, "Alpha", role=role), step("click", "Go")),
        run("Look at Beta.", step("fill", label, "Beta", role=role), step("click", "Go")),
    )

    assert [p.name for p in workflow.parameters] == [name]


def test_a_verb_or_a_quality_before_a_value_is_no_name_for_it() -> None:
    def notified(who: str) -> Run:
        return run(f"Notify {who} about the delay", step("fill", "Search", who, role="searchbox"), step("click", "Send"))

    def nearest(place: str) -> Run:
        return run(f"Where is the nearest {place}?", step("fill", "Search", place, role="searchbox"), step("click", "Go"))

    assert only(notified("Ann Low"), notified("Ben High")).parameters[0].name == "query"
    found = only(nearest("tea cafe"), nearest("book shop"))
    assert (found.parameters[0].name, found.title) == ("query", "Find the nearest item")
