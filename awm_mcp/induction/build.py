"""From the runs of one family to one workflow: align, find the values, write the steps, name and describe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from awm_mcp.induction.aligning.align import align
from awm_mcp.induction.aligning.form_order import in_form_order
from awm_mcp.induction.aligning.patterns import HOLE
from awm_mcp.induction.checking.loose_ends import filled_before
from awm_mcp.induction.cleaning.contradicted import believable, left_out
from awm_mcp.induction.grouping.family import Family
from awm_mcp.induction.grouping.loops import Loop, find_loop, folded, list_parameter, listed_in, plural
from awm_mcp.induction.grouping.one_answer import read_where_both_saw_it, with_one_read
from awm_mcp.induction.grouping.ways import on_one_way
from awm_mcp.induction.naming.descriptions import describe, describe_routine
from awm_mcp.induction.naming.naming import title_of, workflow_name
from awm_mcp.induction.naming.routine_words import routine_name, routine_title
from awm_mcp.induction.routines.prelude import sign_in_prelude
from awm_mcp.induction.routines.routines import Routine, supplied_values
from awm_mcp.induction.texts.times import with_task_times
from awm_mcp.induction.trace import Column, Trace, role_of
from awm_mcp.induction.varying.flags import flags_of, of_one_state, told, without_flags
from awm_mcp.induction.varying.suggested import with_whole_entries
from awm_mcp.induction.varying.values import Candidate, discover
from awm_mcp.induction.writing.contracts import (
    postcondition_of,
    precondition_of,
    risk_of,
    routine_start,
    start_of,
    with_contract,
)
from awm_mcp.induction.writing.declarations import declare
from awm_mcp.induction.writing.elements import LabelKind
from awm_mcp.induction.writing.outputs import declare_outputs, output_names
from awm_mcp.induction.writing.pages import Turning, find_turning
from awm_mcp.induction.writing.parameters import parameter_names, singular
from awm_mcp.induction.writing.settled import settled
from awm_mcp.induction.writing.steps import Plan, kept_columns, write_steps
from awm_mcp.induction.writing.templates import spelled_out, templates_of, wording_of
from awm_mcp.induction.writing.unlike_runs import unlike_runs
from awm_mcp.model import Evidence, FlowStep, Parameter, Risk, Workflow

MOST_ALIGNED = 10
MOST_TASKS = 5
MOST_DROPPED = 40
AGREEING_TASKS = 3


def build(family: Family, site: str) -> Workflow | None:
    """The workflow of a family; None when nothing is left to do. ``site``: what people call the site, for names.

    At most ten runs are aligned, spread from the shortest to the longest; all count as evidence but those whose answer the
    page contradicted.
    """
    traces, against = believable(family.traces)
    if not against:
        return _build(family, site)
    kept = dict.fromkeys(run_id for run_id in family.runs if run_id not in left_out(against))
    made = _build(replace(family, traces=traces, runs=kept, count=family.count - len(against)), site)
    if made is None:
        return None
    dropped = (*against, *made.evidence.dropped)[:MOST_DROPPED]
    return made.model_copy(update={"evidence": made.evidence.model_copy(update={"dropped": dropped})})


def _build(family: Family, site: str) -> Workflow | None:
    first, *others = of_one_state(on_one_way(_spread(family.traces)))
    rows = [first, *(read_where_both_saw_it(first, other) for other in others)]
    turning = find_turning(rows)
    loop = find_loop(rows) if turning is None else None
    made = _built_with(loop, family, site) if loop is not None else None
    if made is not None:
        return made
    plan, candidates = planned(rows) if turning is None else _planned_with(turning)
    if not plan.columns:
        return None
    steps = with_contract(plan, write_steps(plan))
    evidence = _evidence(plan.traces, plan, runs=list(family.runs), support=family.count)
    if turning is not None:
        steps = turning.marked(steps, plan.columns)
        return _assembled(plan, declare(plan, candidates, steps, start_of(plan).params), steps, evidence, site)
    made = _assembled(plan, declare(plan, candidates, steps, start_of(plan).params), steps, evidence, site)
    unlike = unlike_runs(plan, steps, made.templates)
    return made.model_copy(update={"evidence": made.evidence.model_copy(update={"unlike": unlike})}) if unlike else made


def _planned_with(turning: Turning) -> tuple[Plan, dict[str, Candidate]]:
    columns = turning.filled(align(turning.traces))
    return planned(turning.traces, kept_columns(columns, turning.traces))


def _built_with(loop: Loop, family: Family, site: str) -> Workflow | None:
    """The workflow with a repeated block; None when what is repeated cannot be told apart from the rest."""
    plan, candidates = _with_name_of_one(loop, *planned(loop.traces))
    start = next((i for i, c in enumerate(plan.columns) if c.steps[0] is loop.traces[0].steps[loop.starts[0]]), None)
    item = next((name for name, vector in plan.known.items() if vector == loop.first_items), None)
    if start is None or item is None or item not in candidates:
        return None
    steps = with_contract(plan, write_steps(plan))
    parameters = declare(plan, candidates, steps, start_of(plan).params)
    many = plural(item, [p.name for p in parameters])
    block = folded(steps, start, loop.length, item, many)
    if block is None:
        return None
    evidence = _evidence(family.traces, plan, runs=list(family.runs), support=family.count)
    lists = tuple(
        {
            many if name == item else name: list(loop.items[row]) if name == item else given
            for name, given in arguments.items()
        }
        for row, arguments in enumerate(evidence.arguments)
    )
    listing = tuple(listed_in(t.task, items) for t, items in zip(loop.traces, loop.items, strict=True))
    known = {many if name == item else name: listing if name == item else v for name, v in plan.known.items()}
    declared = tuple(list_parameter(p, many, loop.items) if p.name == item else p for p in parameters)
    return _assembled(replace(plan, known=known), declared, block, evidence.model_copy(update={"arguments": lists}), site)


def _with_name_of_one(loop: Loop, plan: Plan, candidates: dict[str, Candidate]) -> tuple[Plan, dict[str, Candidate]]:
    """The plan in which one entry of a list is called so: a label of "Labels"."""
    item = next((name for name, vector in plan.known.items() if vector == loop.first_items), None)
    if item is None or (one := singular(item)) == item or one in plan.known:
        return plan, candidates
    known = {one if name == item else name: vector for name, vector in plan.known.items()}
    return replace(plan, known=known), {one if name == item else name: given for name, given in candidates.items()}


def build_routine(routine: Routine, traces: Sequence[Trace], site: str) -> Workflow | None:
    """The sub-task workflow of a pattern; each of its places counts as a run of its own.

    None when its page can only be reached by the steps before: its address holds what an earlier step found.
    """
    places = routine.occurrences.places[:: max(1, len(routine.occurrences.places) // MOST_ALIGNED)][:MOST_ALIGNED]
    runs = [traces[place.trace] for place in places]
    starts = [place.start for place in places]
    length = len(routine.pattern)
    columns = [Column(tuple(t.steps[s + k] for t, s in zip(runs, starts, strict=True))) for k in range(length)]
    given = [Candidate(values, "label", index) for index, values in supplied_values(routine.pattern, runs, starts)]
    labels: dict[int, LabelKind] = {
        k: "open" if move.label == HOLE else "fixed"
        for k, move in enumerate(routine.pattern)
        if move.label == HOLE or not move.open
    }
    plan, candidates = planned(runs, columns, given, labels)
    steps = with_contract(plan, write_steps(plan), whole=False)
    if routine.open_roles:
        agreed = routine.support >= AGREEING_TASKS
        steps = tuple(step if agreed and _role_tells(step) else _without_role(step) for step in steps)
    if steps[0].url is not None and steps[0].url.literal is None:
        return None
    prelude = sign_in_prelude(traces, places, routine_start(plan, steps))
    made = _described_routine(plan, candidates, steps, [traces[i] for i in routine.traces], site, prelude)
    filled = filled_before(traces, routine.occurrences.places, len(routine.pattern))
    return made.model_copy(update={"evidence": made.evidence.model_copy(update={"filled_before": filled})})


def _role_tells(step: FlowStep) -> bool:
    """Whether the role says more of the element than a recorder's word: not of an entry that the caller names."""
    target = step.action.target if step.action is not None else None
    return bool(role_of(target)) and not (target is not None and any(text.params for text in target.texts.values()))


