"""Clicks that brought a control into a state, replayed: where it is in that state already, a click would undo it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action, Became, Target
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.acting.echoed_clicks import already_so, check_anew, click_unless_echoed
from awm_mcp.replay.acting.pointed_at import is_only_pointed_at
from awm_mcp.replay.acting.toggle_clicks import Shown, says_chosen, shown_by
from awm_mcp.replay.acting.untold_clicks import click_unless_set
from awm_mcp.replay.browsing.page_script import ask
from awm_mcp.replay.targets.expectations import wait_for
from awm_mcp.replay.targets.presence import first_there, is_there
from awm_mcp.replay.targets.query import Query
from awm_mcp.replay.targets.resolve import Found, look

FIRST_S = 3.0
SHOWS_S = 3.0
_ALREADY = "already"
_OF_ANOTHER_KIND = "(one, [other, tag]) => one !== other && one.tagName !== tag && other.tagName === tag"
_log = logging.getLogger(__name__)
_Click = Callable[[Actor, Action, Found], Awaitable[None]]


async def find_either(actor: Actor, target: Target, after: Target, timeout_s: float | None) -> Found:
    """The control as it was before the click, or, where only that is there, as the click left it in the runs.

    Raises:
        StepStopped: it is not there in either way, or not alone.
    """
    wanted, then = _in_its_row(actor.query(target, "click")), _in_its_row(actor.query(after, "click"))
    first = await first_there(actor.stage, wanted, then, FIRST_S)
    if not await is_there(actor.stage, then) or (first and not await _only_echoes(actor, wanted, then, target.tag)):
        return await actor.find(target, "click", timeout_s)
    found = await actor.find(after, "click", timeout_s)
    return replace(found, about={**found.about, _ALREADY: True})


async def _only_echoes(actor: Actor, wanted: Query, then: Query, tag: str | None) -> bool:
    """Whether what has its former name is another kind of element, which shows what was set, and it is there, too."""
    from playwright.async_api import Error

    asked = [replace(query, calm=0, action="wait_for") for query in (wanted, then)]
    one, other = [(await look(actor.stage.page, query)).found for query in asked]
    if tag is None or one is None or other is None:
        return False
    try:
        return bool(await one.element.evaluate(_OF_ANOTHER_KIND, [other.element, tag.upper()]))
    except Error as apart:  # in another frame, or drawn anew meanwhile
        _log.debug("not compared: %s", apart)
        return False


def _in_its_row(query: Query) -> Query:
    """The query for the row that was seen, and no other: its neighbours have the same control in the other state."""
    row = query.target.get("row")
    return query if row is None else replace(query, target={**query.target, "row": {**row, "fixed": True}})


async def click_into_state(actor: Actor, action: Action, found: Found, became: Became, click: _Click) -> None:
    """Clicks, unless the control shows the state that the click led to; and looks whether it shows it then.

    Raises:
        StepStopped: ``already_so``, where the rest of what the click did is not to be seen; ``did_not_stick``, where the
            control does not come into the state.
    """
    if became.unset:
        return await click_unless_set(actor, action, found, became, click)
    if became.only_echoed:
        return await click_unless_echoed(actor, action, found, became, click)
    marks, by_marks = await _marks(found), await _tells_by_marks(actor, became)
    if found.about.get(_ALREADY) or (by_marks and _is_after(became, marks) and not await is_only_pointed_at(found)):
        await _without_click(actor, action, found, became)
        return
    judged = became.alone and (not by_marks or _is_before(became, marks))
    address, was = actor.stage.page.url, await shown_by(found, elsewhere=True) if became.anew else None
    await click(actor, action, found)
    if became.anew:
        await check_anew(actor, action, found, was, _holds(became, was, by_marks=by_marks))
    if became.anew or not judged:
        return

    async def so() -> bool:
        if actor.stage.page.is_closed() or actor.stage.page.url != address:
            return True
        if became.target is not None and not by_marks:
            return await is_there(actor.stage, actor.query(became.target, "click"))
        return (now := await _marks(found)) is None or not _is_before(became, now)

    if not await actor.until(so, actor.timeout_s):
        raise StepStopped(
            "did_not_stick", status="unknown" if actor.writes else "step_failed",
            expected=f"{actor.arguments.said_action(action)}, and {_said(actor, became)} then",
            seen="it shows what it showed before the click", next="look at the page before doing anything again",
        )  # fmt: skip


def _holds(became: Became, was: Shown | None, *, by_marks: bool) -> Callable[[Shown], bool]:
    """Whether what is shown in a new document is another state than before the click: by marks, or by the name."""
    if by_marks:
        return lambda now: not _is_before(became, frozenset(now["marks"]))
    return lambda now: was is not None and now["name"] != was["name"]


async def _tells_by_marks(actor: Actor, became: Became) -> bool:
    """Whether marks tell the state: its name did not change, or only by what no name is told by ("Urgent", "✓ Urgent")."""
    if became.target is None:
        return True
    told = bool(became.marks or became.lost)
    return told and await is_there(actor.stage, _in_its_row(actor.query(became.target, "click")))


async def _without_click(actor: Actor, action: Action, found: Found, became: Became) -> None:
    """Takes the step as done, where nothing but the control's state came of the click, or the rest is seen, too."""
    expected = actor.expects
    told = expected is not None and bool(expected.text or expected.target or expected.url)
    seen = (became.alone or (became.target is None and not actor.writes)) and not await _typed_before(found)
    if expected is not None and told:
        seen = not await wait_for(actor.stage, expected, actor.arguments, SHOWS_S)
    if not told and not seen:
        seen = await _is_echoed(found, became) or await _is_in_its_field(found)
    seen = seen or await _is_one_of_several(found) or (became.alone and await _is_the_chosen(found))
    if not seen:
        why = "is as the click left it in the runs; whether the rest of what it did was done is not seen"
        raise already_so(actor, action, f"{found.says} {why}")
    actor.note_so_already()


