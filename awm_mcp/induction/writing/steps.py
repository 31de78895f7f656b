"""The steps of a workflow, made of the aligned steps of a family's runs."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, field

from awm_mcp.induction.aligning.align import pressed_anywhere
from awm_mcp.induction.aligning.interruptions import interruptions
from awm_mcp.induction.aligning.optional_choices import choice_groups, choices_of_some
from awm_mcp.induction.aligning.signin import sign_in_columns
from awm_mcp.induction.cleaning.added_choices import joint_keeps
from awm_mcp.induction.texts.dates import Respelled
from awm_mcp.induction.texts.own_state import without_states
from awm_mcp.induction.texts.unify import Known, unify, unify_addresses
from awm_mcp.induction.texts.verbs import dismisses
from awm_mcp.induction.trace import Column, Trace, Vector, said
from awm_mcp.induction.varying.flags import Flag, marks_known, told_texts
from awm_mcp.induction.writing.edited_cells import without_contents
from awm_mcp.induction.writing.elements import LabelKind, merge_targets, tail_behind
from awm_mcp.induction.writing.toggled import joint_became
from awm_mcp.model import Action, Dialog, FlowStep, Param, Step, Target, Value, value
from awm_mcp.model.answer_part import Between, joint_between
from awm_mcp.model.site import path_of
from awm_mcp.model.spelling import written
from awm_mcp.model.tails import with_tail
from awm_mcp.model.text import plain

MOST_REASONING = 200
MOST_OBSERVATION = 160


@dataclass(frozen=True)
class Plan:
    """Aligned runs with the values found in them, ready to be written as steps.

    ``labels``: what is known beforehand of the labels of some columns, see ``merge_targets``. ``dates``: parameter name ->
    the date behind it, where tasks and form spell it differently. ``flags``: the states that a caller sets.
    """

    traces: tuple[Trace, ...]
    columns: tuple[Column, ...]
    known: dict[str, Vector]
    outputs: dict[int, str]
    labels: dict[int, LabelKind] = field(default_factory=dict[int, LabelKind])
    dates: dict[str, Respelled] = field(default_factory=dict[str, Respelled])
    flags: tuple[Flag, ...] = ()

    def here(self, column: Column) -> Known:
        """The known values of the runs that have the step; states are no words of a page."""
        rows = [i for i, step in enumerate(column.steps) if step is not None]
        states = {flag.name for flag in self.flags}
        return {name: tuple(vector[i] for i in rows) for name, vector in self.known.items() if name not in states}

    @property
    def tasks(self) -> list[str]:
        """The task texts, with marks where they tell a state."""
        return told_texts(self.flags, [trace.task for trace in self.traces])

    @property
    def in_tasks(self) -> dict[str, Vector]:
        """The values as the task texts spell them."""
        spelled = {name: date.spelled for name, date in self.dates.items()}
        return {**self.known, **spelled, **marks_known(self.flags)}

    def flag_at(self, index: int) -> Flag | None:
        """The state that a column sets, where the caller gives it."""
        return next((flag for flag in self.flags if index in flag.columns), None)


def kept_columns(columns: Sequence[Column], traces: Sequence[Trace]) -> list[Column]:
    """Without moves that only few runs made and that a replay must not repeat; form input, banners and choices stay."""
    chosen = choices_of_some(columns, traces)
    return [
        column
        for index, column in enumerate(columns)
        if column.everywhere or index in chosen or _is_worth_repeating(column, len(traces))
    ]


def _is_worth_repeating(column: Column, runs: int) -> bool:
    sample = column.present[0]
    if sample.action.type in ("fill", "select", "check", "upload"):
        return True
    if dismisses(said(sample.action.target)) or 2 * len(column.present) > runs:
        return True
    return 2 * len(column.present) >= runs and not any(_leads_away(step) for step in column.present)


def _leads_away(step: Step) -> bool:
    if step.action.type in ("goto", "back", "forward"):
        return True
    return step.effect is not None and step.effect.url is not None and step.effect.url != step.url


def write_steps(plan: Plan) -> tuple[FlowStep, ...]:
    """One step for each column; sign-in steps form an optional group, and what put a pop-up away is optional."""
    signing_in, away = sign_in_columns(plan.columns), interruptions(plan.columns)
    groups = {**choice_groups(plan.columns, plan.traces), **dict.fromkeys(signing_in, "sign_in")}
    return tuple(
        _write(plan, index, column, groups.get(index), optional=index in away) for index, column in enumerate(plan.columns)
    )


def _write(plan: Plan, index: int, column: Column, group: str | None, *, optional: bool) -> FlowStep:
    known = plan.here(column)
    sample, said_as = column.present[0], plan.labels.get(index, "")
    reads = sample.action.type == "extract"  # a read that some runs did without is no less what the workflow is for
    urls = [path_of(step.url) for step in column.present if step.url and not step.url.startswith("about:")]
    return FlowStep(
        observation=_said_of(sample.observation, known, MOST_OBSERVATION),
        reasoning=_said_of(sample.reasoning, known, MOST_REASONING),
        url=unify_addresses(urls, known) if len(urls) == len(column.present) else None,
        action=_switched(plan, index, _dated(plan, column, _of_its_cell(plan, index, known, said_as))),
        optional=optional or group is not None or not (reads or column.everywhere),
        group=group,
    )


def _of_its_cell(plan: Plan, index: int, known: Known, said_as: LabelKind) -> Action:
    """The action of a column, on the cell that the caller's row and a heading tell where it opens one to change it: an
    open editor is no state of its own."""
    column, later = plan.columns[index], plan.columns[index + 1 :]
    action = _action(column, known, plan.outputs.get(index), said_as)
    opened = without_contents(column, later)
    cell = merge_targets(opened, known) if opened is not None else None
    told = cell is not None and cell.row is not None and cell.row.params and cell.label is not None
    return action.model_copy(update={"target": cell, "became": None}) if told else action


def _switched(plan: Plan, index: int, action: Action) -> Action:
    """The action that sets the state which the caller gives."""
    flag = plan.flag_at(index)
    return action.model_copy(update={"checked": value([Param(param=flag.name)])}) if flag is not None else action


def _dated(plan: Plan, column: Column, action: Action) -> Action:
    """The action with a date written in the form's own format, or as the calendar calls the day that is clicked."""
    if action.type in ("click", "dblclick", "check") and action.target is not None:
        return action.model_copy(update={"target": _day_clicked(plan, column, action.target)})
    if action.type != "fill" or action.value is None:
        return action
    for name, date in plan.dates.items():
        rows = [(step, iso) for step, iso in zip(column.steps, date.iso, strict=True) if step is not None]
        if all(iso is not None and _typed_as(step, iso, date.format) for step, iso in rows):
            return action.model_copy(update={"value": value([Param(param=name, format=date.format)])})
    return action


