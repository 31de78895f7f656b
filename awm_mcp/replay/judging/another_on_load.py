"""What was sent in place and shows well: whether the page, loaded anew, tells of something else that was done.

A page that draws itself what it sent shows what it believes, and an answer that affirms may tell of another row. At a good
end its own address is opened once more in a tab: other rows that are gone, the row that is back, an entry with another day
or number, a counter that says another number, and settings that are as before are no such end. Only what contradicts counts,
and only what stays when the page has come to rest, and is loaded again: lists may be seconds behind.
"""

from __future__ import annotations

import logging
import re
import time
from typing import TYPE_CHECKING

import anyio

from awm_mcp.errors import StepStopped
from awm_mcp.model.site import path_of
from awm_mcp.model.text import plain
from awm_mcp.replay.browsing.patience import becomes_true
from awm_mcp.replay.judging.compared_on_load import Picture, Pictures, against
from awm_mcp.replay.judging.kept_on_load import came_again, sent_in_place, untold_in_place
from awm_mcp.replay.judging.pictured import picture_of
from awm_mcp.replay.judging.states_on_load import sent_at_once, state_in, still_shows, typed_over
from awm_mcp.replay.judging.stops import not_kept
from awm_mcp.replay.judging.typed import typed_texts
from awm_mcp.replay.staging.own_tab import in_own_tab, is_still, opened

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.acting.shown_state import Kept
    from awm_mcp.replay.player import Player

_log = logging.getLogger(__name__)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
DRAWN_S, STAYS_S, PAUSE_S, AT_REST_S = 2.5, 1.2, 0.2, 3.0
PAUSES, PAUSES_AFFIRMED = (1.0,), (1.0, 2.5)
"""How long it is waited before a page that contradicts is loaded again; longer where an answer says that it was taken."""


async def check_another(player: Player) -> None:
    """At a good end: stops where the page, loaded anew, tells of something else than it shows.

    Raises:
        StepStopped: ``not_kept`` with status ``unknown``.
    """
    stage, number = player.stage, player.stage.activity.step
    if stage.page.is_closed() or not sent_in_place(player):
        return
    pictures = await _pictures(player)
    states = [one for one in _set_for(player, number) if await still_shows(player, one)]
    if not states and not _can_tell(pictures, player.seen_anew.anew):
        return
    said = await in_own_tab(stage, lambda tab: _told_anew(player, tab, pictures, states))
    if said:
        player.step = number
        raise _stop(player, said)


def _set_for(player: Player, number: int) -> list[Kept]:
    """What the last step that sent something was to keep: what an earlier one sent is the form of a step that sets nothing
    itself, which may come as it was for the next."""
    made = sent_at_once(player, number)
    own = made if number in player.states.given else [one for one in made if one.step == number]
    return own + typed_over(player, number)


async def _pictures(player: Player) -> Pictures:
    seen, now = player.seen_anew, await picture_of(player.stage.page)
    pressed = [step.action.target for step in player.steps if step.action is not None and step.action.target is not None]
    names = [player.arguments.bind(one.name).literal or "" for one in pressed if one.name is not None]
    given = tuple(one for one in player.arguments.given.values() if isinstance(one, str) and len(one) > 1)
    return Pictures(seen.came, seen.before, now, tuple(typed_texts(player)), given, tuple(names))


def _can_tell(pictures: Pictures, loaded: Picture | None) -> bool:
    """Whether anything is there that may contradict, and was not seen to be well when the page was loaded anew already."""
    if not pictures.acted_in() and not pictures.counted():
        return False
    return loaded is None or not _is_drawn(pictures, loaded) or bool(against(pictures, loaded))


async def _told_anew(player: Player, tab: Page, pictures: Pictures, states: list[Kept]) -> str:
    """What speaks against the end each time that the page is loaded anew."""
    url = player.stage.page.url
    if not await opened(tab, url):
        return ""
    pauses, heard = PAUSES if await untold_in_place(player, player.stage.activity.step) else PAUSES_AFFIRMED, set[str]()
    for pause in (*pauses, 0.0):
        said = await _lasting(player, tab, pictures, states) if tab.url == url else ""
        heard.add(said)
        if not said or not pause:
            return "" if _is_measured(heard) else said
        await anyio.sleep(pause)
        if not await came_again(tab):
            return ""
    return ""


def _is_measured(heard: set[str]) -> bool:
    """Whether each load says another number in the same place, as of what is measured."""
    return len(heard) > 1 and len({_NUMBER.sub("#", one) for one in heard}) == 1


async def _lasting(player: Player, tab: Page, pictures: Pictures, states: list[Kept]) -> str:
    """What contradicts also when the page has come to rest; it is looked at again and again as long as it does."""
    until, rests = time.monotonic() + DRAWN_S, False
    while True:
        anew = player.seen_anew.anew = await picture_of(tab)
        said = against(pictures, anew) or (await _states_against(player, tab, states) if states else "")
        late = time.monotonic() > until
        if late or (not said and _is_drawn(pictures, anew)):
            return said
        if said and not rests:
            await _at_rest(tab)
            until, rests = time.monotonic() + STAYS_S, True
        await anyio.sleep(PAUSE_S)


async def _at_rest(tab: Page) -> None:
    """Waits until the page has asked for and drawn what it shows, by its own account."""
    if not await becomes_true(lambda: is_still(tab), AT_REST_S, pause_s=PAUSE_S):
        _log.debug("asks its site again and again: %s", tab.url)


def _is_drawn(pictures: Pictures, anew: Picture) -> bool:
    """Whether all is there that can tell."""
    lists = all(way in anew.lists for way in pictures.acted_in() if way in pictures.now.lists)
    return lists and anew.heading == pictures.now.heading and pictures.counted().keys() <= anew.numbers.keys()


async def _states_against(player: Player, tab: Page, states: list[Kept]) -> str:
    """A setting that is as before: a tick, or one in words beside others that are as they were set; numbers go back to 1."""
    shown = [(one, await state_in(player, tab, one)) for one in states]
    seen = [(one, now) for one, now in shown if now is not None]
    kept = [one for one, now in seen if now.shows == one.now.shows or (now.key and now.key == one.now.key)]
    old = [one for one, now in seen if now.shows == one.was.shows and one not in kept]
    told = [one for one in old if one.kind == "check" or (kept and any(map(str.isalpha, one.was.shows)))]
    return f"{told[0].was.shows!r} stands there as before, after: {told[0].said}" if told else ""


def _stop(player: Player, said: str) -> StepStopped:
    place = path_of(player.stage.page.url).split("?")[0]
    seen = f"loaded anew, {place} shows something else: {plain(player.stage.redact(said), 300)}"
    return not_kept(seen, "the site to show what the page shows, and nothing else changed")
