"""What is read is read when it is still: a number that counts up is waited for, a still page pays next to nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from awm_mcp.replay.acting.steady import LOOK_S, MOST_S, steady


def over_time(told: Callable[[float], Any]) -> Callable[[], Any]:
    began = time.monotonic()

    async def look() -> Any:
        return told(time.monotonic() - began)

    return look


@pytest.mark.asyncio
async def test_what_does_not_change_is_read_after_one_more_look() -> None:
    began = time.monotonic()
    assert await steady(over_time(lambda _: "12"), "12") == ("12", True)
    assert time.monotonic() - began < LOOK_S * 4


@pytest.mark.asyncio
async def test_a_number_that_counts_up_is_read_at_its_end() -> None:
    assert await steady(over_time(lambda s: min(100, round(s * 150))), 0) == (100, True)


@pytest.mark.asyncio
async def test_a_number_that_counts_more_slowly_towards_its_end_is_read_at_its_end() -> None:
    steps = [0.05, 0.1, 0.18, 0.3, 0.48, 0.75]
    assert await steady(over_time(lambda s: sum(s > at for at in steps)), 0) == (6, True)


@pytest.mark.asyncio
async def test_what_never_rests_is_read_as_it_is_in_bounded_time() -> None:
    began = time.monotonic()
    read, rests = await steady(over_time(lambda s: round(s * 1000)), 0)
    assert not rests
    assert read > 1000
    assert time.monotonic() - began < MOST_S + 1