def _day_clicked(plan: Plan, column: Column, target: Target) -> Target:
    """A clicked day by its date alone: what else was seen of it belongs to the month that was shown."""
    for name, date in plan.dates.items():
        rows = [(step, iso) for step, iso in zip(column.steps, date.iso, strict=True) if step is not None]
        if all(iso is not None and _is_called(said(step.action.target), iso, date.format) for step, iso in rows):
            of_the_month = dict.fromkeys(("label", "text", "title", "row", "css", "xpath", "place"))
            called = value([Param(param=name, format=date.format)])
            return target.model_copy(update={**of_the_month, "name": called, "row_needed": False, "attrs": {}})
    return target


def _is_called(label: str, iso: str, form: str) -> bool:
    return written(datetime.date.fromisoformat(iso), form) == label.strip()


def _typed_as(step: Step, iso: str, form: str) -> bool:
    typed = step.action.value.literal if step.action.value is not None else None
    return typed is not None and _is_called(typed, iso, form)


def _said_of(text: str, known: Known, limit: int) -> str:
    """The words of the first run with its values as ``{names}``."""
    first: Known = {name: vector[:1] for name, vector in known.items()}
    return unify([plain(text, limit)], first).words() if text else ""


def _action(column: Column, known: Known, output: str | None, said_as: LabelKind) -> Action:
    steps = column.present
    first, target, between = steps[0].action, _target(steps, known, said_as), between_in(column)
    return first.model_copy(
        update={
            "between": between,
            "part": first.part and between is None,
            "target": target,
            "became": joint_became(steps, known, target),
            "value": _value(steps, known),
            "values": _values(steps, known),
            "had": None,
            "keeps": joint_keeps(steps),
            "to": _other_end(steps, known),
            "landed": first.landed if all(step.action.landed == first.landed for step in steps) else None,
            "output": output,
            "dialog": _dialog(first.dialog, steps, known),
        }
    )


