"""What is done is never a parameter: tasks with another command, or with one more change at their end, are other tasks."""

from __future__ import annotations

from making_runs import run, step

from awm_mcp.induction import induce
from awm_mcp.model import Run, Workflow


def member(task: str, *labels: str, name: str) -> Run:
    find = step("fill", "Search members", name, role="textbox")
    return run(task, find, *(step("click", label, role="button") for label in labels))


def tasks_of(*runs: Run) -> list[Workflow]:
    return sorted((w for w in induce(runs, most=None) if w.kind == "task"), key=lambda w: w.templates[0].words())


def test_two_commands_of_one_menu_teach_two_workflows() -> None:
    found = tasks_of(
        member("Suspend the member Ann Berg", "More", "Suspend", name="Ann Berg"),
        member("Restore the member Cleo", "More", "Restore", name="Cleo"),
        member("Suspend the member Bob Lund", "More", "Suspend", name="Bob Lund"),
        member("Restore the member Dan", "More", "Restore", name="Dan"),
    )
    assert [w.templates[0].words() for w in found] == ["Restore the member {member}", "Suspend the member {member}"]
    assert all([p.name for p in w.parameters] == ["member"] and w.evidence.support == 2 for w in found)


def test_a_task_that_ends_with_a_further_change_is_not_one_that_ends_before_it() -> None:
    found = tasks_of(
        member("Take Ann Berg off the list of members of the club", "More", "Suspend", name="Ann Berg"),
        member("Take Bob Lund off the list of members of the club", "More", "Suspend", "Remove for good", name="Bob Lund"),
    )
    assert [len(w.steps) for w in found] == [3, 4] or [len(w.steps) for w in found] == [4, 3]


def test_another_word_for_the_same_button_is_the_same_task() -> None:
    (found,) = tasks_of(
        member("Delete Ann Berg from the list of members of the club", "Delete", name="Ann Berg"),
        member("Remove Bob Lund from the list of members of the club", "Delete", name="Bob Lund"),
    )
    assert found.evidence.support == 2


def test_a_value_at_the_head_of_a_task_is_no_command() -> None:
    (found,) = tasks_of(
        member("Tea needs more boxes", "Tea", "Save", name="Tea"),
        member("Salt needs more boxes", "Salt", "Save", name="Salt"),
    )
    assert found.evidence.support == 2
