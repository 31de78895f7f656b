"""What is done by hand in several small steps and means one thing: a date chosen in a calendar, a code typed into boxes."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from awm_mcp.model import Step
from awm_mcp.replay import calendars
from awm_mcp.replay.boxes import as_codes
from awm_mcp.replay.page_script import ask

if TYPE_CHECKING:
    from awm_mcp.replay.resolve import Found

_log = logging.getLogger(__name__)


@dataclass
class _Note:
    """What one step meant: the date of a day, a turn to another month, a calendar opened, one of so many boxes of a code."""

    step: Step
    day: str = ""
    turns: bool = False
    opens: bool = False
    cells: int = 0


class Meanings:
    """Notes beside the steps of a session; ``told`` puts them in. Steps are known by identity: others may come or go."""

    def __init__(self) -> None:
        self._notes: list[_Note] = []
        self._found: Found | None = None
        self._meant: calendars.Meaning | None = None
        self._closed, self._cells = False, 0

    async def before(self, found: Found) -> None:
        """Looks at an element that is about to be acted on."""
        from playwright.async_api import Error

        self._found, self._meant, self._closed, self._cells = found, None, False, 0
        try:
            self._meant = await calendars.meant(found)
            self._closed = self._meant is None and not await calendars.is_open(found)
            self._cells = int((await ask(found.frame, "field", {"ask": "kind"}, found.element))["segments"])
        except Error as moving:
            _log.debug("nothing is known of the element: %s", moving)

    async def after(self, step: Step) -> None:
        """Notes what the step that acted on it meant."""
        found, meant, self._found = self._found, self._meant, None
        if found is None:
            return
        if step.action.type == "fill" and self._cells > 1:
            self._notes.append(_Note(step, cells=self._cells))
        elif step.action.type == "click" and meant is not None:
            self._notes.append(_Note(step, day=meant.date or "", turns=meant.turns))
        elif step.action.type == "click" and self._closed and await _is_open(found):
            self._notes.append(_Note(step, opens=True))

    def amended(self, old: Step, new: Step) -> None:
        """A step was written down anew."""
        for note in self._notes:
            note.step = new if note.step is old else note.step

    def told(self, steps: Sequence[Step]) -> tuple[Step, ...]:
        """The steps with each way through a calendar made one choice, and the characters of a code one text."""
        noted = [(index, note) for index, step in enumerate(steps) for note in self._notes if note.step is step]
        days = {index: note.day for index, note in noted if note.day}
        turns, openers = {index for index, note in noted if note.turns}, {index for index, note in noted if note.opens}
        dated = calendars.as_dates(list(steps), days, turns, openers)
        coded = as_codes(dated, {index: note.cells for index, note in noted if note.cells})
        return tuple(step for step in coded if step is not None)


async def _is_open(found: Found) -> bool:
    from playwright.async_api import Error

    try:
        return await calendars.is_open(found)
    except Error:  # the click led to another page
        return False
