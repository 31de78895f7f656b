"""The row of an element: which of the texts that a recorder saw tells it, and what happens when none does."""

from __future__ import annotations

from typing import Any

import pytest
from making_runs import run, seen, step

from awm_mcp.induction import induce, lint
from awm_mcp.induction.cleaning.row_anchor import anchored, row_text
from awm_mcp.model import Param, Run, Seen, Target, Value

CSS = "table > tr:nth-of-type({place}) > td:nth-of-type(3) > a > button"


def edit(title: str, name: str, place: int, texts: tuple[str, ...], task: str = "") -> Run:
    button = step(
        "click", "Edit", role="button", url="/issues", row=texts[0], css=CSS.format(place=place),
        seen=seen(place, 6, "tr > td > a > button", equals=6, row_texts=texts),
    )  # fmt: skip
    save = step("click", "Save", role="button", url="/edit")
    typed = step("fill", "Title", name, role="textbox", url="/edit")
    return run(task or f"Rename the issue '{title}' to '{name}'.", button, typed, save, observed=True, source="recorded")


def clicked(workflow: object) -> Target:
    target = workflow.steps[0].action.target  # type: ignore[attr-defined]
    assert isinstance(target, Target)
    return target


def test_of_the_texts_of_a_row_the_one_that_the_task_names_becomes_its_parameter() -> None:
    runs = [edit("Slow search", "Fast find", 2, ("#2", "Slow search")), edit("Bad logo", "Nice", 5, ("#5", "Bad logo"))]
    for given in (runs, runs[:1]):
        (workflow,) = induce(given)
        row = clicked(workflow).row
        assert row is not None and len(row.params) == 1 and row.literal is None
        assert "row_needed" not in {f.code for f in lint(workflow)}


def test_a_row_with_nothing_but_a_number_to_tell_it_stays_that_row() -> None:
    (workflow,) = induce([edit("", "Fast find", 2, ("#2",), "Rename the second issue to 'Fast find'.")])
    row = clicked(workflow).row
    assert row is not None and row.literal == "#2"


def test_rows_that_no_value_of_the_task_tells_keep_the_workflow_a_draft() -> None:
    tasks = ("Rename my issue to 'Fast find'.", "Rename my issue to 'Nice'.")
    runs = [edit("", "Fast find", 2, ("#2",), tasks[0]), edit("", "Nice", 5, ("#5",), tasks[1])]
    (workflow,) = induce(runs)
    target = clicked(workflow)
    assert target.row is None and target.row_needed
    assert "row_needed" in {f.code for f in lint(workflow) if f.severity == "error"}


@pytest.mark.parametrize(
    ("recorded", "texts", "task", "row"),
    [
        ("#2", ("#2", "Slow search"), "edit slow search", "Slow search"),
        ("#2", ("#2", "Slow search"), "edit number #2", "#2"),
        ("#2", ("#2", "Slow", "Slow search"), "edit slow search", "Slow search"),
        ("#2", ("#2", "Ann", "Slow search"), "edit it", "Slow search"),
        ("Ann", ("Ann", "Slow search"), "edit it", "Ann"),
        ("Ann", ("Ann", "Slow search #17"), "edit slow search", "Slow search"),
        ("Ann", ("Ann", "Lowe"), "edit slow search", "Ann"),
    ],
)
def test_the_longest_text_named_tells_the_row(recorded: str, texts: tuple[str, ...], task: str, row: str) -> None:
    assert row_text(recorded, texts, task) == row


def test_a_run_without_row_texts_stays_as_it_is() -> None:
    plain = run("Edit 'x'.", step("click", "Edit", role="button", row="#2", seen=Seen(equals=6)))
    assert anchored(plain) is plain


def test_tasks_that_differ_in_the_row_alone_are_one_task() -> None:
    def suspend(name: str) -> Run:
        more = step("click", "more", role="button", url="/drivers", row=name)
        chosen = step("click", "Suspend", role="menuitem", url="/drivers")
        return run(f"Suspend the driver {name}.", more, chosen)

    (workflow,) = induce([suspend("Hamza Ashdown"), suspend("Dmitri Corrigan")])

    assert clicked(workflow).row == Value((Param(param=workflow.parameters[0].name),))
    assert workflow.parameters[0].examples == ("Hamza Ashdown", "Dmitri Corrigan")