def between_in(column: Column) -> Between | None:
    """What stands around the part of a text that the runs told as their answer, where they agree on it."""
    return joint_between([(step.action.between, _text_of(step) or "") for step in column.present])


def _target(steps: Sequence[Step], known: Known, said_as: LabelKind) -> Target | None:
    targets = [step.action.target for step in steps if step.action.target is not None]
    if len(targets) != len(steps) or (pressed_anywhere(steps[0]) and len({said(target) for target in targets}) > 1):
        return None
    reading = steps[0].action.type == "extract"
    data = [_text_of(step) for step in steps] if reading else ()
    targets = without_states(steps[0].action.type, targets)
    editable = steps[0].action.type in ("fill", "select", "upload")
    return merge_targets(targets, known, data=data, editable=editable, said_as=said_as)


def _other_end(steps: Sequence[Step], known: Known) -> Target | None:
    ends = [step.action.to for step in steps if step.action.to is not None]
    return merge_targets(ends, known) if len(ends) == len(steps) else None


def _text_of(step: Step) -> str | None:
    return step.action.value.literal if step.action.value is not None else None


def _value(steps: Sequence[Step], known: Known) -> Value | None:
    given = [step.action.value for step in steps]
    first = given[0]
    if first is None or steps[0].action.type == "extract" or any(v is None for v in given):
        return None
    if any(step.action.values for step in steps):
        return None
    if first.literal is None or any(v is None or v.literal is None for v in given):
        return first
    texts = [v.literal or "" for v in given if v is not None]
    if steps[0].action.type == "goto":
        return unify_addresses([path_of(text) for text in texts], known, gaps=False) or value(path_of(texts[0]))
    if steps[0].action.type == "press" and len(set(texts)) == 1:
        return first
    chosen = unify(texts, known)
    return with_tail(chosen, _tail(steps)) if _tail(steps) else chosen


def _tail(steps: Sequence[Step]) -> str:
    """The data behind what is chosen in a select."""
    targets = [step.action.target for step in steps if step.action.target is not None]
    return tail_behind(targets) if steps[0].action.type == "select" else ""


def _values(steps: Sequence[Step], known: Known) -> tuple[Value, ...]:
    """The texts of a select or a file field that takes several; a run may tell one of them alone."""
    if not any(step.action.values for step in steps):
        return ()
    given = [step.action.given for step in steps]
    if len({len(g) for g in given}) != 1:
        return given[0]
    return tuple(
        unify([v.literal or "" for v in column], known) if all(v.literal is not None for v in column) else column[0]
        for column in zip(*given, strict=True)
    )


def _dialog(first: Dialog | None, steps: Sequence[Step], known: Known) -> Dialog | None:
    dialogs = [step.action.dialog for step in steps]
    if first is None or any(d is None for d in dialogs):
        return first or next((d for d in dialogs if d is not None and d.kind == "alert"), None)
    return first.model_copy(
        update={
            "message": _joint([d.message for d in dialogs if d is not None], known),
            "prompt": _joint([d.prompt for d in dialogs if d is not None], known),
        }
    )


def _joint(given: Sequence[Value | None], known: Known) -> Value | None:
    if any(v is None or v.literal is None for v in given):
        return given[0]
    return unify([v.literal or "" for v in given if v is not None], known)


def after(trace: Trace, step: Step) -> str | None:
    """Address after a step: what a browser saw, else where the next reported step was done."""
    if step.effect is not None and step.effect.url:
        return step.effect.url
    at = next((i for i, s in enumerate(trace.run.steps) if s is step), None)
    if at is None or at + 1 >= len(trace.run.steps):
        return None
    return trace.run.steps[at + 1].url
