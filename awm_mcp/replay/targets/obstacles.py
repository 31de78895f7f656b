"""What lies over a target: dialogs and banners with a plain close or reject button are put away, and it is told."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from awm_mcp.model import FlowStep
from awm_mcp.model.text import plain
from awm_mcp.replay.browsing.page_script import page_script

if TYPE_CHECKING:
    from awm_mcp.replay.targets.resolve import Found

_log = logging.getLogger(__name__)


def own_dialogs(steps: Iterable[FlowStep]) -> tuple[str, ...]:
    """Names of the dialogs in which the steps of a workflow act: they are its own, even before it acted in them.

    Those of optional steps come by themselves, as one that asks for a consent.
    """
    inside = [one for step in steps for one in (step, *(step.for_each.steps if step.for_each is not None else ()))]
    acting = [one.action for one in inside if one.action is not None and not one.optional]
    targets = [action.target for action in acting if action.target is not None]
    marks = [mark for target in targets for mark in target.landmarks if mark.role in ("dialog", "alertdialog")]
    return tuple(dict.fromkeys(mark.name for mark in marks if mark.name))


async def clear_cover(found: Found, cleared: set[str], own: Iterable[str] = (), known: list[str] | None = None) -> str:
    """Closes what covers an element and says so; empty when there is nothing that plainly closes.

    ``cleared`` holds what was closed before in this step: nothing is closed twice. ``own``: names of the dialogs in which
    the task acts; they stay, as do those in which it acted. With ``known``, names of the places in which the task is at
    work, only dialogs of another name are closed.
    """
    from playwright.async_api import Error

    handle = await found.frame.evaluate_handle(page_script("obstacle"), [{"known": known, "own": list(own)}, found.element])
    parts = await handle.get_properties()
    button = parts["button"].as_element() if "button" in parts else None
    about: Any = await parts["says"].json_value()
    said = plain(str(about), 80)
    if button is None or said in cleared:
        return ""
    how: Any = await parts["how"].json_value()
    try:
        await button.click(timeout=2000)
    except Error as stuck:
        _log.debug("the overlay could not be closed: %s", stuck)
        return ""
    cleared.add(said)
    return f"closed {said} with {plain(str(how), 40)!r}"
