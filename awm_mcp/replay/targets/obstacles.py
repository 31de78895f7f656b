"""What lies over a target: dialogs and banners with a plain close or reject button are put away, and it is told."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from awm_mcp.model.text import plain
from awm_mcp.replay.browsing.page_script import page_script

if TYPE_CHECKING:
    from awm_mcp.replay.targets.resolve import Found

_log = logging.getLogger(__name__)


async def clear_cover(found: Found, cleared: set[str], known: list[str] | None = None) -> str:
    """Closes what covers an element and says so; empty when there is nothing that plainly closes.

    ``cleared`` holds what was closed before in this step: nothing is closed twice. With ``known``, names of the places in
    which the task is at work, only dialogs of another name are closed.
    """
    handle = await found.frame.evaluate_handle(page_script("obstacle"), [{"known": known}, found.element])
    parts = await handle.get_properties()
    button = parts["button"].as_element() if "button" in parts else None
    about: Any = await parts["says"].json_value()
    said = plain(str(about), 80)
    if button is None or said in cleared:
        return ""
    how: Any = await parts["how"].json_value()
    try:
        await button.click(timeout=2000)
    except Exception as stuck:
        _log.debug("the overlay could not be closed: %s", stuck)
        return ""
    cleared.add(said)
    return f"closed {said} with {plain(str(how), 40)!r}"
