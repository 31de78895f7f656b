"""The last write of a learned workflow that sent nothing at all: whether it may be done all the same.

Pages keep what they cannot send, and say "Saved"; others live in the browser alone, and have nobody to send it to. A page
that says that it keeps it for later has not done it, nor has one that asks first, or that only says that it is done, and of
which nothing else tells. Where the page otherwise speaks with its site, something that lasts has to tell: what was typed, or
what came to be another one, is there when it is loaded anew.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from awm_mcp.errors import StepStopped
from awm_mcp.model import value
from awm_mcp.model.text import harmless
from awm_mcp.replay.browsing.page_script import ask_moving, evaluate_each
from awm_mcp.replay.browsing.patience import becomes_true
from awm_mcp.replay.judging.empty_list import is_in_an_empty_list
from awm_mcp.replay.judging.form_back import filled_in
from awm_mcp.replay.judging.kept_on_load import changed_lists, lists_with_less
from awm_mcp.replay.judging.only_here import is_only_here
from awm_mcp.replay.judging.said_without_trace import LASTS, leaves_a_trace, nothing_came
from awm_mcp.replay.judging.seen_in_passing import place_of
from awm_mcp.replay.judging.sends_anew import tries_to_send
from awm_mcp.replay.judging.standing import standing
from awm_mcp.replay.judging.typed import lettered_texts
from awm_mcp.replay.judging.unseen_end import asked_words, not_confirmed
from awm_mcp.replay.staging.own_tab import in_own_tab
from awm_mcp.replay.targets.expectations import shows
from awm_mcp.replay.targets.resolve import look
from awm_mcp.replay.traffic.confirming import confirms
from awm_mcp.replay.traffic.kept_for_later_words import keeps_for_later

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page

    from awm_mcp.replay.player import Player

DRAWN_S, PAUSE_S, MOST_TOLD, MOST_TEXTS = 2.0, 0.2, 120, 3
_POSTS = "el => ((el.form || el.closest('form'))?.getAttribute('method') || '').toLowerCase() === 'post'"
_LEFT_TO_WORKER = "() => { const book = window[Symbol.for('awm.timers')]; return !!book && book.leftToWorker(); }"
_STATIC = re.compile(
    r"/(?:assets?|static|locales?|i18n|lang(?:uage)?s?|translations?|dist|build|_next|node_modules)/"
    r"|/(?:config|settings|manifest|package|env|version)[^/]*\.json$"
    r"|\.(?:js|mjs|css|svg|html?|txt|xml|ya?ml|wasm|map|md|csv|ico|png|jpe?g|webp|woff2?|webmanifest)$",
    re.IGNORECASE,
)
"""Files that also a page without a server loads by its scripts."""


async def check_nothing_sent(player: Player) -> None:
    """At the end: stops where the last write sent nothing, and is kept for later, or not kept at all.

    Raises:
        StepStopped: ``not_sent`` or ``not_confirmed`` with status ``unknown``.
    """
    number = max(player.judged, default=0)
    if not _ended_unsent(player, number):
        return
    told = [*player.said_afterwards, *(await player.watch.comers()).beside]
    asked, by_socket = asked_words(player, number), player.stage.activity.speaks
    if later := next((one for one in told if keeps_for_later(one, asked, unsent=not by_socket)), ""):
        raise _stop(player, number, f'the page says "{harmless(later.strip(chr(34)), MOST_TOLD)}"')
    if question := await _asks_on(player, number, asked):
        raise _stop(player, number, f'the page asks first: "{harmless(question, MOST_TOLD)}"')
    if by_socket or player.steps[number - 1].silent:
        return
    if True in await evaluate_each([player.stage.page.main_frame], _LEFT_TO_WORKER):
        raise _stop(player, number, "the page leaves it to its service worker, which does not run here")
    if _speaks_with_its_site(player) or await _is_in_a_form_that_posts(player, number):
        return await _check_has_it(player, number)
    await _check_anything_came(player, number)
    if not await leaves_a_trace(player, number):
        raise _stop(player, number, "the page says that it is done and keeps nothing of it")
    if False not in await evaluate_each([player.stage.page.main_frame], LASTS):
        await in_own_tab(player.stage, lambda tab: _came_without_sending(player, number, tab))


async def _check_anything_came(player: Player, number: int) -> None:
    """Stops where nobody was sent anything, and neither the page nor what the browser keeps for it is another one."""
    if await nothing_came(player, number):
        player.step = number
        raise not_confirmed(player, "nothing was sent, and the page is exactly as it was before", [])


async def _check_has_it(player: Player, number: int) -> None:
    """Of a page that speaks with its site: whether anything of the write lasts, and is not only the browser's."""
    if False in await evaluate_each([player.stage.page.main_frame], "() => navigator.onLine"):
        raise _stop(player, number, "the page has no connection")
    if not await in_own_tab(player.stage, lambda tab: _lasts(player, number, tab)):
        raise _stop(player, number, "loaded anew, the page shows nothing of it")
    texts = lettered_texts(player, last=MOST_TEXTS)
    if texts and await in_own_tab(player.stage, lambda tab: is_only_here(player, tab, texts)):
        raise _stop(player, number, "the site's list comes without it where the browser does not add it by itself")
    if texts and await in_own_tab(player.stage, lambda tab: is_in_an_empty_list(player, tab, texts)):
        raise _stop(player, number, "the list in which it stands comes empty from the site")


