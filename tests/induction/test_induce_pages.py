"""Runs that turned different numbers of pages before the wanted row give one step that turns pages until it shows."""

from __future__ import annotations

import pytest
from making_runs import run, step

from awm_mcp.induction import induce, lint
from awm_mcp.model import Run, Step, Workflow, value


def opened(order: str, *turns: Step, page: int = 1) -> Run:
    """Open the list, turn pages, cancel the order in its row."""
    return run(
        f"Hold the order '{order}'.",
        step("click", "Orders", role="link", url="/"),
        *turns,
        step("click", "Hold", role="button", row=order, url=f"/orders?page={page}" if page > 1 else "/orders"),
    )


def turns(count: int, label: str = "Next", role: str = "link") -> list[Step]:
    return [step("click", label, role=role, url=f"/orders?page={n}" if n > 1 else "/orders") for n in range(1, count + 1)]


def task_of(made: list[Workflow]) -> Workflow:
    (workflow,) = [w for w in made if w.kind == "task"]
    return workflow


def told(workflow: Workflow) -> list[str]:
    return [s.words() for s in workflow.steps]


@pytest.mark.parametrize(
    ("label", "role"), [("Next", "link"), ("Load more", "button"), ("›", "link"), ("Next page", "button")]
)
def test_different_numbers_of_presses_become_one_step_until_the_row_shows(label: str, role: str) -> None:
    runs = [opened("Kettle", *turns(2, label, role), page=3), opened("Chair", *turns(1, label, role), page=2)]
    workflow = task_of(induce(runs))
    assert told(workflow) == [
        'click link "Orders"',
        f'click {role} "{label}" until the target of the next step is shown (at most 20 times)',
        'click button "Hold" in the row of "{order}"',
    ]
    assert workflow.evidence.support == 2
    assert not [f for f in lint(workflow) if f.severity == "error"]


def test_a_run_whose_row_stood_on_the_first_page_is_of_the_same_task() -> None:
    runs = [opened("Kettle", *turns(5), page=6), opened("Chair"), opened("Mug")]
    workflow = task_of(induce(runs))
    assert (workflow.steps[1].until_next, workflow.steps[1].optional) == (20, False)
    assert (len(workflow.steps), workflow.evidence.support) == (3, 3)


def test_one_run_that_pressed_twice_shows_that_pages_are_turned() -> None:
    (workflow,) = induce([opened("Kettle", *turns(2), page=3)])
    assert workflow.steps[1].until_next == 20


def test_the_same_single_press_in_all_runs_stays_a_plain_step() -> None:
    workflow = task_of(induce([opened("Kettle", *turns(1), page=2), opened("Chair", *turns(1), page=2)]))
    assert [s.until_next for s in workflow.steps] == [None, None, None]


def test_how_many_pages_were_turned_is_told_in_the_evidence() -> None:
    workflow = task_of(induce([opened("Kettle", *turns(2), page=3), opened("Chair", *turns(1), page=2)]))
    assert [d for d in workflow.evidence.dropped if "pages turned" in d] == [
        "Hold the order 'Kettle'. pages turned 2 times on the way to the entry: a replay turns as many as it needs"
    ]


def test_pages_before_something_that_the_task_does_not_name_are_not_turned_until_it_shows() -> None:
    def read(report: str, count: int) -> Run:
        return run(
            f"Read the report '{report}'.",
            step("click", report, role="link"),
            *turns(count),
            step("click", "Summary", role="link", url="/report"),
        )

    for workflow in induce([read("Sales", 2), read("Costs", 2)], most=None):
        assert not any(s.until_next for s in workflow.steps)


def test_a_press_that_sends_something_turns_no_page() -> None:
    from awm_mcp.model import Effect

    def sent(count: int) -> list[Step]:
        return [s.model_copy(update={"effect": Effect(requests=("POST /next",), changed=True)}) for s in turns(count)]

    for workflow in induce([opened("Kettle", *sent(2), page=3), opened("Chair", *sent(1), page=2)], most=None):
        assert not any(s.until_next for s in workflow.steps)


def test_the_list_that_fits_on_one_page_is_no_failed_precondition() -> None:
    runs = [
        run(f"Hold the order '{o}'.", *turns(n), step("click", "Hold", role="button", row=o, url=f"/orders?page={n + 1}"))
        for o, n in (("Kettle", 2), ("Chair", 1))
    ]
    assert task_of(induce(runs)).precondition is None


def test_turning_pages_without_anything_to_look_for_is_an_error() -> None:
    workflow = task_of(induce([opened("Kettle", *turns(2), page=3), opened("Chair", *turns(1), page=2)]))
    cut = workflow.model_copy(update={"steps": workflow.steps[:2]})
    assert "endless_pages" in [f.code for f in lint(cut)]


def test_the_more_of_a_named_row_opens_its_menu_and_turns_no_page() -> None:
    def dropped(member: str, *turns: Step) -> Run:
        more = step("click", "More", role="button", row=member)
        drop = (step("click", "Remove", role="listitem"), step("click", "Remove", role="button"))
        return run(f"Remove the member {member}", *turns, more, *drop)

    workflow = task_of(induce([dropped("Alma Berg"), dropped("Ivar Skog", step("click", "Next page", role="button"))]))
    clicked = [(s.action.target.name, bool(s.until_next)) for s in workflow.steps if s.action and s.action.target]
    names = [(value("Next page"), True), (value("More"), False), (value("Remove"), False), (value("Remove"), False)]
    assert clicked == names
