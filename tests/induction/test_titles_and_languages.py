"""Titles without the values that follow, names in other languages than English, outputs by what is asked for."""

from __future__ import annotations

import pytest
from making_runs import run, step

from awm_mcp.app.versions.continuity import without_useless_parts
from awm_mcp.induction import induce
from awm_mcp.induction.grouping.loops import plural
from awm_mcp.induction.naming.sister_titles import with_own_titles
from awm_mcp.induction.texts.languages import language_of
from awm_mcp.model import Run, Step, Workflow
from awm_mcp.model.names import words


def only(*runs: Run) -> Workflow:
    (workflow,) = [w for w in induce(list(runs)) if w.kind == "task"]
    return workflow


def typed(task: str, *fields: tuple[str, str], read: str = "", send: str = "Save") -> Run:
    steps: list[Step] = [step("fill", label, text, role="textbox", url="/form") for label, text in fields]
    steps.append(step("click", send, role="button", url="/form"))
    steps += [step("extract", "", read, css=".out", url="/done")] if read else []
    return run(task, *steps, id=task, answer=read)


@pytest.mark.parametrize(
    ("task", "title"),
    [
        ('Create a ticket "{}" with the description "{}"', "Create a ticket"),
        ('Change the wiki page "{}" to "{}"', "Change a wiki page"),
        ('Replace the content of the wiki page "{}" (summary: {})', "Replace the content of a wiki page"),
        ('Close the ticket "{}" as {}', "Close a ticket"),
    ],
)
def test_a_title_leaves_out_the_values_that_only_follow(task: str, title: str) -> None:
    pairs = (("Onboarding", "rewritten"), ("Printers", "clarified"))
    made = only(*(typed(task.format(a, b), ("Subject", a), ("Reason", b)) for a, b in pairs))
    assert made.title == title


def test_who_somebody_acts_as_stays_in_the_title() -> None:
    made = only(*(typed(f"Sign the paper as {name}", ("Role", name)) for name in ("Secretary", "Treasurer")))
    assert made.title == "Sign the paper as a role"


def test_how_many_names_what_is_counted_and_says_by_what() -> None:
    made = only(
        *(
            typed(f"How many of my tickets are {state}?", ("Status", state), read=read)
            for state, read in (("Open", "3"), ("Closed", "12"))
        )
    )
    assert made.name == "store_find_how_many_tickets"
    assert made.title == "Find how many of my tickets have a status"
    assert [output.name for output in made.outputs] == ["number_of_tickets"]


def test_what_something_costs_is_its_price() -> None:
    made = only(
        *(
            typed(f"How much does the {thing} cost?", ("Product", thing), read=read)
            for thing, read in (("lamp", "$12.50"), ("chair", "$80.00"))
        )
    )
    assert (made.name, [output.name for output in made.outputs]) == ("store_find_price", ["price"])
    assert made.title.startswith("Find the price of")


def test_a_german_task_keeps_its_words_with_values_in_braces() -> None:
    made = only(
        *(
            typed(f"Vereinbare einen Termin für {name} am {day}", ("Name", name), ("Größe", size), ("Datum", day))
            for name, size, day in (("Anna Schulz", "groß", "12.04.2027"), ("Jörg Maier", "groß", "03.05.2027"))
        )
    )
    assert made.title == "Vereinbare einen Termin für {name} am {datum}"
    assert made.name == "store_vereinbare_termin"
    assert " a name" not in made.description


def test_german_letters_in_names_are_spelled_as_german_does() -> None:
    made = only(*(typed(f"Zeige alle Schuhe für {s}", ("Größe", s)) for s in ("Kinder", "Riesen")))
    assert [p.name for p in made.parameters] == ["groesse"]


@pytest.mark.parametrize(
    ("task", "language"),
    [
        ("Find hotels in Los Angeles", "english"),
        ("Order a café latte from El Paso", "english"),
        ("Was kostet der Mäher", "german"),
        ("Was kostet die Heckenschere H7?", "german"),
        ("Réserve une table pour deux", "other"),
        ("Busca un hotel en Madrid", "other"),
        ("Open Die Zeit", "english"),
        ("Turn on notifications", "english"),
    ],
)
def test_a_text_is_english_unless_words_of_another_language_outweigh(task: str, language: str) -> None:
    assert language_of([task]) == language


def test_letters_that_are_no_ascii_with_a_mark_are_spelled_out() -> None:
    assert words("Großer Ærø Łódź") == ["grosser", "aero", "lodz"]


def test_the_parts_of_a_hyphenated_label_belong_together() -> None:
    rows = (("2027-05-01", "2027-05-04"), ("2027-06-10", "2027-06-12"))
    made = only(*(typed(f"Book a room from {a} to {b}", ("Check-in", a), ("Check-out", b)) for a, b in rows))
    assert [p.name for p in made.parameters] == ["check_in", "check_out"]
    assert made.title == "Book a room"


def test_a_field_for_content_is_no_query() -> None:
    made = only(*(typed(f"Write down {t}", ("Content", t)) for t in ("Read this first", "Thirty days a year")))
    assert [p.name for p in made.parameters] == ["content"]


def test_the_list_of_what_is_called_in_the_plural_already_gets_no_second_plural() -> None:
    assert (plural("labels", []), plural("label", []), plural("address", [])) == ("label_list", "labels", "addresses")


def test_of_two_equal_titles_the_later_one_says_what_only_it_does() -> None:
    plain = only(*(typed(f'Create a ticket "{s}"', ("Subject", s)) for s in ("Jam", "Leak")))
    high = only(*(typed(f'Create a ticket "{s}" with high priority', ("Subject", s)) for s in ("Fire", "Smoke")))
    told = with_own_titles([plain, high.model_copy(update={"title": plain.title})])
    assert [w.title for w in told] == ["Create a ticket", "Create a ticket with high priority"]


def test_a_part_that_sends_nothing_is_not_kept_unless_one_in_use_comes_from_it() -> None:
    whole = only(*(typed(f'Create a ticket "{s}"', ("Subject", s)) for s in ("Jam", "Leak")))
    part = whole.model_copy(update={"kind": "subtask", "steps": whole.steps[:1]})
    sending = whole.model_copy(update={"kind": "subtask"})
    used = part.model_copy(update={"id": "wf_1", "state": "published"})
    assert without_useless_parts([whole, part, sending], []) == [whole, sending]
    assert without_useless_parts([part], [used]) == [part]