async def _came_without_sending(player: Player, number: int, tab: Page) -> bool:
    """Whether the page came anew in a tab; stops where it then is about to send what was entered."""
    tried = await tries_to_send(player, tab)
    if tried:
        raise _stop(player, number, f"the page, loaded anew, is about to send it ({tried})")
    return tried is not None


def _ended_unsent(player: Player, number: int) -> bool:
    """Whether the last step that writes was done, and neither it nor anything after it asked the site for anything."""
    activity, stage = player.stage.activity, player.stage
    learned = player.request.workflow.evidence.runs and player.request.workflow.risk != "read"
    if not (learned and number) or player.guard is not None or stage.page.is_closed():
        return False
    acted = any(one.number == number for one in player.unsent.acted)
    stays = not player.unseen_end.loaded and place_of(stage.page.url) == place_of(player.sent_from)
    return acted and activity.is_silent_since(number) and stays and not any(hop.step >= number for hop in stage.trail.hops)


def _speaks_with_its_site(player: Player) -> bool:
    """Whether the page was seen to send something, or to ask for more than its own files, by its scripts."""
    stage = player.stage
    asked = [url for url in stage.activity.asked_for if stage.foreign(url) is None]
    return bool(stage.activity.log) or any(not _STATIC.search(urlsplit(url).path) for url in asked)


async def _asks_on(player: Player, number: int, asked: str) -> str:
    """What a dialog says that came instead: with something to choose, and no word of its being done."""
    element = await _pressed(player, number)
    told = await ask_moving(player.stage.page.main_frame, "asks_on", {}, otherwise=[], element=element)
    return next((str(one) for one in told if not confirms([str(one)], asked)), "")


async def _is_in_a_form_that_posts(player: Player, number: int) -> bool:
    """Whether what was pressed belongs to a form that would be posted, had a script not kept it from that."""
    from playwright.async_api import Error

    element = await _pressed(player, number)
    try:
        return element is not None and bool(await element.evaluate(_POSTS))
    except Error:  # it went just now, so that it tells nothing
        return False


async def _pressed(player: Player, number: int) -> ElementHandle | None:
    """What a step pressed, where it still is there."""
    action = player.steps[number - 1].action
    if action is None or action.target is None:
        return None
    found = (await look(player.stage.page, replace(player.query_for(action), calm=0))).found
    return found.element if found is not None and found.frame == player.stage.page.main_frame else None


async def _lasts(player: Player, number: int, tab: Page) -> bool:
    """Whether the page, loaded anew, shows what the write made of it, or cannot tell."""
    if not await _came_without_sending(player, number, tab):
        return True
    texts = lettered_texts(player, last=MOST_TEXTS)
    if not texts and not await _gone_or_said(player):
        await _check_anything_came(player, number)
        return True
    seen = partial(_shows_one, tab, texts) if texts else partial(_is_another, player, tab)
    return await becomes_true(seen, DRAWN_S, pause_s=PAUSE_S)


async def _gone_or_said(player: Player) -> bool:
    """Whether the page shows that something is done: a row that went or moved, or a message."""
    before, now = player.filled.lists, (await filled_in(player.stage)).lists
    changed = changed_lists(before, now, [], moved=True) or lists_with_less(before, now, player.acted_rows.named)
    return bool(changed or player.said_afterwards)


async def _shows_one(tab: Page, texts: list[str]) -> bool:
    """Whether one of the texts stands on the page, or in a field of it."""
    for text in texts:
        if await shows(tab, value(text)):
            return True
    told = await standing(tab, texts)
    return told is not None and bool(told["held"] or told["shown"])


async def _is_another(player: Player, tab: Page) -> bool:
    """Whether the page says something else than before the write; without that its lists have to be others."""
    before = player.unseen_end.before
    if before is None:
        return (await filled_in(player.stage, tab)).lists != player.filled.lists
    told = await standing(tab)
    return told is not None and told["text"] != before.text


def _stop(player: Player, number: int, seen: str) -> StepStopped:
    player.step = number
    return StepStopped(
        "not_sent", status="unknown", expected="the site to be sent what the step writes",
        seen=player.stage.redact(f"nothing was sent, and {seen}"),
        next="look at the site whether it is done before doing anything again; the page may keep it and send it later",
    )  # fmt: skip
