"""Finding: run when it is the task, adapt when it is near, skip when it is neither; never fooled by words in common."""

from __future__ import annotations

import json
from typing import Any

import pytest
from find_library import CART, CLOSE, OTHER, PRICE, SHOP, TRACKER, click, fill, flow, library, pattern

from awm_mcp.app.catalogue.selection import MemoryByMeaning
from awm_mcp.app.finding.find import FindWorkflows
from awm_mcp.app.finding.page_gate import applies, bonus, from_address, starts_at
from awm_mcp.app.finding.verdict import judge
from awm_mcp.app.measuring.measure import Counter
from awm_mcp.memory.embedder_fake import FakeEmbedder
from awm_mcp.memory.fake import FakeMemory
from awm_mcp.model import Action, Caller, FindAnswer, FlowStep, Outcome, Output, Target, Workflow
from awm_mcp.model.arguments import bind

ME = Caller(client="tests", connection="c1")


async def find(memory: FakeMemory, task: str, site: str | None = SHOP, url: str | None = None, limit: int = 5) -> FindAnswer:
    return await FindWorkflows(memory, Counter(memory, on=True)).find(task, url=url, site=site, limit=limit, caller=ME)


@pytest.mark.parametrize(
    "task",
    [
        "Find the price of Linen Towel",
        "find the price of 'Linen Towel'.",
        "Please find the price of Linen Towel for me",
        "Could you find the price of the Linen Towel?",
    ],
)
async def test_a_task_of_the_family_is_run_with_its_arguments_filled_in(task: str) -> None:
    answer = await find(await library(), task)
    assert answer.verdict == "run", answer.why
    best = answer.workflows[0]
    assert (best.workflow, best.arguments, best.missing) == ("shop_find_price", {"product": "Linen Towel"}, ())
    assert best.call.tool == "run_readonly_workflow"
    assert best.call.arguments == {
        "workflow": "shop_find_price", "arguments": {"product": "Linen Towel"}, "task_id": answer.task_id,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("task", "site"),
    [
        ("What is the weather in Berlin?", SHOP),
        ("Delete my account", SHOP),
        ("Find the opening hours of the shop", SHOP),
        ("Write a unit test for the parser", SHOP),
        ("Cancel the order 17", SHOP),
        ("Delete the issue 'Footer is dead'", TRACKER),
        ("Reopen the issue 'Footer is dead'", TRACKER),
        ("Book a flight to Oslo", TRACKER),
        ("hello", None),
        ("?!", None),
        ("", None),
        ("𝒳" * 50, None),
    ],
)
async def test_a_task_that_nothing_is_known_of_is_skipped_and_says_what_to_do_instead(task: str, site: str | None) -> None:
    answer = await find(await library(), task, site)
    assert (answer.verdict, answer.workflows) == ("skip", ()), answer.why
    assert "report_run" in answer.next


@pytest.mark.parametrize(
    "task",
    [
        "Find the price of Linen Towel and write a review of it",
        "Find the price of Linen Towel, then put two of them into the cart",
        "Find the price of Linen Towel. Delete my account.",
    ],
)
async def test_a_task_that_asks_for_more_is_not_run(task: str) -> None:
    answer = await find(await library(PRICE), task)
    assert answer.verdict == "adapt" and "product" in answer.why


@pytest.mark.parametrize("task", ["How much does the Linen Towel cost?", "Tell me the cost of Linen Towel"])
async def test_the_same_in_other_words_is_near_and_may_be_adapted(task: str) -> None:
    answer = await find(await library(), task)
    assert (answer.verdict, answer.workflows[0].workflow) == ("adapt", "shop_find_price"), answer.why
    assert "get_workflow" in answer.next


WEATHER = flow("meteo_find_weather", "What is the weather in {city}?", examples={"city": ("Paris",)}, site=OTHER)
BUY = flow(
    "mart_buy_product", "Buy {n} {product}", examples={"n": ("2",), "product": ("lamps",)}, site=TRACKER, risk="write"
)
LOAN = flow("library_renew_loan", "Renew the loan of {book}", examples={"book": ("Dune Messiah",)}, risk="write")


