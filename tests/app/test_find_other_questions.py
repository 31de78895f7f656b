"""Titles that ask for values, near reads that would answer something else, and words that are no values."""

from __future__ import annotations

import pytest
from find_library import CART, SHOP, click, fill, flow, library, reading

from awm_mcp.app.finding.find import FindWorkflows
from awm_mcp.app.finding.other_question import is_degree
from awm_mcp.app.measuring.measure import Counter
from awm_mcp.model import Caller, FindAnswer, Parameter, Workflow
from awm_mcp.model.title_templates import title_templates

ME = Caller(client="test")
NAMES = ("Enamel Jug", "Brass Globe")
CHEAPEST = reading(flow(
    "shop_find_cheapest_product", "Which is the cheapest product in the {category} category?",
    click("{category}", "link"), examples={"category": ("Garden", "Bath")},
), "name").model_copy(update={"title": "Find the cheapest product in a category"})  # fmt: skip
COST = reading(flow("shop_find_cost", "How much does the {product} cost?", examples={"product": NAMES}), "price")
TOWEL = flow("shop_find_price", "Find the price of {product}", examples={"product": ("towel", "Oak Stool")})


def part(title: str, *steps: object, **more: object) -> Workflow:
    """A published part: no templates, only a title."""
    made = flow("shop_search_and_open_product", "{product}", fill("Search", "{product}"), click("Go"), kind="subtask")
    given = {"title": title, "templates": (), "steps": steps or made.steps, **more}
    evidence = made.evidence.model_copy(update={"tasks": ()})
    parameters = (Parameter(name="product", examples=NAMES),)
    return made.model_copy(update={"evidence": evidence, "parameters": parameters, **given})


OPEN = part("Search for a product and open it")


async def find(task: str, *flows: Workflow) -> FindAnswer:
    memory = await library(*flows)
    return await FindWorkflows(memory, Counter(memory, on=False)).find(task, url=None, site=SHOP, limit=5, caller=ME)


@pytest.mark.parametrize(
    ("task", "name"),
    [
        ("Search for Cotton Laundry Bag and open it", "Cotton Laundry Bag"),
        ('Search for "Oak Stool" and open it', "Oak Stool"),
    ],
)
async def test_a_part_is_run_for_its_title_with_a_value_in_its_place(task: str, name: str) -> None:
    answer = await find(task, OPEN, CHEAPEST, COST)
    best = answer.workflows[0]
    assert (answer.verdict, best.workflow, best.arguments) == ("run", OPEN.name, {"product": name})


async def test_the_title_itself_asks_for_what_is_missing() -> None:
    answer = await find("Search for a product and open it", OPEN, CHEAPEST, COST)
    assert (answer.verdict, answer.workflows[0].workflow, answer.workflows[0].missing) == ("adapt", OPEN.name, ("product",))
    assert answer.workflows[0].call.tool == "get_workflow"
    assert answer.next.endswith("if it fits, run_readonly_workflow takes that name and needs product")


@pytest.mark.parametrize(
    ("title", "steps", "risk", "made"),
    [
        ("Add a product to the cart", (fill("Search", "{product}"), click("Add")), "write", True),
        ("Add a product to the cart", (fill("Search", "{product}"), fill("Gift text", "For Ann")), "write", False),
        ("Search for a product and open it", (fill("Search", "{product}"), fill("Place", "Oslo")), "read", True),
        ("Open a product", (fill("Search", "{product}"),), "read", False),
        ("Fill in “Message” and send message", (fill("Search", "{product}"),), "write", False),
    ],
)
def test_a_title_is_a_template_where_it_says_what_is_done(
    title: str, steps: tuple[object, ...], risk: str, made: bool
) -> None:
    (*placed, itself) = title_templates(part(title, *steps, risk=risk))
    assert (bool(placed), itself.words()) == (made, title)


@pytest.mark.parametrize(
    ("task", "verdict", "arguments"),
    [
        ("Find the cheapest product in Kitchen", "run", {"category": "Kitchen"}),
        ("cheapest thing in Kitchen", "adapt", {"category": "Kitchen"}),
        ("the cheapest item in Kitchen", "adapt", {"category": "Kitchen"}),
        ("Find the cheapest product in the category Bath", "adapt", {"category": "Bath"}),
    ],
)
async def test_the_title_of_a_read_and_a_terse_wording_of_it_are_found_with_the_value(
    task: str, verdict: str, arguments: dict[str, str]
) -> None:
    answer = await find(task, CHEAPEST)
    best = answer.workflows[0]
    assert (answer.verdict, best.call.tool, best.arguments) == (verdict, "run_readonly_workflow", arguments)


