"""Whether a page has crashed: no event tells those who come later, but it answers every question with just that."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from awm_mcp.replay.browsing.faults import tells_of_crash

if TYPE_CHECKING:
    from playwright.async_api import Page

_log = logging.getLogger(__name__)
ANSWER_S = 1.0
"""A page that does not answer in this time is busy, which is another matter: a crashed one does so at once, seconds."""


async def has_crashed(page: Page) -> bool:
    """Whether the page crashed, so that nothing can be done or opened in it any more."""
    from playwright.async_api import Error

    try:
        async with asyncio.timeout(ANSWER_S):
            await page.evaluate("0")
    except TimeoutError:
        return False
    except Error as problem:
        _log.debug("the page does not answer: %s", problem)
        return tells_of_crash(problem)
    return False
