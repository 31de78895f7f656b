"""Fields that a page has put another text in after they were filled in, like a form that its script fills late."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from awm_mcp.replay.browsing.page_script import ask

if TYPE_CHECKING:
    from awm_mcp.replay.staging.stage import Stage
    from awm_mcp.replay.targets.resolve import Found

_log = logging.getLogger(__name__)
YOUNG_MS = 1500
"""Until a page is so old it may still fill in its fields."""


async def filled_by_page(found: Found, stage: Stage) -> None:
    """Waits until an empty field holds something, or is taken to stay empty: its page has nothing to do, or is old."""
    from playwright.async_api import Error

    try:
        asked = {"ask": "young", "age": YOUNG_MS, "hears": stage.activity.hears}
        while await ask(found.frame, "field", asked, found.element):
            await stage.activity.wait_change(0.05)
    except Error as gone:  # the field was drawn anew meanwhile
        _log.debug("not waited for: %s", gone)


@dataclass
class Fills:
    """What a replay filled in, by number, and how to do it once more: each once.

    ``by_keys``: how the last step, which filled a field at once, is done key by key; none where it did something else.
    """

    count: int = 0
    by_keys: Callable[[], Awaitable[None]] | None = None
    again: dict[int, Callable[[], Awaitable[None]]] = field(default_factory=dict[int, Callable[[], Awaitable[None]]])

    def next(self) -> int:
        """The number of the next fill."""
        self.count += 1
        return self.count

    async def heard(self) -> bool:
        """Types what was filled in last once more, for pages that hear nothing but keys; whether there was such a field."""
        by_keys, self.by_keys = self.by_keys, None
        if by_keys is not None:
            await by_keys()
        return by_keys is not None

    async def put_back(self, found: Found) -> int:
        """Fills in again what the page took back until an element was found; the answer is how many fields."""
        from playwright.async_api import Error

        done = 0
        for number in found.lost:
            if (again := self.again.pop(number, None)) is None:
                continue
            try:
                await again()
                done += 1
            except Error as gone:  # the field was drawn anew meanwhile
                _log.debug("not filled in again: %s", gone)
        return done
