"""Sub-tasks that a model sees recur across tasks (AWM paper, section 2.3): it points at recorded steps, rules build.

The model never writes a step: it names stretches of the runs by their numbers. So every step of a proposal was really done,
values that differ become parameters by alignment, and lint and verification are those of every other workflow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from awm_mcp.induction.by_model.model_asking import ask
from awm_mcp.induction.by_model.model_prompts import prompt
from awm_mcp.induction.by_model.model_renaming import with_parameter_names
from awm_mcp.induction.by_model.model_wording import described, name_of, parameter_names, summary_of, title_of
from awm_mcp.induction.checking.lint import lint
from awm_mcp.induction.cleaning.clean import trace_of
from awm_mcp.induction.cleaning.row_anchor import anchored
from awm_mcp.induction.grouping.family import families
from awm_mcp.induction.library import induce
from awm_mcp.induction.model_port import Asked
from awm_mcp.induction.trace import Trace, role_of, said
from awm_mcp.model import FlowStep, Run, Step, Workflow
from awm_mcp.model.names import unique_name
from awm_mcp.model.site import path_of
from awm_mcp.model.text import plain

PROMPT = "inducer_v1"
OWNER = f"model:{PROMPT}"
MOST_RUNS, MOST_STEPS, MOST_PROPOSALS = 6, 14, 4
LEAST_STEPS, LEAST_RUNS = 2, 2
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_WORD: dict[str, Any] = {"type": "string", "maxLength": 60}
_SENTENCE: dict[str, Any] = {"type": "string", "maxLength": 240}


class Place(NamedTuple):
    """A step of a shown run."""

    run: str
    number: int


class Shown(NamedTuple):
    """What the model was shown: runs by letter, steps by number."""

    traces: Mapping[str, Trace]

    @property
    def places(self) -> dict[str, Place]:
        """Step numbers (``A1``) and where they lead."""
        return {f"{k}{i + 1}": Place(k, i) for k, trace in self.traces.items() for i in range(len(trace.steps[:MOST_STEPS]))}


async def propose(runs: Sequence[Run], known: Sequence[Workflow], model: Asked) -> tuple[list[Workflow], list[str]]:
    """Draft sub-task workflows beside the known ones, and why other proposals were rejected.

    Nothing is asked when the runs are all of one task.

    Raises:
        Unavailable: the model is out of reach or the budget is spent.
    """
    shown = Shown(dict(zip(_LETTERS, _representatives(runs), strict=False)))
    if len(shown.traces) < LEAST_RUNS:
        return [], []
    accepted: list[Workflow] = []
    taken: set[Place] = set()

    def check(answer: dict[str, Any]) -> tuple[int | None, list[str]]:
        problems: list[str] = []
        before = len(accepted)
        for row in cast("list[dict[str, Any]]", answer["workflows"])[:MOST_PROPOSALS]:
            made = _made(row, shown, taken, [*known, *accepted])
            if isinstance(made, str):
                problems.append(f"{plain(str(row['name']), 40)!r}: {made}")
            elif made is not None:
                accepted.append(made)
        return len(accepted) - before or None, problems

    _, problems = await ask(model, prompt(PROMPT), _question(shown), schema_of(shown), check)
    return accepted, problems


def grown(workflow: Workflow, runs: Sequence[Run]) -> Workflow | None:
    """A proposed workflow built anew from all runs that do its steps by now, in its words; None when no further run does."""
    traces = {run.id: trace_of(anchored(run)) for run in runs if run.outcome == "success"}
    found = {run: stretch for run, trace in traces.items() if (stretch := _stretch_of(workflow, run, trace))}
    known = workflow.evidence.runs
    if set(found) <= set(known):
        return None
    different = {_part(traces[run], [p.number for p in places]).digest(): places for run, places in found.items()}
    built = _built(list(different.values()), Shown(traces))
    if isinstance(built, str):
        return None
    lost = [run for run in known if run not in found]
    more = [run for run in (*known, *found) if run not in built.evidence.runs]
    runs_of_it = (*built.evidence.runs, *dict.fromkeys(more))
    evidence = built.evidence.model_copy(update={"runs": runs_of_it, "support": built.evidence.support + len(lost)})
    words = {name: getattr(workflow, name) for name in ("name", "title", "description", "owner", "memory", "hosts")}
    return built.model_copy(update={**words, "evidence": evidence})


def _stretch_of(workflow: Workflow, run: str, trace: Trace) -> list[Place]:
    """Where a run does the workflow's steps one after the other, the first time; empty when nowhere."""
    length = len(workflow.steps)
    for first in range(len(trace.steps) - length + 1):
        steps = trace.steps[first : first + length]
        if all(_is_move(flow, step) for flow, step in zip(workflow.steps, steps, strict=True)):
            return [Place(run, first + i) for i in range(length)]
    return []


def _is_move(flow: FlowStep, step: Step) -> bool:
    """Whether a recorded step does the same to the same element, whatever value it gives."""
    action = flow.action
    if action is None or action.type != step.action.type or role_of(action.target) != role_of(step.action.target):
        return False
    varies = action.target is not None and any(v.params for v in action.target.texts.values())
    return varies or said(action.target).casefold() == said(step.action.target).casefold()


def schema_of(shown: Shown) -> dict[str, Any]:
    """The schema of an answer: step numbers can only be those that were shown."""
    steps = {"type": "array", "items": {"type": "string", "enum": sorted(shown.places)}, "maxItems": MOST_STEPS}
    variable = _record(name=_WORD, value=_SENTENCE)
    row = _record(
        name=_WORD,
        title=_SENTENCE,
        summary=_SENTENCE,
        occurrences={"type": "array", "items": steps, "maxItems": MOST_RUNS},
        variables={"type": "array", "items": variable, "maxItems": 6},
    )
    return _record(workflows={"type": "array", "items": row, "maxItems": MOST_PROPOSALS})


