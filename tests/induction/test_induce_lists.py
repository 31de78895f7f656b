"""Values typed one after the other into one field: a list where the tasks list them, else things of their own."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from making_runs import run, step

from awm_mcp.induction import induce, lint
from awm_mcp.model import Run, Workflow


def ordered(task: str, items: Sequence[str], *, urls: Sequence[str] = (), field: str = "Item") -> Run:
    steps = [
        one
        for item, url in zip(items, urls or ["/order"] * len(items), strict=True)
        for one in (step("fill", field, item, role="textbox", url=url), step("click", "Add item", role="button", url=url))
    ]
    return run(task, *steps, step("click", "Send order", role="button", url="/order"), id=task)


def of(*runs: Run) -> Workflow:
    (workflow,) = [w for w in induce(runs) if w.kind == "task"]
    return workflow


def test_equally_many_listed_values_of_one_field_are_a_list() -> None:
    workflow = of(
        ordered("Order bread and butter for the office", ["bread", "butter"]),
        ordered("Order milk and eggs for the office", ["milk", "eggs"]),
    )

    (many,) = workflow.parameters
    (loop,) = [s.for_each for s in workflow.steps if s.for_each is not None]
    assert (many.type, loop.parameter) == ("array", many.name)
    assert [s.action.type for s in loop.steps if s.action is not None] == ["fill", "click"]
    assert sorted(map(str, workflow.evidence.arguments)) == sorted(
        str({many.name: items}) for items in (["bread", "butter"], ["milk", "eggs"])
    )
    assert [t.words() for t in workflow.templates] == ["Order {" + many.name + "} for the office"]
    assert not [finding for finding in lint(workflow) if finding.severity == "error"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            ordered("Exchange bread for butter in the order", ["bread", "butter"]),
            ordered("Exchange milk for eggs in the order", ["milk", "eggs"]),
        ),
        (
            ordered("Order bread and butter", ["bread", "butter"], urls=["/order", "/order/more"]),
            ordered("Order milk and eggs", ["milk", "eggs"], urls=["/order", "/order/more"]),
        ),
        (
            ordered("Order bread and butter", ["bread", "butter"], field=""),
            ordered("Order milk and eggs", ["milk", "eggs"], field=""),
        ),
    ],
)
def test_two_values_of_different_roles_pages_or_nameless_fields_stay_two(first: Run, second: Run) -> None:
    workflow = of(first, second)

    assert all(s.for_each is None for s in workflow.steps)
    assert len(workflow.parameters) == 2
