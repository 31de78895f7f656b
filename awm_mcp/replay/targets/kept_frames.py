"""Inline frames that show nothing because the site's boundary keeps their host away: why a target in them is missing."""

from __future__ import annotations

import logging

from awm_mcp.model.site import site_of
from awm_mcp.model.text import plain
from awm_mcp.replay.browsing.frames import frame_of
from awm_mcp.replay.staging.stage import Stage
from awm_mcp.replay.targets.query import Query

_log = logging.getLogger(__name__)
_EMPTY = "chrome-error:"


async def host_kept_away(stage: Stage, query: Query) -> str:
    """The host of the frame that the target is in, or of one on the way to it, where it was kept away; else nothing."""
    from playwright.async_api import Error

    for depth in range(1, len(query.frame) + 1):
        try:
            frame = await frame_of(stage.page, query.frame[:depth])
            if frame is None:
                return ""
            if frame.url.startswith(_EMPTY):
                address = str(await (await frame.frame_element()).evaluate("el => el.src || ''"))
                return plain(site_of(address), 120) if address.startswith("http") and stage.foreign(address) else ""
        except Error as moving:
            _log.debug("the frame is moving: %s", moving)
            return ""
    return ""
