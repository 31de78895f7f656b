"""Where a dragged entry stands once it was dropped: seen when it is dragged by hand, and looked for in a replay."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from awm_mcp.model import Action, Landed
from awm_mcp.replay.browsing.page_script import in_time, page_script
from awm_mcp.replay.targets.resolve import Found

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, JSHandle, Page

_log = logging.getLogger(__name__)
LOOKS_MS, LOOKS = 100, 12
"""Lists take their order from the answer of the server, or once an animation is over."""
CALM_MS = 1500.0
SAID: dict[Landed, str] = {
    "place": "in the place of the other entry",
    "before": "before the other entry",
    "after": "after the other entry",
    "inside": "inside the other element",
    "under": "below the heading, where it was not before",
}


def lies(seen: Landed | None, wanted: Landed | None) -> bool:
    """Whether an entry lies as it is to: what came under a heading is after it, too."""
    return seen == wanted or (seen == "under" and wanted == "after")


# What a drag may change on a page; what is drawn on a canvas is not to be seen.
_SHOWS = """el => el.closest('canvas') || document.querySelector('canvas') ? null : JSON.stringify([document.body.outerHTML,
  location.href, [...document.querySelectorAll('input,select,textarea')].map(one => [one.value, one.checked])])"""


class Drop:
    """Looks at one drag from before it begins. ``landed``: how the dragged entry stands to the other one now."""

    def __init__(self, handle: JSHandle | None, start: Found | None = None, shown: str | None = None) -> None:
        self._handle, self._start, self._shown = handle, start, shown

    @classmethod
    async def watched(cls, start: Found, end: Found) -> Drop:
        """The drag that is about to begin; one between two frames tells nothing."""
        from playwright.async_api import Error

        if start.frame is not end.frame:
            return cls(None)
        try:
            query: list[Any] = [{"end": end.element}, start.element]
            handle = await in_time(start.frame.evaluate_handle(page_script("drop"), query))
            return cls(handle, start, await in_time(start.element.evaluate(_SHOWS)))
        except Error as moving:
            _log.debug("the drag is not watched: %s", moving)
            return cls(None)

    async def landed(self) -> Landed | None:
        """Where it stands; None where it has not moved, or that is not to be seen."""
        from playwright.async_api import Error

        if self._handle is None:
            return None
        try:
            seen = await in_time(self._handle.evaluate("drop => drop.where()"))
        except Error as moving:
            _log.debug("where it landed is not to be seen: %s", moving)
            return None
        return seen["landed"] if seen["moved"] else None

    async def settled(self, wanted: Landed | None = None) -> Landed | None:
        """Where it stands once that is ``wanted``, or, without that, told the same twice; the last look otherwise."""
        last: Landed | None = None
        for _ in range(LOOKS):
            now = await self.landed()
            if now is not None and lies(now, wanted or last):
                return now
            last = now
            await asyncio.sleep(LOOKS_MS / 1000)
        return last

    async def already(self, wanted: Landed) -> bool:
        """Whether it stood there before it is dragged: in the column, that is, and not where among its entries."""
        from playwright.async_api import Error

        if self._handle is None:
            return False
        try:
            return bool(await in_time(self._handle.evaluate("(drop, wanted) => drop.already(wanted)", wanted)))
        except Error as moving:
            _log.debug("where it stands is not to be seen: %s", moving)
            return False

    async def changed(self) -> bool:
        """Whether anything of the page is another than before; so it is taken where that is not to be seen."""
        from playwright.async_api import Error

        if self._start is None or self._shown is None:
            return True
        try:
            return await in_time(self._start.frame.evaluate(f"() => ({_SHOWS})(document.body)")) != self._shown
        except Error as moving:
            _log.debug("the drag led to another page: %s", moving)
            return True


Dragging = tuple[Callable[[], Awaitable[None]], str, Callable[[], Awaitable[Action]]]


async def by_hand(action: Action, start: Found, end: Found, words: str, timeout_ms: float) -> Dragging:
    """What drags, the caller's words for it, and what then tells the action with where the entry stood."""
    drop = await Drop.watched(start, end)

    async def drag() -> None:
        await start.element.hover(timeout=timeout_ms)
        await drag_onto(start.page, await middle(start.element, None), end.element, None)

    async def landed() -> Action:
        return action.model_copy(update={"landed": await drop.settled()})

    return drag, words, landed


async def drag_onto(page: Page, start: tuple[float, float], end: ElementHandle, at: tuple[float, float] | None) -> None:
    """Drags with the mouse from a point to an element, as a hand does: slowly at both ends, so that lists can make room.

    It is let go where the element was met: entries move away from under the pointer, and to go after them would move on.
    """
    await page.mouse.move(*start)
    await page.mouse.down()
    try:
        await page.mouse.move(start[0] + 2, start[1] + 2, steps=2)
        await end.scroll_into_view_if_needed(timeout=CALM_MS)
        x, y = await middle(end, at)
        await page.mouse.move((start[0] + x) / 2, (start[1] + y) / 2, steps=4)
        await page.mouse.move(x, y, steps=4)
        await _calm(end)
        await page.mouse.move(x + 1, y, steps=2)
        await _calm(end)
    finally:
        await page.mouse.up()


async def _calm(element: ElementHandle) -> None:
    from playwright.async_api import Error

    try:
        await element.wait_for_element_state("stable", timeout=CALM_MS)
    except Error as moving:  # redrawn while it was dragged
        _log.debug("not at rest: %s", moving)


async def middle(element: ElementHandle, point: tuple[float, float] | None) -> tuple[float, float]:
    """A point of an element on the page, its middle by default."""
    from awm_mcp.errors import StepStopped

    box = await element.bounding_box()
    if box is None:
        raise StepStopped("hidden", expected="an element with a place on the page", seen="it has none")
    across, down = point or (0.5, 0.5)
    return box["x"] + box["width"] * across, box["y"] + box["height"] * down
