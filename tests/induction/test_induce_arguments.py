from __future__ import annotations

import datetime

from hypothesis import given, settings
from hypothesis import strategies as st
from making_runs import run, seen, step

from awm_mcp.induction import induce
from awm_mcp.model import FlowStep, Param, Run, Step, Value, Workflow
from awm_mcp.model.arguments import Bound, bind
from awm_mcp.model.templates import best_fill

WORD = st.text(st.characters(codec="ascii", categories=("L",)), min_size=4, max_size=8).map(str.capitalize)
ITEMS = st.lists(WORD, min_size=5, max_size=5, unique_by=str.casefold)
DAYS = st.dates(datetime.date(2024, 1, 1), datetime.date(2029, 12, 31))
LEVELS = ("Low", "Normal", "High")


def board(name: str, labels: list[str]) -> Run:
    listed = ", ".join(f"'{label}'" for label in labels)
    lists: list[Step] = []
    for label in labels:
        lists += [step("select", "List", label, role="combobox"), step("click", "Add list", role="button")]
    return run(
        f"Create a board called '{name}' with lists for {listed}.",
        step("click", "New board", role="button"),
        step("fill", "Board name", name, role="textbox"),
        *lists,
        step("click", "Create board", role="button"),
        id=name,
    )


def booking(guest: str, day: datetime.date, typed: str, level: str, note: str | None = None) -> Run:
    noted = [step("fill", "Note", note, role="textbox")] if note else []
    return run(
        f"Reserve a table for '{guest}' on {day:%B} {day.day}, {day.year} with priority {level}"
        + (f" and the note '{note}'." if note else "."),
        step("fill", "Guest", guest, role="textbox"),
        step("fill", "Day", day.strftime(typed), role="textbox"),
        step("select", "Priority", level, role="combobox", seen=seen(1, 1, options=LEVELS)),
        *noted,
        step("click", "Reserve", role="button"),
        id=guest,
        template="booking",
    )


def done(workflow: Workflow, bound: Bound) -> list[str]:
    """What is typed, chosen and clicked with these arguments, in order; optional steps without argument are left out."""
    return [text for one in workflow.steps for text in _texts(one, bound)]


def _texts(one: FlowStep, bound: Bound) -> list[str]:
    if one.for_each is not None:
        items = bound[one.for_each.parameter or ""]
        inner = one.for_each.steps
        return [text for item in items for step in inner for text in _texts(step, {**bound, one.for_each.item: item})]
    if one.action is None or (one.optional and any(p not in bound for p in one.params)):
        return []
    typed = one.action.value
    if typed is not None:
        return [_written(typed, bound)]
    named = one.action.target.name if one.action.target is not None else None
    return [_written(named, bound)] if named is not None else []


def _written(given: Value, bound: Bound) -> str:
    def token(one: object) -> str:
        if not isinstance(one, Param):
            return getattr(one, "text", "")
        text = str(bound[one.param])
        return datetime.date.fromisoformat(text).strftime(one.format) if one.format else text

    return "".join(token(one) for one in given.root)


def did(source: Run) -> list[str]:
    """What a run typed, chose and clicked, in order."""
    found: list[str] = []
    for one in source.steps:
        named = one.action.target.name if one.action.target is not None else None
        text = one.action.value or named
        found += [text.literal or ""] if text is not None else []
    return found


def reproduced(runs: list[Run]) -> Workflow:
    (workflow,) = [w for w in induce(runs) if w.kind == "task"]
    by_id = {r.id: r for r in runs}
    assert len(workflow.evidence.arguments) == len(runs)
    for run_id, arguments in zip(workflow.evidence.runs, workflow.evidence.arguments, strict=True):
        assert done(workflow, bind(workflow, arguments)) == did(by_id[run_id])
    return workflow


@given(ITEMS, st.integers(2, 3))
@settings(max_examples=20, deadline=None)
def test_blocks_that_differ_in_number_take_a_list(words: list[str], number: int) -> None:
    runs = [board(words[0], words[1 : 1 + number]), board(words[4] + " board", [words[1]])]
    workflow = reproduced(runs)
    (many,) = [p for p in workflow.parameters if p.type == "array"]
    assert any(s.for_each is not None and s.for_each.parameter == many.name for s in workflow.steps)
    for source in runs:
        assert best_fill(workflow, source.task) == (
            workflow.evidence.arguments[workflow.evidence.runs.index(source.id)],
            [],
        )