def _without_role(step: FlowStep) -> FlowStep:
    """Roles that few runs tell are a recorder's word: the same entry may be a link, an option or a tile."""
    action = step.action
    if action is None or action.target is None:
        return step
    target = action.target.model_copy(update={"role": None, "tag": None})
    return step.model_copy(update={"action": action.model_copy(update={"target": target})})


def _described_routine(
    plan: Plan,
    candidates: dict[str, Candidate],
    steps: tuple[FlowStep, ...],
    traces: Sequence[Trace],
    site: str,
    prelude: tuple[FlowStep, ...],
) -> Workflow:
    parameters = declare(plan, candidates, (*prelude, *steps))
    title, start = routine_title(steps), routine_start(plan, steps)
    risk = risk_of(steps, "")
    outputs = declare_outputs(plan)
    return Workflow(
        name=routine_name(site, steps),
        title=title,
        description=describe_routine(
            title,
            start,
            parameters,
            outputs,
            risk=risk,
            tasks=[t.task for t in traces],
            site=traces[0].run.site,
            signs_in=bool(prelude),
        ),
        site=traces[0].run.site,
        start=start,
        parameters=parameters,
        steps=(*prelude, *steps),
        outputs=outputs,
        precondition=None if prelude else precondition_of(steps),
        postcondition=steps[-1].expect,
        risk=risk,
        kind="subtask",
        evidence=_evidence(
            traces, plan, runs=[t.run.id for t in traces if t.run.id], support=len({t.digest for t in traces})
        ),
    )