def _record(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _representatives(runs: Sequence[Run]) -> list[Trace]:
    """The shortest solved run of each task, tasks with most runs first."""
    unique = {run.digest(): run for run in sorted(runs, key=lambda run: run.id)}
    solved = [anchored(run) for run in unique.values() if run.outcome == "success"]
    traces = sorted((trace_of(run) for run in solved), key=lambda t: len(t.steps))
    grouped = sorted(families([t for t in traces if len(t.steps) >= LEAST_STEPS]), key=lambda f: -len(f.traces))
    return [family.traces[0] for family in grouped[:MOST_RUNS]]


def _question(shown: Shown) -> str:
    return "\n".join(_run_lines(letter, trace) for letter, trace in shown.traces.items())


def _run_lines(letter: str, trace: Trace) -> str:
    steps = [f"{letter}{n} {plain(s.action.words(), 100)}" for n, s in enumerate(trace.steps[:MOST_STEPS], 1)]
    return "\n".join([f"Run {letter}: {plain(trace.task, 160)}", *steps])


def _made(row: Mapping[str, Any], shown: Shown, taken: set[Place], known: Sequence[Workflow]) -> Workflow | str | None:
    """The workflow of a proposal, why it is rejected, or None when it was accepted in an earlier round."""
    occurrences = _occurrences(cast("list[list[str]]", row["occurrences"]), shown)
    if isinstance(occurrences, str):
        return occurrences
    places = {place for occurrence in occurrences for place in occurrence}
    if places <= taken:
        return None
    if shared := sorted(places & taken):
        return f"it shares step {shared[0].run}{shared[0].number + 1} with another one"
    built = _built(occurrences, shown)
    if isinstance(built, str):
        return built
    worded = _worded(built, row, {w.name for w in known})
    if wrong := _findings(worded, known):
        return wrong
    taken |= places
    return worded


def _occurrences(given: Sequence[Sequence[str]], shown: Shown) -> list[list[Place]] | str:
    known = shown.places
    found: list[list[Place]] = []
    for ids in given:
        if unseen := [i for i in ids if i not in known]:
            return f"step {plain(unseen[0], 20)} was never recorded"
        places = [known[i] for i in ids]
        if len({p.run for p in places}) > 1:
            return "an occurrence mixes steps of several runs; give one list for each run"
        if [p.number for p in places] != sorted({p.number for p in places}):
            return "the steps of an occurrence are not in their order"
        found.append(places)
    found = [places for places in found if places]
    if len({places[0].run for places in found}) < LEAST_RUNS or len({p[0].run for p in found}) != len(found):
        return "it must occur in at least two different runs, once in each list"
    if any(len(places) < LEAST_STEPS for places in found):
        return "it must have at least two steps in each run"
    return _not_whole(found, shown)


def _not_whole(found: list[list[Place]], shown: Shown) -> list[list[Place]] | str:
    if all(len(places) == len(shown.traces[places[0].run].steps) for places in found):
        return "these are whole tasks, which are known already; a sub-task is a part of them"
    return found


def _built(occurrences: Sequence[Sequence[Place]], shown: Shown) -> Workflow | str:
    """The stretches aligned and their differing values made parameters, by the rules for whole tasks."""
    parts = [_part(shown.traces[places[0].run], [p.number for p in places]) for places in occurrences]
    made = [w for w in induce(parts, most=None) if w.kind == "task" and w.evidence.support == len(parts)]
    if not made:
        return "its occurrences do not do the same: their steps cannot be aligned"
    whole = made[0]
    if len([step for step in whole.steps if not step.optional]) < LEAST_STEPS:
        return "fewer than two of its steps occur in every run"
    end = whole.steps[-1].expect or whole.postcondition
    return whole.model_copy(update={"kind": "subtask", "templates": (), "postcondition": end, "owner": OWNER})


def _part(trace: Trace, indices: Sequence[int]) -> Run:
    """The run cut down to a stretch; one family name aligns it with the other stretches."""
    steps: tuple[Step, ...] = tuple(trace.steps[i] for i in indices)
    start = steps[0].url or (trace.run.start_url if indices[0] == 0 else None)
    return trace.run.model_copy(
        update={
            "steps": steps,
            "start_url": start or trace.run.origin + path_of(trace.run.start_url),
            "answer": trace.run.answer if indices[-1] == len(trace.steps) - 1 else None,
            "template": "stretch",
            "suggested_name": None,
        }
    )


def _worded(workflow: Workflow, row: Mapping[str, Any], taken: set[str]) -> Workflow:
    """In the model's words where they are right; variables are matched with parameters by their values."""
    variables = cast("list[dict[str, str]]", row["variables"])
    wanted = {p.name: v["name"] for v in variables for p in workflow.parameters if v["value"] in p.examples}
    mapping, _ = parameter_names(workflow, wanted)
    renamed = with_parameter_names(workflow, mapping)
    title = title_of(renamed, row["title"]) or renamed.title
    summary = summary_of(renamed, row["summary"]) or f"{title}."
    name = name_of(renamed, row["name"]) or renamed.name
    worded = renamed.model_copy(update={"name": unique_name(name, taken), "title": title})
    return worded.model_copy(update={"description": described(worded, summary)})


def _findings(workflow: Workflow, known: Sequence[Workflow]) -> str:
    found = lint(workflow, [w for w in known if w.state != "retired"])
    return "; ".join(f.text for f in found if f.severity == "error" or f.code == "near_duplicate")
