"""Finding: what a task says beside what a workflow does is named, and is never part of a call that writes."""

from __future__ import annotations

import pytest
from find_library import PRICE, SHOP, click, fill, flow, library

from awm_mcp.app.finding.find import FindWorkflows
from awm_mcp.app.measuring.measure import Counter
from awm_mcp.memory.fake import FakeMemory
from awm_mcp.model import Caller, FindAnswer, Workflow

ME = Caller(client="tests", connection="c1")


async def find(memory: FakeMemory, task: str) -> FindAnswer:
    return await FindWorkflows(memory, Counter(memory, on=False)).find(task, url=None, site=SHOP, limit=5, caller=ME)


def of_kind(called: str, template: str, risk: str, /, **examples: str) -> Workflow:
    given = {parameter: tuple(known.split("|")) for parameter, known in examples.items()}
    return flow(f"shop_{called}", template, fill("Search", "x"), click("Go"), risk=risk, examples=given)


CONTACT = of_kind("delete_contact", "Delete the contact {name}", "destructive", name="Ann Miller|Bob Stone")
PERSON = of_kind("delete_person", "Delete {name}", "destructive", name="Ann Miller|Bob Stone")
PUT = of_kind("put_into_cart", "Put {product} into the cart", "write", product="Oak Stool|Dry Cat Food")
ORDER = of_kind("cancel_order", "Cancel order {number}", "destructive", number="1001|1002")
ISSUE = of_kind("close_issue", "Close the issue '{title}'", "write", title="Footer is dead")
DAY = of_kind("book_table", "Book a table on {day}", "write", day="Friday|Later today")


@pytest.mark.parametrize(
    ("one", "task", "word"),
    [
        (CONTACT, "Delete the phone number of contact Ann Miller", "phone"),
        (ISSUE, "Comment on the issue 'Footer is dead'", "comment"),
        (ISSUE, "Close the issue 'Footer is dead' as duplicate", "duplicate"),
        (PUT, "Put Oak Stool into the cart in Pink", "pink"),
        (PUT, "Put Oak Stool into the cart twice", "twice"),
        (PUT, "Put Oak Stool into the cart only if under 20 EUR", "only"),
        (PUT, "Put Oak Stool into the cart tomorrow", "tomorrow"),
    ],
)
async def test_what_writes_and_is_only_near_says_what_it_does_not_do_and_is_no_call(
    one: Workflow, task: str, word: str
) -> None:
    answer = await find(await library(one), task)
    assert (answer.verdict, answer.workflows[0].call.tool) == ("adapt", "get_workflow")
    assert f"the task also says {word!r}" in answer.why
    assert f"the task also says {word!r}" in answer.workflows[0].note


@pytest.mark.parametrize(
    ("one", "task", "more"),
    [
        (CONTACT, "Delete the contact Ann Miller from the group Friends", "from the group Friends"),
        (CONTACT, "Delete the contact Ann Miller's phone number", "phone number"),
        (CONTACT, "Delete the contact Ann Miller except her notes", "except her notes"),
        (PERSON, "Delete phone number of Ann", "of Ann"),
        (ORDER, "Cancel order 1001 tomorrow", "tomorrow"),
        (PUT, "Put Oak Stool in Pink into the cart", "in Pink"),
        (PUT, "Put Oak Stool for my colleague Tom into the cart", "for my colleague Tom"),
        (PUT, "Put Oak Stool but not the Dry Cat Food into the cart", "but not the Dry Cat Food"),
        (PUT, "Put Oak Stool 3 times into the cart", "3 times"),
        (DAY, "Book a table on Friday or Saturday", "or Saturday"),
    ],
)
async def test_a_value_that_says_more_than_a_name_is_not_sent_to_what_writes(one: Workflow, task: str, more: str) -> None:
    answer = await find(await library(one), task)
    best = answer.workflows[0]
    assert answer.verdict == "adapt"
    assert f"may say more than a value ({more!r})" in answer.why
    assert (best.arguments, len(best.missing)) == ({}, 1)


@pytest.mark.parametrize(
    "task",
    [
        "Find the price of shipping for Oak Stool",
        "Find the price of Oak Stool in Euro",
        "Find the price of Oak Stool for 3 pieces",
    ],
)
async def test_a_read_with_such_a_value_is_offered_to_be_checked(task: str) -> None:
    best = await find(await library(PRICE), task)
    assert (best.verdict, best.workflows[0].call.tool) == ("adapt", "run_readonly_workflow")


@pytest.mark.parametrize(
    ("one", "task"),
    [
        (CONTACT, "Please delete the contact Mary Ann Smith"),
        (PUT, "Put Dry Cat Food into the cart"),
        (PUT, "Put 'Lamp for Kids' into the cart"),
        (PUT, "Put Lord of the Rings into the cart"),
        (ORDER, "Cancel order 1003"),
        (DAY, "Book a table on Tomorrow later"),
        (
            of_kind("put_b", "Put {product} into the cart", "write", product="Lamp for Kids"),
            "Put Cup for Pets into the cart",
        ),
        (PRICE, "Find the price of Harry's Game"),
        (PRICE, "Find the price of Land of Cockaigne"),
    ],
)
async def test_a_plain_value_is_still_sent_as_it_is(one: Workflow, task: str) -> None:
    answer = await find(await library(one), task)
    assert answer.verdict == "run", answer.why


@pytest.mark.parametrize("task", ["Order two mugs for the shelf", "Order 2 mugs for the shelf"])
async def test_a_number_that_is_kept_in_another_form_is_not_named_as_left(task: str) -> None:
    one = flow("shop_order", "Order {n} {item}", examples={"n": ("2",), "item": ("mugs",)}, risk="write")
    typed = tuple(p.model_copy(update={"type": "integer"}) if p.name == "n" else p for p in one.parameters)
    answer = await find(await library(one.model_copy(update={"parameters": typed})), task)
    assert "'two'" not in answer.why and "'2'" not in answer.why
