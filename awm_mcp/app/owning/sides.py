"""One browser side for each principal, made when first needed: browser, open pages, secrets and logins are never shared."""

from __future__ import annotations

import logging
import math
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from awm_mcp.app.owning.principals import OWNER, reporter_of, settings_of, tag_of
from awm_mcp.app.owning.wiring import BrowserSide
from awm_mcp.config import Settings
from awm_mcp.errors import Unavailable
from awm_mcp.model import Caller, Outcome, Run, Target
from awm_mcp.replay.browsing.handles import OpenPages
from awm_mcp.replay.browsing.run_folder import RunFolder
from awm_mcp.replay.by_hand.primitives import PrimitiveSpec, Recording
from awm_mcp.replay.by_hand.seen import Seen
from awm_mcp.replay.port import Observation, Progress, Repairer, ReplayRequest, SignIn
from awm_mcp.replay.targets.looking import PageLook

log = logging.getLogger(__name__)
MOST_SIDES = 8
"""Principals with a browser at the same time besides the owner; the one idle longest makes room."""


class BrowserSides:
    """Replayer and ``browser_*`` tools of everybody; each call goes to the side of its principal."""

    def __init__(self, settings: Settings, repairer: Repairer | None = None) -> None:
        self._settings, self._repairer = settings, repairer
        self._sides: dict[str, BrowserSide] = {}
        self._busy: dict[str, int] = {}
        self._closing: list[BrowserSide] = []

    @property
    def specs(self) -> Sequence[PrimitiveSpec]:
        """The definitions of the ``browser_*`` tools."""
        return self._of(OWNER).tools.specs

    async def call(self, name: str, arguments: Mapping[str, Any], caller: Caller, *, within_s: float = math.inf) -> Seen:
        """See :meth:`awm_mcp.replay.by_hand.primitives.BrowserTools.call`."""
        await self._make_room(caller.principal)
        with self._using(caller.principal) as side:
            return await side.tools.call(name, arguments, caller, within_s=within_s)

    def recording(self, session: str, principal: str = OWNER, task: str = "") -> Recording:
        """See :meth:`awm_mcp.replay.by_hand.primitives.BrowserTools.recording`."""
        return self._of(principal).tools.recording(session, principal, task)

    async def note_answer(self, session: str, answer: str, principal: str = OWNER, task: str = "") -> bool:
        """See :meth:`awm_mcp.replay.by_hand.primitives.BrowserTools.note_answer`."""
        with self._using(principal) as side:
            return await side.tools.note_answer(session, answer, principal, task)

    def url(self, principal: str) -> str | None:
        """Where the principal's open page is; no browser is started to tell."""
        side = self._sides.get(principal)
        return PageLook(side.open_pages).url(principal) if side is not None else None

    async def present(self, principal: str, targets: Sequence[Target]) -> Sequence[bool | None]:
        """See :meth:`awm_mcp.replay.targets.looking.PageLook.present`."""
        side = self._sides.get(principal)
        return await PageLook(side.open_pages).present(principal, targets) if side is not None else [None] * len(targets)

    async def replay(
        self, request: ReplayRequest, progress: Progress | None = None, *, sign_in: SignIn | None = None
    ) -> Outcome:
        """Replays in the browser of the request's principal."""
        await self._make_room(request.principal)
        with self._using(request.principal) as side:
            return await side.replayer().replay(request, progress, sign_in=sign_in)

    async def observe(self, run: Run, *, allow_writes: bool = False, sign_in: SignIn | None = None) -> Observation:
        """Looks at a run again with the logins and secrets of who reported it, never with another's."""
        principal = reporter_of(run.reporters)
        await self._make_room(principal)
        with self._using(principal) as side:
            return await side.replayer().observe(run, allow_writes=allow_writes, sign_in=sign_in)

    async def artifact(self, run_id: str, step: int | None = None, principal: str = OWNER) -> tuple[bytes, str] | None:
        """A screenshot from the principal's own folder; no browser is needed."""
        if (side := self._sides.get(principal)) is not None:
            await side.settled(run_id)
        data = RunFolder(settings_of(self._settings, principal).runs_dir, run_id).read(step)
        return (data, "image/png") if data is not None else None

    def kept_arguments(self, handle: str, workflow: str, principal: str = OWNER) -> Mapping[str, str | list[str]]:
        """See :meth:`awm_mcp.replay.port.Replayer.kept_arguments`."""
        side = self._sides.get(principal)
        pages = side.open_pages if side is not None else OpenPages(self._settings)  # nothing is open yet
        note = pages.peek(handle, principal).note
        return note.arguments if note.workflow == workflow else {}

    async def close(self) -> None:
        """Closes every open page and ends every browser."""
        for side in [*self._sides.values(), *self._closing]:
            await side.close()

    @contextmanager
    def _using(self, principal: str) -> Generator[BrowserSide]:
        side = self._of(principal)
        self._busy[principal] = self._busy.get(principal, 0) + 1
        try:
            yield side
        finally:
            self._busy[principal] -= 1

    def _of(self, principal: str) -> BrowserSide:
        side = self._sides.pop(principal, None) or self._made(principal)
        self._sides[principal] = side
        return side

    def _made(self, principal: str) -> BrowserSide:
        settings = settings_of(self._settings, principal)
        if principal == OWNER:
            return BrowserSide(settings, repairer=self._repairer)
        settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        return BrowserSide(settings, environment={}, repairer=self._repairer)

    async def _make_room(self, principal: str) -> None:
        """Ends the browser of the principal idle longest when there are too many.

        Raises:
            Unavailable: all of them are in use.
        """
        others = [one for one in self._sides if one != OWNER]
        if principal in self._sides or principal == OWNER or len(others) < MOST_SIDES:
            return
        idle = [one for one in others if not self._busy.get(one) and not len(self._sides[one].open_pages)]
        if not idle:
            raise Unavailable(
                "too_many_principals",
                expected=f"at most {MOST_SIDES} principals with open pages",
                seen=f"{len(others)}",
                next="try again in a few minutes",
            )
        side = self._sides.pop(idle[0])
        self._closing.append(side)
        await side.close()
        self._closing.remove(side)
        log.info("the browser of principal %s was ended to make room", tag_of(idle[0]))