@pytest.mark.parametrize(
    ("task", "words"),
    [
        ("Which is the most expensive product in the Garden category?", "also says 'most', 'expensive'"),
        ("Which is the second cheapest product in the Garden category?", "also says 'second'"),
        ("Which is the best rated product in the Garden category?", "also says 'best', 'rated'"),
        ("Which is the heaviest product in the Garden category?", "also says 'heaviest'"),
        ("What is the weight of the product in the Garden category?", "also says 'weight'"),
        ("Which product is in the Garden category?", "does not say 'cheapest'"),
    ],
)
async def test_a_read_that_would_answer_something_else_names_the_words_and_is_no_call(task: str, words: str) -> None:
    answer = await find(task, CHEAPEST)
    assert (answer.verdict, answer.workflows[0].call.tool) == ("adapt", "get_workflow")
    assert words in answer.why and "it would answer something else" in answer.why


@pytest.mark.parametrize(
    "task",
    [
        "Tell me what a Brass Globe costs",
        "How much does the Brass Globe cost in euros?",
        "Say how much the Brass Globe costs",
    ],
)
async def test_a_read_in_other_words_keeps_its_call(task: str) -> None:
    best = (await find(task, COST)).workflows[0]
    assert (best.call.tool, best.arguments) == ("run_readonly_workflow", {"product": "Brass Globe"})


async def test_what_is_near_and_lacks_a_value_is_text_to_read() -> None:
    (best, other) = (await find("Which is the cheapest product in the Desk category?", CHEAPEST, OPEN)).workflows
    assert (best.call.tool, other.call.tool, other.missing) == ("run_readonly_workflow", "get_workflow", ("product",))


@pytest.mark.parametrize(
    ("one", "task", "verdict"),
    [
        (COST, "How much does shipping cost?", "adapt"),
        (COST, "How much does 'shipping' cost?", "run"),
        (COST, "How much does the Breadboard cost?", "run"),
        (COST, "How much does the walnut breadboard cost?", "run"),
        (COST, "How much does the second cheapest lamp cost?", "adapt"),
        (TOWEL, "Find the price of jug", "run"),
    ],
)
async def test_a_common_noun_among_names_is_looked_at_first(one: Workflow, task: str, verdict: str) -> None:
    assert (await find(task, one)).verdict == verdict


@pytest.mark.parametrize(
    ("task", "verdict"),
    [
        ("Do not put things into the cart", "skip"),
        ("Please don't put the Linen Towel into the cart.", "skip"),
        ("Do not put it into the cart, find the price of Linen Towel", "adapt"),
    ],
)
async def test_a_task_that_only_forbids_is_no_task(task: str, verdict: str) -> None:
    answer = await find(task, CART, TOWEL)
    assert answer.verdict == verdict
    assert verdict == "adapt" or answer.why == "the task only says what is not to be done"


@pytest.mark.parametrize(
    ("word", "degree"),
    [("heaviest", True), ("2nd", True), ("günstigste", True), ("most", True), ("forest", False), ("register", False)],
)
def test_a_word_of_degree_or_order_is_told_from_a_noun(word: str, degree: bool) -> None:
    assert is_degree(word) is degree


@pytest.mark.parametrize(
    ("asked", "task", "verdict"),
    [
        ("How much does the {product} cost?", "How much does the Brass Globe cost?", "adapt"),
        ("Can you reserve the {product}?", "Can you reserve the Brass Globe?", "run"),
    ],
)
async def test_a_question_is_no_call_of_what_returns_nothing_though_it_sends_what_is_asked(
    asked: str, task: str, verdict: str
) -> None:
    """Pages ask over sockets, too, so that it counts as a change."""
    sends = flow("shop_look_up", asked, fill("Product", "{product}"), click("Go"), examples={"product": NAMES}, risk="write")
    assert (await find(task, sends)).verdict == verdict
