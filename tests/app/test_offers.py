"""Offers: the right call at the right moment, told once to who works by hand, and counted without being intrusive."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from app_stage import stage
from find_library import CART, CLOSE, PRICE, SHOP, TRACKER, click, fill, flow, library, pattern

from awm_mcp.app.finding.offers import Offers
from awm_mcp.app.measuring.measure import Counter
from awm_mcp.app.running.offering_tools import OfferingTools
from awm_mcp.errors import StepStopped
from awm_mcp.memory.fake import FakeMemory
from awm_mcp.model import Action, Caller, Outcome, PageState, Run, Step, Target, value
from awm_mcp.usage.matching import by_hand, followed
from awm_mcp.usage.metrics import measure

ME = Caller(client="tests", connection="c1")
HOME = f"http://{SHOP}/"


def offers(memory: FakeMemory, *, on: bool = True) -> Offers:
    return Offers(memory, Counter(memory, on=on))


async def kinds(memory: FakeMemory) -> list[tuple[str, str, str]]:
    return [(e.kind, e.workflow, e.via) for e in await memory.events.since()]


def did(*named: tuple[str, str]) -> tuple[Action, ...]:
    """Actions as a browser records them: ("fill", "Search"), …"""
    roles = {"fill": "textbox", "click": "button"}
    made = []
    for kind, name in named:
        typed = {"value": value("whatever")} if kind == "fill" else {}
        target = Target(role=roles[kind], name=value(name))
        made.append(Action.model_validate({"type": kind, "target": target, **typed}))
    return (Action(type="goto", value=value(HOME)), *made)


def a_run(task: str, *actions: Action, **more: Any) -> Run:
    steps = tuple(Step(action=action) for action in actions) or (Step(action=Action(type="stop")),)
    given: dict[str, Any] = {"id": "run_9", "site": SHOP, "origin": HOME, "start_url": HOME, "outcome": "success", **more}
    return Run(task=task, steps=steps, **given)


async def test_a_page_offers_what_can_start_there_with_the_arguments_of_the_task_at_hand() -> None:
    memory = await library()
    made = offers(memory)
    made.at_task(ME, "task_1", "Put 3 x Linen Towel into the cart")
    found = await made.on_page(HOME, ME, via="offer:browser_navigate")
    assert [offer.workflow.name for offer in found] == [CART.name, PRICE.name]
    assert found[0].call.arguments == {
        "workflow": CART.name, "arguments": {"quantity": "3", "product": "Linen Towel"}, "task_id": "task_1",
    }  # fmt: skip
    assert "4 steps in one call" in found[0].words() and json.dumps(found[0].call.arguments) in found[0].words()
    one = found[0]._replace(workflow=CART.model_copy(update={"steps": CART.steps[:1]}))
    assert "(1 step in one call)" in one.words()
    assert found[1].missing == ("product",) and "give product" in found[1].words()
    assert await kinds(memory) == [("prompted", name, "offer:browser_navigate") for name in (CART.name, PRICE.name)]


async def test_at_most_three_are_offered_and_none_of_another_site_or_page() -> None:
    many = [flow(f"shop_do_thing_{n}", f"Do thing {n} with {{a}}") for n in range(6)]
    deep = flow("shop_edit_item", "Edit {a}", start=pattern("/items/{a}")).model_copy(update={"steps": ()})
    made = offers(await library(*many, deep, CLOSE))
    assert len(await made.on_page(HOME, ME, via="x")) == 3
    assert [o.workflow.name for o in await made.on_page(f"{HOME}items/7", ME, via="x")] == ["shop_edit_item"]
    assert await made.on_page(f"{HOME}nowhere", ME, via="x") == []
    assert await made.on_page("about:blank", ME, via="x") == []


async def test_drafts_and_workflows_that_keep_failing_are_not_offered() -> None:
    memory = await library(PRICE, CART.model_copy(update={"state": "draft"}))
    for number in range(3):
        await memory.outcomes.put(Outcome(run_id=f"replay_{number}", workflow=PRICE.name, status="target_not_found"))
    assert await offers(memory).on_page(HOME, ME, via="x") == []


async def test_a_run_that_ended_well_offers_what_comes_next_and_not_itself() -> None:
    made = offers(await library())
    ended = Outcome(run_id="r", workflow=PRICE.name, status="ok", page=PageState(url=HOME))
    text = await made.after_run(ended, ME)
    assert CART.name in text and PRICE.name not in text
    assert await made.after_run(ended.model_copy(update={"status": "step_failed"}), ME) == ""


async def test_asking_for_a_run_that_ended_well_offers_what_comes_next_to_agents_and_not_to_the_owner(
    tmp_path: Path,
) -> None:
    memory = await library()
    await memory.outcomes.put(Outcome(run_id="run_1", workflow=PRICE.name, status="ok", page=PageState(url=HOME)))
    async with stage(tmp_path, memory=memory) as on:
        told = await on.app.status("run_1", caller=ME)
        own = await on.app.status("run_1")
    assert CART.name in told.next and CART.name not in own.next
    assert ("prompted", CART.name, "offer:get_run") in await kinds(memory)


async def test_a_renamed_workflow_keeps_one_row_under_its_present_name(tmp_path: Path) -> None:
    memory = await library()
    flow = await memory.workflows.get(PRICE.name)
    assert flow is not None
    made = offers(memory)
    await made.on_page(HOME, ME, via="offer:browser_navigate")
    await memory.workflows.save(flow.model_copy(update={"name": "shop_read_price"}))
    async with stage(tmp_path, memory=memory) as on:
        rows = {row.workflow for row in (await on.app.usage()).workflows}
    assert rows == {CART.name, "shop_read_price"}


async def test_a_report_hears_which_call_it_could_have_been() -> None:
    made = offers(await library())
    text = await made.could_have_been(a_run("Find the price of Linen Towel"), ME)
    call = '{"workflow": "shop_find_price", "arguments": {"product": "Linen Towel"}}'
    assert text == f"This could have been one call: run_readonly_workflow({call})."


async def test_a_report_of_a_change_is_not_offered_the_same_change_again() -> None:
    memory = await library()
    made, task = offers(memory), "Put 3 x Linen Towel into the cart"
    text = await made.could_have_been(a_run(task), ME)
    assert text == f"Another time one call does such a task: {CART.name}. This one is done: do not call it for it."
    made.at_task(ME, "task_1", task)
    assert await made.on_page(HOME, ME, done=task, via="x") == []


async def test_a_report_is_followed_by_what_its_words_fill_and_by_nothing_else() -> None:
    made = offers(await library(PRICE, flow("shop_find_stock", "Find the stock of {product}"), CART))
    text = await made.could_have_been(a_run("Tell me the cost of Linen Towel"), ME)
    call = '{"workflow": "shop_find_price", "arguments": {"product": "Linen Towel"}}'
    assert text == f"What can be called from here: Find price (3 steps in one call): run_readonly_workflow({call})."
    assert await made.could_have_been(a_run("Which is the best product?"), ME) == ""


async def test_what_has_to_be_given_first_is_named_and_is_no_call_to_copy() -> None:
    made = offers(await library(PRICE))
    (one,) = await made.on_page(HOME, ME, via="x")
    assert one.words() == (
        "Find price (3 steps in one call): run_readonly_workflow with workflow='shop_find_price' once you give product"
    )


async def test_a_report_of_something_else_is_not_told_that_it_could_have_been_a_call() -> None:
    made = offers(await library())
    text = await made.could_have_been(a_run("Delete my account", start_url=f"{HOME}account"), ME)
    assert text == ""


async def test_who_works_by_hand_is_told_once_a_session_and_counted_at_begin_and_end() -> None:
    memory = await library(CART)
    made = offers(memory)
    steps = did(("fill", "Search"), ("click", "Go"), ("fill", "Quantity"), ("click", "Add to cart"))
    hints = [await made.watch("s1", SHOP, steps[:n], ME) for n in range(1, 6)]
    assert [bool(hint) for hint in hints] == [False, False, True, False, False]
    assert "first 2 of 4 steps" in hints[2] and "run_workflow with workflow=" in hints[2]
    assert await kinds(memory) == [
        ("by_hand", CART.name, "browser"), ("prompted", CART.name, "offer:by_hand"), ("by_hand", CART.name, "browser"),
    ]  # fmt: skip
    assert await made.watch("s2", SHOP, steps[:3], ME), "another session is told too"


async def test_two_steps_of_another_site_or_other_elements_are_no_sign() -> None:
    made = offers(await library(CART))
    assert await made.watch("s", TRACKER, did(("fill", "Search"), ("click", "Go")), ME) == ""
    assert await made.watch("s", SHOP, did(("fill", "Search"), ("click", "Help")), ME) == ""
    assert await made.watch("s", SHOP, did(("click", "Go"), ("fill", "Search")), ME) == ""


@pytest.mark.parametrize(
    ("done", "count"),
    [
        (did(("fill", "Search"), ("click", "Go")), (2, 4)),
        (did(("click", "Menu"), ("fill", "Search"), ("click", "Help"), ("click", "Go")), (2, 4)),
        (did(("fill", "Search"), ("click", "Go"), ("fill", "Quantity"), ("click", "Add to cart")), (4, 4)),
        (did(("fill", "Search")), None),
        ((), None),
    ],
)
def test_first_steps_count_in_order_whatever_lies_between(done: Sequence[Action], count: tuple[int, int] | None) -> None:
    assert by_hand(CART, done) == count


def test_optional_steps_and_reading_count_on_neither_side() -> None:
    consent = click("Accept").model_copy(update={"optional": True})
    read = CART.steps[0].model_copy(update={"action": Action(type="extract", target=Target(role="heading"), output="x")})
    longer = flow("shop_a_b", "Do {product}", consent, fill("Search", "{product}"), read, click("Go"))
    assert followed(longer, did(("fill", "Search"), ("click", "Go"))) == (2, 2)


async def test_a_reported_run_that_did_a_shown_workflow_by_hand_is_followed_by_hand() -> None:
    memory = await library(CART)
    made, counter = offers(memory), Counter(memory, on=True)
    stored = await memory.workflows.get(CART.name)
    assert stored is not None
    await counter.shown("found", [stored], ME, task_id="t")
    run = a_run("Put it in", *did(("fill", "Search"), ("click", "Go"), ("fill", "Quantity")), task_id="t")
    await made.count_by_hand(run, ME)
    report = measure(await memory.events.since())
    assert (report.followed_by_hand.k, report.followed_by_hand.n) == (1, 1)


async def test_the_run_that_a_workflow_was_learnt_from_is_not_held_against_it() -> None:
    learnt = CART.model_copy(update={"evidence": CART.evidence.model_copy(update={"runs": ("run_9",)})})
    memory = await library(learnt)
    await offers(memory).count_by_hand(a_run("x", *did(("fill", "Search"), ("click", "Go"))), ME)
    assert await kinds(memory) == []


async def test_what_a_reports_answer_shows_begins_no_task() -> None:
    memory = await library()
    await offers(memory).could_have_been(a_run("Find the price of Linen Towel"), ME)
    assert len(await kinds(memory)) == 1 and measure(await memory.events.since()).tasks == 0


async def test_nothing_is_counted_when_counting_is_off() -> None:
    memory = await library(CART)
    made = offers(memory, on=False)
    await made.on_page(HOME, ME, via="x")
    await made.watch("s", SHOP, did(("fill", "Search"), ("click", "Go")), ME)
    assert await kinds(memory) == []


class Looked(NamedTuple):
    session: str
    url: str

    def as_data(self) -> dict[str, Any]:
        return {"session": self.session, "url": self.url}


class Recorded(NamedTuple):
    steps: tuple[Step, ...]
    site: str = SHOP
    origin: str = HOME
    start_url: str = HOME
    secrets: tuple[str, ...] = ()
    workflow: str = ""
    failed: str = ""


class Tools:
    """Browser tools that do nothing but remember."""

    specs: Sequence[Any] = ()

    def __init__(self, *actions: Action) -> None:
        self.actions = actions

    async def call(self, name: str, arguments: Mapping[str, Any], caller: Caller, *, within_s: float = math.inf) -> Looked:
        if name == "browser_click" and not arguments:
            raise StepStopped("stale_ref")
        return Looked("s1", HOME)

    def recording(self, session: str, principal: str = "local", task: str = "") -> Recorded:
        return Recorded(tuple(Step(action=action) for action in self.actions))


async def test_navigation_ends_with_offers_and_other_tools_do_not() -> None:
    tools = OfferingTools(Tools(), offers(await library()))
    data = (await tools.call("browser_navigate", {"url": HOME}, ME)).as_data()
    assert list(data)[-1] == "offers" and len(data["offers"]) == 2
    assert "offers" not in (await tools.call("browser_snapshot", {}, ME)).as_data()


async def test_a_hint_comes_with_the_step_that_makes_it_clear() -> None:
    tools = OfferingTools(Tools(*did(("fill", "Search"), ("click", "Go"))), offers(await library(CART)))
    assert "first 2 of 4 steps" in (await tools.call("browser_click", {"target": "e1"}, ME)).as_data()["hint"]
    assert "hint" not in (await tools.call("browser_click", {"target": "e1"}, ME)).as_data()


async def test_what_a_tool_raises_passes_and_what_offers_raise_does_not(caplog: pytest.LogCaptureFixture) -> None:
    memory = await library(CART)
    tools = OfferingTools(Tools(), offers(memory))
    with pytest.raises(StepStopped):
        await tools.call("browser_click", {}, ME)

    async def broken(*_: object, **__: object) -> object:
        raise OSError("the disk is full")

    memory.workflows.of_site = broken  # type: ignore[method-assign]
    assert (await tools.call("browser_navigate", {"url": HOME}, ME)).as_data() == {"session": "s1", "url": HOME}
    assert "no offers after browser_navigate" in caplog.text


async def test_what_cannot_be_taken_back_is_offered_to_nobody_who_did_not_ask_for_it() -> None:
    drop = flow("shop_delete_product", "Delete the product {product}").model_copy(update={"risk": "destructive"})
    made = offers(await library(PRICE, drop))
    made.at_task(ME, "task_1", "Find the price of Linen Towel")
    assert [offer.workflow.name for offer in await made.on_page(HOME, ME, via="x")] == [PRICE.name]
    made.at_task(ME, "task_2", "Delete the product Linen Towel")
    (asked, other) = await made.on_page(HOME, ME, via="x")
    assert asked.call.arguments["arguments"] == {"product": "Linen Towel"}
    assert other.workflow.name == PRICE.name and other.call.arguments["arguments"] == {}


async def test_a_page_offers_what_writes_without_the_words_of_a_task_that_asks_for_something_else() -> None:
    memory = await library(CART)
    made = offers(memory)
    made.at_task(ME, "task_1", "Put 3 x Linen Towel into the cart of my colleague Tom")
    (found,) = await made.on_page(HOME, ME, via="offer:browser_navigate")
    assert (found.call.arguments["arguments"], found.missing) == ({}, ("quantity", "product"))
