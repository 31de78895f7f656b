"""What is looked at in a tab of its own; for the replay it is as if nothing had come."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from awm_mcp.model.text import plain
from awm_mcp.replay.browsing.page_script import evaluate_each

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.staging.stage import Stage

_log = logging.getLogger(__name__)
_Seen = TypeVar("_Seen")
PAGE_MS = 8000
_STILL = "() => { const book = window[Symbol.for('awm.timers')]; return !book || book.still(); }"


async def in_own_tab(stage: Stage, look: Callable[[Page], Awaitable[_Seen]]) -> _Seen:
    """What is looked at in a tab that is opened for it, and closed again."""
    activity, fresh = stage.activity, stage.fresh
    known, step, pages, documents = len(fresh), activity.step, activity.pages, activity.documents
    activity.step = 0  # what is looked at here is nothing that a step sent
    tab = await stage.context.new_page()
    try:
        return await look(tab)
    finally:
        await tab.close()
        activity.step, activity.pages, activity.documents = step, pages, documents
        del fresh[known:]


async def opened(tab: Page, address: str) -> bool:
    """Whether a page came at an address."""
    from playwright.async_api import Error

    try:
        answer = await tab.goto(address, wait_until="domcontentloaded", timeout=PAGE_MS)
    except Error as broken:
        _log.debug("page of a list: %s", plain(str(broken), 200))
        return False
    return answer is not None and answer.ok


async def is_still(tab: Page) -> bool:
    """Whether its page has asked for and drawn what it shows, by its own account."""
    return False not in await evaluate_each([tab.main_frame], _STILL)
