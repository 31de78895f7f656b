"""Titles and names that once read badly: values that say nothing, bare noun phrases, clauses that point back."""

from __future__ import annotations

import pytest
from making_runs import run, step

from awm_mcp.induction import induce
from awm_mcp.induction.naming.naming import title_of, verb_and_object
from awm_mcp.induction.naming.routine_words import routine_name, routine_title
from awm_mcp.model import Action, FlowStep, Param, Parameter, Run, Target, Text, Value, value


def pattern(text: str) -> Value:
    parts = text.replace("}", "{").split("{")
    return value(Param(param=part) if n % 2 else Text(text=part) for n, part in enumerate(parts) if part)


def titled(text: str, **examples: str) -> str:
    shown = pattern(text)
    return title_of(shown, [Parameter(name=p, examples=(examples.get(p, "Alpha"),)) for p in shown.params])


TITLES = {
    "Cheapest hotel in {city} from {check_in} to {check_out}": "Find the cheapest hotel in a city",
    "Price of the {product} in euros?": "Find the price of a product in euros",
    "Write to the shop as {name}, topic {topic}, saying {message}": "Write to the shop as a person",
    "Send the shop a message saying {message}": "Send the shop a message",
    "Find tickets for events in {query}": "Find tickets for events in a place",
    "Play {item} movie trailer": "Play a movie trailer",
    "Find the odds for upcoming {item} matches": "Find the odds for upcoming matches",
    "What are {item}'s upcoming projects?": "Find an item's upcoming projects",
    "Find {item} series and add it to my watch list": "Find a series and add it to my watch list",
    "Find a black {item} and add to cart": "Find a black item and add to cart",
    "Find dog collars under {max_price} dollars": "Find dog collars under a max price",
    "Find passes for a game on April {day}": "Find passes for a game",
    "Buy tickets for Boston vs. New York": "Buy tickets for Boston vs. New York",
    "What is trending now?": "Find what is trending now",
    "Locate a park in the state of {state}": "Locate a park in a state",
}


@pytest.mark.parametrize(("told", "title"), TITLES.items())
def test_a_title_reads_as_a_person_would_say_it(told: str, title: str):
    assert titled(told) == title


@pytest.mark.parametrize("told", ["Test the mail of {user}", "Request a refund for {order}", "Post the note {text}"])
def test_a_command_that_looks_like_a_superlative_stays_one(told: str):
    assert not titled(told).startswith("Find")


def test_the_name_keeps_the_verb_of_the_deed_where_its_object_stands_before():
    assert verb_and_object(pattern("Find {item} series and add it to my watch list"))[:2] == ["add", "series"]


def act(kind: str, name: str, given: str | None = None, role: str = "button") -> FlowStep:
    said = pattern(given) if given else None
    return FlowStep(action=Action(type=kind, target=Target(role=role, name=pattern(name)), value=said))  # type: ignore[arg-type]


def test_what_is_typed_and_taken_by_enter_is_entered():
    steps = [act("fill", "Labels", "{label}", "textbox"), act("press", "Labels", "Enter", "textbox")]
    assert (routine_title(steps), routine_name("helpdesk", steps)) == ("Enter a label", "helpdesk_enter_label")


def test_a_list_that_is_named_as_what_is_chosen_from_it_needs_no_word():
    steps = [act("click", "Select milestone"), act("click", "{milestone}", role="option")]
    assert (routine_title(steps), routine_name("git", steps)) == ("Choose a milestone", "git_choose_milestone")


def test_fields_that_are_filled_in_one_after_the_other_share_a_verb():
    steps = [act("fill", "First name", "{a}", "textbox"), act("fill", "Last name", "{b}", "textbox")]
    assert routine_title(steps) == "Fill in “First name” and “Last name”"


def told(task: str, product: str, *more: str) -> Run:
    return run(task, step("fill", "Search", product, role="searchbox"), *(step("click", one, role="button") for one in more))


def test_two_of_one_name_are_never_told_apart_by_a_value():
    one = told("Show the lamps called 'Aurora'", "Aurora", "Go", "Wide list", "First")
    two = told("Show the lamps called 'Nordlicht' today", "Nordlicht", "Look", "Narrow list", "Second")
    names = [w.name for w in induce([one, two], most=None) if w.kind == "task"]
    assert len({*names}) == 2 and not any("aurora" in name or "nordlicht" in name for name in names)


def test_an_entry_is_named_by_what_the_menu_before_it_sorts_or_lists_by():
    def shown(by: str, entry: str) -> Run:
        return run(
            f"Show the {entry} list", step("click", by, role="button"), step("click", entry, role="link", url="/list")
        )

    found = induce([shown("Shop by category", "Lamps"), shown("Shop by category", "Chairs")], most=None)
    assert [p.name for w in found if w.kind == "task" for p in w.parameters] == ["category"]
