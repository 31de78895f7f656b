"""Tasks that forbid, that ask for two things or for nothing: no call that writes, and no run that is only half meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_stage import ORIGIN, stage
from find_library import CART, SHOP, library, pattern

from awm_mcp.app.finding.find import FindWorkflows
from awm_mcp.app.finding.forbidding import against_itself, forbidden
from awm_mcp.app.measuring.measure import Counter
from awm_mcp.memory.fake import FakeMemory
from awm_mcp.model import Caller, Evidence, FindAnswer

ME = Caller(client="tests", connection="c1")


async def find(memory: FakeMemory, task: str) -> FindAnswer:
    return await FindWorkflows(memory, Counter(memory, on=True)).find(task, url=None, site=SHOP, limit=5, caller=ME)


@pytest.mark.parametrize(
    "task",
    [
        "Please do not, under any circumstances, put 3 x Linen Towel into the cart",
        "Do not under any circumstances put 3 x Linen Towel into the cart",
        "Put 3 x Linen Towel into the cart? No!",
        "Put no Linen Towel into the cart",
        "Put none of the Linen Towels into the cart",
        "Undo: Put 3 x Linen Towel into the cart",
    ],
)
def test_a_ban_is_found_in_all_its_forms(task: str) -> None:
    assert forbidden(CART, task)
    assert not forbidden(CART, "Put 3 x No Name Towel into the cart")


@pytest.mark.parametrize(
    "task",
    [
        "Do not put 3 x {} into the cart, only look at it",
        "Open the page of {} and only look at it",
        "Show the {} but do not add it to the cart",
    ],
)
async def test_a_source_task_that_forbids_the_steps_themselves_excuses_nothing(task: str) -> None:
    told = Evidence(support=1, tasks=(task.format("Oak Stool"),))
    steps = tuple(step.model_copy(update={"writes": step == CART.steps[-1]}) for step in CART.steps)
    taught = CART.model_copy(update={"evidence": told, "steps": steps, "templates": (pattern(task.format("{product}")),)})
    answer = await find(await library(taught), task.format("Linen Towel"))
    assert answer.verdict == "adapt"
    assert [row.call.tool for row in answer.workflows if row.risk == "write"] == ["get_workflow"]


@pytest.mark.parametrize(
    ("task", "verdict"),
    [
        ("Find the price of Copper Ladle and the Linen Towel", "adapt"),
        ("Find the price of the cheapest towel", "adapt"),
        ("Find the price of 'Copper Ladle and the Linen Towel'", "run"),
        ("Find the price of Best Western Towel", "run"),
    ],
)
async def test_a_value_that_is_two_or_a_choice_is_looked_at_first(task: str, verdict: str) -> None:
    assert (await find(await library(), task)).verdict == verdict


async def test_an_empty_task_is_no_task_and_is_not_counted() -> None:
    memory = await library()
    assert (await find(memory, " \n")).verdict == "skip"
    assert list(await memory.events.since()) == []


@pytest.mark.parametrize(
    ("task", "against"),
    [
        ("Put 2 x Oak Stool into the cart but do not order", False),
        ("Put 2 x Oak Stool into the cart without adding a warranty", False),
        ("Put 2 x Oak Stool into the cart", False),
        ("Show Oak Stool without adding it to the cart", True),
        ("Do not put 2 x Oak Stool into the cart", True),
    ],
)
def test_only_a_ban_of_the_steps_themselves_speaks_against_a_run(task: str, against: bool) -> None:
    steps = tuple(step.model_copy(update={"writes": step == CART.steps[-1]}) for step in CART.steps)
    assert bool(against_itself(CART.model_copy(update={"steps": steps}), task)) is against


@pytest.mark.parametrize(
    ("task", "learned"),
    [
        ("Do not buy the Brass Globe, only look at it", False),
        ("Show the Brass Globe but do not add it to the cart", False),
        ("Put the Brass Globe into the cart but do not order", True),
    ],
)
async def test_a_run_that_did_what_its_task_forbids_is_not_learned_from(tmp_path: Path, task: str, learned: bool) -> None:
    steps = [
        {"url": f"{ORIGIN}/", "action": {"type": "click", "target": {"role": "link", "name": "Brass Globe"}}},
        {"url": f"{ORIGIN}/globe", "action": {"type": "click", "target": {"role": "button", "name": "Add to cart"}}},
    ]
    async with stage(tmp_path, allow_writes="verify") as on:
        (told,) = await on.teach({"task": task, "outcome": "success", "start_url": f"{ORIGIN}/", "steps": steps})
        assert (told.status == "learned") is learned, told.reasons
        assert any("is not learned from: its task says" in reason for reason in told.reasons) is not learned
