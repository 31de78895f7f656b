"""Rows that the caller named and a step acted on: whether they went where they are to go.

Where the source runs saw such a row go, it has to go again: what a page says of a deletion may be that it was asked for.
Where no run saw it, as where a report is all that is known, a row that stands as it was needs a word that says that it is
deleted.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import anyio

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action, FlowStep
from awm_mcp.model.changes import changing_address
from awm_mcp.model.done_words import ALSO_AN_END, spoken_words
from awm_mcp.model.labels import deletes
from awm_mcp.model.past_forms import past_forms_of
from awm_mcp.model.site import path_of
from awm_mcp.model.text import plain
from awm_mcp.replay.judging.honest_end import refusal_of
from awm_mcp.replay.judging.seen_in_passing import place_of
from awm_mcp.replay.judging.unseen_end import asked_words, not_confirmed
from awm_mcp.replay.staging.own_tab import in_own_tab, opened
from awm_mcp.replay.targets.resolve import look
from awm_mcp.replay.traffic.confirming import confirms

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.acting.actor import Actor
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.targets.query import Query
    from awm_mcp.replay.targets.resolve import Found

_log = logging.getLogger(__name__)
ACTING = frozenset({"click", "dblclick", "check"})
PAUSE_S, DRAWN_S = 0.15, 3.0
SAID_LOADS, BEHIND_S = 2, 1.5
"""How often a page that says that the row is deleted, and shows it as it was, is loaded anew, and after how long again."""
_OTHER_ENDS = frozenset({"closed", "reopened", "copied", "logged", "marked", "renamed", "complete", "completed", "done"})
_TEXT = """el => { const row = el.closest('tr,li,article,[role=row],[role=listitem]');
  return row && row !== el ? row.textContent.replace(/\\s+/g, ' ').trim() : ''; }"""


@dataclass(frozen=True)
class _Acted:
    query: Query
    row: str
    place: str
    text: str


class ActedRows:
    """The row of this replay that was acted on last."""

    def __init__(self) -> None:
        self._last: _Acted | None = None

    @property
    def named(self) -> str:
        """What the caller calls it; empty where there is none."""
        return self._last.row if self._last is not None else ""

    async def note(self, player: Player, actor: Actor, action: Action, found: Found | None) -> None:
        """Before a step is done."""
        target = action.target
        if not deletes_rows(player) or found is None or target is None or action.type not in ACTING:
            return
        if target.row is None or not target.row.params:
            return
        query = replace(actor.query(target, action.type), calm=0, also={}, former=())
        row = actor.arguments.bind(target.row).literal or ""
        self._last = _Acted(query, row, place_of(found.page.url), await _text(found))

    async def check_goes(self, player: Player, step: FlowStep, actor: Actor) -> None:
        """After a step after which the runs saw the row go.

        Raises:
            StepStopped: ``not_confirmed`` with status ``unknown``; what the site refused or complained of.
        """
        acted = self._last
        if not step.row_goes or acted is None or player.guard is not None or actor.so_already:
            return
        if not await _stands_on(player, acted) or await _is_gone_on_load(player, acted):
            return
        await player.check_refused()
        await player.check_complaint()
        raise _stands(player, acted)

    async def check_told(self, player: Player, told: list[str]) -> None:
        """At the end: stops for a row that stands as it was, also when the page is loaded anew, whatever a message says.

        Raises:
            StepStopped: ``not_confirmed`` with status ``unknown``.
        """
        acted, number = self._last, player.stage.activity.step
        if acted is None or player.guard is not None or number not in player.judged or not _is_there(player, acted):
            return
        asked = asked_words(player, number)
        if await player.stage.write_answers.confirmed(number):
            return
        found = (await look(player.stage.page, acted.query)).found
        unchanged = found is not None and acted.text and await _text(found) == acted.text
        loads = SAID_LOADS if any(_says_deleted(one, asked) for one in told) else 1
        if unchanged and not await _goes_on_load(player, acted, loads):
            player.step = number
            raise not_confirmed(player, f'the row of "{plain(acted.row, 80)}" stands as it was', told)


async def stands(page: Page, query: Query) -> bool | None:
    """Whether an element in the row is there; None where the page has none of its kind, so that nothing tells."""
    seen = await look(page, query)
    if seen.state != "none":
        return True
    return False if seen.report.get("others") else None


def deletes_rows(player: Player) -> bool:
    """Whether the workflow is one by which something is to go."""
    flow = player.request.workflow
    actions = [step.action for step in player.steps if step.action is not None and step.action.target is not None]
    names = [one.target.name or one.target.text for one in actions if one.target is not None and one.type in ACTING]
    labels = [*flow.evidence.tasks, flow.title, *(name.words() for name in names if name is not None)]
    return flow.risk == "destructive" and any(deletes(label) for label in labels)


def _is_there(player: Player, acted: _Acted) -> bool:
    page = player.stage.page
    return not page.is_closed() and place_of(page.url) == acted.place


async def _stands_on(player: Player, acted: _Acted) -> bool:
    """Whether the row is still there when the time of a step is up, or of an answer that is waited for."""
    began, stage = time.monotonic(), player.stage
    while _is_there(player, acted) and await stands(stage.page, acted.query):
        longest_s = stage.settings.navigation_timeout_s if stage.activity.unanswered else stage.settings.step_timeout_s
        if refusal_of(stage) is not None or time.monotonic() - began > longest_s:
            return True
        await anyio.sleep(PAUSE_S)
    return False


async def _goes_on_load(player: Player, acted: _Acted, loads: int) -> bool:
    """Whether the row is gone in one of some loads of the page: lists may be a little behind what was done."""
    for load in range(loads):
        await anyio.sleep(BEHIND_S if load else 0)
        if await _is_gone_on_load(player, acted):
            return True
    return False


async def _is_gone_on_load(player: Player, acted: _Acted) -> bool:
    """Whether the page has the row no more when it is loaded anew: some do not draw it anew by themselves."""
    url = player.stage.page.url
    if refusal_of(player.stage) is not None or changing_address(path_of(url)):
        return False

    async def gone(tab: Page) -> bool:
        until = time.monotonic() + DRAWN_S
        there = None if await opened(tab, url) else True
        while there is None and time.monotonic() < until:
            await anyio.sleep(PAUSE_S)
            there = await stands(tab, acted.query)
        return there is False

    return await in_own_tab(player.stage, gone)


def _stands(player: Player, acted: _Acted) -> StepStopped:
    expected = f'the row of "{plain(acted.row, 80)}" to go, as it did in the source runs'
    return StepStopped(
        "not_confirmed", status="unknown", expected=expected,
        seen=f"it is still there ({player.stage.redact(acted.place)})",
        next="judge by what the page says, or look on the site whether it happened, before doing anything again; "
        "it is not sent twice",
    )  # fmt: skip


def _says_deleted(text: str, asked: str) -> bool:
    """Whether a text confirms that something is deleted, and not only asked for."""
    words = spoken_words(text)
    gone = (ALSO_AN_END - _OTHER_ENDS) | past_forms_of(asked)
    known = not gone.isdisjoint(words) or not any(word.isascii() and word.isalpha() for word in words)
    return known and confirms([text], asked)


async def _text(found: Found) -> str:
    from playwright.async_api import Error

    try:
        return str(await found.element.evaluate(_TEXT))
    except Error as gone:
        _log.debug("what its row says is not to be seen: %s", gone)
        return ""
