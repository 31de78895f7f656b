"""Who answers the dialogs of a browser context: one at a time, a replay or an agent by hand; the latest to ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Dialog

_OWNER = "_awm_dialog_owner"  # kept on the context itself, so that it goes when the context goes


def own_dialogs(context: BrowserContext, answer: Callable[[Dialog], None]) -> None:
    """From now on ``answer`` is given every dialog of the context, and nobody else is."""
    first = not hasattr(context, _OWNER)
    setattr(context, _OWNER, answer)
    if first:
        context.on("dialog", lambda dialog: getattr(context, _OWNER)(dialog))
