"""The library of a site: whole-task workflows of its families, and the routines that several tasks share."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.build import build, build_routine
from awm_mcp.induction.clean import trace_of
from awm_mcp.induction.expected import likely_routines
from awm_mcp.induction.family import Family, families
from awm_mcp.induction.naming import site_words
from awm_mcp.induction.routines import choose_routines
from awm_mcp.induction.trace import Trace
from awm_mcp.model import Run, Workflow
from awm_mcp.model.names import unique_name

MOST = 8
LEAST_ROUTINES = 3


def induce(runs: Sequence[Run], *, most: int | None = MOST) -> list[Workflow]:
    """Draft workflows from the solved runs of one or more sites; pure, and the same for any order of the runs.

    Args:
        runs: runs of any outcome; only solved ones teach, equal ones count once.
        most: upper bound a site of workflows with a single source run. Families that several runs support are always
            returned. None returns the drafts of all single runs, too.
    """
    by_site: dict[str, list[Run]] = {}
    for run in runs:
        if run.outcome == "success" and run.steps:
            by_site.setdefault(run.site, []).append(run)
    return [workflow for site in sorted(by_site) for workflow in _of_site(by_site[site], most)]


def _of_site(runs: Sequence[Run], most: int | None) -> list[Workflow]:
    traces = _ordered(runs)
    name = site_words(traces)
    grouped = families(traces)
    shared = [family for family in grouped if len(family.traces) > 1]
    single = [family for family in grouped if len(family.traces) == 1]
    tasks = _built(shared, name)
    if most is None:
        return _with_unique_names([*tasks, *_built(single, name), *_routines(traces, grouped, name, MOST, 2)])
    left = max(0, most - len(tasks))
    if 2 * sum(len(family.traces) for family in shared) >= len(traces):
        routines = _routines(traces, grouped, name, max(left, LEAST_ROUTINES), 2)
        return _with_unique_names([*tasks, *routines, *_built(single[: max(0, left - len(routines))], name)])
    likely = _likely_routines(traces, grouped, name, left)
    drafts = [] if likely else single
    return _with_unique_names([*tasks, *likely, *_built(drafts[: max(0, left - len(likely))], name)])


def _built(grouped: Sequence[Family], name: str) -> list[Workflow]:
    return [workflow for family in grouped if (workflow := build(family.traces, name)) is not None]


def _routines(traces: Sequence[Trace], grouped: Sequence[Family], name: str, most: int, least: int) -> list[Workflow]:
    """Routines that several tasks share as they are."""
    if len(grouped) < 2:
        return []
    chosen = choose_routines(traces, _task_numbers(traces, grouped), most=most, least_support=least)
    return [w for routine in chosen if (w := build_routine(routine, traces, name)) is not None]


def _likely_routines(traces: Sequence[Trace], grouped: Sequence[Family], name: str, most: int) -> list[Workflow]:
    """For a site whose tasks hardly repeat: the routines that a new task is likeliest to need, also those seen once."""
    if len(grouped) < 2:
        return []
    chosen = likely_routines(traces, _task_numbers(traces, grouped), most=most)
    return [w for routine in chosen if (w := build_routine(routine, traces, name)) is not None]


def _task_numbers(traces: Sequence[Trace], grouped: Sequence[Family]) -> list[int]:
    task_of = {id(trace): number for number, family in enumerate(grouped) for trace in family.traces}
    return [task_of[id(trace)] for trace in traces]


def _ordered(runs: Sequence[Run]) -> list[Trace]:
    """Cleaned runs without repetitions, the shortest first."""
    unique = {run.digest(): run for run in sorted(runs, key=lambda run: run.id)}
    traces = {digest: trace_of(run) for digest, run in unique.items()}
    return [traces[d] for d in sorted(traces, key=lambda d: (len(traces[d].steps), d)) if traces[d].steps]


def _with_unique_names(workflows: Sequence[Workflow]) -> list[Workflow]:
    taken: set[str] = set()
    named: list[Workflow] = []
    for workflow in workflows:
        name = unique_name(workflow.name, taken)
        taken.add(name)
        named.append(workflow if name == workflow.name else workflow.model_copy(update={"name": name}))
    return named
