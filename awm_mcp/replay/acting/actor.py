"""What every action gets: the stage, the arguments, and a place to say what was special."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action, Expectation, Healed, Landed, Target
from awm_mcp.model.arguments import Bound
from awm_mcp.replay.browsing.faults import RETRYABLE, stop_for, was_dispatched
from awm_mcp.replay.browsing.page_script import ask, ask_element
from awm_mcp.replay.browsing.patience import becomes_true
from awm_mcp.replay.port import RepairCandidate, RepairMode
from awm_mcp.replay.staging.stage import Stage
from awm_mcp.replay.targets import aiming, into_view
from awm_mcp.replay.targets.help import Helper
from awm_mcp.replay.targets.obstacles import clear_cover, leave_list
from awm_mcp.replay.targets.query import Query, query_of
from awm_mcp.replay.targets.resolve import Found, find
from awm_mcp.replay.values.binding import Arguments

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page

SLICE_S, COVERED_SLICE_S = 3.0, 0.6
"""How long Playwright may try before the obstacle is looked at and taken away if it can be; the same where one is seen
that can be taken away."""
SHORTEST_S = 1.0
"""The last try gets at least so long."""
Do = Callable[["ElementHandle", float], Awaitable[Any]]
Again = Callable[[], Awaitable[Found]]
_LIST = "a list of choices"
HIDDEN_OK = frozenset({"check", "select", "upload"})


def _state_of(kind: str) -> dict[str, Any]:
    return {"ask": "of", "kind": kind, "maybe": True}


_ALSO: dict[str, dict[str, dict[str, Any]]] = {
    "click": {
        "writes": {"action": "click", "key": ""},
        "bare": {},
        "covered": {},
        "away": {},
        "opener": {"maybe": True},
        "shows": _state_of("choice") | {"script": "state"},
    },
    "dblclick": {"writes": {"action": "dblclick", "key": ""}, "bare": {}, "covered": {}, "away": {}},
    "check": {"covered": {}, "away": {}, "state": _state_of("check")},
    "hover": {"away": {}},
    "drag": {"away": {}},
    "fill": {"field": {"ask": "kind"}, "state": _state_of("fill")},
    "select": {"choice": {"ask": "native"}, "state": _state_of("select")},
}
"""What an action asks about its element anyway, asked in the moment that it is found."""


@dataclass
class Actor:
    """Acts for one step.

    ``calm``: milliseconds that the target's place must have been still; ``origin`` of the site; ``start_url``: where the
    caller asked to begin, for the step that opens the first page; ``step``: its number;
    ``writes``: it changes data; ``careful``: the workflow does; ``repair``, ``accepted``, ``taken``, ``examples`` and
    ``leads_to``: see ``Helper``; ``expects``: what the runs showed after the step;
    ``optional``: it may be left out; ``already``: it was found done; ``so_already``: its own state was read,
    and is the wanted one; ``seen_anew``: so it is on the page that came of the step;
    ``dispatched``: something was done to the page;
    ``held``: the field held before what was then typed into it; ``typing``, ``choosing``: what is to be typed or chosen,
    where that is no secret; ``guarded``: what the step sends is watched; ``landed``: where a drag of a run led;
    ``hopeless``: asked again and again whether to wait no longer for something to be shown;
    ``reads_back``: told when the state that was set is read back, so that all else is read in one message with it;
    ``instead``: looks for the field as another widget; ``elsewhere``: why that led to none; ``left``: the step is left to
    another one; ``adapted``: it is done in another widget than in the runs.
    """

    stage: Stage
    arguments: Arguments
    origin: str
    folder: Path
    calm: int = 0
    literal: bool = False
    start_url: str | None = None
    step: int = 0
    writes: bool = False
    careful: bool = False
    taken: RepairCandidate | None = None
    repair: RepairMode | None = None
    accepted: str | None = None
    examples: tuple[str, ...] = ()
    leads_to: str | None = None
    expects: Expectation | None = None
    optional: bool = False
    already: bool = False
    so_already: bool = False
    seen_anew: bool = False
    dispatched: bool = False
    held: bool = False
    typing: str | None = None
    choosing: list[str] | None = None
    guarded: bool = False
    landed: Landed | None = None
    notes: list[str] = field(default_factory=list[str])
    healed: list[str] = field(default_factory=list[str])
    healed_targets: list[Healed] = field(default_factory=list[Healed])
    dismissed: list[str] = field(default_factory=list[str])
    outputs: dict[str, Any] = field(default_factory=dict[str, Any])
    used: Found | None = None
    hopeless: Callable[[], Awaitable[bool]] | None = None
    instead: Callable[[], Awaitable[Found | None]] | None = None
    reads_back: Callable[[], None] | None = None
    elsewhere: str = ""
    left: bool = False
    adapted: bool = False

    @property
    def timeout_s(self) -> float:
        """Deadline of one step, seconds."""
        return self.stage.settings.step_timeout_s

    @property
    def is_told(self) -> bool:
        """Whether its state was read, so that what the runs showed of a change, or of another widget, is not waited for."""
        return self.so_already or (self.adapted and not self.writes)

    @property
    def given(self) -> Bound:
        """The caller's arguments."""
        return self.arguments.given

    def query(self, target: Target, kind: str) -> Query:
        """The question for a target of this step."""
        asked = query_of(
            target, self.arguments, kind, calm=self.calm, literal=self.literal, hidden_ok=kind in HIDDEN_OK
        )  # fmt: skip
        asked = asked.with_whole_names() if self.careful else asked
        return replace(self._asking(asked, kind), former=tuple(self._asking(one, kind) for one in asked.former))

    def _asking(self, query: Query, kind: str) -> Query:
        """A question with what the action asks about its element besides."""
        also, row = dict(_ALSO.get(kind, {})), query.target.get("row")
        if row is not None and kind in aiming.AIMED:
            also["aim"] = {"row": row}
        if self.guarded:
            also["login"] = {"maybe": True}
        if kind == "fill" and self.typing is not None:
            also["same"] = {"script": "field", "ask": "same", "text": self.typing, "maybe": True}
        if kind == "select" and self.choosing is not None:
            also["meant"] = {"script": "choice", "ask": "find", "texts": self.choosing, "maybe": True}
            also["chosen"] = {"script": "choice", "ask": "selected", "maybe": True}
        return replace(query, also=also)

    async def find(self, target: Target, kind: str, timeout_s: float | None = None) -> Found:
        """The element that is meant, in view where it is pointed at, with help where menus or long lists hide it.

        Raises:
            StepStopped: it is not there, or not alone.
        """
        found = await self._find(target, kind, timeout_s)
        if found.lost and await self.stage.fills.put_back(found):
            self.notes.append("filled in again what the page had put another text over")
            found = await self._find(target, kind, timeout_s)
        for _ in range(into_view.MOST):
            if found.hidden or not into_view.is_away(found) or not await into_view.bring(found):
                break
            found = await self._find(target, kind, timeout_s)
        return found

    async def _find(self, target: Target, kind: str, timeout_s: float | None) -> Found:
        known = next((one.target for one in self.healed_targets if (one.step, one.was) == (self.step, target)), target)
        helper = self._helper(target if known.widget is None else known, kind)
        query = self.query(known, kind)
        try:
            self.used = await find(self.stage, query, timeout_s if timeout_s is not None else self.timeout_s, helper)
        except StepStopped as stop:
            if stop.status == "target_not_found" and self.elsewhere:
                stop.seen = f"{stop.seen}; {self.elsewhere}"
            raise
        finally:
            self.notes += helper.notes
            self.healed += helper.healed
            self.dismissed += helper.dismissed
        self.taken = helper.taken
        if self.used.former:
            self.notes.append(f"found as {self.used.former}, as it was called before")
        if helper.healed_target is not None:
            self.healed_targets.append(Healed(step=self.step, was=target, target=helper.healed_target))
        return self.used

    def _helper(self, target: Target, kind: str) -> Helper:
        """What helps to find the element of the step in hand."""
        opens = kind == "click" and not self.writes and self.expects is not None
        return Helper(
            self.stage, target, self.arguments, self.writes, self.repair, self.accepted,
            examples=self.examples if kind == "extract" else (), leads_to=self.leads_to, instead=self.instead, opens=opens,
        )  # fmt: skip

    async def do(self, action: Action, found: Found, do: Do, again: Again | None = None) -> Found:
        """Does something with an element, at most once; what stands in the way before that is waited for or taken away.

        ``again``: finds the element once more where the page has drawn it anew; needed for one that is not the target.

        Raises:
            StepStopped: with the reason from Playwright's call log; status ``unknown`` when it may have happened.
        """
        from playwright.async_api import Error

        deadline = time.monotonic() + self.timeout_s
        cleared: set[str] = set()
        covered = found.about.get("covered")
        slice_s = COVERED_SLICE_S if covered else SLICE_S
        over = await self._stand_in(found) if covered == "own" else None
        while True:
            left = deadline - time.monotonic()
            try:
                await do(over or found.element, min(slice_s, max(SHORTEST_S, left)) * 1000)
                self.dispatched = True
                return found
            except Error as broken:
                if was_dispatched(str(broken)) and await self._page_came():
                    return found
                stop = stop_for(broken, self.arguments.said_action(action))
            if stop.code == "detached" and again is not None and time.monotonic() < deadline:
                found = await again()
                continue
            if stop.code == "covered" and over is None and (over := await self._stand_in(found)) is not None:
                continue
            over = None
            found, slice_s = await self._again(action, found, stop, deadline, cleared), SLICE_S

    async def _stand_in(self, found: Found) -> ElementHandle | None:
        """What is clicked for an element that is covered by a part of its own control, as by the choice that it shows."""
        return await self.ask_element("stand_in", found)

    async def _page_came(self) -> bool:
        """After a dispatched action: whether the page that it asked for came within the time of a page load."""

        async def came() -> bool:
            return not self.stage.activity.loading()

        return await self.until(came, self.stage.settings.navigation_timeout_s)

    async def _again(self, action: Action, found: Found, stop: StepStopped, deadline: float, cleared: set[str]) -> Found:
        if stop.status == "unknown" or stop.code not in RETRYABLE:
            raise stop
        if stop.code == "slow" and time.monotonic() < deadline:
            return found
        if stop.code == "covered" and await self._uncover(found, cleared):
            return found
        if time.monotonic() >= deadline:
            raise await self._with_hint(stop, found)
        if stop.code == "detached" and action.target is not None:
            return await self.find(action.target, action.type)
        return found

    async def _uncover(self, found: Found, cleared: set[str]) -> bool:
        if _LIST not in cleared and await leave_list(found):
            cleared.add(_LIST)
            self.notes.append("left the list of choices that lay over it")
            return True
        said = await clear_cover(found, cleared, self.stage.own_dialogs)
        if said:
            self.dismissed.append(said)
        return bool(said)

    async def _with_hint(self, stop: StepStopped, found: Found) -> StepStopped:
        hint = await validation_hint(found) if stop.code in ("disabled", "not_editable") else ""
        if not hint:
            return stop
        return StepStopped(
            stop.code, status=stop.status, expected=stop.expected, seen=f"{stop.seen}; nearby: {hint}", next=stop.next
        )

    async def ask(self, script: str, found: Found, **query: Any) -> Any:
        """The answer of a page script about an element, as data."""
        return await ask(found.frame, script, query, found.element)

    async def ask_element(self, script: str, found: Found, **query: Any) -> ElementHandle | None:
        """The answer of a page script about an element, as an element."""
        return await ask_element(found.frame, script, query, found.element)

    def until_event(self, page: Page, event: str) -> asyncio.Task[Any]:
        """Listens from now on; the answer is what came, or None after the time of a step."""

        arrived: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def came(what: Any) -> None:
            if not arrived.done():
                arrived.set_result(what)

        page.once(cast("Any", event), came)

        async def wait() -> Any:
            try:
                async with asyncio.timeout(self.timeout_s):
                    return await arrived
            except TimeoutError:
                return None
            finally:
                page.remove_listener(cast("Any", event), came)

        return asyncio.get_running_loop().create_task(wait())

    def also_read(self) -> None:
        """Has what else is to be read after the action read in one message with what is asked next."""
        if self.reads_back is not None:
            self.reads_back()

    def note_so_already(self) -> None:
        """Takes the step as done: what it was to bring about was there."""
        self.already = True
        self.notes.append("was so already")

    async def until(self, test: Callable[[], Awaitable[bool]], timeout_s: float) -> bool:
        """Whether something becomes true in time."""
        return await becomes_true(test, timeout_s)


async def validation_hint(found: Found) -> str:
    """What the form near an element complains about, if anything."""
    said: str = await ask(found.frame, "complaints", {}, found.element)
    return said
