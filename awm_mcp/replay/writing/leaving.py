"""What pages send only when they are left: the browser tells nobody of it, and no interception sees it.

So a page that has such a thing to send is told that it is put away while it is still there; and where nothing may be sent
that writes, what it sends in going is kept back by the page's own account (``timers.js``).
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from awm_mcp.replay.browsing.page_script import ask, page_source
from awm_mcp.replay.staging.settle import rest

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

    from awm_mcp.replay.staging.stage import Stage
    from awm_mcp.replay.writing.writes import WriteGuard

_log = logging.getLogger(__name__)


async def put_away(stage: Stage, guard: WriteGuard | None = None) -> bool:
    """Tells the page in use that it is put away and comes back; whether it listens to that. ``guard``: what holds back."""
    from playwright.async_api import Error

    if stage.page.is_closed():
        return False
    stage.activity.leaving = guard is not None
    try:
        heard = bool(await ask(stage.page.main_frame, "leave", {}))
        if heard:
            await rest(stage, 0, 2.0)
        return heard
    except Error as moving:
        _log.debug("the page is left already: %s", moving)
        return False


async def keep_back(context: BrowserContext) -> None:
    """Has the pages of a context keep to themselves what they send in going."""
    from playwright.async_api import Error

    await context.add_init_script(page_source("keeps"))
    for frame in [frame for page in context.pages for frame in page.frames]:
        try:
            await frame.evaluate(f"() => {{ {page_source('keeps')} }}")
        except Error as moving:
            _log.debug("a frame on its way gets it with its next document: %s", moving)
