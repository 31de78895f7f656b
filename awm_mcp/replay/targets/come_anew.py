"""The control of a click in the document that came in place of its own: forms sent back to their page, and reloads."""

from __future__ import annotations

import logging
from typing import Any

from awm_mcp.replay.browsing.page_script import ask
from awm_mcp.replay.targets.resolve import Found

_log = logging.getLogger(__name__)
_KNOWN_BY = ("tag", "role", "name", "way", "around")


async def shown_anew(found: Found, was: dict[str, Any]) -> dict[str, Any] | None:
    """What the control shows in the new document of its page; None where its own document is still there, or it is not
    found again for sure. ``was``: what it showed before, with all that stood elsewhere."""
    from playwright.async_api import Error

    if found.page.is_closed() or found.frame.is_detached() or await stands(found):
        return None
    try:
        await found.frame.wait_for_load_state("domcontentloaded")
        return await ask(found.frame, "toggle", query_anew(was), None)
    except Error as moving:
        _log.debug("the control is not to be seen in the new document: %s", moving)
        return None


def query_anew(was: dict[str, Any], **also: Any) -> dict[str, Any]:
    """What the page is asked for the control in a new document."""
    return {"elsewhere": True, "at": None, "was": {key: was[key] for key in _KNOWN_BY}, **also}


async def stands(found: Found) -> bool:
    """Whether the document of the element is still the one that is shown."""
    from playwright.async_api import Error

    try:
        return bool(await found.element.evaluate("element => element.ownerDocument === document"))
    except Error:
        return False
