"""Pressing what was meant: pages write other entries into their rows, also in the moment in which one of them is pressed.

The element is watched from when it was found: what is pressed after its row went on is kept from the page (``page/aim.js``).
"""

from __future__ import annotations

import logging

from awm_mcp.replay.browsing.page_script import ask
from awm_mcp.replay.targets.resolve import Found

_log = logging.getLogger(__name__)
AIMED = frozenset({"click", "dblclick", "check"})
MOST = 5


async def missed(found: Found) -> bool:
    """Whether the last press was kept from the page; on a page that moved on it was not."""
    from playwright.async_api import Error

    if "aim" not in found.about or found.page.is_closed():
        return False
    try:
        return bool(await ask(found.frame, "aim", {"missed": True}, found.element))
    except Error as moved:
        _log.debug("pressed, and the page moved on: %s", moved)
        return False