@pytest.mark.parametrize(
    ("task", "site", "name", "arguments"),
    [
        ("weather in Berlin", OTHER, "meteo_find_weather", {"city": "Berlin"}),
        ("Show me the weather in Berlin, please", OTHER, "meteo_find_weather", {"city": "Berlin"}),
        ("price of Linen Towel", SHOP, "shop_find_price", {"product": "Linen Towel"}),
    ],
)
async def test_a_reading_asked_for_without_its_verb_is_the_same_task(
    task: str, site: str, name: str, arguments: dict[str, str]
) -> None:
    answer = await find(await library(PRICE, WEATHER, BUY), task, site)
    assert (answer.verdict, answer.workflows[0].workflow) == ("run", name), answer.why
    assert answer.workflows[0].arguments == arguments


@pytest.mark.parametrize(
    ("task", "site", "name", "arguments"),
    [
        ("order two mugs", TRACKER, "mart_buy_product", {"n": "two", "product": "mugs"}),
        ("purchase a blue sofa", TRACKER, "mart_buy_product", {}),
        ("cost of Linen Towel", SHOP, "shop_find_price", {"product": "Linen Towel"}),
        ("How much does the oak stool cost?", SHOP, "shop_find_price", {"product": "oak stool"}),
        ("extend my loan of Dune Messiah", SHOP, "library_renew_loan", {"book": "Dune Messiah"}),
    ],
)
async def test_other_words_of_the_same_idea_are_near_with_the_arguments_that_the_text_gives(
    task: str, site: str, name: str, arguments: dict[str, str]
) -> None:
    answer = await find(await library(PRICE, WEATHER, BUY, LOAN), task, site)
    assert (answer.verdict, answer.workflows[0].workflow) == ("adapt", name), answer.why
    assert {key: answer.workflows[0].arguments.get(key) for key in arguments} == arguments


async def test_with_an_embedder_what_means_the_same_is_near_unless_its_verb_speaks_against_it() -> None:
    memory = MemoryByMeaning(await library(PRICE, LOAN), FakeEmbedder("prolong renew", "borrowing loan"))
    assert (await find(await library(PRICE, LOAN), "prolong borrowing")).verdict == "skip"
    answer = await FindWorkflows(memory, Counter(memory, on=False)).find(
        "prolong borrowing", url=None, site=SHOP, limit=5, caller=ME
    )
    assert (answer.verdict, [one.workflow for one in answer.workflows]) == ("adapt", ["library_renew_loan"])
    against = await FindWorkflows(memory, Counter(memory, on=False)).find(
        "delete borrowing renew", url=None, site=SHOP, limit=5, caller=ME
    )
    assert against.verdict == "skip"


@pytest.mark.parametrize(
    ("task", "site"),
    [
        ("price of Linen Towel and write a review of it", SHOP),
        ("return two mugs", TRACKER),
        ("cancel my order of two mugs", TRACKER),
        ("Dune", SHOP),
    ],
)
async def test_another_wish_in_the_same_words_is_never_sent(task: str, site: str) -> None:
    assert (await find(await library(PRICE, WEATHER, BUY, LOAN), task, site)).verdict != "run"


async def test_what_is_missing_is_named() -> None:
    answer = await find(await library(), "Put the Linen Towel into the cart")
    best = answer.workflows[0]
    assert answer.verdict == "adapt" and best.workflow == CART.name and "quantity" in best.missing
    assert "quantity" in answer.why


@pytest.mark.parametrize("state", ["draft"])
async def test_a_draft_is_text_to_follow_and_never_a_call(state: str) -> None:
    memory = await library(PRICE.model_copy(update={"state": state}))
    answer = await find(memory, "Find the price of Linen Towel")
    best = answer.workflows[0]
    assert (answer.verdict, best.tool, best.call.tool) == ("adapt", None, "get_workflow")
    assert "draft" in best.note


async def test_a_workflow_that_keeps_failing_is_not_run_again() -> None:
    memory = await library(PRICE)
    for number in range(4):
        await memory.outcomes.put(Outcome(run_id=f"replay_{number}", workflow=PRICE.name, status="target_not_found"))
    answer = await find(memory, "Find the price of Linen Towel")
    assert answer.verdict == "adapt" and "fails" in answer.why and answer.workflows[0].worked == "0 of 4"


def of_one_run(**more: Any) -> Workflow:
    flow_of = flow("shop_pick_size", "Select {size} from the list and click {button}", examples={"size": ("M",)}, **more)
    return flow_of.model_copy(update={"evidence": flow_of.evidence.model_copy(update={"support": 1})})


