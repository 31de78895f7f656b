"""Drafts with healed targets stand behind the version that they heal, in the file and in the fake alike."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from awm_mcp.memory.fake import FakeMemory
from awm_mcp.memory.port import Memory
from awm_mcp.memory.sql import open_memory
from awm_mcp.model import Action, Evidence, FlowStep, Workflow, value


@pytest.fixture(params=["sql", "fake"])
async def memory(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Memory]:
    opened: Memory = FakeMemory() if request.param == "fake" else await open_memory(tmp_path / "m.sqlite3")
    yield opened
    await opened.close()


def a_workflow() -> Workflow:
    step = FlowStep(action=Action(type="goto", value=value("/")))
    words = {"title": "Find the price", "description": "Finds the price of a product", "state": "verified"}
    return Workflow.model_validate(
        {"name": "shop_find_price", "site": "shop.example", "start": "/", "steps": (step,), **words}
    )


async def a_waiting_draft(memory: Memory, first: Workflow) -> Workflow:
    """A draft of the same workflow with other content that waits for the proof of its healed targets."""
    changed = {"description": "healed", "state": "draft", "evidence": Evidence(heals=first.version)}
    return await memory.workflows.save(first.model_copy(update=changed))


async def test_a_draft_that_waits_is_in_the_history_and_stands_behind_the_version_that_it_heals(memory: Memory) -> None:
    first = await memory.workflows.save(a_workflow())
    waiting = await a_waiting_draft(memory, first)
    assert waiting.version == 2
    assert list(await memory.workflows.history(first.id)) == [waiting, first]
    assert await memory.workflows.get(first.name) == first
    assert list(await memory.workflows.of_site(first.site, ("verified",))) == [first]
    (hit,) = await memory.finder.search("find price")
    assert (hit.workflow.version, hit.workflow.state) == (1, "verified")


async def test_a_draft_that_waited_becomes_the_latest_when_it_is_proven(memory: Memory) -> None:
    first = await memory.workflows.save(a_workflow())
    waiting = await a_waiting_draft(memory, first)
    proven = await memory.workflows.save(waiting.model_copy(update={"state": "verified"}))
    assert proven.version == 2
    assert await memory.workflows.get(first.id) == proven
    (hit,) = await memory.finder.search("find price")
    assert hit.workflow.version == 2


async def test_a_new_version_beside_a_draft_that_waits_gets_the_number_after_it(memory: Memory) -> None:
    first = await memory.workflows.save(a_workflow())
    await a_waiting_draft(memory, first)
    third = await memory.workflows.save(first.model_copy(update={"description": "learnt anew"}))
    assert third.version == 3
    assert await memory.workflows.get(first.id) == third


async def test_a_version_that_is_withdrawn_is_not_found_by_the_draft_that_waits_behind_it(memory: Memory) -> None:
    first = await memory.workflows.save(a_workflow())
    await a_waiting_draft(memory, first)
    await memory.workflows.save(first.model_copy(update={"state": "quarantined"}))
    assert await memory.finder.search("find price") == []
    latest = await memory.workflows.get(first.name)
    assert latest is not None
    assert latest.state == "quarantined"
