"""What the site refused because of a value: told as soon as it is sure, with the argument to correct where one is named."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model.text import as_seen, plain
from awm_mcp.replay.judging.honest_end import Judge, Message, fold, messages, refusal_of
from awm_mcp.replay.traffic.answer_words import words_of_answer

if TYPE_CHECKING:
    from playwright.async_api import Request

    from awm_mcp.replay.player import Player
    from awm_mcp.replay.traffic.activity import Refusal

STOOD_S = 0.7
"""A refusal that the page tells of, and does nothing about for so long, is the last word."""
ALONE_S = 2.0
"""An alert without such an answer may be of something else, and is given so long to go again."""
_TRIED_AGAIN = frozenset({401, 408, 425, 429})
"""Statuses after which pages send the same again by themselves, with a new sign-in or a little later."""
_NOT_OF_A_VALUE = _TRIED_AGAIN | {403, 404, 405, 407, 410}
"""Statuses that speak of who asks, where or when."""


GATEWAYS = frozenset({502, 504})
"""Said by what stands before a site, which may have taken it all the same."""


class ValueRefused(StepStopped):
    """The site took nothing because of a value: the call may be sent again with another."""


async def refused(player: Player, refusal: Refusal) -> StepStopped:
    """The stop for what the site refused, with what the page says of it."""
    stage = player.stage
    told = _complaint_in(await messages(stage), player.shown_before)
    answer = "" if told else await words_of_answer(stage, refusal.request)
    said = told or ((await stage.state(text=True)).text if refusal.document and not answer else "")
    page = f"; the page says {plain(stage.redact(said), 200)!r}" if said else ""
    about = f"; its answer says {answer!r}" if answer else page
    seen = f"{refusal.said} answered {refusal.status}{about}"
    if refusal.request.method == "GET":
        on = "look at the page, or try again later"
        return StepStopped("site_refused", expected="a page without an error", seen=seen, next=on)
    if refusal.status in GATEWAYS:
        on = "look on the site whether it happened before doing anything again; it is not sent twice"
        return StepStopped("site_refused", status="unknown", expected="the site to accept it", seen=seen, next=on)
    if (complaint := told or answer) and _is_of_a_value(player, refusal):
        on = _how_to_correct(player, complaint)
        return ValueRefused("site_refused", expected="the site to accept it", seen=seen, next=on)
    on = "look what the page says, and whether it happened all the same; it is not sent again by itself"
    return StepStopped("site_refused", expected="the site to accept it", seen=seen, next=on)


def standing_refusal(player: Player) -> Callable[[], Awaitable[bool]]:
    """A question, asked again and again, whether what was sent was refused and the page has told so and rests."""
    known: Request | None = None
    writes, since = -1, 0.0

    async def stands() -> bool:
        nonlocal known, writes, since
        activity, now = player.stage.activity, time.monotonic()
        request = await _refused_write(player)
        if request is None or activity.pending() or activity.unanswered:
            known = None
            return False
        if request is not known or activity.writes != writes:
            known, writes, since = request, activity.writes, now
        return now - since >= STOOD_S and bool(_complaint_in(await messages(player.stage), player.shown_before))

    return stands


def standing_complaint(player: Player) -> Callable[[], Awaitable[bool]]:
    """A question, asked again and again, whether an alert complains that no refusing answer came with: as over a socket."""
    said, since = "", 0.0

    async def stands() -> bool:
        nonlocal said, since
        stage, before, now = player.stage, player.shown_before, time.monotonic()
        if before is None or stage.activity.pending() or stage.activity.unanswered:
            said = ""
            return False
        judge = Judge.of(player.request.workflow, player.arguments)
        fresh = [one for one in await messages(stage) if one.strong and fold(one.text) not in before]
        told = next((one.text for one in fresh if judge.is_complaint(one)), "")
        if told != said:
            said, since = told, now
        return bool(said) and now - since >= ALONE_S

    return stands


async def _refused_write(player: Player) -> Request | None:
    refusal = refusal_of(player.stage)
    if refusal is not None:
        return refusal.request if _is_final(refusal) else None
    if not player.wrote:
        return None
    answered = [one for one in await player.stage.write_answers.refusing() if one.step in player.sent]
    return answered[0].request if answered else None


def _is_final(refusal: Refusal) -> bool:
    return refusal.request.method != "GET" and 400 <= refusal.status < 500 and refusal.status not in _TRIED_AGAIN


def _complaint_in(shown: Iterable[Message], before: frozenset[str] | None) -> str:
    """What a page says new that complains, else what it says new as an alert or beside a field; empty without either."""
    fresh = [one for one in shown if fold(one.text) not in (before or ()) and one.tone != "good"]
    loud = [one for one in fresh if one.complains()] or [one for one in fresh if one.strong]
    return loud[0].text if loud else ""


def _is_of_a_value(player: Player, refusal: Refusal) -> bool:
    """Whether the refused request was all that was sent, and its status lets a complaint be one of a value."""
    whole, senders = (player.request.from_step or 1) == 1, player.stage.activity.senders
    alone = whole and not any(number < refusal.step for number in player.sent) and senders.count(refusal.step) < 2
    return alone and _is_final(refusal) and refusal.status not in _NOT_OF_A_VALUE


def _how_to_correct(player: Player, complaint: str) -> str:
    """What to do about a complaint of a value, naming the arguments that it speaks of."""
    named = " and ".join(f"`{name}`" for name in _arguments_in(player, complaint))
    return f"nothing was taken: correct {named or 'the value that it complains of'} and call again"


def _arguments_in(player: Player, complaint: str) -> list[str]:
    """The arguments whose name or value a complaint says."""
    said, given = f" {_in_words(complaint)} ", player.arguments.given
    own = [p.name for p in player.request.workflow.callers_parameters if p.secret is None and p.name in given]
    by_name = [name for name in own if f" {_in_words(name)} " in said]
    values = {name: given[name] for name in own}
    by_value = [name for name, one in values.items() if isinstance(one, str) and f" {_in_words(one) or '?'} " in said]
    return by_name or by_value


def _in_words(text: str) -> str:
    return " ".join("".join(char if char.isalnum() else " " for char in as_seen(text).casefold()).split())
