"""States that a page shows before its site has taken them: whether they are as before when their page is loaded anew.

Asked where no answer says that what was sent was taken: a message that the page's own script writes tells what the page
believes. A switch, a choice or a field that saves itself has to show the new state again. So have the fields of a form for
changing something, where what came of it does not show all that was typed; a form for the next entry comes back as it was,
so all of them must have held something before, and one of them words. What is not to be seen anew tells nothing.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import anyio

from awm_mcp.errors import StepStopped
from awm_mcp.model import value
from awm_mcp.model.changes import changing_address
from awm_mcp.model.site import path_of
from awm_mcp.model.text import plain
from awm_mcp.replay.acting.shown_state import CHOICE, ROW, Kept, State, read_state
from awm_mcp.replay.judging.kept_on_load import DRAWN_S, PAUSE_S, back_on_load, untold_in_place
from awm_mcp.replay.judging.stops import not_kept
from awm_mcp.replay.targets.expectations import shows
from awm_mcp.replay.targets.query import Query, query_of
from awm_mcp.replay.targets.resolve import look

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.player import Player

REMEMBERED_S = 1.0
"""Pages show what they remember first, and then what their site says."""


async def check_states_on_load(player: Player) -> None:
    """At the end: stops for a state that the page, loaded anew, shows as it was before it was set.

    Raises:
        StepStopped: ``not_kept`` with status ``unknown``.
    """
    number = player.stage.activity.step
    if await untold_in_place(player, number):
        made, url = [*sent_at_once(player, number), *typed_over(player, number)], player.stage.page.url
        given = [one for one in made if await still_shows(player, one)]
    elif await _is_left_form(player, number):
        given, url = typed_over(player, number), player.sent_from
    else:
        return
    for one in dict.fromkeys(one.step for one in given):
        state = next(kept for kept in given if kept.step == one)
        if await back_on_load(player, number, lambda tab, state=state: shows_old(player, tab, state), url):
            player.step = number
            raise _stop(player, state, url)


async def still_shows(player: Player, one: Kept) -> bool:
    """Whether the page itself shows what was set: a passing mark, an emptied form and what was set back tell of no state."""
    now = await state_in(player, player.stage.page, one)
    return now is not None and now.shows == one.now.shows


def sent_at_once(player: Player, number: int) -> list[Kept]:
    """What was set by steps that send it themselves."""
    senders, pages = player.stage.activity.senders, player.stage.activity.pages
    made = [one for one in player.states.given.values() if one.step in senders and one.pages == pages and not _is_empty(one)]
    known = {one.step: one for one in (*player.states.were_sent(player), *made) if one.kind != ROW and one.step <= number}
    return [one for one in known.values() if one.now.shows != one.was.shows]


def _is_empty(one: Kept) -> bool:
    """Whether it held nothing before: a choice that was none is one, a field that was empty may be so for the next entry."""
    return one.was.blank and one.kind != CHOICE


def typed_over(player: Player, number: int) -> list[Kept]:
    """The fields of a form for changing something; nothing of a form for something new."""
    given = player.states.fields_for(number)
    worded = any(one.kind == "fill" and any(map(str.isalpha, one.was.shows)) for one in given)
    return [] if not worded or any(one.was.blank for one in given) else given


async def _is_left_form(player: Player, number: int) -> bool:
    """Whether a form led to another page, which does not show all that was typed in it."""
    stage, given = player.stage, typed_over(player, number)
    sent = number in player.judged and number in stage.activity.senders
    if player.guard is not None or not sent or not given or not stage.activity.documents or stage.page.is_closed():
        return False
    if stage.page.url == player.sent_from or changing_address(path_of(player.sent_from)):
        return False
    typed = [one.now.shows for one in given if one.kind == "fill"]
    return not all([await shows(stage.page, value(text)) for text in typed])


async def shows_old(player: Player, tab: Page, one: Kept) -> bool:
    """Whether it shows what it showed before, for some time."""
    began, still = time.monotonic(), 0.0
    while not still or time.monotonic() - still < REMEMBERED_S:
        now = await state_in(player, tab, one)
        if now is not None and (now.shows != one.was.shows or (now.key and now.key == one.now.key)):
            return False
        if now is None and time.monotonic() - began > DRAWN_S:
            return False
        still = (still or time.monotonic()) if now is not None else 0.0
        await anyio.sleep(PAUSE_S)
    return True


async def state_in(player: Player, tab: Page, one: Kept) -> State | None:
    """What shows a state in a tab."""
    found = (await look(tab, replace(_query(player, one), calm=0, ahead="", also={}, former=()))).found
    return await read_state(one.kind, found) if found is not None else None


def _query(player: Player, one: Kept) -> Query:
    """The question for what shows the state; a choice is shown by what opened its list, which was pressed before."""
    if one.kind != CHOICE:
        return one.query
    pressed = [step.action.target for step in player.steps[: one.step - 1] if step.action and step.action.type == "click"]
    opener = pressed[-1] if pressed else None
    return query_of(opener, player.arguments, "click") if opener is not None else one.query


def _stop(player: Player, one: Kept, url: str) -> StepStopped:
    shown = player.stage.redact(plain(one.was.shows, 80))
    seen = f"loaded anew, {path_of(url).split('?')[0]} shows {shown!r} there, as before"
    return not_kept(seen, f"{one.said}, and the site to keep it")
