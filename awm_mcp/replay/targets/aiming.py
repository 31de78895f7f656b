"""Pressing what was meant: pages write other entries into their rows, also in the moment in which one of them is pressed.

The element is watched from when it was found: what is pressed after its row went on is kept from the page (``page/aim.js``).
"""

from __future__ import annotations

from awm_mcp.replay.browsing.page_script import ask_moving
from awm_mcp.replay.targets.resolve import Found

AIMED = frozenset({"click", "dblclick", "check"})
MOST = 5


async def missed(found: Found) -> bool:
    """Whether the last press was kept from the page; on a page that moved on it was not."""
    if "aim" not in found.about or found.page.is_closed():
        return False
    return bool(await ask_moving(found.frame, "aim", {"missed": True}, element=found.element))
