"""A success that a page shows by itself while the answer holds but a message, of which no word is known to confirm, or a
record without anything of what was typed.

Scripts that do not read the answer say "created" whatever it is. The message of the site decides then: it must be one that
the page shows, or that confirms. Without it the end is only good where the list, loaded anew, has got the entry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from awm_mcp.model import value
from awm_mcp.model.changes import changing_address
from awm_mcp.model.site import path_of
from awm_mcp.model.text import harmless
from awm_mcp.replay.judging.form_back import filled_in
from awm_mcp.replay.judging.honest_end import fold
from awm_mcp.replay.judging.kept_on_load import changed_lists
from awm_mcp.replay.judging.typed import lettered_texts
from awm_mcp.replay.judging.unseen_end import MOST_TOLD, asked_words, not_confirmed, spoken_against
from awm_mcp.replay.staging.own_tab import in_own_tab, opened
from awm_mcp.replay.staging.settle import rest
from awm_mcp.replay.targets.expectations import shows
from awm_mcp.replay.traffic.answered_in_words import tells_of_success

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.player import Player
DRAWN_MS, DRAWN_S = 150, 1.0
"""A page draws what an answer says within so long."""


async def check_words(player: Player) -> None:
    """Stops where the answer to the last write is a message that the page does not show and that does not confirm.

    Raises:
        StepStopped: ``not_confirmed`` with status ``unknown``.
    """
    number = max(player.judged, default=0)
    if player.guard is not None or not number:
        return
    await _check_dropped(player, number)
    words = await player.stage.write_answers.in_words(number)
    if not words or tells_of_success(words, asked_words(player, number)) or await _is_shown(player, words):
        return
    await rest(player.stage, DRAWN_MS, DRAWN_S, from_now=True)
    if await _is_shown(player, words) or await _is_kept(player) or await player.unseen_end.is_kept(player, number):
        return
    player.step = number
    raise not_confirmed(player, spoken_against(player, words), [])


async def _check_dropped(player: Player, number: int) -> None:
    """Whether the site kept what was typed, where its answer gives back a record without any of it, or with a part only."""
    if cut := await player.stage.write_answers.shortened(number):
        player.step = number
        told = harmless(player.stage.redact(cut), MOST_TOLD)
        raise not_confirmed(player, f'the answer has only "{told}" of what was typed', [])
    if not await player.stage.write_answers.dropped(number):
        return
    if await _is_kept(player) or await player.unseen_end.is_kept(player, number):
        return
    await player.states.check(player)  # a state that was taken back tells more of it
    player.step = number
    raise not_confirmed(player, "the answer gives back what was sent with nothing in it of what was typed", [])


async def _is_shown(player: Player, words: str) -> bool:
    """Whether the page says the message, or has said it."""
    said, stage = fold(words), player.stage
    if any(said in fold(one) for one in (*player.watch.heard, *stage.dialogs.said)):
        return True
    return stage.page.is_closed() or await shows(stage.page, value(words))


async def _is_kept(player: Player) -> bool:
    """Whether a page of the site shows what was typed: another one that it led to, or its own, with an entry more."""
    page, url = player.stage.page, player.stage.page.url
    typed = lettered_texts(player)
    if not typed or changing_address(path_of(url)):
        return False
    if url != player.sent_from or player.stage.activity.documents:
        return any([await shows(page, value(one)) for one in typed])

    async def has_entry(tab: Page) -> bool:
        if not await opened(tab, url):
            return False
        now = (await filled_in(player.stage, tab)).lists
        return bool(changed_lists(player.filled.lists, now, typed, moved=False))

    return await in_own_tab(player.stage, has_entry)
