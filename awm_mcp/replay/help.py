"""Help for a target that is not there yet: hovering its menu, opening the overflow menu, scrolling a lazy list, repair."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import anyio

from awm_mcp.errors import StepStopped
from awm_mcp.model.text import plain
from awm_mcp.replay.frames import frame_of
from awm_mcp.replay.obstacles import clear_cover
from awm_mcp.replay.page_script import page_script
from awm_mcp.replay.query import Query
from awm_mcp.replay.resolve import Found, Look, look
from awm_mcp.replay.stage import Stage

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, JSHandle

_log = logging.getLogger(__name__)
MOST_SCROLLS = 40
OPENING_MS = 1500
_DESTRUCTIVE = re.compile(
    r"\b(delete|remove|destroy|erase|wipe|drop|purge|discard|reset|revoke|terminate|deactivate|pay|buy|purchase|order|"
    r"checkout|send|transfer|withdraw|cancel|unsubscribe|refund|bin|trash|void)\b",
    re.IGNORECASE,
)


def is_destructive(text: str) -> bool:
    """Whether the words name something that cannot be taken back; such steps are never repaired."""
    return bool(_DESTRUCTIVE.search(text))


@dataclass
class Helper:
    """Called while a target is missing; each kind of help is tried once a step. ``writes``: the step changes data."""

    stage: Stage
    kind: str
    writes: bool = False
    notes: list[str] = field(default_factory=list[str])
    healed: list[str] = field(default_factory=list[str])
    dismissed: list[str] = field(default_factory=list[str])
    _tried: set[str] = field(default_factory=set[str])

    async def __call__(self, query: Query, seen: Look) -> Look | None:
        """A look that found the target with help, or None."""
        if seen.report.get("no_frame"):
            return None
        frame = await frame_of(self.stage.page, query.frame)
        if frame is None:
            return None
        for name, way in (("reveal", self._reveal), ("scroll", self._scroll)):
            if name not in self._tried:
                self._tried.add(name)
                if (better := await self._safely(way(query, frame))) is not None:
                    return better
        return None

    async def last_resort(self, query: Query) -> Found | None:
        """The repaired target, when the owner allows it and one element is clearly the best.

        Raises:
            StepStopped: ``repair_proposed``, when the owner wants to be asked.
        """
        mode = self.stage.settings.repair
        if mode == "off" or is_destructive(query.named) or query.only_css:
            return None
        frame = await frame_of(self.stage.page, query.frame)
        if frame is None:
            return None
        element, opener, says = await self._likely(query, frame)
        if element is None or is_destructive(says):
            return None
        if mode == "ask":
            raise StepStopped("repair_proposed", status="needs_input", expected=query.words, seen=f"perhaps {says} is meant")
        if not await self._shown(query, element, opener, frame):
            return None
        self.healed.append(f"{query.words} -> {says}")
        return Found(element, frame, self.stage.page, says)

    async def _likely(self, query: Query, frame: Frame) -> tuple[ElementHandle | None, ElementHandle | None, str]:
        asked = {**query.as_argument(), "writes": self.writes}
        handle = await frame.evaluate_handle(page_script("repair"), [asked, None])
        parts = await handle.get_properties()
        return parts["element"].as_element(), parts["opener"].as_element(), plain(str(await parts["says"].json_value()), 120)

    async def _shown(self, query: Query, element: ElementHandle, opener: ElementHandle | None, frame: Frame) -> bool:
        """Whether the element can be seen, after its menu was opened if it is in one."""
        from playwright.async_api import Error

        if await element.is_visible():
            return True
        if opener is None:
            return False
        try:
            await self._press(query, opener, frame)
            await element.wait_for_element_state("visible", timeout=OPENING_MS)
        except Error as stuck:
            _log.debug("the menu did not open: %s", stuck)
            return False
        return True

    async def _safely(self, way: Any) -> Look | None:
        from playwright.async_api import Error

        try:
            return await way
        except Error as broken:
            _log.debug("help did not work: %s", broken)
            return None

    async def _reveal(self, query: Query, frame: Frame) -> Look | None:
        handle = await frame.evaluate_handle(page_script("reveal"), [query.as_argument(), None])
        parts = await handle.get_properties()
        if hover := parts["hover"].as_element():
            await hover.hover(timeout=1500)
            self.notes.append(f"hovered {plain(str(await parts['says'].json_value()), 80)}")
            return await self._look_a_while(query)
        for opener in await _elements(parts["open"]):
            if (better := await self._open(query, opener, frame)) is not None:
                return better
        return None

    async def _open(self, query: Query, opener: ElementHandle, frame: Frame) -> Look | None:
        """Opens a menu to look into it; it is closed again when the target is not there."""
        await self._press(query, opener, frame)
        better = await self._look_a_while(query.relaxed() if query.target.get("role") else query)
        if better is not None:
            self.notes.append("opened a menu to find it")
            return better
        await self._close(opener)
        return None

    async def _close(self, opener: ElementHandle) -> None:
        """Closes a menu by what opened it: Escape could close the dialog in which the task is at work."""
        from playwright.async_api import Error

        if await opener.get_attribute("aria-expanded") == "false":
            return
        try:
            await opener.click(timeout=OPENING_MS)
        except Error:
            await self.stage.page.keyboard.press("Escape")

    async def _press(self, query: Query, opener: ElementHandle, frame: Frame) -> None:
        from playwright.async_api import Error

        try:
            await opener.click(timeout=OPENING_MS)
        except Error:
            places = [mark["name"] for mark in query.target.get("landmarks", ()) if mark["name"]]
            said = await clear_cover(Found(opener, frame, self.stage.page, "the menu"), set(), places)
            if not said:
                raise
            self.dismissed.append(said)
            await opener.click(timeout=OPENING_MS)

    async def _look_a_while(self, query: Query) -> Look | None:
        for _ in range(12):
            better = await look(self.stage.page, query)
            if better.found is not None:
                return better
            await anyio.sleep(0.1)
        return None

    async def _scroll(self, query: Query, frame: Frame) -> Look | None:
        script = page_script("scrolls")
        height, still = -1, 0
        for _ in range(MOST_SCROLLS):
            moved: dict[str, Any] = await frame.evaluate(script, [{"reset": False}, None])
            better = await look(self.stage.page, query)
            if better.found is not None:
                self.notes.append("scrolled to find it")
                return better
            still = still + 1 if not moved["moved"] and moved["height"] == height else 0
            height = moved["height"]
            if still >= 4:
                break
            await anyio.sleep(0.05 if moved["moved"] else 0.1)
        await frame.evaluate(script, [{"reset": True}, None])
        return None


async def _elements(listed: JSHandle) -> list[ElementHandle]:
    found = [part.as_element() for part in (await listed.get_properties()).values()]
    return [element for element in found if element is not None]