@given(
    st.lists(WORD, min_size=2, max_size=2, unique_by=str.casefold),
    st.lists(DAYS, min_size=2, max_size=2, unique=True),
    st.sampled_from(("%Y-%m-%d", "%m/%d/%Y", "%d.%m.%Y")),
)
@settings(max_examples=20, deadline=None)
def test_a_date_that_the_form_spells_differently_is_one_date_parameter(
    guests: list[str], days: list[datetime.date], typed: str
) -> None:
    runs = [booking(guest, day, typed, level) for guest, day, level in zip(guests, days, ("Low", "High"), strict=True)]
    workflow = reproduced(runs)
    (date,) = [p for p in workflow.parameters if p.type == "date"]
    assert {str(a[date.name]) for a in workflow.evidence.arguments} == {day.isoformat() for day in days}
    assert workflow.parameter("priority") is not None
    assert (workflow.parameter("priority") or date).enum == LEVELS


def test_a_value_that_one_run_did_without_is_optional_and_left_out_of_its_arguments() -> None:
    day = datetime.date(2027, 6, 5)
    runs = [
        booking("Anna", day, "%Y-%m-%d", "Low", note="Window seat"),
        booking("Ben", datetime.date(2027, 7, 21), "%Y-%m-%d", "High"),
    ]
    workflow = reproduced(runs)
    note = workflow.parameter("note")
    assert note is not None and not note.required
    assert ["note" in arguments for arguments in workflow.evidence.arguments].count(False) == 1


def test_the_same_number_of_listed_entries_in_all_runs_is_a_list_that_also_takes_more() -> None:
    workflow = reproduced([board("Sprint", ["Alpha", "Beta"]), board("Team", ["Gamma", "Delta"])])
    (many,) = [p for p in workflow.parameters if p.type == "array"]
    more = board("Other", ["Epsilon", "Zeta", "Eta"])
    arguments, missing = best_fill(workflow, more.task)
    assert arguments[many.name] == ["Epsilon", "Zeta", "Eta"]
    assert missing == []


def test_a_search_field_without_a_name_is_called_like_the_box_that_opened_it() -> None:
    def add(title: str, author: str) -> Run:
        return run(
            f'Add the book "{title}" by {author}.',
            step("fill", "Title", title, role="textbox", url="/add"),
            step("click", "", role="combobox", label="Author:", url="/add"),
            step("fill", "", author, role="searchbox", css="span > input", url="/add"),
            step("click", author, role="option", url="/add"),
            step("click", "Save", role="button", url="/add"),
        )

    (workflow,) = induce([add("Tidal Almanac", "Rhea Gallo"), add("Nine Ferries", "Tilda Marsh")])

    assert {p.name for p in workflow.parameters} == {"title", "author"}


def test_a_code_is_one_value_and_named_by_the_task_where_it_is_searched_for() -> None:
    def delete(code: str) -> Run:
        return run(
            f"Delete the booking {code}.",
            step("fill", "Find bookings", code, role="searchbox", label="Bookings"),
            step("click", "Delete", role="button", row=code),
        )

    (workflow,) = induce([delete("BK-2049"), delete("BK-2112")])

    (parameter,) = workflow.parameters
    assert parameter.name == "booking" and set(parameter.examples) == {"BK-2049", "BK-2112"}


def dated(day: datetime.date, spelled: str) -> Run:
    return run(
        f"Enter {day.strftime(spelled)} as the date and press Send.",
        step("fill", "Day", day.isoformat(), role="textbox"),
        step("click", "Send", role="button"),
        id=day.isoformat(),
    )


def test_tasks_that_spelled_a_date_in_numbers_tell_which_is_the_day() -> None:
    days = datetime.date(2027, 3, 5), datetime.date(2027, 5, 15)
    for spelled, wanted in (("%m/%d/%Y", "2027-10-03"), ("%d/%m/%Y", "2027-03-10")):
        (workflow,) = induce([dated(day, spelled) for day in days])
        arguments, _ = best_fill(workflow, "Enter 10/03/2027 as the date and press Send.")
        assert arguments == {"day": wanted}
    (alike,) = induce([dated(datetime.date(2027, 3, 3), "%m/%d/%Y"), dated(datetime.date(2027, 5, 5), "%m/%d/%Y")])
    assert best_fill(alike, "Enter 10/03/2027 as the date and press Send.")[0] == {}
