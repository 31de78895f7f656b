"""Gives a page up that does not come: while it is waited for, the page before answers nothing either."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from playwright.async_api import Page

_log = logging.getLogger(__name__)
LONGEST_S = 2.0


async def stop_loading(page: Page) -> None:
    """Has the browser stop to load what it was asked for, as its own button does."""
    from playwright.async_api import Error

    try:
        async with asyncio.timeout(LONGEST_S):
            session = cast("Any", await page.context.new_cdp_session(page))
            await session.send("Page.stopLoading")
            await session.detach()
    except (Error, TimeoutError) as gone:
        _log.debug("it was not stopped: %s", gone)