@pytest.mark.parametrize(
    ("start", "url", "verdict"),
    [
        ("/items/7", "/items/8", "adapt"),
        ("/list?batch=1", "/list?batch=2&x=y", "adapt"),
        ("/items/7", "/items/7", "run"),
        ("/items/7", "/", "run"),
        ("/list", "/list?batch=2", "run"),
        ("/list?batch=1", "/list", "run"),
        ("/list?seed=1", "/list?seed=2", "run"),
    ],
)
async def test_what_one_run_did_on_one_page_is_not_sent_for_another_page_of_its_kind(
    start: str, url: str, verdict: str
) -> None:
    task = "Select XL from the list and click Save"
    one = of_one_run(start=start)
    answer = await find(await library(one), task, url=f"https://{SHOP}{url}")
    assert answer.verdict == verdict, answer.why
    two = one.model_copy(update={"evidence": one.evidence.model_copy(update={"support": 2})})
    assert (await find(await library(two), task, url=f"https://{SHOP}{url}")).verdict == "run"


@pytest.mark.parametrize(
    ("label", "verdict"),
    [
        ("Select {size} from the list and click {button}.", "adapt"),
        ("Select {size} from the list", "adapt"),
        ("Size {size}", "run"),
        ("{size}", "run"),
        ("Select from the list", "run"),
    ],
)
async def test_what_one_run_did_on_a_page_that_shows_the_task_itself_is_looked_at_first(label: str, verdict: str) -> None:
    memory = await library(
        of_one_run().model_copy(
            update={
                "steps": (
                    FlowStep(action=Action(type="click", target=Target(role="combobox", label=pattern(label)))),
                    click("{button}"),
                )
            }
        )
    )
    task = "Select XL from the list and click Save"
    answer = await find(memory, task)
    assert answer.verdict == verdict, answer.why
    assert verdict == "run" or (
        "one run" in answer.why and answer.workflows[0].arguments == {"size": "XL", "button": "Save"}
    )
    await memory.outcomes.put(Outcome(run_id="replay_1", workflow="shop_pick_size", status="ok"))
    assert (await find(memory, task)).verdict == "run"


async def test_of_two_that_fit_the_one_with_the_better_record_comes_first() -> None:
    twin = flow("shop_find_price_2", "Find the price of {product}", examples={"product": ("Oak Stool",)})
    memory = await library(PRICE, twin)
    for number in range(4):
        await memory.outcomes.put(Outcome(run_id=f"replay_{number}", workflow=PRICE.name, status="step_failed"))
        await memory.outcomes.put(Outcome(run_id=f"replay_x{number}", workflow=twin.name, status="ok"))
    answer = await find(memory, "Find the price of Linen Towel")
    assert (answer.verdict, answer.workflows[0].workflow) == ("run", twin.name)


async def test_of_two_that_fit_the_one_that_returns_something_comes_before_the_one_that_only_leads_there() -> None:
    leads = flow(
        "shop_find_price_2", "Find the price of {product}", fill("Search", "{product}"), examples={"product": ("Mug",)}
    )
    returns = flow("shop_look_up", "Find the price of {product}").model_copy(update={"outputs": (Output(name="price"),)})
    for memory in (await library(leads, returns), await library(returns, leads)):
        answer = await find(memory, "Find the price of Linen Towel")
        assert [row.workflow for row in answer.workflows] == [returns.name, leads.name]


async def test_another_site_of_the_kind_gives_text_to_adapt_and_is_marked() -> None:
    answer = await find(await library(), "Find the price of Linen Towel", site=OTHER)
    best = answer.workflows[0]
    assert (answer.verdict, best.site, best.tool, best.call.tool) == ("adapt", SHOP, None, "get_workflow")
    assert SHOP in best.note and "other sites" in answer.why


async def test_what_is_only_near_on_another_site_is_not_offered() -> None:
    assert (await find(await library(PRICE), "Show the price history chart", site=OTHER)).verdict == "skip"


async def test_without_a_site_all_are_searched_and_the_answer_says_so() -> None:
    answer = await find(await library(), "Close the issue 'Logo is blurred'", site=None)
    assert answer.verdict == "run" and "no site was given" in answer.why


async def test_an_address_that_cannot_be_read_is_told() -> None:
    answer = await find(await library(), "Close the issue 'Logo is blurred'", site="not a url")
    assert "'not a url' could not be read as an address: all sites were searched" in answer.why
    assert "no site was given" not in answer.why


