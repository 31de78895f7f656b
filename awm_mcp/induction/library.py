"""The library of a site: whole-task workflows of its families, and the routines that several tasks share."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from awm_mcp.induction.build import build, build_routine
from awm_mcp.induction.cleaning.clean import trace_of
from awm_mcp.induction.cleaning.row_anchor import anchored
from awm_mcp.induction.grouping.family import Family, Grouping, by_length
from awm_mcp.induction.grouping.two_boxes import one_by_one
from awm_mcp.induction.naming.distinct import distinct_name
from awm_mcp.induction.naming.naming import site_words
from awm_mcp.induction.naming.sister_titles import with_own_titles
from awm_mcp.induction.routines.composition import linked
from awm_mcp.induction.routines.expected import likely_routines
from awm_mcp.induction.routines.routines import Routine, choose_routines
from awm_mcp.induction.trace import Trace
from awm_mcp.model import Run, Workflow

log = logging.getLogger(__name__)
MOST = 8
LEAST_ROUTINES = 3
SAMPLE_FAMILIES, SAMPLE_A_FAMILY = 150, 3
NAMED_BY = 60


def induce(runs: Sequence[Run], *, most: int | None = MOST) -> list[Workflow]:
    """Draft workflows from the solved runs of one or more sites; pure, and the same for any order of the runs.

    Args:
        runs: runs of any outcome; only solved ones teach, equal ones count once.
        most: upper bound a site of workflows with a single source run. Families that several runs support are always
            returned. None returns the drafts of all single runs, too.
    """
    unique = {run.digest(): run for run in sorted(runs, key=lambda run: run.id) if _teaches(run)}
    traces = [_trace_of(run, digest) for digest, run in unique.items()]
    inducer = Inducer(most=most)
    for trace in sorted(traces, key=lambda trace: (len(trace.steps), trace.digest)):
        inducer.take(trace)
    return inducer.workflows()


def _trace_of(run: Run, digest: str) -> Trace:
    """The cleaned run; its digest is known where its rows are told as they were recorded."""
    told = anchored(run)
    return trace_of(told, digest if told is run else "")


def _teaches(run: Run) -> bool:
    return run.outcome == "success" and bool(run.steps)


@dataclass
class _Site:
    """What is known of a site. ``home``: run id -> number of its family and digest of its trace; ``tasks``: the workflows
    of families built so far, by family number; ``finished``: what became of the workflows built before. ``strict``: what
    cannot be built raises; else ``unbuilt`` holds the runs of it, by family number.
    """

    strict: bool = True

    grouping: Grouping = field(default_factory=Grouping)
    home: dict[str, tuple[int, str]] = field(default_factory=dict[str, tuple[int, str]])
    seen: set[str] = field(default_factory=set[str])
    tasks: dict[int, list[Workflow]] = field(default_factory=dict[int, list[Workflow]])
    routines: tuple[tuple[str, ...], list[Workflow]] | None = None
    finished: dict[int, tuple[Workflow, Workflow]] = field(default_factory=dict[int, "tuple[Workflow, Workflow]"])
    unbuilt: dict[int, tuple[str, ...]] = field(default_factory=dict[int, "tuple[str, ...]"])
    name: str = ""


class Inducer:
    """Induction that remembers: one more run costs the same however many there are.

    Only families that got new runs are built again, routines are chosen from a bounded sample of the families; of each
    family a bounded choice of runs is kept. The order in which runs come matters only for runs that are about as like one
    family as another; ``induce`` gives its runs in a fixed one. What did not change is the same object as before.

    ``strict``: a family or routine that the rules choke on raises; else it is left out and logged, and the rest is learned.
    """

    def __init__(self, *, most: int | None = None, strict: bool = True) -> None:
        self._most, self._strict, self._sites = most, strict, dict[str, _Site]()

    @property
    def unbuilt(self) -> list[str]:
        """The runs of the families that could not be built when they were asked for last."""
        return [run for site in self._sites.values() for runs in site.unbuilt.values() for run in runs]

    def put(self, run: Run) -> bool:
        """Learns from a run, or from a known run that was looked at anew; False when it teaches nothing new.

        A known run that is no longer solved is forgotten.
        """
        site = self._sites.setdefault(run.site, _Site(strict=self._strict))
        if not _teaches(run):
            return _forget(site, run.id)
        trace = trace_of(anchored(run))
        if trace.digest not in site.seen:
            _forget(site, run.id)
        return self.take(trace)

    def sample(self, run_ids: Sequence[str]) -> list[Run]:
        """Those of the runs that are kept, from the shortest to the longest; at most forty a family."""
        wanted = set(run_ids)
        numbers = {(name, site.home[i][0]) for name, site in self._sites.items() for i in wanted if i in site.home}
        families = [self._sites[name].grouping.families[number] for name, number in numbers]
        traces = sorted((t for family in families for t in family.traces if t.run.id in wanted), key=by_length)
        return [trace.run for trace in traces]

    def take(self, trace: Trace) -> bool:
        """Learns from a run that was cleaned already and is no new look at a known one."""
        site = self._sites.setdefault(trace.run.site, _Site(strict=self._strict))
        if trace.digest in site.seen or not trace.steps:
            return False
        number = site.grouping.add(trace)
        site.seen.add(trace.digest)
        site.tasks.pop(number, None)
        site.home[trace.run.id] = (number, trace.digest)
        return True

    def workflows(self) -> list[Workflow]:
        """The libraries of all sites, by site; families first, then routines."""
        return [workflow for name in sorted(self._sites) for workflow in _of_site(self._sites[name], self._most)]


def _forget(site: _Site, run_id: str) -> bool:
    """Takes a known run out; whether it was known."""
    if run_id not in site.home:
        return False
    number, digest = site.home.pop(run_id)
    site.grouping.families[number].remove(run_id, digest)
    site.seen.discard(digest)
    site.tasks.pop(number, None)
    site.unbuilt.pop(number, None)
    return True


def _of_site(site: _Site, most: int | None) -> list[Workflow]:
    known = [(number, family) for number, family in enumerate(site.grouping.families) if family.traces]
    grouped = dict(sorted(known, key=lambda pair: by_length(pair[1].first)))
    if not grouped:
        return []
    sample = _sample(list(grouped.values()))
    name = site_words(sample[:NAMED_BY])
    if name != site.name:
        site.name, site.routines = name, None
        site.tasks.clear()
    shared = [number for number, family in grouped.items() if family.count > 1]
    single = [number for number, family in grouped.items() if family.count == 1]
    tasks = _built(site, shared)
    if most is None:
        return _finished(site, [*tasks, *_built(site, single), *_routines(site, sample, MOST, strict=True)])
    left = max(0, most - len(tasks))
    if 2 * sum(grouped[number].count for number in shared) >= sum(family.count for family in grouped.values()):
        routines = _routines(site, sample, max(left, LEAST_ROUTINES), strict=True)
        return _finished(site, [*tasks, *routines, *_built(site, single[: max(0, left - len(routines))])])
    routines = _routines(site, sample, left, strict=False)
    return _finished(site, [*tasks, *routines, *_built(site, [] if routines else single[:left])])


def _sample(grouped: Sequence[Family]) -> list[Trace]:
    """Some runs of each of the best supported families, in a fixed order."""
    best = sorted(range(len(grouped)), key=lambda i: (-grouped[i].count, i))[:SAMPLE_FAMILIES]
    traces = [trace for i in best for trace in grouped[i].traces[:SAMPLE_A_FAMILY]]
    return sorted(traces, key=lambda trace: (len(trace.steps), trace.digest))


def _built(site: _Site, numbers: Sequence[int]) -> list[Workflow]:
    for number in numbers:
        if number not in site.tasks:
            site.tasks[number] = _tasks_of(site, number)
    return [workflow for number in numbers for workflow in site.tasks[number]]


def _tasks_of(site: _Site, number: int) -> list[Workflow]:
    """The workflows of one family; its runs are noted where one of them cannot be built."""
    made: list[Workflow | None] = []
    choked: list[str] = []
    for family in one_by_one(site.grouping.families[number]):
        try:
            made.append(build(family, site.name))
        except Exception:
            if site.strict:
                raise
            # The rules choke on this task alone: the others of the site are learned, and the log has the trace.
            log.exception("no workflow can be made of the runs of %r", family.first.task)
            choked += family.runs
    site.unbuilt.pop(number, None)
    if choked:
        site.unbuilt[number] = tuple(choked)
    return [workflow for workflow in made if workflow is not None]


def _routines(site: _Site, sample: Sequence[Trace], most: int, *, strict: bool) -> list[Workflow]:
    """Routines that tasks share. ``strict``: as they are, by several tasks; else those that a new task likely needs."""
    key = (str(most), str(strict), *(trace.digest for trace in sample))
    if site.routines is None or site.routines[0] != key:
        numbers = _task_numbers(site, sample)
        routines: list[Workflow] = []
        if len(set(numbers)) > 1:
            choose = choose_routines if strict else likely_routines
            chosen = choose(sample, numbers, most=most)
            routines = [made for one in chosen if (made := _routine(site, one, sample)) is not None]
        before = {w.name: w for w in (site.routines[1] if site.routines is not None else ())}
        same = [before[made.name] if before.get(made.name) == made else made for made in routines]
        site.routines = (key, same)
    return site.routines[1]


def _routine(site: _Site, routine: Routine, sample: Sequence[Trace]) -> Workflow | None:
    try:
        return build_routine(routine, sample, site.name)
    except Exception:
        if site.strict:
            raise
        # As for a task: what a few steps in common cannot be made of must not stop the rest.
        log.exception("no routine can be made of steps that the runs of %s have in common", site.name)
        return None


def _task_numbers(site: _Site, sample: Sequence[Trace]) -> list[int]:
    task_of = {id(trace): number for number, family in enumerate(site.grouping.families) for trace in family.traces}
    return [task_of[id(trace)] for trace in sample]


def _finished(site: _Site, workflows: Sequence[Workflow]) -> list[Workflow]:
    """Under names of their own, with the routines that a longer one contains written down in it.

    What comes out the same as before is the same object.
    """
    made = _with_names(workflows)
    before, site.finished = site.finished, {}
    for number, (raw, one) in enumerate(zip(workflows, made, strict=True)):
        _, former = before.get(id(raw), (raw, one))
        if (former.name, former.title, former.built_on) == (one.name, one.title, one.built_on):
            made[number] = former
        site.finished[id(raw)] = (raw, made[number])
    return made


def _with_names(workflows: Sequence[Workflow]) -> list[Workflow]:
    taken: set[str] = set()
    first: dict[tuple[str, str], Workflow] = {}
    named: list[Workflow] = []
    for workflow in workflows:
        name = distinct_name(workflow, first.get((workflow.site, workflow.name)), taken)
        first.setdefault((workflow.site, workflow.name), workflow)
        taken.add(name)
        named.append(workflow if name == workflow.name else workflow.model_copy(update={"name": name}))
    return linked(with_own_titles(named))
