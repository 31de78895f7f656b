"""What a replay returns: an honest account that lets an agent go on."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from awm_mcp.model.base import Word
from awm_mcp.model.target import Target

Status = Literal[
    "ok", "precondition_failed", "target_not_found", "ambiguous_target", "step_failed", "postcondition_failed",
    "needs_input", "confirmation_required", "dry_run", "running", "cancelled", "unknown",
]  # fmt: skip


NO_BROWSER = frozenset(
    {"browser_closed", "browser_does_not_start", "browser_not_reached", "no_browser", "no_display", "two_browsers"}
)
"""Codes by which a replay ends that got no browser: nothing of its workflow was tried."""


class PageState(Word):
    """Where the browser is now. ``text``: what the page says at a good end, its messages first; page text, cut short."""

    url: str = ""
    title: str = ""
    text: str = ""


class Candidate(Word):
    """An element that was near the target, with why it was not taken."""

    element: str
    why_not: str


class Stopped(Word):
    """Where and why a replay stopped. ``remaining``: the steps not done, in words with the arguments filled in.

    ``code`` names the kind of fault (``covered``, ``disabled``, ``no_such_option``, ``site_boundary``, …); ``around`` is
    a compact accessibility snapshot of the place; ``options`` are the live choices when input is needed, and what the page
    offers now in the place of a row or an element that a value named and that is not there.
    """

    step: int
    action: str = ""
    code: str = ""
    expected: str = ""
    seen: str = ""
    candidates: tuple[Candidate, ...] = ()
    remaining: tuple[str, ...] = ()
    around: str = ""
    options: tuple[str, ...] = ()


class StepDone(Word):
    """One row of the step table. ``note``: what was special (skipped, healed, re-formatted value, overlay dismissed)."""

    step: int
    action: str
    ms: int
    note: str = ""


class Healed(Word):
    """A target that was found under another name than the recorded one.

    ``step``: its number (1-based), also where it is a block of others. ``was`` is the workflow's own target, ``target`` the
    same as the live page describes it now.
    """

    step: int
    was: Target
    target: Target


class SeenEnd(Word):
    """What a replay showed at a good end, for the next ones.

    ``page``: its place as a shape (``/people/*``). ``row``: the parameters whose values stand together in one row of a list
    there; empty where none does. ``listed``: the page that the replay came by and that, loaded anew, has that row, where
    the end itself has none. ``dialogs``: how many dialogs are open.
    """

    page: str
    listed: str = ""
    row: tuple[str, ...] = ()
    dialogs: int = 0


class Outcome(Word):
    """The result of a replay; the same data goes out as structured content and as text.

    ``status`` is ``dry_run`` where a dry run got to what writes: nobody has to be asked for that.
    ``healed_targets``, ``callers_mistake``, ``sent`` and ``end`` are for the memory, not for agents: these read ``healed``
    and ``stopped``. ``end``: of one that wrote, what it showed when it was good. ``sent``: by the numbers of steps that
    pressed something what each sent, as shapes.
    ``callers_mistake``: it stopped because of how it was called, which says nothing of the workflow. ``handle``: the page is
    still open under it, where it stopped or where a part of larger tasks led to.
    """

    run_id: str
    workflow: str
    version: int = 1
    status: Status
    outputs: dict[str, Any] = Field(default_factory=dict[str, Any])
    page: PageState = PageState()
    steps_done: int = 0
    steps_total: int = 0
    stopped: Stopped | None = None
    steps: tuple[StepDone, ...] = ()
    healed: tuple[str, ...] = ()
    healed_targets: tuple[Healed, ...] = ()
    callers_mistake: bool = False
    sent: dict[str, tuple[str, ...]] = Field(default_factory=dict[str, tuple[str, ...]])
    end: SeenEnd | None = None
    dismissed: tuple[str, ...] = ()
    artifacts: tuple[str, ...] = ()
    handle: str | None = None
    ms: int = 0
    next: str = ""

    @property
    def ok(self) -> bool:
        """Whether the end state was seen."""
        return self.status == "ok"

    @property
    def never_began(self) -> bool:
        """Whether there was no browser to begin in; that says nothing of the workflow."""
        return self.stopped is not None and not self.steps_done and self.stopped.code in NO_BROWSER
