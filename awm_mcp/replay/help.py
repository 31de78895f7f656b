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
from awm_mcp.replay.page_script import page_script
from awm_mcp.replay.query import Query
from awm_mcp.replay.resolve import Found, Look, look
from awm_mcp.replay.stage import Stage

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame

_log = logging.getLogger(__name__)
MOST_SCROLLS = 40
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
    """Called while a target is missing; each kind of help is tried once a step."""

    stage: Stage
    kind: str
    notes: list[str] = field(default_factory=list[str])
    healed: list[str] = field(default_factory=list[str])
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
        if mode == "off" or is_destructive(query.words) or query.only_css:
            return None
        frame = await frame_of(self.stage.page, query.frame)
        if frame is None:
            return None
        element, says = await self._pick("repair", query, frame, "element")
        if element is None or is_destructive(says):
            return None
        if mode == "ask":
            raise StepStopped("repair_proposed", status="needs_input", expected=query.words, seen=f"perhaps {says} is meant")
        self.healed.append(f"{query.words} -> {says}")
        return Found(element, frame, self.stage.page, says)

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
        says = plain(str(await parts["says"].json_value()), 80)
        if hover := parts["hover"].as_element():
            await hover.hover(timeout=1500)
            self.notes.append(f"hovered {says}")
            return await self._look_a_while(query)
        if opener := parts["open"].as_element():
            return await self._open(query, opener, says)
        return None

    async def _open(self, query: Query, opener: ElementHandle, says: str) -> Look | None:
        await opener.click(timeout=1500)
        better = await self._look_a_while(query.relaxed() if query.target.get("role") else query)
        if better is not None:
            self.notes.append(f"opened {says}")
            return better
        await self.stage.page.keyboard.press("Escape")
        return None

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

    async def _pick(self, script: str, query: Query, frame: Frame, part: str) -> tuple[ElementHandle | None, str]:
        handle = await frame.evaluate_handle(page_script(script), [query.as_argument(), None])
        parts = await handle.get_properties()
        return parts[part].as_element(), plain(str(await parts["says"].json_value()), 120)
