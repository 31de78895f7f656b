"""Another page that a redirect or a script led to after something was sent, and that shows nothing of it: when it is a sign.

Sites lead there for what they took, and also where they first ask for something: a plan, a sign-in, a waiting list.
An address that thanks is a sign. So is the page where the runs ended, or one that the replay came from, which nobody is sent
to for being asked; it must say nothing that it does not say when it is loaded anew, as passing messages are said but once,
and have no list that lacks the entry.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import anyio

from awm_mcp.model.changes import changing_address
from awm_mcp.model.site import path_of
from awm_mcp.replay.browsing.page_script import ask_moving
from awm_mcp.replay.judging.form_back import is_same_form
from awm_mcp.replay.judging.honest_end import messages
from awm_mcp.replay.judging.seen_in_passing import place_of
from awm_mcp.replay.judging.standing import standing
from awm_mcp.replay.staging.own_tab import in_own_tab, opened
from awm_mcp.replay.targets.expectations import address_fits
from awm_mcp.replay.traffic.confirming import doubts

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.player import Player
    from awm_mcp.replay.staging.trail import Hop

DRAWN_S, PAUSE_S = 2.0, 0.2
_THANKS = (
    r"thanks?(?:[-_]?you)?|thank[-_]you|danke|vielen-dank|merci|gracias|grazie|obrigad[oa]|bedankt|tack|takk|kiitos|dziekujemy|"
    r"dekujeme|spasibo|tesekkurler|welcome|willkommen|bienvenue|bienvenid[oa]|benvenut[oi]|bem-?vind[oa]|welkom|valkommen|velkommen|"
    r"success(?:ful(?:ly)?)?|erfolg(?:reich)?|succes|exito|sucesso|successo|gelukt"
)
_DONE = r"saved|created|updated|added|sent|submitted|stored|done|success|succeeded|ok|gespeichert|enregistre|guardado"
_SAYS_DONE = re.compile(
    rf"/(?:{_THANKS})(?:\.\w{{2,5}})?/?(?=[?#]|$)"
    rf"|[?&](?:{_DONE}|{_THANKS})(?:=(?:1|true|yes|ok)?)?(?=[&#]|$)"
    rf"|[?&](?:status|result|state|msg|message|notice|flash)=(?:{_DONE}|{_THANKS})(?=[&#]|$)",
    re.IGNORECASE,
)


async def led_well(player: Player, number: int, told: Iterable[str], boxed: set[str], asked: str) -> bool:
    """Whether another page after what was sent is a sign. ``told``: what was said since; ``boxed``: as messages are."""
    page, hops = player.stage.page, [hop for hop in player.stage.trail.hops if hop.step == number and hop.page]
    if page.is_closed() or not _answers(player, hops) or any(doubts(one, asked) for one in told):
        return False
    if player.filled.names and await is_same_form(player):
        return False
    if _SAYS_DONE.search(path_of(page.url)) and not _SAYS_DONE.search(path_of(player.sent_from)):
        return not boxed and not any(one.strong for one in await messages(player.stage))
    by_script, ends_here = not any(hop.to for hop in hops), _ends_here(player)
    if not (ends_here or _passed(player, number)):
        return False
    return ((by_script and ends_here) or not await _has_list(player)) and await says_the_same_anew(player)


def _answers(player: Player, hops: list[Hop]) -> bool:
    """Whether what was sent was answered by a redirect, which led to the page, or to a script, which left for it then."""
    sent = {one.partition(" ")[2] for one in player.stage.activity.sent}
    if not any(hop.to or path_of(hop.url).split("?")[0] in sent for hop in hops):
        return place_of(player.stage.page.url) != place_of(player.sent_from)
    if not hops or not hops[0].to or path_of(hops[0].url).split("?")[0] not in sent:
        return False
    led = [place_of(urljoin(hop.url, hop.to)) for hop in hops if hop.to]
    return place_of(player.stage.page.url) == led[-1] != place_of(player.sent_from)


def _ends_here(player: Player) -> bool:
    """Whether all runs ended at this address, where no value of the caller makes it."""
    end = player.request.workflow.postcondition
    if end is None or end.url is None or end.url.params or end.url.literal is None:
        return False
    return address_fits(end.url, player.stage.page.url)


def _passed(player: Player, number: int) -> bool:
    """Whether a step before led to this page, or the replay began there."""
    here = place_of(player.stage.page.url)
    before = [hop for hop in player.stage.trail.hops if hop.page and not hop.to and hop.step < number]
    return any(place_of(hop.url) == here for hop in before)


async def _has_list(player: Player) -> bool:
    return bool(await ask_moving(player.stage.page.main_frame, "listed", {}, otherwise=True))


async def says_the_same_anew(player: Player) -> bool:
    """Whether the page says the same when it is loaded anew."""
    page, url = player.stage.page, player.stage.page.url
    if changing_address(path_of(url)):
        return False
    said = await _text_of(page)

    async def same(tab: Page) -> bool:
        if said is None or not await opened(tab, url):
            return False
        deadline = time.monotonic() + DRAWN_S
        while await _text_of(tab) != said:
            if time.monotonic() > deadline:
                return False
            await anyio.sleep(PAUSE_S)
        return True

    return await in_own_tab(player.stage, same)


async def _text_of(page: Page) -> int | None:
    """What a page says, as a number for comparing; None while it moves."""
    told = await standing(page)
    return told["text"] if told is not None else None
