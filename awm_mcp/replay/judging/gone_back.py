"""Settings that a page showed as set, and shows as they were before at its end: whether its site has them, loaded anew.

Menus go back to what they are called when they have done what was chosen, and forms are emptied: they held nothing before, a
message tells of it, or something else on the page is another since. What saves itself and holds just its old value again, on
a page that is otherwise as it was, was taken back, unless the page shows it as set when it is loaded anew. So are rows that
went alone with the last write and stand where they were.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model.site import path_of
from awm_mcp.model.text import plain
from awm_mcp.replay.acting.shown_state import CHOICE, Kept
from awm_mcp.replay.browsing.page_script import ask_moving
from awm_mcp.replay.browsing.patience import becomes_true
from awm_mcp.replay.judging.kept_on_load import DRAWN_S, PAUSE_S, back_on_load, untold_in_place
from awm_mcp.replay.judging.pictured import picture_of
from awm_mcp.replay.judging.states_on_load import sent_at_once, shows_old, state_in
from awm_mcp.replay.judging.stops import not_kept
from awm_mcp.replay.judging.unseen_end import asked_words
from awm_mcp.replay.traffic.confirming import confirms

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.player import Player

_CHOSEN = frozenset({"select", CHOICE})
_HELD = frozenset({"fill", "check", "stepper"}) | _CHOSEN
_SETS_ONE = frozenset({"fill", "select", "check", "extract", "wait_for"})
_MOVES = {"row": "", "more": True}


async def watch_rows(player: Player) -> None:
    """Right before a step that writes: notes the lists of the page, and what goes from them."""
    if not player.stage.page.is_closed():
        query = {"begins": True, "texts": _chosen_texts(player, player.step)}
        await ask_moving(player.stage.page.main_frame, "rows_back", query)


async def check_gone_back(player: Player) -> None:
    """At the end: stops for what the page took back itself, and does not have when it is loaded anew, either.

    Raises:
        StepStopped: ``not_kept`` with status ``unknown``.
    """
    stage, number = player.stage, player.stage.activity.step
    if stage.page.is_closed() or not await untold_in_place(player, number):
        return
    seen = await ask_moving(stage.page.main_frame, "rows_back", {"texts": _chosen_texts(player, number)}, otherwise=_MOVES)
    await _check_settings(player, number, came=bool(seen["more"]))
    if seen["row"] and await back_on_load(player, number, lambda tab: _lists_as_before(player, tab)):
        player.step = number
        raise _rows_back(player, str(seen["row"]))


def _chosen_texts(player: Player, number: int) -> list[str]:
    """What a step chooses: the option that it clicks, or the value that it selects."""
    action = player.steps[number - 1].action if 0 < number <= len(player.steps) else None
    target = action.target if action is not None else None
    if action is None or target is None or action.type not in ("click", "select"):
        return []
    given = (target.name or target.text,) if action.type == "click" else action.given
    known = [one for one in given if one is not None and not player.arguments.is_secret(one)]
    return [text for one in known if not player.arguments.missing(one) and (text := player.arguments.bind(one).literal)]


async def _check_settings(player: Player, number: int, *, came: bool) -> None:
    """``came``: what was chosen stands on the page more often since, so that it came to stand elsewhere."""
    made, pages = sent_at_once(player, number), player.stage.activity.pages
    made += [one for one in player.states.choices.unseen if one.pages == pages]
    if came or _is_told(player, number):
        made = [one for one in made if one.kind not in _CHOSEN]
    made = [one for one in made if one.kind in _HELD and (one.step == number or _is_left_alone(player, one))]
    back = [one for one in made if await _is_back(player, one)]
    if not back or not await _is_as_it_was(player):
        return
    for one in back:
        if await back_on_load(player, number, lambda tab, one=one: shows_old(player, tab, one)):
            player.step = one.step
            raise _stop(player, one)


def _is_left_alone(player: Player, one: Kept) -> bool:
    """Whether no later step may have changed it: it is a field with a text, and they only set other fields."""
    own, later = player.steps[one.step - 1].action, [step.action for step in player.steps[one.step :]]
    if one.kind != "fill" or own is None:
        return False
    return all(action is None or (action.type in _SETS_ONE and action.target != own.target) for action in later)


async def _is_back(player: Player, one: Kept) -> bool:
    """Whether what held a value before holds just that one again; a stepped one is taken back by any other number."""
    if one.was.blank or not one.was.shows.strip():
        return False
    now = await state_in(player, player.stage.page, one)
    if now is None or now.of != one.was.of:
        return False
    return now.shows != one.now.shows if one.kind == "stepper" else now.shows == one.was.shows


async def _lists_as_before(player: Player, tab: Page) -> bool:
    """Whether a page that is loaded anew comes to list what stood there right before the last write."""

    async def same() -> bool:
        return (await picture_of(tab)).lists == player.seen_anew.before.lists

    return await becomes_true(same, DRAWN_S, pause_s=PAUSE_S)


async def _is_as_it_was(player: Player) -> bool:
    """Whether the page shows all else as it came, or as it was right before the last write."""
    now, known = await picture_of(player.stage.page), (player.seen_anew.came, player.seen_anew.before)
    ways = {way for one in (now, *known) for way in one.lists}
    same_lists = all(now.lists.get(way) in [one.lists.get(way) for one in known] for way in ways)
    same_numbers = all(now.numbers.get(of) in [one.numbers.get(of) for one in known] for of in now.numbers)
    return same_lists and same_numbers and now.heading in [one.heading for one in known]


def _is_told(player: Player, number: int) -> bool:
    """Whether a message says that it was done: a list of actions may have done what was chosen in it."""
    return confirms((one.text for one in player.watch.heard.values()), asked_words(player, number))


def _stop(player: Player, one: Kept) -> StepStopped:
    was, now = (player.stage.redact(plain(text, 80)) for text in (one.was.shows, one.now.shows))
    place = path_of(player.stage.page.url).split("?")[0]
    seen = f"it shows {was!r}, as before, and not {now!r}, also when {place} is loaded anew"
    return not_kept(seen, f"{one.said}, and the site to keep it")


def _rows_back(player: Player, row: str) -> StepStopped:
    place = path_of(player.stage.page.url).split("?")[0]
    shown = player.stage.redact(plain(row, 80))
    return not_kept(f"{shown!r} went and stands in its list again, also when {place} is loaded anew")
