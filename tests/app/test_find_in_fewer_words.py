"""Tasks that say less than a workflow's own words, one thing where it knows many of it, or more than it answers."""

from __future__ import annotations

import pytest
from find_library import SHOP, fill, flow, library

from awm_mcp.app.finding.find import FindWorkflows
from awm_mcp.app.measuring.measure import Counter
from awm_mcp.model import Caller, FindAnswer, Workflow

PRODUCTS = {"product": ("Ash Chair", "Mug")}
OPEN = flow("shop_open_product_page", "Open the product page of {product}", fill("Search", "{product}"), examples=PRODUCTS)
PRICE = flow("shop_find_price", "Find the price of {product}", examples=PRODUCTS)
BUY = flow("shop_buy_product", "Buy the product {product}", examples=PRODUCTS, risk="write")


async def ask(task: str, *flows: Workflow) -> FindAnswer:
    memory = await library(*flows)
    return await FindWorkflows(memory, Counter(memory, on=False)).find(task, url=None, site=SHOP, limit=5, caller=Caller())


@pytest.mark.parametrize("task", ["Open Oak Stool", "Go to the page of Oak Stool", "open the page for Oak Stool."])
async def test_a_task_that_only_names_the_thing_to_open_is_offered_with_the_name_and_never_run_unseen(task: str):
    found = await ask(task, OPEN)
    assert (found.verdict, found.workflows[0].arguments) == ("adapt", {"product": "Oak Stool"})
    assert found.workflows[0].call.tool == "run_readonly_workflow"


@pytest.mark.parametrize("task", ["Open the settings", "Open the cart", "Open a new account", "Delete Oak Stool"])
async def test_what_is_no_such_name_is_not_offered(task: str):
    assert (await ask(task, OPEN)).verdict == "skip"


async def test_a_value_without_the_word_that_introduces_it_is_read_where_it_looks_like_the_examples():
    found = await ask("Buy Oak Stool", BUY)
    assert (found.verdict, found.workflows[0].arguments) == ("adapt", {"product": "Oak Stool"})
    assert (await ask("Buy the whole company", BUY)).workflows[0].arguments == {}


async def test_several_of_a_known_thing_are_given_as_the_task_says_them():
    found = await ask("What do mugs cost?", PRICE)
    assert (found.verdict, found.workflows[0].arguments) == ("adapt", {"product": "mugs"})
    assert (await ask("Find the price of mugs", PRICE)).workflows[0].arguments == {"product": "mugs"}


async def test_a_word_whose_meaning_for_the_answer_is_not_known_is_named():
    found = await ask("What does Ash Chair cost in euros?", PRICE)
    assert found.verdict == "adapt" and "the task also says 'euros'" in found.why
