"""Turns the pages of a list until what is wanted shows; each page is looked at when it has come to rest."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from awm_mcp.model import FlowStep
from awm_mcp.replay.browsing.patience import becomes_true
from awm_mcp.replay.staging.settle import rest
from awm_mcp.replay.staging.stage import Stage
from awm_mcp.replay.targets.expectations import change_count, count_before, differ
from awm_mcp.replay.targets.query import Query
from awm_mcp.replay.targets.resolve import look

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player

STILL_MS = 200
REST_S = 6.0
LATE_S = 0.8
"""What a page draws late, without a request that could be waited for, is waited for so long, seconds."""


async def turned(player: Player, number: int, step: FlowStep, turn: Callable[[], Awaitable[str]]) -> str:
    """Does a step once, or, when it turns pages, as often as the step after it (number + 1) needs."""
    then = player.steps[number].action if number < len(player.steps) else None
    if step.until_next is None or step.action is None or then is None or then.target is None:
        return await turn()
    wanted, pager = player.query_for(then), player.query_for(step.action)
    return await turn_until(player.stage, wanted, pager, step.until_next, turn)


async def turn_until(stage: Stage, wanted: Query, pager: Query, most: int, turn: Callable[[], Awaitable[str]]) -> str:
    """Turns pages, at most so often, while ``wanted`` is not shown; stops where ``pager`` cannot be used or changes nothing.

    Returns how often it turned, in words. What is shown more than once is shown, too: the next step says what is ambiguous.
    """
    turned = 0
    while not await _appears(stage, wanted):
        if turned == most or not await _is_usable(stage, pager):
            return f"{_times(turned)}, then no further"
        before = await count_before(stage.page)
        await turn()
        turned += 1
        await rest(stage, STILL_MS, REST_S)
        if before and not await _changes(stage, before):
            return f"{_times(turned)}, then no further"
    return _times(turned)


async def _appears(stage: Stage, wanted: Query) -> bool:
    await rest(stage, STILL_MS, REST_S)

    async def is_there() -> bool:
        return await _state(stage, wanted) in ("one", "unsettled", "many")

    return await becomes_true(is_there, LATE_S)


async def _changes(stage: Stage, before: str) -> bool:
    async def is_another() -> bool:
        return differ(before, await change_count(stage.page))

    return await becomes_true(is_another, LATE_S)


async def _state(stage: Stage, query: Query) -> str:
    stage.back_from_closed()
    return (await look(stage.page, replace(query, calm=0, action="wait_for"))).state


async def _is_usable(stage: Stage, pager: Query) -> bool:
    """Whether the pager is there and enabled; of several equal ones the step itself says that they are ambiguous."""
    seen = await look(stage.page, replace(pager, calm=0, action="wait_for"))
    return seen.state == "many" or (seen.found is not None and not seen.found.disabled)


def _times(turned: int) -> str:
    return "not needed" if not turned else f"done {turned} time{'' if turned == 1 else 's'}"
