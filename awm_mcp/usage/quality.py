"""The paper's Table 10 for a library: number of workflows, coverage, function overlap and utility rate.

The paper prints the numbers without formulae; these definitions are ours and are printed with them. A step of a workflow
matches a step of a run when the action types are equal, the roles are equal where both are known, and the element's words
are equal with parameters and gaps standing for any text. A match is contiguous and at least two steps long.
"""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Iterable, Sequence

from awm_mcp.model import Run, Value, Workflow
from awm_mcp.model.answers import Answer
from awm_mcp.model.text import fold
from awm_mcp.usage.matching import StepKey, flow_steps, matches, step_key
from awm_mcp.usage.wilson import Rate, rate

QUALITY_DEFINITIONS: dict[str, str] = {
    "workflows": "Mean number of workflows a site, over the sites that have any run or workflow (paper: 7.4 WebArena, 7.3 "
    "Mind2Web; fewer is better).",
    "coverage": "Steps of solved runs that lie in a contiguous match of two or more steps with a workflow of their site, of "
    "all their steps (paper: 0.40 Mind2Web).",
    "coverage_macro": "The same share for each run, then the mean over runs.",
    "overlap": "Over pairs of workflows of one site: steps of the one in runs of two or more steps that the other has too, "
    "of the steps of the shorter; mean over pairs, then over sites with a pair (paper: 0.08 and 0.20; less is better).",
    "utility": "Solved runs with at least one such match, of all solved runs (paper: 0.94 and 0.91).",
    "whole": "Solved runs that hold a whole workflow, step by step, so that one call could have done that part.",
}


class Quality(Answer):
    """Table 10 of a library. ``overlap`` is None when no site has two workflows; the other means are None without data."""

    sites: int
    runs: int
    steps: int
    library: int
    workflows: float | None
    coverage: Rate
    coverage_macro: float | None
    overlap: float | None
    overlap_pairs: int
    utility: Rate
    whole: Rate


def quality(workflows: Sequence[Workflow], runs: Iterable[Run]) -> Quality:
    """The numbers of a library over the solved runs given; workflows and runs meet on their site only."""
    solved = [run for run in runs if run.outcome == "success" and run.steps]
    flows = {site: [flow_steps(w) for w in members] for site, members in _by_site(workflows).items()}
    covered = [_covered(run, flows.get(run.site, [])) for run in solved]
    steps = sum(len(run.steps) for run in solved)
    sites = {*flows, *(run.site for run in solved)}
    overlaps = [pairs for members in flows.values() if (pairs := _overlaps(members))]
    return Quality(
        sites=len(sites),
        runs=len(solved),
        steps=steps,
        library=len(workflows),
        workflows=round(len(workflows) / len(sites), 4) if sites else None,
        coverage=rate(sum(map(len, covered)), steps),
        coverage_macro=_mean([len(hit) / len(run.steps) for hit, run in zip(covered, solved, strict=True)]),
        overlap=_mean([statistics.fmean(pairs) for pairs in overlaps]),
        overlap_pairs=sum(map(len, overlaps)),
        utility=rate(sum(bool(hit) for hit in covered), len(solved)),
        whole=rate(sum(_holds_one(run, flows.get(run.site, [])) for run in solved), len(solved)),
    )


def _mean(values: Sequence[float]) -> float | None:
    return round(statistics.fmean(values), 6) if values else None


def _by_site(workflows: Sequence[Workflow]) -> dict[str, list[Workflow]]:
    found: dict[str, list[Workflow]] = {}
    for workflow in workflows:
        found.setdefault(workflow.site, []).append(workflow)
    return found


def _covered(run: Run, flows: Sequence[Sequence[StepKey]]) -> set[int]:
    """Numbers of the run's steps in matches of two or more: each such match is made of pairs."""
    steps = [step_key(step.action) for step in run.steps]
    found: set[int] = set()
    for at, (one, two) in enumerate(itertools.pairwise(steps)):
        if any(matches(a, one) and matches(b, two) for flow in flows for a, b in itertools.pairwise(flow)):
            found |= {at, at + 1}
    return found


def _holds_one(run: Run, flows: Sequence[Sequence[StepKey]]) -> bool:
    steps = [step_key(step.action) for step in run.steps]
    return any(
        all(matches(a, b) for a, b in zip(flow, steps[at:], strict=False))
        for flow in flows
        if len(flow) >= 2
        for at in range(len(steps) - len(flow) + 1)
    )


def _overlaps(flows: Sequence[Sequence[StepKey]]) -> list[float]:
    masked = [[(kind, role, _masked(said)) for kind, role, said in flow] for flow in flows if flow]
    return [_overlap(*sorted(pair, key=len)) for pair in itertools.combinations(masked, 2)]


def _masked(said: Value | None) -> str:
    if said is None:
        return ""
    return fold("".join(getattr(token, "text", "{}") for token in said.root)).casefold()


def _overlap(shorter: Sequence[tuple[str, str, str]], longer: Sequence[tuple[str, str, str]]) -> float:
    known = set(itertools.pairwise(longer))
    shared = {n for at, pair in enumerate(itertools.pairwise(shorter)) if pair in known for n in (at, at + 1)}
    return len(shared) / len(shorter)
