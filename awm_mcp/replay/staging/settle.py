"""Coming to rest after an action: its requests answered, the page still for a moment; never longer than a bound."""

from __future__ import annotations

import logging
import time

from awm_mcp.replay.browsing.page_script import ask
from awm_mcp.replay.staging.stage import Stage

_log = logging.getLogger(__name__)


async def rest(stage: Stage, still_ms: int, limit_s: float, *, from_now: bool = False) -> None:
    """Waits for the last action's requests and for ``still_ms`` without a change; pages that never rest are left so.

    ``from_now``: the stillness is counted from here on, not from when the element that was acted on was found.
    """
    deadline = time.monotonic() + limit_s
    while stage.activity.pending() and not stage.page.is_closed():
        now = time.monotonic()
        if now > deadline and not (stage.activity.loading() and now < deadline + stage.settings.navigation_timeout_s):
            break
        await stage.activity.wait_change(0.05)
    if still_ms and not stage.page.is_closed():
        await _still(stage, still_ms, max(0.2, min(1.5, deadline - time.monotonic())), from_now)


async def _still(stage: Stage, still_ms: int, limit_s: float, from_now: bool) -> None:
    from playwright.async_api import Error

    query = {"still": still_ms, "limit": round(limit_s * 1000), "from_now": from_now}
    try:
        await stage.page.wait_for_load_state("domcontentloaded", timeout=3000)
        await ask(stage.page.main_frame, "changes", query)
    except Error as moved:  # the page went on to another document while it was watched
        _log.debug("not at rest: %s", moved)


async def settle(stage: Stage, still_ms: int) -> None:
    """The careful way, for observing: again and again until nothing is asked for any more; four times at most."""
    for _ in range(4):
        await rest(stage, still_ms, 6.0, from_now=True)
        if not stage.activity.pending():
            return
