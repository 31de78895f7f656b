"""Whether something is there now, or which of two things shows first."""

from __future__ import annotations

import time
from dataclasses import replace

import anyio

from awm_mcp.replay.staging.stage import Stage
from awm_mcp.replay.targets.query import Query
from awm_mcp.replay.targets.resolve import look

GRACE_S = 0.3


async def is_there(stage: Stage, query: Query) -> bool:
    """Whether the target is on the page right now, be it under a former name."""
    for asked in (query, *query.former):
        if (await look(stage.page, replace(asked, calm=0, action="wait_for"))).found is not None:
            return True
    return False


async def first_there(stage: Stage, wanted: Query, then: Query | None, timeout_s: float) -> bool:
    """Whether ``wanted`` shows up in time; ``then`` showing up first ends the wait after a short grace."""
    deadline = time.monotonic() + timeout_s
    then_since = 0.0
    while True:
        stage.back_from_closed()
        if await is_there(stage, wanted):
            return True
        now = time.monotonic()
        if then is not None and not stage.activity.pending() and await is_there(stage, then):
            then_since = then_since or now
            if now - then_since > GRACE_S:
                return False
        if stage.activity.loading():
            deadline = max(deadline, now + 0.5)
        if now > deadline:
            return False
        await anyio.sleep(0.05)