def _spread(traces: Sequence[Trace]) -> list[Trace]:
    if len(traces) <= MOST_ALIGNED:
        return list(traces)
    return [traces[i * (len(traces) - 1) // (MOST_ALIGNED - 1)] for i in range(MOST_ALIGNED)]


def planned(
    traces: Sequence[Trace],
    columns: Sequence[Column] = (),
    given: Sequence[Candidate] = (),
    labels: Mapping[int, LabelKind] | None = None,
) -> tuple[Plan, dict[str, Candidate]]:
    """Aligned columns and the values that the steps really use, under their final names.

    ``columns`` when they are known already, ``given``: values that are parameters for sure, ``labels``: what is known of
    the labels of a routine's columns.
    """
    columns = with_whole_entries(columns or kept_columns(with_one_read(in_form_order(align(traces))), traces), traces)
    columns = with_task_times(columns, traces)
    columns = settled(columns, traces) if labels is None else columns
    flags = flags_of(columns, traces) if labels is None else ()
    candidates = discover(columns, told(flags, traces), given, part=labels is not None) if columns else []
    found = {f"v{i}": candidate for i, candidate in enumerate(candidates)}
    plan = Plan(
        traces=tuple(traces),
        columns=tuple(columns),
        known={name: candidate.values for name, candidate in found.items()},
        outputs=output_names(columns, traces),
        labels=dict(labels or {}),
        dates={name: candidate.respelled for name, candidate in found.items() if candidate.respelled is not None},
        flags=flags,
    )
    in_steps = [p for step in write_steps(plan) for p in step.params]
    opened_by = start_of(plan).params if labels is None else ()  # a search by its address may be all that takes a value
    used = list(dict.fromkeys(p for p in (*in_steps, *opened_by) if p in found))
    names = parameter_names(plan, {name: found[name] for name in used})
    states = {flag.name: Candidate(flag.vector, "state", flag.columns[0]) for flag in flags}
    final = {**{names[name]: found[name] for name in used}, **states}
    known = {name: candidate.values for name, candidate in final.items()}
    dates = {name: candidate.respelled for name, candidate in final.items() if candidate.respelled is not None}
    return replace(plan, known=known, dates=dates), final


def _assembled(
    plan: Plan,
    parameters: tuple[Parameter, ...],
    steps: tuple[FlowStep, ...],
    evidence: Evidence,
    site: str,
) -> Workflow:
    address = plan.traces[0].run.site
    templates = templates_of(plan, [p.name for p in parameters])
    outputs, start = declare_outputs(plan), start_of(plan)
    risk = _risk(plan, steps)
    wording = wording_of(plan, templates)
    title = title_of(spelled_out(wording, plan), parameters, steps)
    return Workflow(
        name=workflow_name(site, plan.traces, without_flags(wording, plan.flags), steps),
        title=title,
        description=describe(
            title, start, parameters, outputs, spelled_out(templates[0], plan), risk=risk, steps=len(steps), site=address
        ),
        site=address,
        start=start,
        parameters=parameters,
        steps=steps,
        outputs=outputs,
        precondition=precondition_of(steps),
        postcondition=postcondition_of(plan, steps),
        risk=risk,
        templates=templates,
        evidence=evidence,
    )


def _risk(plan: Plan, steps: Sequence[FlowStep]) -> Risk:
    """The risk of the task; where its tasks ask for opposite states, that of the graver one."""
    risks = {risk_of(steps, trace.task) for trace in (plan.traces if plan.flags else plan.traces[:1])}
    return next(risk for risk in _GRAVEST_FIRST if risk in risks)


_GRAVEST_FIRST: tuple[Risk, ...] = ("destructive", "write", "read")


def _evidence(traces: Sequence[Trace], plan: Plan, *, runs: Sequence[str], support: int) -> Evidence:
    dropped = tuple(f"{t.run.id or 'run'} {reason}" for t in traces for reason in t.dropped)
    rows = _one_row_a_run(plan)
    shown = [plan.traces[row].run.id for row in rows if plan.traces[row].run.id]
    return Evidence(
        runs=(*shown, *sorted(set(runs) - set(shown))),
        arguments=tuple(_arguments(plan, row) for row in rows),
        support=support,
        tasks=tuple(dict.fromkeys(t.task for t in traces))[:MOST_TASKS],
        dropped=dropped[:MOST_DROPPED],
    )


def _one_row_a_run(plan: Plan) -> list[int]:
    """The first row of every aligned run; a routine may have several places in one run."""
    first: dict[str, int] = {}
    for row, trace in enumerate(plan.traces):
        first.setdefault(trace.digest, row)
    return list(first.values())


def _arguments(plan: Plan, row: int) -> dict[str, str | list[str]]:
    """The arguments with which the workflow is that run."""
    return {name: text for name, vector in plan.known.items() if (text := vector[row]) is not None}
