"""Clicks that were held back when their run was looked at, so that no run showed what they lead to.

What shows that it is set already is not clicked; and where the click shows that it was the wrong one, the step does not
end well.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action, Became
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.acting.echoed_clicks import already_so, refuse_singled
from awm_mcp.replay.acting.set_marks import Sign, says_done, sign_of
from awm_mcp.replay.acting.toggle_clicks import Shown, says_chosen, shown_by
from awm_mcp.replay.acting.turned import Way, changed, way_of
from awm_mcp.replay.targets.come_anew import shown_anew, stands
from awm_mcp.replay.targets.resolve import Found
from awm_mcp.replay.traffic.sent_direction import way_sent

if TYPE_CHECKING:
    from playwright.async_api import Request

_Click = Callable[[Actor, Action, Found], Awaitable[None]]
_BUTTONS = frozenset({"button", "switch", "link"})
TURNS_S = 1.0
"""A control shows its new state within so long after what it sent was answered."""
_IS_OUT_OF_USE = "el => !!(el.closest('button,a,[role]') || el).matches(':disabled,[aria-disabled=true]')"


async def click_unless_set(actor: Actor, action: Action, found: Found, became: Became, click: _Click) -> None:
    """Clicks, unless marks show that what is wanted is so: then a click would undo it.

    Raises:
        StepStopped: ``already_so``: before the click, where that is not sure; after it, where it shows that it undid it.
    """
    shown = await shown_by(found, elsewhere=True)
    if shown is not None and _is_so(actor, action, found, became, shown):
        return actor.note_so_already()
    before = actor.stage.activity.written[-1:]
    await click(actor, action, found)
    if shown is not None and became.wanted is not None and not shown["filled"]:
        await _check_way(actor, action, found, shown, before, wanted=became.wanted)


def _is_so(actor: Actor, action: Action, found: Found, became: Became, shown: Shown) -> bool:
    """Whether what is wanted is surely so.

    Raises:
        StepStopped: ``already_so``, where it may be so.
    """
    marks, sign = shown["marks"], sign_of(shown["marks"], shown["name"])
    if became.wanted is False:
        if became.lost and not sign and not set(became.lost) & set(marks):
            seen = f"{found.says} does not seem to be set, as it was in the runs; a click may set it"
            raise already_so(actor, action, seen)
        return False
    if shown["chosen"] and not says_chosen(shown):
        return True  # its box shows it as the choice
    echoed = not shown["filled"] and int(shown["echoes"]) >= became.echoes > 0
    if sign is Sign.NONE:
        refuse_singled(actor, action, found, shown)
    as_then = _has(marks, became.marks) or _has(marks, became.lost) or (bool(sign) and _came_since(action, became, shown))
    if sign is Sign.SET and (echoed or (as_then and says_done(marks, shown["name"]))):
        return True
    if sign is Sign.SET or as_then or (sign is Sign.PERHAPS and echoed):
        raise already_so(
            actor, action, f"{found.says} seems to be set already, as it was not in the runs; a click may take it off"
        )
    return False


def _came_since(action: Action, became: Became, shown: Shown) -> bool:
    """Whether a button by itself, which keys do not point at, got its sign since the run was looked at."""
    role = action.target.role if action.target is not None else None
    alone = bool(shown["around"]) or not shown["peers"]
    return became.wanted is True and not became.marks and role in _BUTTONS and alone and not shown["filled"]


def _has(marks: list[str], wanted: tuple[str, ...]) -> bool:
    return bool(wanted) and set(wanted) <= set(marks)


async def _check_way(actor: Actor, action: Action, found: Found, was: Shown, before: list[Request], *, wanted: bool) -> None:
    """Looks which way the click turned the control, where it shows one, or by what it has sent (after ``before``).

    Raises:
        StepStopped: ``already_so`` with status ``unknown``: the contrary of what is wanted came of it.
    """
    address, now = actor.stage.page.url, was
    asked_until = time.monotonic() + TURNS_S

    async def turned() -> bool:
        nonlocal now
        if actor.stage.page.is_closed() or actor.stage.page.url != address:
            return True
        here = await shown_by(found, at=was["at"]) if await stands(found) else await shown_anew(found, was)
        now = here or was
        quiet = not actor.stage.activity.loading() and time.monotonic() > asked_until
        return quiet or now["marks"] != was["marks"] or now["name"] != was["name"]

    await actor.until(turned, actor.timeout_s)
    way = way_of(was, now)
    if way is Way.UNKNOWN and wanted and await _only_lost(found, was, now):
        way = Way.OFF
    if way is Way.UNKNOWN:
        way = _way_of_sent(actor, action, was, before)
    if way is Way.UNKNOWN or (way is Way.ON) is wanted:
        return
    raise StepStopped(
        "already_so", status="unknown", expected=actor.arguments.said_action(action),
        seen=f"{found.says} was {'set' if wanted else 'not set'} already, and the click has turned it the other way",
        next="look at the page; one more click brings it back",
    )  # fmt: skip


def _way_of_sent(actor: Actor, action: Action, was: Shown, before: list[Request]) -> Way:
    """Which way what the click has sent turns it: colours and pictures tell nobody which of two is the one that is set."""
    written, named = actor.stage.activity.written, action.target.words() if action.target is not None else ""
    since = written[written.index(before[0]) + 1 :] if before and before[0] in written else written
    sets = way_sent(since, (str(was["name"]), named))
    return Way.UNKNOWN if sets is None else Way.ON if sets else Way.OFF


async def _only_lost(found: Found, was: Shown, now: Shown) -> bool:
    """Whether it lost what marked it, and can be clicked again: what was done with once for all is out of use then."""
    from playwright.async_api import Error

    gained, lost = changed(was, now)
    if gained or not lost or was["name"] != now["name"]:
        return False
    try:
        return not await found.element.evaluate(_IS_OUT_OF_USE)
    except Error:  # its page is gone
        return False