def test_the_field_that_a_task_is_about_makes_it_another_task() -> None:
    def change(field: str, title: str, new: str) -> Run:
        opened = step("click", title, role="link", url="/issues")
        edit = step("click", "Edit", role="button", url="/issues/7", row=field)
        typed = step("fill", field, new, url="/issues/7")
        saved = step("click", "Save", role="button", url="/issues/7")
        return run(f"Set the {field.lower()} of the issue '{title}' to {new}.", opened, edit, typed, saved)

    runs = [change("Weight", "Bad logo", "3"), change("Weight", "Typo", "5")]
    runs += [change("Points", "No mail", "8"), change("Points", "Old price", "2")]

    parameters = sorted([p.name for p in w.parameters] for w in induce(runs) if w.kind == "task")

    assert parameters == [["issue", "points"], ["issue", "weight"]]


def role_of(user: str, number: int, role: str, **more: Any) -> Run:
    read = step(
        "extract", role="cell", row=more.get("row", user), label="Role", value=role, output="answer",
        css=f"#user-{number} > td:nth-of-type(4)", seen=Seen(equals=1),
    )  # fmt: skip
    search = step("fill", "Search users", user, role="searchbox")
    return run(f"What role does the user {user} have?", search, read, answer=role)


def cell_of(runs: list[Run]) -> Target | None:
    (workflow,) = [w for w in induce(runs) if w.kind == "task"]
    action = workflow.steps[-1].action
    return action.target if action is not None else None


def test_a_row_whose_id_is_data_is_any_row_in_the_selector_of_its_cell() -> None:
    for runs in ([role_of("mary", 5, "Author")], [role_of("mary", 5, "Author"), role_of("sue", 17, "Editor")]):
        target = cell_of(runs)
        assert target is not None and target.row is not None and target.label is not None
        assert (target.css, target.row.params, target.label.literal) == ("* > td:nth-of-type(4)", ("user",), "Role")


def test_the_heading_of_a_column_tells_no_cell_where_no_row_is_known() -> None:
    target = cell_of([role_of("mary", 5, "Author", row="Row one"), role_of("sue", 17, "Editor", row="Row two")])
    assert target is not None and (target.row, target.label) == (None, None)


def cell(kind: str, room: str, text: str, place: int, given: str | None = None) -> Run:
    path = f"table > tbody > tr:nth-of-type({place}) > td:nth-of-type(5)"
    one = seen(5 * place, 20, "tr > td", equals=1, row_texts=(room,))
    more = {"value": text, "output": "price"} if kind == "extract" else {}
    done = step(kind, text, role="cell", row=room, css=path, seen=one, **more)
    after = () if given is None else (step("fill", "Price", given, role="textbox"), step("press", value="Enter"))
    said = f"What is the evening price of room {room}?" if given is None else f"Set the price of room {room} to {given}"
    return run(said, done, *after, observed=True, source="recorded")


@pytest.mark.parametrize("kind", ["extract", "dblclick"])
def test_a_cell_in_the_row_that_a_caller_names_keeps_its_column(kind: str) -> None:
    news = (None, None) if kind == "extract" else ("30", "50")
    (workflow,) = induce([cell(kind, "Blue", "12", 1, news[0]), cell(kind, "Red", "33", 3, news[1])])
    target = clicked(workflow)
    assert target.row is not None and len(target.row.params) == 1
    assert target.css == "table > tbody > tr > td:nth-of-type(5)"


@pytest.mark.parametrize(("testid", "kept"), [("toggle-autoReload", "Auto-reload"), ("", None)])
def test_a_switch_that_only_its_test_id_names_is_also_told_by_what_stands_beside_it(testid: str, kept: str | None) -> None:
    def turned_on(amount: str) -> Run:
        role = "" if testid else "button"
        turn = step("click", testid=testid or None, role=role, row="Auto-reload", css="div.toggle", url="/settings")
        put = step("fill", "Amount", amount, role="textbox", url="/settings")
        return run(f"Turn on auto-reload of '{amount}'.", turn, put, observed=True, source="recorded")

    (workflow,) = induce([turned_on("50"), turned_on("100")])
    row = clicked(workflow).row
    assert (row.literal if row is not None else None) == kept
