"""How often a thing is done is part of the work: other numbers of it are other tasks, and none is offered for a third."""

from __future__ import annotations

import pytest
from making_runs import run, step

from awm_mcp.app.finding.find import FindWorkflows
from awm_mcp.app.measuring.measure import Counter
from awm_mcp.induction import induce
from awm_mcp.memory.fake import FakeMemory
from awm_mcp.model import Caller, FindAnswer, Run, Step, Workflow

ME = Caller(client="tests", connection="c1")
SAVE = step("click", "Save", role="button")


def ordered(count: int, thing: str, told: str = "") -> Run:
    adds = [step("click", "Add", role="button", row=thing) for _ in range(count)]
    return run(f"Order {told or count} pieces of {thing}", *adds, step("click", "Order", role="button"))


def volume(count: int, *, bare: bool = False) -> Run:
    name, role = ("", "") if bare else ("Volume", "slider")
    keys = [step("press", name, key, role=role) for key in ("Home", *["ArrowRight"] * count)]
    return run(f"Set the volume to {count} percent", *keys, SAVE)


def tasks_of(*runs: Run) -> list[Workflow]:
    return [made for made in induce(list(runs), most=None) if made.kind == "task"]


def times(workflow: Workflow, words: str) -> int:
    return sum(words in one.words() and not one.optional for one in workflow.steps)


async def find(workflows: list[Workflow], task: str) -> FindAnswer:
    memory = FakeMemory()
    for made in workflows:
        stored = await memory.workflows.save(made.model_copy(update={"state": "verified"}))
        await memory.catalogue.publish(add=[stored])
    return await FindWorkflows(memory, Counter(memory, on=True)).find(
        task, url=None, site=workflows[0].site, limit=5, caller=ME
    )


def test_two_of_one_thing_and_four_of_another_are_two_tasks_that_keep_their_numbers() -> None:
    two, four = sorted(tasks_of(ordered(2, "Cup"), ordered(4, "Mug")), key=lambda made: len(made.steps))
    assert (times(two, "Add"), times(four, "Add")) == (2, 4)
    assert "2 pieces" in two.title and "4 pieces" in four.title
    assert not any(one.optional for made in (two, four) for one in made.steps)


def test_each_number_is_one_task_for_any_thing() -> None:
    made = tasks_of(*(ordered(count, thing) for count in (2, 4) for thing in ("Cup", "Mug")))
    assert {(times(one, "Add"), one.templates[0].words()) for one in made} == {
        (2, "Order 2 pieces of {value}"), (4, "Order 4 pieces of {value}"),
    }  # fmt: skip


@pytest.mark.parametrize(("low", "high"), [("two", "four"), ("2", "4")])
def test_a_number_in_words_keeps_them_apart_as_well(low: str, high: str) -> None:
    assert len(tasks_of(ordered(2, "Cup", low), ordered(4, "Mug", high))) == 2


@pytest.mark.parametrize("bare", [False, True])
def test_keys_pressed_more_often_are_another_task(bare: bool) -> None:
    few, many = sorted(tasks_of(volume(3, bare=bare), volume(5, bare=bare)), key=lambda made: len(made.steps))
    assert (times(few, "ArrowRight"), times(many, "ArrowRight")) == (3, 5)


def test_moves_that_are_repeated_together_count_as_well() -> None:
    def voted(count: int, name: str) -> Run:
        once = [step("click", "Vote", role="button", row=name), step("click", "OK", role="button")]
        return run(f"Give {name} {count} votes", *once * count)

    few, many = sorted(tasks_of(voted(2, "Ann"), voted(3, "Bob")), key=lambda made: len(made.steps))
    assert (times(few, "Vote"), times(many, "Vote")) == (2, 3)


async def test_a_third_number_is_never_run() -> None:
    made = tasks_of(*(ordered(count, thing) for count in (2, 4) for thing in ("Cup", "Mug")))
    assert (await find(made, "Order 3 pieces of Plate")).verdict == "adapt"
    right = await find(made, "Order 4 pieces of Plate")
    assert right.verdict == "run"
    assert times(next(one for one in made if one.name == right.workflows[0].workflow), "Add") == 4


def one_family(*runs: Run) -> bool:
    return len(tasks_of(*runs)) == 1


def booked(day: str, label: str, turns: int, title: str) -> Run:
    turned = [step("click", "Next month", role="button") for _ in range(turns)]
    filled = step("fill", "Title", title, role="textbox")
    return run(f"Add {title} on {day}", *turned, step("click", label, role="gridcell"), filled, SAVE)


def test_what_only_leads_to_what_the_task_tells_may_differ_in_number() -> None:
    assert one_family(booked("2026-03-03", "March 3, 2026", 1, "Tea"), booked("2026-04-04", "April 4, 2026", 2, "Cake"))


def typed(name: str, *before: Step) -> Run:
    return run(f"Rename it to {name}", *before, step("fill", "Name", name, role="textbox"), SAVE)


def test_a_field_that_is_pointed_at_or_cleared_more_often_is_no_other_task() -> None:
    click, clear = step("click", "Name", role="textbox"), step("press", "Name", "Backspace", role="textbox")
    assert one_family(typed("Ann", click), typed("Bob", click, click))
    assert one_family(typed("Ann", click, clear, clear), typed("Bob", click, *[clear] * 3))


def test_runs_of_the_very_same_task_stay_one_task() -> None:
    runs = [ordered(2, "Cup", "some"), ordered(3, "Cup", "some")]
    assert one_family(*runs)
