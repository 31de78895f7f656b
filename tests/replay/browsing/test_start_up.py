"""A browser that starts slowly: whoever gives up waiting for it leaves it to the next call. No browser is needed here."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import pytest
from browser_fixtures import settings_for

from awm_mcp.errors import Unavailable
from awm_mcp.replay.browsing.browser import Browsers


class SlowStart(Browsers):
    """Takes its time to start, and counts how often it was begun and ended."""

    begun = 0
    ended = 0
    problem: Unavailable | None = None

    async def _start(self) -> Any:
        self.begun += 1
        await asyncio.sleep(0.2)
        if self.problem is not None:
            raise self.problem
        return SimpleNamespace(is_connected=lambda: True, close=self._end)

    async def _end(self) -> None:
        self.ended += 1


async def test_a_start_that_a_call_gave_up_waiting_for_serves_the_next_one(tmp_path: Path) -> None:
    browsers = SlowStart(settings_for(tmp_path))
    for _ in range(2):
        with anyio.move_on_after(0.05) as gave_up:
            await browsers._running()
        assert gave_up.cancelled_caught
    first, second = await asyncio.gather(browsers._running(), browsers._running())
    assert first is second and browsers.begun == 1
    await browsers.close()
    assert browsers.ended == 1


async def test_a_start_that_fails_is_tried_again_by_the_next_call(tmp_path: Path) -> None:
    browsers = SlowStart(settings_for(tmp_path))
    browsers.problem = Unavailable("browser_does_not_start")
    with pytest.raises(Unavailable):
        await browsers._running()
    browsers.problem = None
    assert await browsers._running() is not None and browsers.begun == 2
    await browsers.close()


async def test_the_end_of_the_server_ends_a_start_under_way(tmp_path: Path) -> None:
    browsers = SlowStart(settings_for(tmp_path))
    waiting = asyncio.create_task(browsers._running())
    await asyncio.sleep(0.05)
    await browsers.close()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    with pytest.raises(Unavailable, match="browser_closed"):
        await browsers._running()