async def test_two_sites_that_both_do_it_are_a_choice() -> None:
    twin = flow("market_find_price", "Find the price of {product}", site=OTHER, examples={"product": ("Oak Stool",)})
    memory = await library(PRICE, twin)
    open_answer = await find(memory, "Find the price of Linen Towel", site=None)
    assert open_answer.verdict == "adapt" and SHOP in open_answer.why and OTHER in open_answer.why
    assert (await find(memory, "Find the price of Linen Towel", site=OTHER)).workflows[0].workflow == "market_find_price"


async def test_a_part_is_not_listed_above_the_whole_it_belongs_to() -> None:
    part = flow("shop_search_cart", "Put {product} into the cart", *CART.steps[:2], kind="subtask")
    answer = await find(await library(part, CART), "Put 3 x Linen Towel into the cart")
    names = [row.workflow for row in answer.workflows]
    assert names[0] == CART.name and part.name not in names


async def test_a_part_that_is_the_task_is_found() -> None:
    part = flow("shop_search_products", "Search the shop for {words}", *CART.steps[:2], kind="subtask")
    answer = await find(await library(part, CART), "Search the shop for linen towels")
    assert (answer.verdict, answer.workflows[0].workflow) == ("run", part.name)


@pytest.mark.parametrize("words", ["towel " * 3000, "布" * 900, "x" * 20_000])
async def test_an_answer_stays_below_a_thousand_tokens(words: str) -> None:
    flows = [flow(f"shop_find_price_{n}", "Find the price of {product} in {place}") for n in range(8)]
    answer = await find(await library(*flows), f"Find the price of {words} in Rome")
    text = json.dumps(answer.as_data(), ensure_ascii=False)
    assert len(text.encode()) <= 3000 and 1 <= len(answer.workflows) <= 5
    assert answer.verdict != "run" and "product" in answer.workflows[0].missing


async def test_a_long_task_that_fits_shows_five_rows_within_the_budget() -> None:
    flows = [flow(f"shop_find_price_{n}", "Find the price of {product} in {place}") for n in range(8)]
    answer = await find(await library(*flows), "Find the price of Linen Towel in Rome")
    assert len(answer.workflows) == 5 and len(json.dumps(answer.as_data()).encode()) <= 3000


async def test_what_is_filled_in_is_what_the_workflow_accepts() -> None:
    memory = await library()
    for task in ("Find the price of Linen Towel", "Put 12 x Oak Stool into the cart"):
        best = (await find(memory, task)).workflows[0]
        stored = await memory.workflows.get(best.workflow)
        assert stored is not None
        bind(stored, best.call.arguments["arguments"])


async def test_a_search_is_counted_with_what_it_showed_and_without_what_was_asked() -> None:
    memory = await library()
    answer = await find(memory, "Find the price of Secret Gift")
    told = await memory.events.since()
    assert {e.task_id for e in told} == {answer.task_id}
    assert [(e.verdict, e.matched) for e in told if not e.workflow] == [("run", True)]
    assert "Secret" not in "".join(e.model_dump_json() for e in told)
    await find(memory, "Book a flight")
    assert [e.matched for e in await memory.events.since() if e.verdict == "skip"] == [False]


async def test_nothing_is_counted_when_the_owner_wants_no_counting() -> None:
    memory = await library()
    await FindWorkflows(memory, Counter(memory, on=False)).find(
        "Find the price of x", url=None, site=SHOP, limit=5, caller=ME
    )
    assert list(await memory.events.since()) == []


class Pages:
    """An open page with some elements on it."""

    def __init__(self, address: str, *names: str) -> None:
        self.address, self.names = address, names

    def url(self, principal: str) -> str | None:
        return self.address

    async def present(self, principal: str, targets: list[Target]) -> list[bool]:
        return [bool(t.name and t.name.literal in self.names) for t in targets]


async def test_the_open_page_tells_the_site_and_which_of_two_can_start_there() -> None:
    here = flow("shop_track_parcel", "Track the parcel", click("Parcels"), click("Track"))
    there = flow("shop_track_parcel_b", "Track the parcel", click("Account"), click("Track"))
    memory = await library(here, there)
    for button, expected in (("Parcels", here), ("Account", there)):
        finder = FindWorkflows(memory, Counter(memory, on=False), Pages(f"http://{SHOP}/help", button))
        answer = await finder.find("Track the parcel", url=None, site=None, limit=5, caller=ME)
        assert answer.workflows[0].workflow == expected.name


def at(start: str) -> Workflow:
    return flow("shop_x_y", "Do {a}", fill("Search", "x")).model_copy(update={"start": pattern(start)})


