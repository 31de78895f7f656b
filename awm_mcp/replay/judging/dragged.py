"""Entries that were dragged: whether they stay where they came to stand, also when the page is loaded anew.

Only asked where nothing else tells, as of what is kept on load. An entry is known by its words; it stands under a heading,
in a region, among others. Where it came under another heading, that alone decides; else the whole order around it does.
Where it is neither as before nor as it was left, as on pages that load another part of a list, that tells nothing.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Any, cast

import anyio

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action
from awm_mcp.model.site import path_of
from awm_mcp.replay.browsing.page_script import ask_moving
from awm_mcp.replay.judging.kept_on_load import DRAWN_S, PAUSE_S, back_on_load, untold_in_place
from awm_mcp.replay.judging.stops import not_kept
from awm_mcp.replay.targets.resolve import Found

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.player import Player

REMEMBERED_S = 1.0
Places = list[dict[str, Any]]
"""Of each entry with the words, ``under`` which heading it stands, and ``among`` what."""


class Dragged:
    """The entry that the last drag of this replay moved, and where it stood before."""

    def __init__(self) -> None:
        self._step, self._words = 0, ""
        self._before: Places = []

    async def note(self, player: Player, action: Action, found: Found | None) -> None:
        """Before a step is done."""
        if action.type != "drag" or found is None or found.frame is not player.stage.page.main_frame:
            return
        self._step, self._words = player.step, await _words_of(found)
        self._before = await _places(player.stage.page, self._words)

    async def check(self, player: Player) -> bool:
        """Stops for an entry that is back where it was, by itself or when its page is loaded anew.

        Returns whether there was anything to look at.

        Raises:
            StepStopped: ``not_kept`` with status ``unknown``.
        """
        number, page = player.stage.activity.step, player.stage.page
        if number != self._step or not self._before or not await untold_in_place(player, number):
            return False
        now = await _places(page, self._words)
        if not now or (now == self._before and not self._landed(player)):
            return False
        if now == self._before or await back_on_load(player, number, lambda tab: self._is_back(tab, now)):
            player.step = number
            raise _stop(player, at_once=now == self._before)
        return True

    def _landed(self, player: Player) -> bool:
        """Whether it was seen to have come where the runs left it."""
        action = player.steps[self._step - 1].action
        return action is not None and action.landed is not None

    async def _is_back(self, tab: Page, left: Places) -> bool:
        """Whether it stands as before, for some time: pages show what they remember first, and then what their site says."""
        began, still = time.monotonic(), 0.0
        while not still or time.monotonic() - still < REMEMBERED_S:
            seen = await _places(tab, self._words)
            if seen and not stands_as(self._before, seen, left):
                return False
            if not seen and time.monotonic() - began > DRAWN_S:
                return False
            still = (still or time.monotonic()) if seen else 0.0
            await anyio.sleep(PAUSE_S)
        return True


def stands_as(before: Places, seen: Places, left: Places) -> bool:
    """Whether entries stand as before, and so not as they were left."""
    key = "under" if _by(before, "under") != _by(left, "under") else "among"
    return _by(seen, key) == _by(before, key) != _by(left, key)


def _by(places: Places, key: str) -> Counter[str]:
    return Counter(str(one[key]) for one in places)


async def _words_of(found: Found) -> str:
    return str(await ask_moving(found.frame, "stands", {}, otherwise="", element=found.element))


async def _places(page: Page, words: str) -> Places:
    return cast("Places", await ask_moving(page.main_frame, "stands", {"words": words}, [])) if words else []


def _stop(player: Player, *, at_once: bool) -> StepStopped:
    where = path_of(player.stage.page.url).split("?")[0]
    seen = "it is back where it was" if at_once else f"loaded anew, {where} shows it where it was before"
    return not_kept(seen, "the site to keep where the entry was dragged to")
