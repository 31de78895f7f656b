"""Two days chosen in one field one after the other are the ends of a time where the task tells both."""

from __future__ import annotations

import pytest
from making_runs import run, step

from awm_mcp.induction import induce
from awm_mcp.induction.cleaning.clean import trace_of
from awm_mcp.model import Run

SAVE = step("click", "Book", role="button")


def booked(task: str, *days: str) -> Run:
    return run(task, *(step("select", "Period", day, role="textbox") for day in days), SAVE, id=task)


def test_both_ends_of_a_time_that_are_chosen_in_one_field_are_values_of_their_own() -> None:
    (workflow,) = induce(
        [
            booked("Book from 2026-05-03 to 2026-05-09", "2026-05-03", "2026-05-09"),
            booked("Book from 2026-05-04 to 2026-05-12", "2026-05-04", "2026-05-12"),
        ]
    )
    assert [one.words() for one in workflow.steps][:2] == [
        'select "{period}" in textbox "Period"',
        'select "{second_period}" in textbox "Period"',
    ]
    assert [template.words() for template in workflow.templates] == ["Book from {period} to {second_period}"]


@pytest.mark.parametrize(
    ("task", "days", "left"),
    [
        ("Book from May 3, 2026 to May 9, 2026", ("2026-05-03", "2026-05-09"), 3),
        ("Book the room on 2026-05-09", ("2026-05-03", "2026-05-09"), 2),
        ("Book from 2026-05-03 to 2026-05-09", ("2026-05-09", "2026-05-09"), 2),
        ("Move it from Low to High", ("Low", "High"), 2),
    ],
)
def test_a_choice_that_the_task_does_not_tell_as_a_day_is_overwritten_by_the_next(
    task: str, days: tuple[str, ...], left: int
) -> None:
    assert len(trace_of(booked(task, *days)).steps) == left