@pytest.mark.parametrize(
    ("start", "url", "fits"),
    [
        ("/", "http://h/", True),
        ("/", "http://h", True),
        ("/items/{a}", "http://h/items/7?x=1#y", True),
        ("/items/{a}", "http://h/items/7/edit", False),
        ("/list?page={a}", "http://h/list?page=2", True),
        ("/list?page={a}", "http://h/list", False),
        ("/#/board/{a}", "http://h/#/board/3", True),
    ],
)
def test_a_start_page_is_told_by_its_pattern(start: str, url: str, fits: bool) -> None:
    assert starts_at(at(start).model_copy(update={"steps": ()}), url) is fits


def test_the_address_gives_arguments_and_a_special_page_speaks_louder_than_the_front_page() -> None:
    assert from_address(at("/items/{a}"), "http://h/items/7") == {"a": "7"}
    assert bonus(at("/items/{a}"), "http://h/items/7", None) > bonus(at("/"), "http://h/", None) > 0
    assert not applies(at("/"), "http://h/", False) and applies(at("/x"), "http://h/other", True)


def test_close_and_reopen_are_not_the_same() -> None:
    assert judge(CLOSE, "Close the issue 'A'").fit == "whole"
    assert judge(CLOSE, "Reopen the issue 'A'").fit == "none"


async def test_a_write_on_something_fixed_is_text_to_read_when_it_is_only_near_the_task() -> None:
    fixed = flow(
        "tracker_set_status",
        "Set the status of the issue Slow search to closed",
        click("Edit"),
        click("Save"),
        site=TRACKER,
        risk="write",
    )
    near = await find(await library(fixed), "Set the status of the issue Crash on save to closed", site=TRACKER)
    assert near.verdict != "run"
    assert [row.call.tool for row in near.workflows] == ["get_workflow"]
    same = await find(await library(fixed), "Set the status of the issue Slow search to closed", site=TRACKER)
    assert same.workflows[0].call.tool == "run_workflow"


@pytest.mark.parametrize(
    ("path", "begins"),
    [
        ("/desk?seed=7", True),
        ("/desk?utm_source=mail", True),
        ("/desk", False),
        ("/desk?page=3", False),
        ("/desk?page=3&seed=7", True),
        ("/other?seed=7", False),
    ],
)
async def test_the_call_begins_at_the_page_of_one_visit_that_the_caller_is_on(path: str, begins: bool) -> None:
    one, url = PRICE.model_copy(update={"start": pattern("/desk")}), f"https://{SHOP}{path}"
    best = (await find(await library(one), "Find the price of Linen Towel", url=url)).workflows[0]
    assert best.call.arguments.get("start_url") == (url if begins else None)


@pytest.mark.parametrize(
    ("task", "site"),
    [
        ("Put 3 x Oak Stool into the cart, but do not order", SHOP),
        ("Put 3 x Oak Stool into the cart without adding it yet", SHOP),
        ("Only show how to put 3 x Oak Stool into the cart", SHOP),
        ("Close the issue 'Footer is dead' but don't save anything", TRACKER),
        ("Do not close the issue 'Footer is dead'", TRACKER),
    ],
)
async def test_a_task_that_forbids_the_change_gets_no_call_that_writes(task: str, site: str) -> None:
    answer = await find(await library(), task, site)
    assert answer.verdict in ("adapt", "skip")
    for one in answer.workflows:
        assert (one.call.tool, one.tool) in (("get_workflow", None), ("run_readonly_workflow", one.workflow))
    if answer.workflows and answer.workflows[0].risk == "write":
        assert "the task says" in answer.why
        assert "dry_run" in answer.next


@pytest.mark.parametrize(
    ("task", "site"),
    [
        ("Close the issue 'Do not save drafts'", TRACKER),
        ('Close the issue "Don\'t submit twice"', TRACKER),
        ("Find the price of Linen Towel, do not buy it", SHOP),
    ],
)
async def test_what_is_quoted_forbids_nothing_and_reading_is_never_forbidden(task: str, site: str) -> None:
    best = (await find(await library(), task, site)).workflows[0]
    assert best.call.tool in ("run_workflow", "run_readonly_workflow")


async def test_a_ban_that_the_source_tasks_have_as_well_is_part_of_the_work() -> None:
    quiet = flow("shop_add_note", "Add the note '{note}' without sending a mail", risk="write", examples={"note": ("Tea",)})
    answer = await find(await library(quiet), "Add the note 'Milk' without sending a mail")
    assert (answer.verdict, answer.workflows[0].call.tool) == ("run", "run_workflow")
