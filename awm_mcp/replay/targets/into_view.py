"""Bringing an element into view before it is acted on, and looking again what stands there then.

Long lists keep a few rows and write other entries into them while they are scrolled: the button that was found in one row
is in another one once it was scrolled to.
"""

from __future__ import annotations

from awm_mcp.replay.browsing.page_script import ask_moving
from awm_mcp.replay.targets.resolve import Found

POINTED_AT = frozenset({"click", "dblclick", "check", "hover", "drag"})
"""Actions for which the browser scrolls to the element in the moment that it acts."""
MOST = 3


def is_away(found: Found) -> bool:
    """Whether it has to be scrolled to, as far as was asked when it was found."""
    return bool(found.about.get("away"))


async def bring(found: Found) -> bool:
    """Scrolls to an element; the answer is whether it moved, so that the page may have drawn something else there.

    Where it was drawn anew meanwhile, what is there now is looked for again.
    """
    return bool(await ask_moving(found.frame, "bring", {}, otherwise=True, element=found.element))
