"""What a workflow that only reads must not send when it is called: no source run and no proof of it sent anything.

A page that changed may send where it only showed something before. Such a request is held back at the network. Where it is
the step's own, the replay stops; what a page only notes beside it (what was viewed, which tab was open) is told.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, NamedTuple
from urllib.parse import urlsplit

from awm_mcp.errors import StepStopped
from awm_mcp.model import FlowStep, StepDone
from awm_mcp.model.changes import changing_address
from awm_mcp.model.site import path_of
from awm_mcp.replay.port import ReplayRequest
from awm_mcp.replay.traffic.activity import fingerprint
from awm_mcp.replay.traffic.telemetry import carries
from awm_mcp.replay.writing.writes import QUIET, READS, WriteGuard

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Request, Route

LATE_S = 1.2
"""Pages send so long after a step what they were told in it; what comes later is their own doing, seconds."""
HELP_S = 0.5
"""Help for a missing target, which may put a dialog away, begins later than this after its step, seconds."""
_FAILED = 400
"""What a request that is held back is answered with: most scripts go on after it, and none tries again."""
_VISITED = re.compile(
    r"/(recently[-_]?(viewed|visited|seen|opened)|last[-_]?(seen|viewed|visited|visit|tab|opened|read)|recents?|history|views?"
    r"|viewed|visits?|visited|seen|impressions?|exp|experiments?|ab[-_]?tests?|variants?|prefs?|preferences|ui[-_]?state)"
    r"(/[^/]*)?/?$",
    re.I,
)
"""Addresses at which a site notes what was looked at, and how."""


def is_read(request: ReplayRequest) -> bool:
    """Whether a call may change nothing: its workflow was learned as one that reads, or the caller was promised a read.

    What is played to be proven has a guard of its own.
    """
    flow = request.workflow
    held = request.until_write or request.dry_run
    learned = flow.risk == "read" and bool(flow.evidence.runs) and not any(step.writes for step in flow.steps)
    return (learned or request.read_only) and not held


class Held(NamedTuple):
    """Something that was held back, and the number of the step that sent it."""

    step: int
    sent: str


@dataclass
class ReadGuard(WriteGuard):
    """Holds back what writes. What the page sends by itself, also before anything was done, is let through.

    A step that is only there on some visits may send: the runs' own consent to cookies is no change of the site.

    ``stopped``: what is more than a note beside a step: pages, deletions, what was typed. ``held``: all else; the replay
    goes on where the step also asked for something, so that what it shows is not the answer to what was held back.
    """

    PERIODIC: ClassVar[int] = 1
    REFUSED: ClassVar[str] = "aborted"
    """So the browser stays on the page that asked for another, which is handed over."""

    held: list[Held] = field(default_factory=list[Held])
    _owed: list[str] = field(default_factory=list[str])
    _asked: bool = False
    _acted: int = 0
    _may: bool = False
    _since: float = float("inf")
    _until: float = 0.0
    _context: BrowserContext | None = None

    async def _look_at(self, context: BrowserContext) -> None:
        """Only notes what pages send by themselves: before the first action on a page nothing is held back, and each request
        that is asked about costs time, and the browser its cache.
        """
        self._context = context
        context.on("request", self._see)

    def _see(self, request: Request) -> None:
        if not self.acting and request.method not in READS:
            self._ambient[fingerprint(request)] += 1

    async def ready(self, kind: str) -> None:
        """Before an action: from the first that acts on a page on, every request is looked at before it is sent."""
        if self._context is None or kind == "goto":
            return
        context, self._context = self._context, None
        context.remove_listener("request", self._see)
        await super()._look_at(context)

    def at(self, step: FlowStep) -> None:
        """Before a step: what is sent until it acts, when a dialog over the page was put away, is held back and no more."""
        self._may, self._since = step.optional, time.monotonic()

    def end(self, kind: str) -> None:
        """After an action."""
        super().end(kind)
        self._until = time.monotonic() + LATE_S

    def begin(self, kind: str, *, signing_in: bool, stays: str = "") -> None:
        """Before an action of a kind is done."""
        super().begin(kind, signing_in=signing_in, stays=stays)
        self._until = self._since = float("inf")
        if kind not in QUIET:
            self._asked, self._acted = False, self._step

    def withheld(self, *, stopping: bool) -> str:
        """What was held back and keeps the replay from going on; empty when it may.

        ``stopping``: the step in hand cannot be done, which is for want of what the last action would have sent.
        """
        busy = self._activity
        self._asked = self._asked or (busy is not None and bool(busy.asked or busy.documents))
        if self._asked:
            self._owed.clear()
        late = [one.sent for one in self.held if stopping and one.step >= self._acted]
        return next(iter((*self.stopped, *self._owed, *late)), "")

    @property
    def _step(self) -> int:
        return self._activity.step if self._activity is not None else 0

    def _note(self, sent: str, request: Request) -> None:
        if time.monotonic() - self._since > HELP_S:
            return
        noted = bool(_VISITED.search(urlsplit(request.url).path)) and request.method != "DELETE"
        changes = request.method == "DELETE" or (not noted and changing_address(path_of(request.url)) != "")
        if request.resource_type == "document" or changes or carries(request, self._typed):
            super()._note(sent, request)
            return
        self.held.append(Held(self._step, sent))
        if not noted:
            self._owed.append(sent)

    async def _refuse(self, route: Route, request: Request) -> None:
        if request.resource_type not in ("fetch", "xhr") or self._activity is None:
            await super()._refuse(route, request)
            return
        self._activity.keep_back(request)
        await route.fulfill(status=_FAILED, content_type="application/json", body="{}")

    def _is_let_through(self, request: Request) -> bool:
        if self._activity is not None and self._activity.was_sent_by_itself(request):
            return True
        asks = request.method in READS and request.resource_type != "document"
        return self._may or asks or time.monotonic() > self._until


def with_held(rows: Sequence[StepDone], guard: ReadGuard | None) -> tuple[StepDone, ...]:
    """The rows of the steps, each with what was held back of it."""
    told: dict[int, list[str]] = {}
    for step, sent in dict.fromkeys(guard.held if guard is not None else ()):
        told.setdefault(step, []).append(sent)
    said = {step: f"held back {', '.join(sent)}: this workflow only reads" for step, sent in told.items()}
    return tuple(
        row.model_copy(update={"note": "; ".join(filter(None, (row.note, said[row.step])))}) if row.step in said else row
        for row in rows
    )


def unexpected(sent: str) -> StepStopped:
    """The stop for something that a read would have sent."""
    return StepStopped(
        "unexpected_write", status="step_failed", expected="nothing that changes the site: this workflow only reads",
        seen=f"the page would have sent {sent}, which no run of it was seen to send; it was held back",
        next="look at the page (browser_snapshot); if that is what the task asks for, do it by hand and report_run it",
    )  # fmt: skip