async def _is_echoed(found: Found, became: Became) -> bool:
    """Whether its own words stand elsewhere as often as once the click had put them there, and nothing was typed."""
    if not became.echoes:
        return False
    shown = await shown_by(found, elsewhere=True)
    return shown is not None and not shown["filled"] and int(shown["echoes"]) >= became.echoes


async def _is_in_its_field(found: Found) -> bool:
    """Whether it is a suggestion that says it is chosen, and the field that it is suggested for shows it."""
    shown = await shown_by(found)
    return shown is not None and bool(shown["chosen"])


async def _is_one_of_several(found: Found) -> bool:
    """Whether it is an entry of a list that takes several, which says itself whether it is chosen; more comes of none."""
    shown = await shown_by(found)
    return shown is not None and says_chosen(shown) is not None


async def _is_the_chosen(found: Found) -> bool:
    """Whether it is a button of a group that says, as the only one there, that it is chosen: more comes of none."""
    from playwright.async_api import Error

    try:
        return bool(await ask(found.frame, "choice", {"ask": "sole"}, found.element))
    except Error as moving:
        _log.debug("its group is not to be seen: %s", moving)
        return False


async def refuse_chosen(actor: Actor, action: Action, found: Found) -> None:
    """Keeps from clicking on an entry that is chosen, in a list that takes several, where no run shows what that is for.

    Raises:
        StepStopped: ``already_so``.
    """
    shown = await shown_by(found)
    if shown is not None and says_chosen(shown) and not await is_only_pointed_at(found):
        raise already_so(actor, action, f"{found.says} is chosen already; a click takes it off")


async def _typed_before(found: Found) -> bool:
    """Whether something was typed on the page, which the control may send."""
    shown = await shown_by(found)
    return shown is None or bool(shown["filled"])


def _said(actor: Actor, became: Became) -> str:
    if became.target is None:
        return "a change of how it looks"
    query = actor.query(became.target, "click")
    return f"to see {query.words}"


async def _marks(found: Found) -> frozenset[str] | None:
    shown = await shown_by(found)
    return frozenset(shown["marks"]) if shown is not None else None


def _is_after(became: Became, marks: frozenset[str] | None) -> bool:
    return marks is not None and marks.issuperset(became.marks) and marks.isdisjoint(became.lost)


def _is_before(became: Became, marks: frozenset[str] | None) -> bool:
    return marks is not None and marks.issuperset(became.lost) and marks.isdisjoint(became.marks)
