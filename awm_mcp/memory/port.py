"""What the product needs of a memory, as small ports. Adapters: ``sql.py`` (SQLite, PostgreSQL) and ``fake.py``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

from awm_mcp.model import Catalogue, Event, Outcome, Run, State, Workflow
from awm_mcp.model.base import Word

JobKind = Literal["learn", "verify"]
JobState = Literal["queued", "running", "done", "failed"]


class Job(Word):
    """Background work on one site. ``subject``: the report that asked for it; ``result``: what to tell the asker."""

    id: str
    kind: JobKind
    site: str
    subject: str
    state: JobState
    attempts: int = 0
    result: tuple[str, ...] = ()
    workflows: tuple[str, ...] = ()


class Hit(Word):
    """A workflow that fits a task text. ``score``: higher is better, comparable within one search only."""

    workflow: Workflow
    score: float
    why: str = ""


class RunStore(Protocol):
    """Keeps runs; equal content is kept once."""

    async def add(self, run: Run) -> tuple[Run, bool]:
        """Stores a run under a fresh id; the flag says that its content was known already (then the known one)."""
        ...

    async def get(self, run_id: str) -> Run | None: ...

    async def of_site(self, site: str, *, solved_only: bool = True) -> Sequence[Run]:
        """Runs of a site, oldest first."""
        ...

    async def replace(self, run: Run) -> None:
        """Puts an enriched version of a stored run in its place, under the same id."""
        ...


class WorkflowStore(Protocol):
    """Keeps workflows in all their versions; a version's content never changes."""

    async def save(self, workflow: Workflow) -> Workflow:
        """Stores it. Without id: a new workflow. With a known id: a new version if the content differs, else only state."""
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


class CatalogueStore(Protocol):
    """The published set and its generation; shared by all processes on the store."""

    async def current(self) -> Catalogue: ...

    async def generation(self) -> int:
        """Cheap: asked once a second to see another process's publication."""
        ...

    async def publish(self, add: Sequence[Workflow] = (), remove: Sequence[str] = ()) -> int:
        """Marks workflows published (by id and version), takes ids out, raises the generation once; returns it."""
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

    async def finish(self, job: Job) -> None: ...

    async def of_subject(self, subject: str) -> Job | None: ...


class SiteBook(Protocol):
    """Origins of sites: the current one, and aliases that the owner listed."""

    async def origin(self, site: str) -> str | None: ...

    async def remember(self, site: str, origin: str) -> None: ...

    async def aliases(self, site: str) -> Sequence[str]: ...

    async def add_alias(self, site: str, origin: str) -> None: ...


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
