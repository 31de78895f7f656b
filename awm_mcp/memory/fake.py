"""The memory in memory: the same behaviour as ``sql.py`` for tests and throw-away servers, gone with the process."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from awm_mcp.errors import NotFound
from awm_mcp.memory import ranking
from awm_mcp.memory.port import (
    VERIFICATION,
    CatalogueStore,
    EventLog,
    Finder,
    Hit,
    JobTable,
    OutcomeStore,
    RunStore,
    SiteBook,
    WorkflowStore,
    counts_in_record,
)
from awm_mcp.memory.ranking import Document, Query
from awm_mcp.model import Catalogue, Event, Outcome, Run, State, Workflow
from awm_mcp.model.job import Job, JobKind
from awm_mcp.model.names import unique_name


class FakeRuns:
    """``RunStore`` in a dict."""

    def __init__(self) -> None:
        self._runs: dict[str, Run] = {}
        self._revisions: dict[str, int] = {}
        self._digests: dict[str, str] = {}

    async def add(self, run: Run) -> tuple[Run, bool]:
        """Stores a run, or returns the known one of equal content with True."""
        digest = run.digest()
        if digest in self._digests:
            return self._runs[self._digests[digest]], True
        fresh = run.model_copy(update={"id": f"run_{secrets.token_hex(8)}"})
        self._runs[fresh.id], self._digests[digest] = fresh, fresh.id
        self._revise(fresh.id)
        return fresh, False

    async def get(self, run_id: str) -> Run | None:
        """The run of that id."""
        return self._runs.get(run_id)

    async def of_site(self, site: str, *, solved_only: bool = True) -> Sequence[Run]:
        """Runs of a site, oldest first."""
        return [r for r in self._runs.values() if r.site == site and (r.outcome == "success" or not solved_only)]

    async def changed(self, site: str, since: int = 0) -> tuple[Sequence[Run], int]:
        """Runs of a site since a mark; see ``RunStore.changed``."""
        found = [r for r in self._runs.values() if r.site == site and self._revisions[r.id] > since]
        return found, max((self._revisions[r.id] for r in found), default=since)

    async def replace(self, run: Run) -> None:
        """Puts an enriched version of a stored run in its place."""
        if run.id in self._runs:
            self._runs[run.id] = run
            self._revise(run.id)

    def _revise(self, run_id: str) -> None:
        self._revisions[run_id] = 1 + max(self._revisions.values(), default=0)


class FakeWorkflows:
    """``WorkflowStore`` and ``CatalogueStore`` in dicts: one object, as publication changes states."""

    def __init__(self) -> None:
        self._versions: dict[str, dict[int, Workflow]] = {}
        self._listed: dict[str, tuple[int, int]] = {}
        self._generation = 0

    async def save(self, workflow: Workflow) -> Workflow:
        """Stores it; see ``WorkflowStore.save``."""
        known = self._versions.get(workflow.id)
        if not known:
            own = workflow.id or f"wf_{secrets.token_hex(8)}"
            return self._store(workflow.model_copy(update={"id": own, "version": max(1, workflow.version)}), rename=True)
        latest = _latest(known).version
        same = [n for n in (workflow.version, latest) if n in known and known[n].digest() == workflow.digest()]
        state_only = workflow.model_copy(update={"version": same[0]}) if same else None
        revived = state_only is not None and same[0] == latest and state_only.state != "retired"
        if state_only is None or (revived and self._named(state_only).name != state_only.name):
            return self._store(workflow.model_copy(update={"version": max(known) + 1}), rename=True)
        self._store(state_only, rename=False)
        if state_only.state in ("quarantined", "retired") and self._take_out(state_only.id, state_only.version):
            self._generation += 1
        return state_only

    async def get(self, ref: str, version: int | None = None) -> Workflow | None:
        """By id, or by name: of the latest version, else of the published one, else the last name it bore."""
        known = self._versions.get(self._id_of(ref) or "", {})
        return (known.get(version) if version is not None else _latest(known)) if known else None

    async def of_site(self, site: str | None = None, states: Sequence[State] = ()) -> Sequence[Workflow]:
        """Latest versions, by name."""
        latest = map(_latest, self._versions.values())
        found = [w for w in latest if site in (None, w.site) and (not states or w.state in states)]
        return sorted(found, key=lambda w: w.name)

    async def history(self, ref: str) -> Sequence[Workflow]:
        """All versions, newest first."""
        known = self._versions.get(self._id_of(ref) or "", {})
        return [known[number] for number in sorted(known, reverse=True)]

    async def names(self, site: str | None = None, *, part: str = "", most: int = 1000) -> Sequence[tuple[str, str]]:
        """(id, name), by name, of those not retired; see ``WorkflowStore.names``."""
        live = [w for w in await self.of_site(site) if w.state != "retired"]
        return [(w.id, w.name) for w in live if part in w.name or part in w.id][:most]

    async def sites(self) -> Sequence[str]:
        """Sites with a workflow that is not retired, sorted."""
        return sorted({w.site for w in await self.of_site() if w.state != "retired"})

    async def current(self, most: int | None = None, *, site: str | None = None) -> Catalogue:
        """The published versions in the order of publication, then by name; see ``CatalogueStore.current``."""
        listed = [(place, self._versions[own][number]) for own, (number, place) in self._listed.items()]
        ordered = sorted(listed, key=lambda pair: (pair[0], pair[1].name))
        shown = [workflow for _, workflow in ordered if site in (None, workflow.site)]
        return Catalogue(generation=self._generation, workflows=tuple(shown[:most]))

    async def generation(self) -> int:
        """The number of the current publication."""
        return self._generation

    async def publish(self, add: Sequence[Workflow] = (), remove: Sequence[str] = ()) -> int:
        """Changes the published set; see ``CatalogueStore.publish``."""
        for workflow in add:
            self._require(workflow)
        gone = [self._take_out(own) for own in remove]
        place = 1 + max((place for _, place in self._listed.values()), default=0)
        come = [self._put_in(workflow, place) for workflow in add]
        self._generation += any((*gone, *come))
        return self._generation

    def findable(self) -> list[Workflow]:
        """What a search may return: the published version of each workflow, else what is run of it."""
        every = self._versions.items()
        chosen = [versions[self._listed[own][0]] if own in self._listed else _run(versions) for own, versions in every]
        return [workflow for workflow in chosen if workflow.state in ranking.FINDABLE]

    def _store(self, workflow: Workflow, *, rename: bool) -> Workflow:
        stored = self._named(workflow) if rename else workflow
        self._versions.setdefault(stored.id, {})[stored.version] = stored
        return stored

    def _named(self, workflow: Workflow) -> Workflow:
        latest = (_latest(versions) for own, versions in self._versions.items() if own != workflow.id)
        taken = {w.name for w in latest if w.state != "retired"}
        taken |= {self._versions[own][n].name for own, (n, _) in self._listed.items() if own != workflow.id}
        return workflow.model_copy(update={"name": unique_name(workflow.name, taken)})

    def _id_of(self, ref: str) -> str | None:
        if ref in self._versions:
            return ref
        latest = [_latest(versions) for versions in reversed(self._versions.values())]
        named = sorted((w for w in latest if w.name == ref), key=lambda w: w.state == "retired")
        listed = [own for own, (number, _) in self._listed.items() if self._versions[own][number].name == ref]
        ever = [own for own, versions in reversed(self._versions.items()) if any(w.name == ref for w in versions.values())]
        return next(iter((*(w.id for w in named), *listed, *ever)), None)

    def _require(self, workflow: Workflow) -> None:
        if workflow.version not in self._versions.get(workflow.id, {}):
            raise NotFound("unknown_workflow", expected="a stored workflow", seen=f"{workflow.id!r} {workflow.version}")

    def _put_in(self, workflow: Workflow, place: int) -> bool:
        before = self._listed.get(workflow.id)
        if before == (workflow.version, before[1] if before else place) and self._state(*_key(workflow)) == "published":
            return False
        if before is not None and before[0] != workflow.version:
            self._set_state(workflow.id, before[0], "retired")
        self._listed[workflow.id] = (workflow.version, before[1] if before else place)
        self._set_state(workflow.id, workflow.version, "published")
        return True

    def _take_out(self, own: str, version: int | None = None) -> bool:
        if own not in self._listed or version not in (None, self._listed[own][0]):
            return False
        number, _ = self._listed.pop(own)
        if self._state(own, number) == "published":
            self._set_state(own, number, "verified")
        return True

    def _state(self, own: str, version: int) -> State:
        return self._versions[own][version].state

    def _set_state(self, own: str, version: int, state: State) -> None:
        self._versions[own][version] = self._versions[own][version].model_copy(update={"state": state})


def _latest(versions: Mapping[int, Workflow]) -> Workflow:
    """The newest version; drafts that wait stand back as long as there is another."""
    return max(versions.values(), key=lambda w: (not w.waits, w.version))


def _run(versions: Mapping[int, Workflow]) -> Workflow:
    """The latest version, but where that is a draft the newest proven one."""
    latest = _latest(versions)
    proven = [w for w in versions.values() if w.state == "verified"] if latest.state == "draft" else []
    return max(proven, key=lambda w: w.version, default=latest)


def _key(workflow: Workflow) -> tuple[str, int]:
    return workflow.id, workflow.version


class FakeFinder:
    """``Finder`` that ranks everything, with the ranking of the SQL finder."""

    def __init__(self, workflows: FakeWorkflows) -> None:
        self._workflows = workflows

    async def search(self, text: str, *, site: str | None = None, limit: int = 10) -> Sequence[Hit]:
        """The workflows that fit best, best first."""
        query = Query(text)
        known = [(ranking.document(w), w) for w in self._workflows.findable() if site in (None, w.site)]
        if not query.terms or limit < 1:
            return []
        rare = _rarity(query, [doc for doc, _ in known])
        scored = [(found, w) for doc, w in known if (found := ranking.score(query, doc, rare)) is not None]
        scored.sort(key=lambda pair: (-pair[0].value, pair[1].id))
        return [
            Hit(workflow=w, score=round(found.value, 4), why=found.why, exact=found.exact) for found, w in scored[:limit]
        ]


def _rarity(query: Query, documents: Sequence[Document]) -> dict[str, float]:
    occurs = Counter(word for doc in documents for word in doc.weights)
    return {term: ranking.rarity(occurs[term], max(1, len(documents))) for term in query.terms}


class FakeOutcomes:
    """``OutcomeStore`` in a dict."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._outcomes: dict[str, Outcome] = {}
        self._put_at: dict[str, float] = {}

    async def put(self, outcome: Outcome) -> None:
        """Stores it, in place of an earlier one of the same replay."""
        self._outcomes.pop(outcome.run_id, None)
        self._outcomes[outcome.run_id], self._put_at[outcome.run_id] = outcome, self._clock()

    async def get(self, run_id: str) -> Outcome | None:
        """The outcome of that replay."""
        return self._outcomes.get(run_id)

    async def record_of(self, workflow: str) -> tuple[int, int]:
        """(worked, tried) of a workflow in use."""
        used = [o for o in self._outcomes.values() if o.workflow == workflow and counts_in_record(o)]
        counted = [o for o in used if not o.run_id.startswith(VERIFICATION)]
        return sum(o.ok for o in counted), len(counted)

    async def latest(self, workflow: str, *, most: int, since: float = 0.0) -> Sequence[Outcome]:
        """Outcomes of a workflow in use, newest first."""
        mine = [o for o in reversed(self._outcomes.values()) if o.workflow == workflow and counts_in_record(o)]
        tried = [o for o in mine if not o.run_id.startswith(VERIFICATION) and self._put_at[o.run_id] >= since]
        return tried[:most]


