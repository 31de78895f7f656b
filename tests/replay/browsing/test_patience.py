"""Waiting for what a page comes to."""

from __future__ import annotations

import pytest

from awm_mcp.replay.browsing.patience import becomes_true

pytestmark = pytest.mark.asyncio


async def test_it_is_asked_again_until_it_is_so() -> None:
    answers = [False, False, True]

    async def asked() -> bool:
        return answers.pop(0)

    assert await becomes_true(asked, 5.0, pause_s=0)
    assert answers == []


async def test_it_is_asked_once_also_where_no_time_is_left() -> None:
    times: list[int] = []

    async def asked() -> bool:
        times.append(1)
        return False

    assert not await becomes_true(asked, -1.0)
    assert len(times) == 1
