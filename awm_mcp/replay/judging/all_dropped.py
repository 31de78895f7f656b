"""All that was typed is dropped beside a message that it was saved: a form of settings that holds what it held, a blank row.

Forms for the next entry come back as they were, too, with what they hold by default; so the texts must stand nowhere on the
page. A new row is blank where it says nothing but what all rows beside it say ("Edit", "Delete").
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from awm_mcp.replay.acting.shown_state import Kept, read_state
from awm_mcp.replay.judging.form_back import filled_in
from awm_mcp.replay.judging.honest_end import fold
from awm_mcp.replay.judging.kept_on_load import Lists, back_on_load
from awm_mcp.replay.judging.seen_in_passing import place_of
from awm_mcp.replay.judging.standing import standing
from awm_mcp.replay.judging.typed import lettered_texts
from awm_mcp.replay.judging.unseen_end import not_confirmed
from awm_mcp.replay.targets.resolve import look

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.player import Player


async def check_all_dropped(player: Player) -> None:
    """At the end: stops where the page of the form shows that nothing of what was typed was kept.

    Raises:
        StepStopped: ``not_confirmed`` with status ``unknown``.
    """
    stage, number = player.stage, player.stage.activity.step
    sent = number in player.judged and number in stage.activity.senders
    if player.guard is not None or not sent or stage.page.is_closed() or player.outputs:
        return
    texts = lettered_texts(player)
    if not texts or place_of(stage.page.url) != place_of(player.sent_from):
        return
    given = _typed_over(player, number)
    if not given and not player.filled.lists:
        return
    now = await filled_in(stage)
    blank = has_blank_row(player.filled.lists, now.lists) or now.blank == player.filled.blank + 1
    if not (given or blank) or await _is_anywhere(player, texts):
        return
    if not blank and not await _hold_the_old(stage.page, given):
        return
    if blank or await back_on_load(player, number, lambda tab: _hold_the_old(tab, given)):
        player.step = number
        seen = "a new row came with nothing in it of what was typed" if blank else "the form holds what it held before"
        raise not_confirmed(player, seen, [])


def _typed_over(player: Player, number: int) -> list[Kept]:
    """What was set in a form that came anew since, where a text was typed over another; else nothing."""
    given = player.states.fields_for(number)
    if any(one.pages == player.stage.activity.pages or one.was.blank for one in given):
        return []
    over = any(one.kind == "fill" and any(map(str.isalpha, one.was.shows)) for one in given)
    return given if over else []


async def _is_anywhere(player: Player, texts: list[str]) -> bool:
    told = await standing(player.stage.page, texts)
    return told is None or bool(told["shown"] or told["held"])


async def _hold_the_old(page: Page, given: list[Kept]) -> bool:
    return bool(given) and all([await _holds_the_old(page, one) for one in given])


async def _holds_the_old(page: Page, one: Kept) -> bool:
    found = (await look(page, replace(one.query, calm=0, ahead="", also={}, former=()))).found
    now = await read_state(one.kind, found) if found is not None else None
    return now is not None and now.shows == one.was.shows


def has_blank_row(before: Lists, now: Lists) -> bool:
    """Whether a list has got one row more, which says less than each of the others and nothing that they do not say."""
    return any(_is_blank(Counter(rows), Counter(later)) for rows in before.values() for later in now.values())


def _is_blank(rows: Counter[str], later: Counter[str]) -> bool:
    new = list((later - rows).elements())
    if not rows or rows - later or len(new) != 1:
        return False
    words = set(fold(new[0]).split())
    return all(words < set(fold(row).split()) for row in rows)
