"""Help for a target that is not there yet: hovering its menu, opening the overflow menu, scrolling a lazy list, repair."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import anyio

from awm_mcp.errors import StepStopped
from awm_mcp.model import Target
from awm_mcp.model.text import fold, plain
from awm_mcp.replay.browsing.frames import frame_of
from awm_mcp.replay.browsing.page_script import ask_element, page_script
from awm_mcp.replay.port import RepairCandidate, Repairer, RepairMode, RepairQuestion
from awm_mcp.replay.staging.settle import rest
from awm_mcp.replay.staging.stage import Stage
from awm_mcp.replay.targets.healed import healed_target
from awm_mcp.replay.targets.into_view import bring
from awm_mcp.replay.targets.obstacles import clear_cover
from awm_mcp.replay.targets.query import Query
from awm_mcp.replay.targets.repair import LEAST_MEANING, Likely, RuleRepairer, is_allowed, is_destructive, likely
from awm_mcp.replay.targets.resolve import Found, Look, look
from awm_mcp.replay.targets.turning import turned_to
from awm_mcp.replay.values.binding import Arguments

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, JSHandle

_log = logging.getLogger(__name__)
MOST_SCROLLS, MOST_LOOKS = 40, 4
LOOKING_S = 2.5
"""After so long a huge page is not looked at again for one thing that was opened, seconds."""
DRAWN_MS, DRAWING_MS = 150, 300
"""A list that was scrolled has come to rest when it was not drawn anew for so long; it has so long to begin with that."""
GROWS_S, SCROLLING_S = 1.2, 30.0
"""At the end of a list more of it comes within so long of the last that came, seconds; a list is scrolled for so long."""
FIRST_SCROLLS = 2
"""A page that draws nothing for these draws nothing for the others, either."""
OPENING_MS, FEW_LOOKS = 1500, 4
HEARD_S = 1.5
"""What comes of keys comes so soon, seconds."""
MODEL_WAIT_S = 30.0
BY_NAME = "its name is"
"""How ``writes.js`` begins where only the name speaks for writing."""
_FIELDS = frozenset({
    "textbox", "searchbox", "combobox", "spinbutton", "checkbox", "radio", "switch", "slider", "listbox",
})  # fmt: skip


@dataclass
class Helper:
    """Called while a target is missing; each kind of help is tried once a step.

    ``writes``: the step changes data. ``repair``: how it may be repaired, if not as the owner's settings say; ``accepted``:
    the proposed element that the caller agreed to, in the words of the proposal. ``taken``: what was taken in its place.
    ``examples``: what was read here before, for a step that reads a text; ``leads_to``: the address that it led to before;
    ``nowhere``: where else it was looked for in vain; ``instead``: looks for the field that is meant as another widget;
    ``opens``: the step changes no data, and the runs saw something come of it.
    """

    stage: Stage
    target: Target
    arguments: Arguments
    writes: bool = False
    repair: RepairMode | None = None
    accepted: str | None = None
    taken: RepairCandidate | None = None
    examples: tuple[str, ...] = ()
    leads_to: str | None = None
    instead: Callable[[], Awaitable[Found | None]] | None = None
    opens: bool = False
    notes: list[str] = field(default_factory=list[str])
    healed: list[str] = field(default_factory=list[str])
    healed_target: Target | None = None
    dismissed: list[str] = field(default_factory=list[str])
    nowhere: str = ""
    _tried: set[str] = field(default_factory=set[str])

    async def __call__(self, query: Query, seen: Look) -> Look | None:
        """A look that found the target with help, or None."""
        if seen.report.get("no_frame"):
            return None
        frame = await frame_of(self.stage.page, query.frame)
        if frame is None:
            return None
        ways = (
            ("widget", self._as_widget), ("kind", self._by_kind), ("keys", self._by_keys), ("reveal", self._reveal),
            ("scroll", self._scroll), ("pages", self._turn),
        )  # fmt: skip
        for name, way in ways:
            if name not in self._tried:
                self._tried.add(name)
                if (better := await self._safely(way(query, frame))) is not None:
                    return better
        return None

    async def known(self) -> Found | None:
        """The field that the step sets, where an earlier replay set it in another widget, and it is that one still."""
        if self.instead is None or self.target.widget is None:
            return None
        try:
            found = await self.instead()
        except StepStopped as stop:
            _log.debug("not set at once in the widget that was known: %s", stop)
            return None
        return found if found is not None and found.about["widget"].kind == self.target.widget else None

    async def last_resort(self, query: Query) -> Found | None:
        """The repaired target, when the owner allows it and one element is clearly the best.

        Raises:
            StepStopped: ``repair_proposed``, when the owner wants to be asked.
        """
        mode = self._mode
        frame = await frame_of(self.stage.page, query.frame)
        if mode == "off" or frame is None or is_destructive(query.named) or query.only_css:
            return None
        chosen = await self._chosen(query, frame)
        if chosen is None:
            return None
        if mode == "ask" and not self._is_accepted(chosen.about.words):
            raise _proposed(query, chosen.about)
        if not await self._shown(query, chosen.element, chosen.opener, frame):
            return None
        found = Found(chosen.element, frame, self.stage.page, chosen.about.words)
        self.taken = chosen.about
        await self._note(query, found)
        return found

    @property
    def _mode(self) -> RepairMode:
        return self.repair or self.stage.settings.repair

    async def _chosen(self, query: Query, frame: Frame) -> Likely | None:
        """The rules' choice; where they have none, that of the owner's model. Both may only take what is allowed."""
        known = await likely(
            frame, query, self.stage.redact, least=LEAST_MEANING, leads=self.leads_to, writes=self.writes, opens=self.opens
        )  # fmt: skip
        if (chosen := await self._choice(RuleRepairer(), query, known)) is not None:
            return chosen
        if self.stage.repairer is None or "model" in self._tried:
            return None
        self._tried.add("model")
        known = await likely(frame, query, self.stage.redact, least=0.0, writes=self.writes)
        with anyio.move_on_after(MODEL_WAIT_S):
            return await self._choice(self.stage.repairer, query, known)
        return None

    async def _choice(self, repairer: Repairer, query: Query, known: list[Likely]) -> Likely | None:
        if not known:
            return None
        question = RepairQuestion(
            wanted=query.words, action=query.action, writes=self.writes, candidates=tuple(one.about for one in known),
            near=tuple(mark["name"] for mark in query.target.get("landmarks", ()) if mark["name"]),
        )  # fmt: skip
        answer = await repairer.choose(question, self.arguments.site)
        if answer.index is None or not 0 <= answer.index < len(known):
            _log.debug("no repair: %s", answer.reason)
            return None
        chosen = known[answer.index]
        return chosen if is_allowed(chosen.about, writes=self.writes) else None

    def _is_accepted(self, words: str) -> bool:
        return self.accepted is not None and fold(self.accepted) == fold(words)

    async def _note(self, query: Query, found: Found) -> None:
        self.healed.append(f"{query.words} -> {found.says}")
        self.healed_target = await healed_target(self.target, found, self.arguments, query)

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

    async def _as_widget(self, query: Query, frame: Frame) -> Look | None:
        """The field that the step sets, where it is another widget by now and not only drawn late."""
        if self.instead is None:
            return None
        await rest(self.stage, DRAWN_MS, OPENING_MS / 1000)
        drawn = await look(self.stage.page, query)
        if drawn.found is not None:
            return drawn
        found = await self.instead()
        return Look("one", found, {}) if found is not None else None

    async def _by_kind(self, query: Query, frame: Frame) -> Look | None:
        """Where the value to be read stands now, when nothing but a selector told its element, and that is gone."""
        if not self.examples or not query.nameless:
            return None
        for renamed in (False, True) if self._mode == "safe" else (False,):
            asked = {**query.as_argument(), "examples": list(self.examples), "renamed": renamed}
            element = await ask_element(frame, "by_kind", asked, None)
            if element is not None:
                return await self._read_from(query, Found(element, frame, self.stage.page, query.words), renamed)
        return None

    async def _read_from(self, query: Query, found: Found, renamed: bool) -> Look:
        self.notes.append("its selector is gone; read where alone the same kind of text stands")
        if renamed:
            self.healed.append(f"{query.words} -> the row under another word for it")
        return Look("one", found, {})

    async def _reveal(self, query: Query, frame: Frame) -> Look | None:
        asked = {**query.as_argument(), "worded": self._mode == "safe"}
        handle = await frame.evaluate_handle(page_script("reveal"), [asked, None])
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
        address = self.stage.page.url
        await self._press(query, opener, frame)
        role = query.target.get("role")
        wanted = query.relaxed() if role and role not in _FIELDS else query  # a field is none of what can be pressed
        better = await self._look_a_while(wanted) or await self._further_in(wanted, frame)
        if better is not None:
            self.notes.append("opened a menu to find it")
            return better
        if self.stage.page.url != address:
            await self.stage.page.go_back(timeout=OPENING_MS)  # it was no menu, but led on, as "Options" may
            await rest(self.stage, DRAWN_MS, OPENING_MS / 1000)
        else:
            await self._close(opener)
        return None

    async def _further_in(self, query: Query, frame: Frame) -> Look | None:
        """Looks into the menus that open from the one that is open: pointed at first, as some close when pressed."""
        from playwright.async_api import Error

        for further in await _elements(await frame.evaluate_handle(page_script("submenus"), [{}, None])):
            for way in (further.hover, further.click):
                try:
                    await way(timeout=OPENING_MS)
                except Error as gone:
                    _log.debug("the further menu did not open: %s", gone)
                    break
                if (better := await self._look_a_while(query, FEW_LOOKS)) is not None:
                    return better
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
            menu = Found(opener, frame, self.stage.page, "the menu")
            said = await clear_cover(menu, set(), self.stage.own_dialogs, places)
            if not said:
                raise
            self.dismissed.append(said)
            await opener.click(timeout=OPENING_MS)

    async def _look_a_while(self, query: Query, times: int = 12) -> Look | None:
        until = time.monotonic() + LOOKING_S
        for turn in range(times):
            better = await look(self.stage.page, query)
            if better.found is not None:
                return better
            if turn > 1 and time.monotonic() > until:
                break
            await anyio.sleep(0.1)
        return None

    async def _by_keys(self, query: Query, frame: Frame) -> Look | None:
        """Where what was filled in last should have brought it, and the page may hear nothing but keys."""
        if not await self.stage.fills.heard():
            return None
        until = time.monotonic() + HEARD_S
        while time.monotonic() < until:
            if (better := await self._in_place(query)) is not None:
                self.notes.append("typed the last value once more, key by key")
                return better
            await anyio.sleep(0.1)
        return None

    async def _scroll(self, query: Query, frame: Frame) -> Look | None:
        script = page_script("scrolls")
        scrolled, height, draws = 0, -1, False
        began = grown_at = time.monotonic()
        while scrolled < MOST_SCROLLS:
            asked = {"reset": False, "draws": DRAWING_MS if draws or scrolled < FIRST_SCROLLS else 0}
            moved: dict[str, Any] = await frame.evaluate(script, [asked, None])
            scrolled, draws = scrolled + moved["moved"], draws or moved["drew"] or moved["height"] > height >= 0
            if (better := await self._in_place(query)) is not None:
                self.notes.append("scrolled to find it")
                return better
            now = time.monotonic()
            grown_at = now if moved["moved"] or moved["height"] != height or self.stage.activity.pending() else grown_at
            height = moved["height"]
            if self._scrolled_enough(now - began, now - grown_at, draws=draws):
                break
            await anyio.sleep(0.05 if moved["moved"] else 0.1)
        await frame.evaluate(script, [{"reset": True}, None])
        return None

    def _scrolled_enough(self, for_s: float, still_s: float, *, draws: bool) -> bool:
        """Whether nothing more comes; what is so long and draws nothing for it was all looked at before it was scrolled."""
        return still_s > GROWS_S or for_s > (SCROLLING_S if draws else self.stage.settings.step_timeout_s)

    async def _turn(self, query: Query, frame: Frame) -> Look | None:
        """Looks for the caller's row on the further pages of its list."""
        if frame != self.stage.page.main_frame or not query.names_an_entry:
            return None
        turned = await turned_to(self.stage, query)
        if turned.seen is None:
            self.nowhere = turned.said
            return None
        self.notes.append(turned.said)
        return turned.seen if turned.seen.found is not None else None

    async def _in_place(self, query: Query) -> Look | None:
        """The target, scrolled to; a list that is drawn anew for that is looked at once more when it has come to rest."""
        seen = await look(self.stage.page, query)
        for _ in range(MOST_LOOKS):
            if seen.found is None:
                return None
            moved = await bring(seen.found)
            await rest(self.stage, DRAWN_MS, OPENING_MS / 1000, from_now=moved)
            before, seen = seen.found, await look(self.stage.page, query)
            if seen.found is not None and not moved and seen.found.says == before.says:
                return seen
        return seen if seen.found is not None else None


def would_write(taken: RepairCandidate, why: str) -> StepStopped | None:
    """The stop for a step that only reads, where what was taken in its target's place would change something.

    A witness of its own is enough. A name alone that sounds like writing is none where it means the same as the known one.
    """
    if taken.witnesses >= 1 or (why.startswith(BY_NAME) and taken.meaning >= LEAST_MEANING):
        return None
    seen = f"perhaps {taken.words} is meant, but {why}"
    return StepStopped(
        "repair_would_write", status="target_not_found", expected="a step that changes nothing", seen=seen,
        next="do this step by hand and resume at the next one",
    )  # fmt: skip


def _proposed(query: Query, candidate: RepairCandidate) -> StepStopped:
    return StepStopped(
        "repair_proposed", status="needs_input", expected=query.words, seen=f"perhaps {candidate.words} is meant",
        candidates=({"element": candidate.words, "why_not": "it has another name"},),
        next=f"if it is meant, resume at this step with choice={candidate.words!r}; else do the step by hand",
    )  # fmt: skip


async def _elements(listed: JSHandle) -> list[ElementHandle]:
    found = [part.as_element() for part in (await listed.get_properties()).values()]
    return [element for element in found if element is not None]
