"""Runs that want different things of one element are two tasks, whatever their wording has in common."""

from __future__ import annotations

import pytest
from making_runs import run, step

from awm_mcp.induction.aligning.wanted import wants_another
from awm_mcp.induction.library import induce
from awm_mcp.model import Action, Became, Dialog, Run, Step, Target, Workflow, value


def tasks(*runs: Run) -> list[Workflow]:
    return [workflow for workflow in induce(list(runs), most=None) if workflow.kind == "task"]


def turned(task: str, setting: str, on: bool) -> Run:
    box = step("check", setting, role="checkbox", url="/settings", checked=on)
    return run(task, step("click", "Settings", role="link"), box, step("click", "Save", role="button", url="/settings"))


def states(workflow: Workflow) -> list[object]:
    return [s.action.checked for s in workflow.steps if s.action is not None and s.action.type == "check"]


def test_a_box_of_which_the_tasks_do_not_say_how_it_is_wanted_is_two_tasks() -> None:
    made = tasks(turned("Set up alarms for Ann", "Alarms", True), turned("Set up alarms for Bob", "Alarms", False))
    assert sorted((states(workflow), workflow.evidence.tasks) for workflow in made) == [
        ([False], ("Set up alarms for Bob",)),
        ([True], ("Set up alarms for Ann",)),
    ]


def test_on_and_off_that_press_different_buttons_are_two_tasks() -> None:
    def pressed(task: str, on: bool, button: str) -> Run:
        box = step("check", "Alarms", role="checkbox", url="/settings", checked=on)
        return run(task, step("click", "Settings", role="link"), box, step("click", button, role="button", url="/settings"))

    made = tasks(pressed("Turn on alarms", True, "Start"), pressed("Turn off alarms", False, "Delete all"))
    assert [w.evidence.support for w in made] == [1, 1]
    sides = (("on", "Start"), ("off", "Stop"))
    plain = tasks(*(run(f"Turn {side} the alarms", step("click", button, role="button")) for side, button in sides))
    assert [w.evidence.support for w in plain] == [1, 1]


def test_a_form_sent_with_a_box_ticked_and_unticked_is_two_tasks_also_when_they_are_worded_alike() -> None:
    def made(title: str, on: bool) -> Run:
        box = step("check", "Comments", role="checkbox", url="/new", checked=on)
        fill, send = step("fill", "Title", title, url="/new"), step("click", "Create", role="button", url="/new")
        return run(f'Create the page "{title}"', fill, step("fill", "Text", "Hello", url="/new"), box, send)

    assert sorted(states(w) for w in tasks(made("Ann", True), made("Bob", False), made("Cid", True))) == [[False], [True]]


def test_a_box_that_was_ticked_and_unticked_again_is_left_as_it_was_left() -> None:
    boxes = [step("check", "Alarms", role="checkbox", url="/settings", checked=on) for on in (True, False)]
    (made,) = tasks(run("Turn off alarms", *boxes, step("click", "Save", role="button", url="/settings")))
    assert states(made) == [False]


BUTTON = Target(role="button", name=value("Reset"))
FIELD = Target(role="textbox", name=value("Note"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Action(type="click", target=BUTTON), Action(type="dblclick", target=BUTTON)),
        (Action(type="click", target=BUTTON), Action(type="click", target=BUTTON, button="right")),
        (Action(type="click", target=BUTTON), Action(type="click", target=BUTTON, modifiers=("Control",))),
        (
            Action(type="press", target=FIELD, value=value("Enter")),
            Action(type="press", target=FIELD, value=value("Escape")),
        ),
        (
            Action(type="click", target=BUTTON, dialog=Dialog(kind="confirm", accept=True)),
            Action(type="click", target=BUTTON, dialog=Dialog(kind="confirm", accept=False)),
        ),
        (
            Action(type="click", target=BUTTON, became=Became(marks=("aria-pressed=true",))),
            Action(type="click", target=BUTTON, became=Became(lost=("aria-pressed=true",))),
        ),
        (Action(type="wait_for", target=BUTTON), Action(type="wait_for", target=BUTTON, gone=True)),
        (
            Action(type="select", target=FIELD, values=(value("A"), value("B"))),
            Action(type="select", target=FIELD, values=(value("C"),)),
        ),
        (
            Action(type="check", target=Target(role="switch", name=value("Dark"))),
            Action(type="click", target=Target(role="switch", name=value("Dark"))),
        ),
    ],
)
def test_what_is_done_to_an_element_in_another_way_is_another_move(one: Action, other: Action) -> None:
    assert wants_another(one, other) and wants_another(other, one) and not wants_another(one, one)


def test_a_radio_that_is_clicked_and_one_that_is_checked_are_one_move() -> None:
    radio = Target(role="radio", name=value("Express"))
    assert not wants_another(Action(type="click", target=radio), Action(type="check", target=radio))


def sorted_list(how: str, label: str) -> Run:
    steps: tuple[Step, ...] = (
        step("click", "Products", role="link"),
        step("click", label, role="button", url="/products"),
        step("extract", role="status", value="9", url="/products"),
    )
    return run(f"List all products of the shop sorted by price {how}", *steps, answer="9")


def test_buttons_that_no_task_names_are_two_tasks_where_the_wording_differs() -> None:
    made = tasks(sorted_list("ascending", "Low to high"), sorted_list("descending", "High to low"))
    assert [w.evidence.support for w in made] == [1, 1]
    assert not any(template.has_gap for w in made for template in w.templates)


def test_a_button_whose_looks_one_run_turned_one_way_and_another_run_back_makes_two_workflows() -> None:
    def pressed(task: str, **became: tuple[str, ...]) -> Run:
        steps = [step("click", "Alerts", role="link"), step("click", "Bell", role="button", became=Became(**became))]
        return run(task, *steps, step("click", "Close", role="button"))

    made = tasks(
        pressed("Switch the bell of the board on", marks=(".lit",)),
        pressed("Switch the bell of the board off", lost=(".lit",)),
    )
    assert [w.evidence.support for w in made] == [1, 1]
