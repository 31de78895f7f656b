"""What is done by hand in several small steps and means one thing: a date chosen in a calendar, a code typed into boxes, a
value stepped to by its buttons, an entry taken with a key."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from awm_mcp.model import Action, Step
from awm_mcp.replay.acting import calendars
from awm_mcp.replay.browsing.page_script import ask
from awm_mcp.replay.by_hand.led_to import LedTo, as_meant
from awm_mcp.replay.values.boxes import as_codes

if TYPE_CHECKING:
    from awm_mcp.replay.targets.resolve import Found

_log = logging.getLogger(__name__)


@dataclass
class _Note:
    """What one step meant: the date of a day, a turn to another month, a calendar opened, a box of a code, a value moved, an
    entry taken."""

    step: Step
    day: calendars.Meaning | None = None
    turns: bool = False
    opens: bool = False
    cells: int = 0
    led: LedTo | None = None


class Meanings:
    """Notes beside the steps of a session; ``told`` puts them in. Steps are known by identity: others may come or go."""

    def __init__(self) -> None:
        self._notes: list[_Note] = []
        self._found: Found | None = None
        self._meant: calendars.Meaning | None = None
        self._closed, self._cells = False, 0
        self._led = LedTo()

    async def before(self, found: Found) -> None:
        """Looks at an element that is about to be acted on."""
        from playwright.async_api import Error

        self._found, self._meant, self._closed, self._cells = found, None, False, 0
        self._led = LedTo()
        await self._led.before(found, "")
        try:
            self._meant = await calendars.meant(found, turned=bool(self._notes) and self._notes[-1].turns)
            self._closed = self._meant is None and not await calendars.is_open(found)
            self._cells = int((await ask(found.frame, "field", {"ask": "kind"}, found.element))["segments"])
        except Error as moving:
            _log.debug("nothing is known of the element: %s", moving)

    async def as_state(self, action: Action) -> Action:
        """A step that led to a state, remembered with it: one that the markup tells, or one that is only to be seen."""
        return await self._led.after(action)

    async def after(self, step: Step) -> None:
        """Notes what the step that acted on it meant."""
        found, meant, self._found = self._found, self._meant, None
        if found is None:
            return
        if step.action.type == "fill" and self._cells > 1:
            self._notes.append(_Note(step, cells=self._cells))
        elif meant is not None and (step.action.type == "click" or (step.action.type == "select" and meant.turns)):
            self._notes.append(_Note(step, day=meant if meant.date else None, turns=meant.turns))
        elif step.action.type == "click" and self._closed and await _is_open(found):
            self._notes.append(_Note(step, opens=True))
        elif self._led.means_more:
            self._notes.append(_Note(step, led=self._led))

    def amended(self, old: Step, new: Step) -> None:
        """A step was written down anew."""
        for note in self._notes:
            note.step = new if note.step is old else note.step

    def told(self, steps: Sequence[Step], task: str = "") -> tuple[Step, ...]:
        """The steps with each way through a calendar made one choice, and the characters of a code one text."""
        noted = [(index, note) for index, step in enumerate(steps) for note in self._notes if note.step is step]
        days = {index: note.day for index, note in noted if note.day is not None}
        turns, openers = {index for index, note in noted if note.turns}, {index for index, note in noted if note.opens}
        dated = calendars.as_dates(list(steps), days, turns, openers)
        coded = as_codes(dated, {index: note.cells for index, note in noted if note.cells})
        meant = as_meant(coded, {index: note.led for index, note in noted if note.led is not None}, task)
        return tuple(step for step in meant if step is not None)


async def _is_open(found: Found) -> bool:
    from playwright.async_api import Error

    try:
        return await calendars.is_open(found)
    except Error:  # the click led to another page
        return False
