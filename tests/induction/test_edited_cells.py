"""Cells that are opened to change what they hold are known by row and heading, never by what they held in the runs."""

from __future__ import annotations

import pytest
from making_runs import run, step

from awm_mcp.induction import induce
from awm_mcp.model import Run, Step, Workflow


def cell(thing: str, held: str, heading: str) -> Step:
    return step("click", held, role="gridcell", row=thing, label=heading)


def amount(thing: str, number: str) -> Run:
    typed = step("fill", "", number, role="textbox", row=thing, label="Amount")
    steps = (cell(thing, "3", "Amount"), typed, step("press", "", "Enter"))
    return run(f"Set the amount of {thing} to {number}", *steps, id=thing)


def state(thing: str, chosen: str) -> Run:
    steps = (cell(thing, "Open", "State"), step("click", chosen, role="option"))
    return run(f"Set the state of {thing} to {chosen}", *steps, id=thing)


def approval(thing: str, then: str) -> Run:
    return run(f"Approve {thing} as {then}", cell(thing, "Approve", "Action"), step("click", then, role="button"), id=thing)


def first_name(runs: list[Run]) -> str | None:
    made: Workflow = next(one for one in induce(runs, most=None) if one.kind == "task")
    target = made.steps[0].action.target if made.steps[0].action is not None else None
    assert target is not None and target.row is not None and target.row.params
    return target.name.literal if target.name is not None else None


@pytest.mark.parametrize(
    "runs",
    [[amount("Bolt", "14"), amount("Gear", "25")], [state("Bolt", "Closed"), state("Gear", "Waiting")]],
)
def test_what_an_edited_cell_held_in_all_runs_is_no_name_of_it(runs: list[Run]) -> None:
    assert first_name(runs) is None


def test_what_a_cell_offers_to_do_stays_its_name() -> None:
    assert first_name([approval("Bolt", "Clerk"), approval("Gear", "Owner")]) == "Approve"
