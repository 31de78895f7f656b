"""Runs reported as solved that did not do their task: nothing they did could do it, or the site refused it."""

from __future__ import annotations

import pytest
from making_runs import ORIGIN, run, step

from awm_mcp.induction.cleaning.undone import why_undone
from awm_mcp.model import Dialog, Effect, Run, Seen, Step, Target
from awm_mcp.model.asked_changes import change_asked

CALM = Effect(url=f"{ORIGIN}/people?q=Bob", changed=True, shown=("Bob Stone",))


def searched(task: str, *more: Step, **told: str) -> Run:
    """A run that a browser saw search for a contact and send nothing."""
    return run(
        task,
        step("goto", value=f"{ORIGIN}/people", effect=Effect(url=f"{ORIGIN}/people", changed=True)),
        step("fill", "Search contacts", "Bob Stone", role="searchbox", effect=Effect(changed=True)),
        step("press", "Search contacts", "Enter", role="searchbox", effect=CALM),
        *more,
        **told,
    )


@pytest.mark.parametrize(
    "task",
    [
        "Delete the contact Bob Stone",
        "delete Bob Stone from contacts",
        "Please remove Bob Stone",
        "In the contacts, delete Bob Stone",
        "Open the contacts and delete Bob Stone",
        "Lösche den Kontakt Bob Stone",
        "Supprime le contact Bob Stone",
        "Elimina el contacto Bob Stone",
        "Send a message to Bob Stone",
        "Create the contact Bob Stone",
    ],
)
def test_a_run_that_only_searched_does_no_task_that_asks_for_a_change(task: str) -> None:
    assert "asks for a change" in why_undone(searched(task))


@pytest.mark.parametrize(
    "task",
    [
        "Find the contact Bob Stone",
        "Order the list by price",
        "Add filters for price and colour",
        "Set the sort order to newest",
        "Remove the filter 'red'",
        "Mark Twain books",
        "Book club of Bob Stone",
        "Like new offers",
        "Order history",
        "Post office hours of Bob Stone",
        "Delete key: what does it do?",
        "Can I delete Bob Stone?",
        "Find the song 'Delete the evidence'",
        "Filter setzen: rot",
        "Zeige den Kontakt Bob Stone",
    ],
)
def test_what_only_sounds_like_a_change_is_a_read(task: str) -> None:
    assert why_undone(searched(task)) == ""


def test_a_read_with_an_answer_is_a_read_unless_something_was_to_be_gone() -> None:
    assert why_undone(searched("Book a table: tell how many are free", answer="3")) == ""
    assert why_undone(searched("Delete the contact Bob Stone", answer="Bob Stone")) != ""


@pytest.mark.parametrize(
    "deed",
    [
        step("click", "Delete", role="button", effect=Effect(changed=True)),
        step("click", "Delete", role="link", effect=Effect(changed=True)),
        step("click", role="button", css="#x"),
        step("press", "New contact", "Enter", role="textbox", effect=Effect(changed=True)),
        step("select", "State", "gone", role="combobox"),
        step("check", "Gone", role="checkbox"),
        step("goto", value=f"{ORIGIN}/contacts/7/delete"),
        step("click", "Search", role="button", effect=Effect(requests=("POST /people/delete",), changed=True)),
        step("click", "Bob", role="link", dialog=Dialog(kind="confirm", accept=True)),
    ],
)
def test_what_could_have_done_it_is_left_to_the_rules_of_learning(deed: Step) -> None:
    assert why_undone(searched("Delete the contact Bob Stone", deed)) == ""


def test_enter_in_a_search_field_searches_whatever_the_field_is_called() -> None:
    press = step("press", "Title", "Enter", role="searchbox")
    assert "asks for a change" in why_undone(run("Delete the book 'Dune'", step("fill", "Title", "Dune"), press))


def test_steps_that_nobody_saw_are_judged_by_what_they_are() -> None:
    told = run(
        "Delete the contact Bob Stone",
        step("fill", "Search contacts", "Bob Stone", role="searchbox"),
        step("click", "Search", role="button"),
        step("click", "Bob Stone", role="link"),
    )
    assert "asks for a change" in why_undone(told)


def test_a_form_whose_fields_went_into_the_address_was_a_search() -> None:
    asked = Target(role="textbox", seen=Seen(form_method="get"))
    press = step("press", "", "Enter", effect=CALM)
    press = press.model_copy(update={"action": press.action.model_copy(update={"target": asked})})
    assert "asks for a change" in why_undone(run("Delete the contact Bob Stone", press))


REFUSED = Effect(changed=True, requests=("POST /contact",), failed="the site answered 422: Your name is missing")


def test_what_the_site_refused_last_is_no_success() -> None:
    send = step("click", "Send", role="button", effect=REFUSED)
    assert why_undone(run("Write to the shop", send)) == "the site answered 422: Your name is missing"


def test_what_was_refused_and_then_taken_is_learned() -> None:
    again = Effect(changed=True, requests=("POST /contact",))
    send = step("click", "Send", role="button")
    tried = (send.model_copy(update={"effect": effect}) for effect in (REFUSED, again))
    assert why_undone(run("Write to the shop", *tried)) == ""


def test_a_read_that_had_something_refused_on_the_way_keeps_its_answer() -> None:
    seen = step("click", "Details", role="button", effect=REFUSED)
    assert why_undone(run("What does the jug cost?", seen, answer="$5")) == ""


def test_how_surely_a_change_is_asked() -> None:
    asked = [change_asked(task) for task in ("Cancel the order 12", "Add a lamp", "Cancel culture books", "Order 3 mugs")]
    assert asked == ["surely", "maybe", "", "maybe"]
