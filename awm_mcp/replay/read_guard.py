"""What a workflow that only reads must not send when it is called: no source run and no proof of it sent anything.

A page that changed may send where it only showed something before. Such a request is held back at the network, as in
verification, and the replay stops at the step that sent it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from awm_mcp.errors import StepStopped
from awm_mcp.model import FlowStep
from awm_mcp.replay.port import ReplayRequest
from awm_mcp.replay.writes import READS, WriteGuard

if TYPE_CHECKING:
    from playwright.async_api import Request

LATE_S = 1.2
"""Pages send so long after a step what they were told in it; what comes later is their own doing, seconds."""


def is_read(request: ReplayRequest) -> bool:
    """Whether a call may change nothing: its workflow was learned as one that reads and is not played to be proven."""
    flow = request.workflow
    held = request.until_write or request.dry_run
    return flow.risk == "read" and bool(flow.evidence.runs) and not held and not any(step.writes for step in flow.steps)


@dataclass
class ReadGuard(WriteGuard):
    """Holds back what writes. What the page sends by itself, also before anything was done, is let through.

    A step that is only there on some visits may send: the runs' own consent to cookies is no change of the site.
    """

    PERIODIC: ClassVar[int] = 1

    _may: bool = False
    _between: bool = False
    _until: float = 0.0

    def at(self, step: FlowStep) -> None:
        """Before a step: what is sent until it acts, when a dialog over the page was put away, is held back and no more."""
        self._may, self._between = step.optional, True

    def end(self, kind: str) -> None:
        """After an action."""
        super().end(kind)
        self._until = time.monotonic() + LATE_S

    def begin(self, kind: str, *, signing_in: bool, stays: str = "") -> None:
        """Before an action of a kind is done."""
        super().begin(kind, signing_in=signing_in, stays=stays)
        self._until, self._between = float("inf"), False

    def _note(self, sent: str) -> None:
        if not self._between:
            super()._note(sent)

    def _is_let_through(self, request: Request) -> bool:
        if self._activity is not None and self._activity.was_sent_by_itself(request):
            return True
        asks = request.method in READS and request.resource_type != "document"
        return self._may or asks or time.monotonic() > self._until


def unexpected(sent: str) -> StepStopped:
    """The stop for something that a read would have sent."""
    return StepStopped(
        "unexpected_write", status="step_failed", expected="nothing that changes the site: this workflow only reads",
        seen=f"the page would have sent {sent}, which no run of it sent; it was held back",
        next="the page works in another way by now: look at it (browser_snapshot) and go on by hand, then report_run it",
    )  # fmt: skip
