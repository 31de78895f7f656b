"""What the product needs of a browser: replay a workflow, look at a reported run again, keep a stopped page open."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from pydantic import Field

from awm_mcp.model import Outcome, Run, SeenEnd, Step, Workflow
from awm_mcp.model.base import Word

if TYPE_CHECKING:
    from playwright.async_api import StorageState

Progress = Callable[[int, int, str], Awaitable[None]]
"""Called with (steps done, steps in all, what is being done) at each step and at least every five seconds."""


UNTIL_WRITE, SENDS = "until_write", "sends_write"
"""Codes of stops on purpose: before a step that looks as if it wrote, and at one that was seen to."""
RepairMode = Literal["off", "safe", "ask"]
Arguments = Mapping[str, str | list[str]]


class ReplayRequest(Word):
    """One replay, at most once. ``arguments`` are already checked against the parameters (``model.arguments.bind``).

    ``origin``: where the site is now. ``start_url``: the very address to begin at, where it is the start page's with more in
    its query (a visit's own marks); else it is not used. ``until_write``: stop before the first step that writes.
    ``dry_run``: resolve and check every step that can be without acting on the ones that write. ``resume``: handle of an
    open page, to go on at step ``from_step`` (1-based). ``keep_page``: keep the page open under a handle on any stop.
    ``keep_end``: also at a good end, or not; by itself only that of a part that leaves a page and returns nothing.
    ``choice``: the proposed element that may be taken at ``from_step``, in the words of the proposal. ``repair``: how
    missing targets are repaired, if not as the owner's settings say. ``read_only``: the caller was promised that nothing is
    changed, whatever the workflow does. ``seen_end``: what all good replays of this version showed at their end.
    """

    run_id: str
    workflow: Workflow
    arguments: dict[str, str | list[str]] = Field(default_factory=dict[str, str | list[str]])
    origin: str
    start_url: str | None = None
    hosts: tuple[str, ...] = ()
    until_write: bool = False
    dry_run: bool = False
    resume: str | None = None
    from_step: int | None = None
    keep_page: bool = True
    keep_end: bool | None = None
    read_only: bool = False
    choice: str | None = None
    repair: RepairMode | None = None
    principal: str = "local"
    seen_end: SeenEnd | None = None

    @property
    def leaves_page(self) -> bool:
        """Whether the page stays open when the workflow reached its end."""
        flow = self.workflow
        is_way = flow.kind == "subtask" and not flow.outputs
        return self.keep_page and not self.dry_run and (is_way if self.keep_end is None else self.keep_end)


@dataclass
class SignIn:
    """The sign-in of one run or workflow, and what is known of it from before.

    ``steps``: numbers (1-based) of the steps that sign in. ``state``: cookies and storage of a browser that has signed in
    by the same steps; ``address``: where it was then; ``seen``: the first steps of the run as they were seen then, for a
    run that goes on after them. ``failed``: why signing in failed; no secret is typed then.
    A replay sets ``state`` and ``address``, or ``failed``, by what came of its own sign-in.
    """

    steps: frozenset[int]
    state: StorageState | None = field(default=None, repr=False)
    address: str = ""
    seen: tuple[Step, ...] = ()
    failed: str = ""


class Observation(Word):
    """A reported run looked at again in the live page.

    ``run``: the run with enriched targets and effects, as far as it was followed. ``followed``: steps done of all.
    ``complete``: whether the whole run was followed; ``why``: why not, in words. ``hosts``: other hosts it needed.
    """

    run: Run
    followed: int
    complete: bool
    why: str = ""
    hosts: tuple[str, ...] = ()


class RepairCandidate(Word):
    """An element that may be the missing target; none of these is known as something else or has another role.

    ``words``: role and name; ``near``: names of the regions and headings that it is in. ``meaning``: 0 to 1, how far its
    name means the same by a general vocabulary; ``witnesses``: how many marks of the target it has (test id, row, …);
    ``wider``: it leads to all of what the target leads to ("All epics" for "Epics"), and nothing else there to any of it.
    """

    words: str
    near: tuple[str, ...] = ()
    meaning: float = 0.0
    witnesses: float = 0.0
    wider: bool = False


class RepairQuestion(Word):
    """What is missing, for which action, and what is there instead, the likeliest first. Names come from the page."""

    wanted: str
    action: str
    near: tuple[str, ...] = ()
    writes: bool = False
    candidates: tuple[RepairCandidate, ...] = ()


class RepairChoice(Word):
    """``index`` of the candidate (0-based) that is the target, or None; ``reason`` in words."""

    index: int | None = None
    reason: str = ""


class Repairer(Protocol):
    """Says which element a target has become. What it chooses still has to pass the rules of what repair may take."""

    async def choose(self, question: RepairQuestion, site: str) -> RepairChoice:
        """One candidate, or none. ``site``: where the replay is; budgets are kept by it. Never raises."""
        ...


class Replayer(Protocol):
    """The browser side of the product."""

    async def replay(
        self, request: ReplayRequest, progress: Progress | None = None, *, sign_in: SignIn | None = None
    ) -> Outcome:
        """Replays a workflow; never raises for what a page does, the Outcome says it. Cancellation closes the page.

        ``sign_in``: what is known of its sign-in, and takes what this replay finds out of it.
        """
        ...

    async def observe(self, run: Run, *, allow_writes: bool = False, sign_in: SignIn | None = None) -> Observation:
        """Follows a reported run literally, up to its first writing step unless writes are allowed, and enriches it.

        ``sign_in``: as for a replay; with ``seen`` the run is taken up after these steps, signed in.
        """
        ...

    async def artifact(self, run_id: str, step: int | None = None, principal: str = "local") -> tuple[bytes, str] | None:
        """A screenshot kept of a principal's run (PNG bytes, mime type), of a step or of its end."""
        ...

    def kept_arguments(self, handle: str, workflow: str, principal: str = "local") -> Arguments:
        """What the workflow was called with that stopped on an open page; nothing for a page that is not of it.

        Raises:
            NotFound: ``page_expired``; the handle is unknown, expired, closed, or another principal's.
        """
        ...

    async def close(self) -> None:
        """Ends the browser; nothing is left running."""
        ...
