"""Finding the one element that is meant, waiting for it within bounds, and saying what was there instead."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

import anyio

from awm_mcp.errors import StepStopped
from awm_mcp.model.text import plain
from awm_mcp.replay.browsing.frames import frame_of
from awm_mcp.replay.browsing.page_script import ask, ask_resolve
from awm_mcp.replay.staging.at_its_end import is_alone
from awm_mcp.replay.staging.stage import Stage
from awm_mcp.replay.targets.kept_frames import host_kept_away
from awm_mcp.replay.targets.query import Heeding, Query
from awm_mcp.replay.targets.repair import LEAST_MEANING, likely

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, Page

_log = logging.getLogger(__name__)
MOST_NEAR, MOST_RENAMED = 5, 2
_PAUSES_S = (0.02, 0.04, 0.06, 0.1, 0.15)
REQUESTS_FIRST_S = 5.0
QUIET_BEFORE_ACTING_S, QUIET_BEFORE_READING_S = 0.08, 0.2
REST_S = 1.5
_PASSING_ANSWERS = frozenset({"state", "shows", "same", "meant", "chosen", "opener", "login"})


@dataclass(frozen=True)
class Found:
    """The element that is meant, and where it is. ``hidden``: a control whose label or stand-in is shown instead.

    ``former``: in words, what the target was known as before it was healed, if that led to it.
    ``lost``: the fills of this replay that the page has put another text over.
    ``about``: answers of the page scripts that the query asked for besides, from the moment it was found.
    """

    element: ElementHandle
    frame: Frame
    page: Page
    says: str
    disabled: bool = False
    hidden: bool = False
    about: dict[str, Any] = field(default_factory=dict[str, Any])
    former: str = ""
    lost: tuple[int, ...] = ()

    def aged(self) -> Found:
        """The same, some time after it was found: what was so in that moment is not known any more."""
        return replace(self, about={name: one for name, one in self.about.items() if name not in _PASSING_ANSWERS})


@dataclass(frozen=True)
class Look:
    """One look at a page: the element, or the state of affairs (``one``, ``unsettled``, ``many``, ``none``)."""

    state: str
    found: Found | None
    report: dict[str, Any]


async def look(page: Page, query: Query) -> Look:
    """Looks once. A page in the middle of a navigation reads as ``none``."""
    frame = await frame_of(page, query.frame)
    if frame is None:
        return Look("none", None, {"why": "the frame is not there", "no_frame": True})
    return await _look_in_moving(page, frame, query)


async def _look_in_moving(page: Page, frame: Frame, query: Query) -> Look:
    from playwright.async_api import Error

    try:
        return await _look_in(page, frame, query)
    except Error as broken:
        if not _passing(broken):
            raise
        return Look("none", None, {"why": "the page is loading"})


async def _look_in(page: Page, frame: Frame, query: Query) -> Look:
    report, element = await ask_resolve(frame, query.as_argument(), query.also)
    found = None
    if element is not None:
        about, lost = report["also"], tuple(report["lost"])
        state = bool(report["disabled"]), bool(report["hidden"])
        found = Found(element, frame, page, report["says"], *state, about, lost=lost)
    return Look(report["state"], found, report)


class Help(Protocol):
    """What to try while a target is missing. ``nowhere``: where else it was looked for in vain."""

    nowhere: str

    async def __call__(self, query: Query, seen: Look) -> Look | None:
        """A look that found it, or None."""
        ...

    async def known(self) -> Found | None:
        """Where an earlier replay found it, when it is not where the source runs had it; or None."""
        ...

    async def last_resort(self, query: Query) -> Found | None:
        """A repaired target, or None."""
        ...


async def find(stage: Stage, query: Query, timeout_s: float, help: Help | None = None) -> Found:
    """Waits until the target can be used: it is the only one, and what the last action set off has come to rest.

    Raises:
        StepStopped: ``target_not_found``, ``ambiguous_target`` or a more telling code, with the nearest candidates.
    """
    found = await _search(stage, query, timeout_s, help)
    stage.used_frames.add(found.frame)
    return found


async def _search(stage: Stage, query: Query, timeout_s: float, help: Help | None) -> Found:
    wait = _Wait(stage, timeout_s, reads=query.action == "extract")
    while True:
        stage.back_from_closed()
        if await wait.for_requests():
            continue
        seen = await _look_at_pages(stage, query.heeding(wait.heeds()))
        if seen.found is not None and (wait.is_calm(seen) or wait.long_unsettled()):
            return seen.found
        if help is not None and wait.is_still_missing(seen) and (known := await help.known()) is not None:
            return known
        if help is not None and seen.state == "none" and wait.time_for_help():
            better = await help(query, seen)
            if better is not None and better.found is not None:
                return better.found
        rests = wait.at_rest_without_it(seen)
        if rests and (repaired := await _repaired(query, seen, help)) is not None:
            return repaired
        if wait.over() or (rests and await _is_at_its_end(stage, query, seen)):
            return await _give_up(stage, query, seen, help)
        await wait.pause(seen)


async def _is_at_its_end(stage: Stage, query: Query, seen: Look) -> bool:
    """Whether nothing more can come of a page that rests: it set itself no timer, listens to nobody and loads nothing."""
    from playwright.async_api import Error

    if query.action == "wait_for" or seen.report.get("hidden") or not is_alone(stage):
        return False
    try:
        return bool(await ask(stage.page.main_frame, "ended", {}))
    except Error as broken:
        if not _passing(broken):
            raise
        return False


async def _give_up(stage: Stage, query: Query, seen: Look, help: Help | None) -> Found:
    if (repaired := await _repaired(query, seen, help)) is not None:
        return repaired
    stop = await missing(stage, query)
    if help is not None and help.nowhere and stop.status == "target_not_found":
        stop.seen = f"{stop.seen}; {help.nowhere}"
    raise stop


async def _repaired(query: Query, seen: Look, help: Help | None) -> Found | None:
    if help is None or seen.state != "none" or seen.report.get("hidden"):
        return None
    return await help.last_resort(query)


class _Wait:
    """The bounds of one search."""

    def __init__(self, stage: Stage, timeout_s: float, *, reads: bool) -> None:
        self._stage, self._timeout_s = stage, timeout_s
        self._quiet_s = QUIET_BEFORE_READING_S if reads else QUIET_BEFORE_ACTING_S
        self._pending = stage.activity.pending_for_reading if reads else stage.activity.pending
        self._began = time.monotonic()
        self._deadline = self._began + timeout_s
        self._turn, self._unsettled_since, self._helped = 0, 0.0, False
        self._changes, self._still_since, self._rested = -1, self._began, False

    async def for_requests(self) -> bool:
        """Waits a little for a request of the last action; false when there is none, or it takes too long.

        Pages ask for one thing after the other, and begin a moment after the action: only a short quiet tells the end.
        """
        now, activity = time.monotonic(), self._stage.activity
        if now - self._began > REQUESTS_FIRST_S:
            return False
        if self._pending():
            await activity.wait_change(0.05)
            return True
        quiet = self._quiet_s - (now - activity.scripted)
        if quiet > 0:
            await activity.wait_change(quiet)
        return quiet > 0

    def heeds(self) -> Heeding:
        """What of the page's own doings still counts: after a short quiet only what it has set itself to do.

        A page that may be told something without asking is not known to be still before that.
        """
        now, activity = time.monotonic(), self._stage.activity
        quiet = now - max(activity.last, activity.marked_at) > self._quiet_s
        if quiet or now - self._began > REQUESTS_FIRST_S:
            return "timers"
        return "quiet" if activity.hears else "all"

    def is_calm(self, seen: Look) -> bool:
        """Whether the target can be used: it is the only one, and nothing was asked for while it was looked at."""
        late = time.monotonic() - self._began > REQUESTS_FIRST_S
        return seen.state == "one" and (late or not self._pending())

    def is_still_missing(self, seen: Look) -> bool:
        """Whether it is not there, and nothing that was asked for may bring it."""
        return seen.state == "none" and not self._pending()

    def long_unsettled(self) -> bool:
        """Whether the place has been restless for longer than is worth waiting."""
        now = time.monotonic()
        self._unsettled_since = self._unsettled_since or now
        return now - self._unsettled_since > 2.5

    def time_for_help(self) -> bool:
        """Once, after a while."""
        if self._helped or time.monotonic() - self._began < min(1.2, self._timeout_s / 3):
            return False
        self._helped = True
        return True

    def at_rest_without_it(self, seen: Look) -> bool:
        """Once: when the page answered all requests and has not changed for a while, and still lacks the target."""
        now, changes = time.monotonic(), int(seen.report.get("changes", -1))
        if changes != self._changes or changes < 0 or self._stage.activity.pending_for_reading():
            self._changes, self._still_since = changes, now
        if self._rested or not self._helped or seen.state != "none" or now - self._still_since < REST_S:
            return False
        self._rested = True
        return True

    def over(self) -> bool:
        """Whether the time is up; a page that is still loading gets the time of a page load."""
        now = time.monotonic()
        if self._stage.activity.loading():
            longest = self._began + self._stage.settings.navigation_timeout_s
            self._deadline = max(self._deadline, min(now + 1, longest))
        return now > self._deadline

    async def pause(self, seen: Look) -> None:
        """Between two looks; what the page has set itself to do is waited for at once."""
        if soon := float(seen.report.get("soon", 0)):
            await self._stage.activity.wait_change(soon / 1000 + 0.005)
            return
        await anyio.sleep(_PAUSES_S[min(self._turn, len(_PAUSES_S) - 1)])
        self._turn += 1


async def _look_at_pages(stage: Stage, query: Query) -> Look:
    """Under its former names first: they were nowhere when the target was healed, so where one is back, it is meant."""
    for former in reversed(query.former):
        seen = await _look_at_all(stage, former)
        if seen.found is not None:
            return replace(seen, found=replace(seen.found, former=former.words))
    return await _look_at_all(stage, query)


async def _look_at_all(stage: Stage, query: Query) -> Look:
    """The page in use first, then tabs that were opened since: the next target may be there."""
    here = await look(stage.page, query)
    if here.found is not None:
        return here
    for page in [p for p in stage.fresh if not p.is_closed()]:
        there = await look(page, query)
        if there.found is not None:
            stage.follow(page)
            return there
    return await _look_in_frames(stage, query, here)


async def _look_in_frames(stage: Stage, query: Query, here: Look) -> Look:
    """What a report calls by its name may be in an inline frame that it does not speak of: the only one that has it.

    What was seen in a browser has a path, and its frame is known.
    """
    if query.frame or here.state != "none" or not query.frame_unknown:
        return here
    looks = [await _look_in_moving(stage.page, frame, query) for frame in stage.own_frames()[1:]]
    having = [one for one in looks if one.state != "none"]
    return having[0] if len(having) == 1 else here


async def missing(stage: Stage, query: Query) -> StepStopped:
    """The stop for a target that is not there, or not the only one.

    Raises:
        StepStopped: there is no page at all to look on.
    """
    stage.check_loaded()
    seen = await look(stage.page, query.explaining())
    report = seen.report
    near: list[dict[str, str]] = report.get("candidates", [])
    if seen.state == "none" and not report.get("hidden"):
        near = [*await _under_other_names(stage, query, {one["element"] for one in near}), *near][:MOST_NEAR]
    candidates = tuple({key: plain(c[key], 160) for key in ("element", "why_not", "instead") if c.get(key)} for c in near)
    if seen.state == "many":
        return StepStopped(
            "ambiguous_target", status="ambiguous_target", expected=f"one {query.words}", candidates=candidates,
            seen=f"{report['count']} elements that agree equally",
            next="name what tells it apart, or do this step by hand",
        )  # fmt: skip
    code, said = _why_missing(report, stage)
    if host := await host_kept_away(stage, query):
        return StepStopped(
            "frame_kept_away", status="target_not_found", expected=query.words,
            seen=f"the inline frame it is in is of {host}, which does not belong to the workflow's site; it was not loaded",
            next="allow the host with AWM_EXTRA_HOSTS if it belongs to the task, and call again; or do this step by hand",
        )  # fmt: skip
    return StepStopped(
        code, status="target_not_found", expected=query.words, candidates=candidates, seen=said,
        next="do this step by hand and resume at the next one",
    )  # fmt: skip


async def _under_other_names(stage: Stage, query: Query, told: set[str]) -> list[dict[str, str]]:
    """What may be meant under a name that means the same, for the caller to decide; nothing is taken here."""
    from playwright.async_api import Error

    try:
        frame = await frame_of(stage.page, query.frame)
        known = await likely(frame, query, stage.redact, least=LEAST_MEANING) if frame is not None else []
    except Error as moving:
        _log.debug("no other names told: %s", moving)
        return []
    names = dict.fromkeys(one.about.words for one in known if one.about.words not in told)
    return [{"element": name, "why_not": "it has another name, which may mean the same"} for name in names][:MOST_RENAMED]


def _why_missing(report: dict[str, Any], stage: Stage) -> tuple[str, str]:
    status = stage.last_status
    page_said = f"; the page answered with HTTP {status}" if status is not None and status >= 400 else ""
    if report.get("no_frame"):
        return "frame_not_found", "the inline frame it is in is not on the page" + page_said
    if report.get("hidden"):
        return "hidden", "it is on the page but hidden; perhaps a menu has to be opened or hovered first"
    if report.get("why"):
        return "target_not_found", str(report["why"]) + page_said
    closed: list[str] = report.get("closed") or []
    if closed:
        tags = ", ".join(f"<{name}>" for name in closed)
        said = f"not in the page; it may be inside the closed shadow root of {tags}, which cannot be reached"
        return "closed_shadow_root", said
    return "target_not_found", "nothing that agrees" + page_said


_PASSING = (
    "Execution context was destroyed", "navigat", "detached", "Cannot find context", "has been closed", "adopt",
    "does not answer",
)  # fmt: skip


def _passing(broken: Exception) -> bool:
    return any(mark in str(broken) for mark in _PASSING)
