"""Calls of the browser tools end in time: a page in use or a browser that starts slowly is told, and nothing is done."""

from __future__ import annotations

import asyncio

import anyio
import pytest

from awm_mcp.errors import StepStopped, Unavailable
from awm_mcp.replay.by_hand.call_time import CallTime

TIME = CallTime(30.0)


async def test_a_page_that_another_call_acts_on_is_told_in_time_and_left_alone() -> None:
    lock, began = anyio.Lock(), anyio.current_time()
    async with lock:
        with TIME.counting(0.3), pytest.raises(Unavailable, match="page_busy") as told:
            await asyncio.get_running_loop().create_task(_act(lock))  # a lock belongs to a task
        assert "nothing was done" in told.value.next and anyio.current_time() - began < 2


async def _act(lock: anyio.Lock) -> None:
    async with TIME.alone(lock):
        pytest.fail("the page was not free")


async def test_an_action_that_does_not_end_may_have_happened_and_frees_its_page() -> None:
    lock = anyio.Lock()
    with TIME.counting(0.1), pytest.raises(StepStopped, match="call_timeout") as told:
        async with TIME.alone(lock):
            await anyio.sleep(60)
    assert told.value.status == "unknown" and "before doing it again" in told.value.next
    assert not lock.locked()


async def test_what_waited_for_its_page_has_the_rest_of_its_time_to_act() -> None:
    lock, acted = anyio.Lock(), list[float]()

    async def other() -> None:
        async with lock:
            await anyio.sleep(0.1)

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(other())
        await anyio.sleep(0.01)
        with TIME.counting(5.0):
            async with TIME.alone(lock):
                acted.append(TIME.left_s)
    assert 3.0 < acted[0] < 4.95


async def test_a_browser_that_is_still_starting_is_told_and_not_waited_for() -> None:
    with TIME.counting(0.1), pytest.raises(Unavailable, match="browser_starts"):
        await TIME.started(anyio.sleep(60))


async def test_no_call_is_longer_than_the_longest() -> None:
    with TIME.counting(float("inf")):
        assert 29 < TIME.left_s <= 30
    assert TIME.left_s == 30
