"""Navigations that a recording writes down although the page went there by itself: redirects, addresses set by a script.

To follow them would load the page anew, and lose what was filled in on it.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from awm_mcp.model import Step

if TYPE_CHECKING:
    from playwright.async_api import Frame, Page


class Arrivals:
    """The addresses that a page came to since the last action began."""

    def __init__(self) -> None:
        self._passed: set[str] = set()
        self._asked = ""
        self._watched: weakref.WeakSet[Page] = weakref.WeakSet()

    def begin(self, page: Page, asked: str = "") -> None:
        """An action begins; ``asked``: the address that it opens."""
        if page not in self._watched:
            self._watched.add(page)
            page.on("framenavigated", self._arrived)
        self._passed.clear()
        self._asked = asked

    def _arrived(self, frame: Frame) -> None:
        if frame.parent_frame is None:
            self._passed.add(frame.url)

    def is_echo(self, steps: Sequence[Step], here: str) -> bool:
        """Whether the first of these steps only opens what the page came to by itself, up to where it is now.

        Args:
            steps: the step in question and those after it.
            here: the address of the page.
        """
        opened = [opens(step) for step in takewhile(lambda step: step.action.type == "goto", steps)]
        if here not in opened or here not in self._passed or here == self._asked:
            return False
        return all(address in self._passed for address in opened[: opened.index(here)])


def opens(step: Step) -> str:
    """The address that a step opens, if it is told."""
    action = step.action
    return action.value.literal or "" if action.type == "goto" and action.value is not None else ""