class FakeEvents:
    """``EventLog`` in a list."""

    def __init__(self) -> None:
        self._events: list[Event] = []

    async def add(self, *events: Event) -> None:
        """Appends events."""
        self._events.extend(events)

    async def since(self, at: float = 0.0, *, site: str | None = None) -> Sequence[Event]:
        """Events from a time on, in the order they happened."""
        return sorted((e for e in self._events if e.at >= at and site in (None, e.site)), key=lambda e: e.at)


class FakeJobs:
    """``JobTable`` in a list."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._jobs: dict[str, Job] = {}
        self._leases: dict[str, float] = {}
        self._owners: dict[str, str] = {}

    async def add(self, kind: JobKind, site: str, subject: str) -> Job:
        """Queues a job."""
        job = Job(id=f"job_{secrets.token_hex(8)}", kind=kind, site=site, subject=subject, state="queued")
        self._jobs[job.id] = job
        return job

    async def claim(self, owner: str, lease_s: float) -> Job | None:
        """The oldest queued job, or one whose lease ran out; at most one running job a site."""
        now = self._clock()
        busy = {job.site for job in self._jobs.values() if job.state == "running"}
        for job in self._jobs.values():
            free = job.state == "queued" and job.site not in busy
            lapsed = job.state == "running" and self._leases[job.id] <= now
            if free or lapsed:
                taken = job.model_copy(update={"state": "running", "attempts": job.attempts + 1})
                self._jobs[job.id], self._leases[job.id], self._owners[job.id] = taken, now + lease_s, owner
                return taken
        return None

    async def renew(self, job_id: str, owner: str, lease_s: float) -> bool:
        """Prolongs the lease of a running job; False when another owner has it by now."""
        held = self._owners.get(job_id) == owner and self._jobs[job_id].state == "running"
        if held:
            self._leases[job_id] = self._clock() + lease_s
        return held

    async def finish(self, job: Job) -> None:
        """Stores state and result, unless another server took the job over meanwhile."""
        known = self._jobs.get(job.id)
        if known is not None and known.state == "running" and known.attempts == job.attempts:
            self._jobs[job.id] = job

    async def of_subject(self, subject: str) -> Job | None:
        """The latest job that was asked for by the subject."""
        return next((job for job in reversed(self._jobs.values()) if job.subject == subject), None)


class FakeSites:
    """``SiteBook`` in dicts."""

    def __init__(self) -> None:
        self._origins: dict[str, str] = {}
        self._aliases: dict[str, set[str]] = {}

    async def all(self) -> Sequence[str]:
        """Every site that was ever seen, sorted."""
        return sorted(self._origins)

    async def origin(self, site: str) -> str | None:
        """Where the site was last seen."""
        return self._origins.get(site)

    async def remember(self, site: str, origin: str) -> None:
        """Keeps the current origin."""
        self._origins[site] = origin

    async def aliases(self, site: str) -> Sequence[str]:
        """Further origins that the owner listed, sorted."""
        return sorted(self._aliases.get(site, ()))

    async def add_alias(self, site: str, origin: str) -> None:
        """Lists an origin as one of the site's."""
        self._aliases.setdefault(site, set()).add(origin)


class FakeMemory:
    """``Memory`` without a file."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.runs: RunStore = FakeRuns()
        workflows = FakeWorkflows()
        self.workflows: WorkflowStore = workflows
        self.catalogue: CatalogueStore = workflows
        self.finder: Finder = FakeFinder(workflows)
        self.outcomes: OutcomeStore = FakeOutcomes(clock)
        self.events: EventLog = FakeEvents()
        self.jobs: JobTable = FakeJobs(clock)
        self.sites: SiteBook = FakeSites()

    async def close(self) -> None:
        """Nothing to close."""
