"""States read again where setting them loads the page anew, or draws a part of it anew: the element is found once more."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.targets.query import query_of
from awm_mcp.replay.targets.resolve import Found, look
from awm_mcp.replay.values.binding import Arguments

if TYPE_CHECKING:
    from playwright.async_api import Page

_log = logging.getLogger(__name__)
SENDS_S = 0.5
"""What a control sends at once is on its way within so long; only then it is known whether a page comes of it."""
IN_PLACE = "el => el.isConnected"


async def page_came(actor: Actor) -> bool:
    """Waits for the page that an action asked for, where it does; whether it came in time."""
    activity = actor.stage.activity
    if actor.writes:
        await activity.until_sent(time.monotonic() + SENDS_S)

    async def came() -> bool:
        return actor.stage.page.is_closed() or not activity.loading()

    return await actor.until(came, actor.stage.settings.navigation_timeout_s)


async def in_place(found: Found) -> bool:
    """Whether an element still stands in its page."""
    from playwright.async_api import Error

    try:
        return bool(await found.element.evaluate(IN_PLACE))
    except Error as gone:
        _log.debug("its page is gone: %s", gone)
        return False


async def found_anew(actor: Actor, action: Action) -> Found | None:
    """The element of an action on the page as it is now; None where it is not there, or not alone."""
    if action.target is None or actor.stage.page.is_closed():
        return None
    return (await look(actor.stage.page, actor.query(action.target, action.type))).found


async def found_on(page: Page, action: Action, before: Found) -> Found | None:
    """The element of a recorded action on the page that came of it; None where the page is still the same."""
    if action.target is None or page.is_closed() or await in_place(before):
        return None
    return (await look(page, query_of(action.target, Arguments({}, {}, None, ""), action.type))).found


def unseen(actor: Actor, action: Action) -> StepStopped:
    """The stop for a state that was set and cannot be read on the page that came of it."""
    return StepStopped(
        "state_not_seen", status="unknown", expected=f"{actor.arguments.said_action(action)}, and to see it then",
        seen="it was pressed, and what the page then shows does not tell its state; it may have happened",
        next="look at the page whether it is so before doing anything again; it is not pressed twice",
    )  # fmt: skip


def is_seen_otherwise(actor: Actor) -> bool:
    """Whether the runs tell by the page that comes then what the step did; then that page decides."""
    expected = actor.expects
    if expected is None:
        return False
    told = bool(expected.url or expected.text or expected.target)
    return told or not (actor.writes or actor.stage.activity.sent)
