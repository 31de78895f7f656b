"""What the product needs of a memory, as small ports. Adapters: ``sql.py`` (SQLite, PostgreSQL) and ``fake.py``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from awm_mcp.model import Catalogue, Event, Outcome, Run, State, Workflow
from awm_mcp.model.base import Word
from awm_mcp.model.job import Job, JobKind, JobState

__all__ = [
    "NOT_TRIED",
    "VERIFICATION",
    "CatalogueStore",
    "EventLog",
    "Finder",
    "Hit",
    "Job",
    "JobKind",
    "JobState",
    "JobTable",
    "Memory",
    "OutcomeStore",
    "RunStore",
    "SiteBook",
    "WorkflowStore",
]

VERIFICATION = "verify_"
"""How ids of verification replays begin; their outcomes are kept, but do not count as use."""

CALLERS_MISTAKE = "callers_mistake"
"""What counts in the place of the status of a replay that stopped because of how it was called."""

NEVER_BEGAN = "never_began"
"""What counts in the place of the status of a replay that got no browser."""

NOT_TRIED = ("running", "needs_input", "confirmation_required", "dry_run", "cancelled", CALLERS_MISTAKE, NEVER_BEGAN)
"""Statuses that say nothing about whether a workflow works."""


def counted_as(outcome: Outcome) -> str:
    """The status that the record of a workflow in use goes by."""
    if outcome.never_began:
        return NEVER_BEGAN
    return CALLERS_MISTAKE if outcome.callers_mistake else outcome.status


def counts_in_record(outcome: Outcome) -> bool:
    """Whether an outcome is for or against its workflow."""
    return counted_as(outcome) not in NOT_TRIED


class Hit(Word):
    """A workflow that fits a task text. ``score``: higher is better, comparable within one search only.

    ``exact``: one of its templates makes the whole text, so it is most likely the very task; else only words are shared.
    ``alike``: an embedder, where one is used, holds the text for about the same.
    """

    workflow: Workflow
    score: float
    why: str = ""
    exact: bool = False
    alike: bool = False


class RunStore(Protocol):
    """Keeps runs; equal content is kept once."""

    async def add(self, run: Run) -> tuple[Run, bool]:
        """Stores a run under a fresh id; the flag says that its content was known already (then the known one)."""
        ...

    async def get(self, run_id: str) -> Run | None: ...

    async def of_site(self, site: str, *, solved_only: bool = True) -> Sequence[Run]:
        """Runs of a site, oldest first."""
        ...

    async def changed(self, site: str, since: int = 0) -> tuple[Sequence[Run], int]:
        """Runs of a site that were added or replaced since a mark, of any outcome, oldest report first; and the next mark.

        With the mark 0 all of them; the mark stays where nothing changed.
        """
        ...

    async def replace(self, run: Run) -> None:
        """Puts an enriched version of a stored run in its place, under the same id."""
        ...


class WorkflowStore(Protocol):
    """Keeps workflows in all their versions; a version's content never changes."""

    async def save(self, workflow: Workflow) -> Workflow:
        """Stores it. Without id: a new workflow. With a known id: a new version if the content differs, else only state.

        The content is compared with the stored version of the same number, else with the latest; equal content takes
        over state, evidence, owner and memory. So an old version is reverted to by saving its content under the latest
        number. A name that another live workflow bears gets ``_2``, ``_3``, …; the workflow is returned as stored.
        A published version that becomes quarantined or retired leaves the catalogue, whose generation rises.
        A draft that ``waits`` gets the next number and is in the history, but is not the latest version while it waits.
        """
        ...

    async def get(self, ref: str, version: int | None = None) -> Workflow | None:
        """By id, or by name (case-sensitive); the latest version unless one is asked for."""
        ...

    async def of_site(self, site: str | None = None, states: Sequence[State] = ()) -> Sequence[Workflow]:
        """Latest versions, by name; all sites and states when none is given."""
        ...

    async def history(self, ref: str) -> Sequence[Workflow]:
        """All versions, newest first."""
        ...

    async def names(self, site: str | None = None, *, part: str = "", most: int = 1000) -> Sequence[tuple[str, str]]:
        """(id, name), by name, of those not retired of which id or name holds a text; cheap, as no content is read."""
        ...

    async def sites(self) -> Sequence[str]:
        """Sites with a workflow that is not retired, sorted; cheap."""
        ...


class CatalogueStore(Protocol):
    """The published set and its generation; shared by all processes on the store."""

    async def current(self, most: int | None = None, *, site: str | None = None) -> Catalogue:
        """The published versions in the order of publication, then by name: at most so many, of one site if it is named."""
        ...

    async def generation(self) -> int:
        """Cheap: asked once a second to see another process's publication."""
        ...

    async def publish(self, add: Sequence[Workflow] = (), remove: Sequence[str] = ()) -> int:
        """Marks workflows published (by id and version), takes ids out, raises the generation once; returns it.

        A version that replaces another keeps its place; the replaced one is retired. What is taken out goes back from
        published to verified. When nothing changes, the generation stays.

        Raises:
            NotFound: a workflow to add is not stored in that version.
        """
        ...


class Finder(Protocol):
    """Finds workflows by task text."""

    async def search(self, text: str, *, site: str | None = None, limit: int = 10) -> Sequence[Hit]:
        """Verified and published workflows first, drafts too; never quarantined or retired ones."""
        ...


class OutcomeStore(Protocol):
    """Keeps the outcomes of replays, without secrets."""

    async def put(self, outcome: Outcome) -> None: ...

    async def get(self, run_id: str) -> Outcome | None: ...

    async def record_of(self, workflow: str) -> tuple[int, int]:
        """(worked, tried) of a workflow in use; verification replays do not count."""
        ...

    async def latest(self, workflow: str, *, most: int, since: float = 0.0) -> Sequence[Outcome]:
        """Outcomes of a workflow in use, newest first, of replays that tried it; ``since``: seconds since the epoch."""
        ...


class EventLog(Protocol):
    """Append-only usage events."""

    async def add(self, *events: Event) -> None: ...

    async def since(self, at: float = 0.0, *, site: str | None = None) -> Sequence[Event]: ...


class JobTable(Protocol):
    """Background jobs with leases, so that another server takes over when one dies."""

    async def add(self, kind: JobKind, site: str, subject: str) -> Job: ...

    async def claim(self, owner: str, lease_s: float) -> Job | None:
        """The oldest queued job, or one whose lease ran out; at most one running job a site."""
        ...

    async def renew(self, job_id: str, owner: str, lease_s: float) -> bool:
        """Prolongs the lease of a running job; False when another owner has it by now."""
        ...

    async def finish(self, job: Job) -> None: ...

    async def of_subject(self, subject: str) -> Job | None: ...


class SiteBook(Protocol):
    """Origins of sites: the current one, and aliases that the owner listed."""

    async def origin(self, site: str) -> str | None: ...

    async def remember(self, site: str, origin: str) -> None: ...

    async def aliases(self, site: str) -> Sequence[str]: ...

    async def add_alias(self, site: str, origin: str) -> None: ...

    async def all(self) -> Sequence[str]:
        """Every site that was ever seen, sorted."""
        ...


class Memory(Protocol):
    """All parts of the memory, opened and closed together."""

    runs: RunStore
    workflows: WorkflowStore
    catalogue: CatalogueStore
    finder: Finder
    outcomes: OutcomeStore
    events: EventLog
    jobs: JobTable
    sites: SiteBook

    async def close(self) -> None: ...
