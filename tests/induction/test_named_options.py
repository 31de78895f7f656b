"""Choices that a task names in another number than the form: the word is the value, and no part of the wording."""

from __future__ import annotations

import pytest
from making_runs import ORIGIN, run, step

from awm_mcp.induction import induce
from awm_mcp.induction.varying.named_options import with_options_named
from awm_mcp.model import Effect, Run, Seen, Workflow
from awm_mcp.model.templates import best_fill

ITEMS, COLOURS = ("Mug", "Plate", "Box"), ("No preference", "Pink", "Green")


def order(task: str, item: str, count: str, colour: str = "", options: tuple[str, ...] = ITEMS) -> Run:
    sent = Effect(url=ORIGIN + "/done", requests=("POST /order",), changed=True)
    pick = step("select", "Colour", colour, role="combobox", url="/order", seen=Seen(options=COLOURS))
    return run(
        task,
        step("select", "Item", item, role="combobox", url="/order", seen=Seen(options=options)),
        step("fill", "Quantity", count, role="spinbutton", url="/order"),
        *([pick] if colour else []),
        step("click", "Place order", role="button", url="/order", effect=sent),
        id=task,
    )


def learned(*runs: Run) -> Workflow:
    (workflow,) = [w for w in induce(list(runs), most=None) if w.kind == "task"]
    return workflow


def test_orders_of_mugs_and_of_plates_are_one_workflow_whose_item_is_the_choice() -> None:
    workflow = learned(order("Order 3 mugs", "Mug", "3"), order("Order 2 plates in Pink", "Plate", "2", "Pink"))
    assert {p.name: p.required for p in workflow.parameters} == {"item": True, "quantity": True, "colour": False}
    assert workflow.title == "Order an item"
    assert best_fill(workflow, "Order 7 boxes") == ({"item": "Box", "quantity": "7"}, [])


def test_an_optional_choice_carries_all_that_the_one_run_that_gave_it_saw() -> None:
    workflow = learned(order("Order 3 mugs", "Mug", "3"), order("Order 2 plates in Pink", "Plate", "2", "Pink"))
    colour = workflow.parameter("colour")
    assert colour is not None
    assert colour.enum == COLOURS


@pytest.mark.parametrize(
    ("task", "item", "options", "read"),
    [
        ("Order 3 mugs", "Mug", ITEMS, "Order 3 Mug"),
        ("Order one dish", "Dishes", ("Dishes", "Mugs"), "Order one dish"),
        ("Order 3 Mug", "Mug", ITEMS, "Order 3 Mug"),
        ("Order 3 mugs", "Mug", ("Mug", "Mugs"), "Order 3 mugs"),
        ("Order 3 mugs, not mugs of tin", "Mug", ITEMS, "Order 3 mugs, not mugs of tin"),
        ("Order 3 mugs", "Mug", (), "Order 3 mugs"),
        ("Order 3 muggers", "Mug", ITEMS, "Order 3 muggers"),
    ],
)
def test_a_task_is_read_as_naming_the_choice_only_where_one_word_can_be_nothing_else(
    task: str, item: str, options: tuple[str, ...], read: str
) -> None:
    assert with_options_named(order(task, item, "3", options=options)).task == read


@pytest.mark.parametrize(
    ("task", "read"),
    [
        ("Delete the order of Ann", "Delete the order of Ann"),
        ("Show my order", "Show my order"),
        ("Add an order", "Add an Orders"),
    ],
)
def test_the_part_of_a_page_that_is_gone_to_is_no_choice_unless_the_task_counts_it(task: str, read: str) -> None:
    parts = Seen(options=("Orders", "Stock", "Lookup"))
    assert with_options_named(run(task, step("click", "Orders", role="radio", seen=parts))).task == read
