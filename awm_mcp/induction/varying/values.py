"""Finds what varies: the values of a family's runs that a caller has to supply."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Literal

from awm_mcp.induction.aligning.optional_choices import picked_by_some
from awm_mcp.induction.texts.dates import LABEL_FORMATS, Respelled, respelled
from awm_mcp.induction.texts.named import is_plainly_named, is_told_for, named_in, names_the_interface
from awm_mcp.induction.texts.spans import marked_as_value, occurs, quoted, tokens
from awm_mcp.induction.texts.unify import unify
from awm_mcp.induction.trace import Column, Trace, Vector, field_name, said
from awm_mcp.induction.varying.file_names import names_in_one_folder
from awm_mcp.induction.varying.named_rows import named_rows
from awm_mcp.model import Step, Target, Value
from awm_mcp.model.text import plain

Source = Literal["hint", "field", "label", "task", "chosen", "state"]
_VALUE_ACTIONS = frozenset({"fill", "select", "upload", "choose", "wait_for"})
_LABEL_ACTIONS = frozenset({"click", "dblclick", "check", "hover", "drag"})
MOST_TASK_VALUES = 40
LEAST_WORDINGS = 3
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_COUNT = re.compile(r"(?P<number>\d+) (?!am\b|pm\b)[a-z]+(?: [a-z]+)?")


@dataclass(frozen=True)
class Candidate:
    """A value that may become a parameter. ``column``: where it was first seen; ``name``: given by the reporter.

    ``respelled``: the value is a date that the tasks spell in another way than the form.
    """

    values: Vector
    source: Source
    column: int | None = None
    name: str | None = None
    respelled: Respelled | None = None

    @property
    def constant(self) -> bool:
        """Whether all runs have the same value."""
        return len({v for v in self.values if v is not None}) == 1

    @property
    def everywhere(self) -> bool:
        """Whether every run has a value."""
        return all(v is not None for v in self.values)


def discover(
    columns: Sequence[Column], traces: Sequence[Trace], given: Sequence[Candidate] = (), *, part: bool = False
) -> list[Candidate]:
    """Candidates, each sequence of values once: given ones, hints, typed values, clicked labels, spans of the task text.

    ``part``: the columns are a part of tasks whose labels with values are all given.
    """
    tasks = [trace.task for trace in traces]
    found = _merged([*_dates(columns, tasks), *_hints(traces), *_typed(columns, tasks)])
    found = _merged([*found, *(c for c in given if not _is_explained(c.values, found))])
    if part:
        return _merged([*found, *_chosen(columns, tasks, found)])
    found = _merged([*found, *_clicked(columns, traces)])
    found = _merged([*found, *(Candidate(row.values, "label", row.column) for row in named_rows(columns, tasks))])
    found = _merged([*found, *(c for c in _from_tasks(tasks) if not _is_part(c.values, found, tasks))])
    return _merged([*found, *_chosen(columns, tasks, found)])


def _hints(traces: Sequence[Trace]) -> Iterable[Candidate]:
    for name in sorted({name for trace in traces for name in trace.run.hints}):
        values = tuple(trace.run.hints.get(name) for trace in traces)
        yield Candidate(values, "hint", name=name)


def texts_of(column: Column) -> Vector:
    """The typed or chosen text in each run; None for secrets and where the step is missing."""
    return tuple(_single(step) for step in column.steps)


def _single(step: Step | None) -> str | None:
    if step is None:
        return None
    given = step.action.value
    if given is None and len(step.action.values) == 1:
        given = step.action.values[0]
    return given.literal if isinstance(given, Value) else None


def _typed(columns: Sequence[Column], tasks: Sequence[str]) -> Iterable[Candidate]:
    """Typed and chosen values that stand in the task texts."""
    for index, column in enumerate(columns):
        if column.present[0].action.type not in _VALUE_ACTIONS:
            continue
        values = _as_told(column, texts_of(column), tasks)
        if not _all_given(column, values) or not _supplied(values, tasks):
            continue
        told = column.present[0].action.type == "fill" or _marked(values, tasks) or _told_for(column, values, tasks)
        if _differ(values) or (told and not _is_wording(values, tasks)) or _only_told_where_given(values, tasks):
            yield Candidate(_numbers_of(values) or values, "field", index)


def _as_told(column: Column, values: Vector, tasks: Sequence[str]) -> Vector:
    """The values; of files that the tasks call by their names alone, these."""
    if column.present[0].action.type != "upload" or _supplied(values, tasks):
        return values
    names = names_in_one_folder(values)
    return names if names is not None and _supplied(names, tasks) else values


def _only_told_where_given(values: Vector, tasks: Sequence[str]) -> bool:
    """Whether some runs did without a text, as their tasks say nothing of it: who wants it done has to give it."""
    without = [task for v, task in zip(values, tasks, strict=True) if v is None]
    return bool(without) and not any(occurs(text, task) for text in values if text is not None for task in without)


def _told_for(column: Column, values: Vector, tasks: Sequence[str]) -> bool:
    field = field_name(column.present[0].action.target)
    return all(v is None or is_told_for(v, field, task) for v, task in zip(values, tasks, strict=True))


def _is_wording(values: Vector, tasks: Sequence[str]) -> bool:
    """Whether three or more different tasks all say the text in the same words: it belongs to the work, not to a caller."""
    given = [(v, task) for v, task in zip(values, tasks, strict=True) if v is not None]
    return len({task for _, task in given}) >= LEAST_WORDINGS and not _differ(values) and not _marked_plainly(values, tasks)


def _marked_plainly(values: Vector, tasks: Sequence[str]) -> bool:
    """Whether all tasks mark the value by quotes or digits."""
    return all(
        v is None or any(c.isdigit() for c in v) or any(v == inside for inside in quoted(task))
        for v, task in zip(values, tasks, strict=True)
    )


def _numbers_of(values: Vector) -> Vector | None:
    """The numbers in texts of words that differ in nothing else: ``2`` and ``4`` of "2 people" and "4 people"."""
    cut = [v.split() for v in values if v is not None]
    if not _differ(values):
        return _counts(values)
    if len({len(parts) for parts in cut}) != 1:
        return None
    varying = [column for column in zip(*cut, strict=True) if len({part.casefold() for part in column}) > 1]
    worded = any(part.isalpha() for part in cut[0])
    if len(varying) != 1 or not worded or not all(_NUMBER.fullmatch(part) for part in varying[0]):
        return None
    numbers = iter(varying[0])
    return tuple(None if v is None else next(numbers) for v in values)


def _counts(values: Vector) -> Vector | None:
    """The number of what is counted, the same in all runs: ``5`` of "5 stars"."""
    found = [_COUNT.fullmatch(v) if v is not None else None for v in values]
    if any(v is not None and match is None for v, match in zip(values, found, strict=True)):
        return None
    return tuple(match["number"] if match is not None else None for match in found)


def _dates(columns: Sequence[Column], tasks: Sequence[str]) -> Iterable[Candidate]:
    """Typed dates, and days that are clicked, that stand in the task texts in another spelling."""
    for index, column in enumerate(columns):
        if column.present[0].action.type in ("fill", "select") and (date := respelled(texts_of(column), tasks)) is not None:
            yield Candidate(date.iso, "field", index, respelled=date)
    for index, labels in _labels(columns):
        if _all_given(columns[index], labels) and (date := respelled(labels, tasks, LABEL_FORMATS)) is not None:
            yield Candidate(date.iso, "label", index, respelled=date)


def _clicked(columns: Sequence[Column], traces: Sequence[Trace]) -> Iterable[Candidate]:
    """Labels of clicked elements that stand in the task texts and differ, or are marked there as values."""
    tasks, picked = [trace.task for trace in traces], picked_by_some(columns, traces)
    for index, labels in _labels(columns):
        column = columns[index]
        if not _all_given(column, labels) or not _supplied(labels, tasks):
            continue
        told_once = len(set(tasks)) == 1 and (_marked(labels, tasks) or _plainly(labels, tasks))
        if _differ(labels) or told_once or (index in picked and _only_told_where_given(labels, tasks)):
            yield Candidate(_numbers_of(labels) or labels, "label", index)


def _labels(columns: Sequence[Column]) -> Iterator[tuple[int, Vector]]:
    """What is clicked in each column, and for a drag also where it ends."""
    for index, column in enumerate(columns):
        acts = [step.action if step is not None else None for step in column.steps]
        if column.present[0].action.type in _LABEL_ACTIONS:
            yield index, _pointed_at([act.target if act is not None else None for act in acts])
        if column.present[0].action.type == "drag":
            yield index, tuple(said(act.to) or None if act is not None else None for act in acts)


def _pointed_at(targets: Sequence[Target | None]) -> Vector:
    """How the targets are called; by their own text where only some have a label, as the first of choices beside one."""
    given = [target for target in targets if target is not None]
    own = all(target.name is None and target.text is not None and target.text.literal for target in given)
    if own and len({target.label is not None for target in given}) > 1:
        given_texts = [target.text if target is not None else None for target in targets]
        return tuple(plain(text.literal or "") if text is not None else None for text in given_texts)
    return tuple(said(target) or None for target in targets)


def _plainly(labels: Vector, tasks: Sequence[str]) -> bool:
    return all(v is None or is_plainly_named(v, task) for v, task in zip(labels, tasks, strict=True))


def _all_given(column: Column, values: Vector) -> bool:
    return all((step is None) == (v is None) for step, v in zip(column.steps, values, strict=True))


def _differ(values: Vector) -> bool:
    return len({v.casefold() for v in values if v is not None}) > 1


def _supplied(values: Vector, tasks: Sequence[str]) -> bool:
    return all(v is None or occurs(v, task) for v, task in zip(values, tasks, strict=True))


def _marked(values: Vector, tasks: Sequence[str]) -> bool:
    return all(v is None or marked_as_value(v, task) for v, task in zip(values, tasks, strict=True))


def _from_tasks(tasks: Sequence[str]) -> Iterable[Candidate]:
    """Spans that the task texts mark: quoted ones in order, and where the texts differ."""
    alike = len(set(tasks)) == 1
    spans = [[text for text in quoted(task) if not (alike and names_the_interface(text, task))] for task in tasks]
    if len({len(s) for s in spans}) == 1:
        for values in zip(*spans, strict=True):
            if alike or _differ(values):
                yield Candidate(values, "task")
    if alike:
        told = dict.fromkeys([*_numbers(tasks[0]), *named_in(tasks[0])])
        yield from (Candidate((text,) * len(tasks), "task") for text in told)
        return
    for values in differing_spans(tasks)[:MOST_TASK_VALUES]:
        yield Candidate(values, "task")


def _numbers(task: str) -> list[str]:
    return re.findall(r"(?<![\w.])\d+(?:[.,:-]\d+)*(?![\w])", task)


def differing_spans(tasks: Sequence[str]) -> list[tuple[str, ...]]:
    """Where several task texts differ, as one tuple of spans a place; empty when they do not line up."""
    base = [t for t in tokens(tasks[0]) if t]
    kept = set(range(len(base)))
    cuts: list[dict[int, int]] = []
    for task in tasks[1:]:
        other = tokens(task)
        matched: dict[int, int] = {}
        for a, b, size in SequenceMatcher(None, base, other, autojunk=False).get_matching_blocks():
            matched |= {a + k: b + k for k in range(size)}
        cuts.append(matched)
        kept &= set(matched)
    fixed = [i for i in sorted(kept) if not base[i].isspace()]
    found: list[tuple[str, ...]] = []
    for left, right in zip([-1, *fixed], [*fixed, len(base)], strict=True):
        spans = [_between(base, left, right)]
        for task, matched in zip(tasks[1:], cuts, strict=True):
            other = tokens(task)
            spans.append(_between(other, matched.get(left, -1), matched.get(right, len(other))))
        if all(spans) and len(set(spans)) > 1:
            found.append(tuple(spans))
    return found


def _between(words: Sequence[str], left: int, right: int) -> str:
    return "".join(words[left + 1 : right]).strip(" \t'\"‘’“”«».,;:!?")


def _is_part(values: Vector, known: Sequence[Candidate], tasks: Sequence[str]) -> bool:
    """Whether unmarked spans of the tasks are words of a label that is clicked: a caller gives the whole label."""
    if not _differ(values) or _marked_plainly(values, tasks):
        return False
    labels = (c.values for c in known if c.source == "label" and c.everywhere)
    return any(all(v and v != w and occurs(v, w or "") for v, w in zip(values, whole, strict=True)) for whole in labels)


def _is_explained(values: Vector, known: Sequence[Candidate]) -> bool:
    """Whether texts are made of known values and other words around them."""
    here = [i for i, v in enumerate(values) if v is not None]
    unified = unify([values[i] or "" for i in here], {str(k): tuple(c.values[i] for i in here) for k, c in enumerate(known)})
    return bool(unified.params)


def _chosen(columns: Sequence[Column], tasks: Sequence[str], known: Sequence[Candidate]) -> Iterable[Candidate]:
    """Typed values that differ and come from nowhere else: the agent chose their form."""
    for index, column in enumerate(columns):
        if column.present[0].action.type not in _VALUE_ACTIONS - {"wait_for"}:
            continue
        values = texts_of(column)
        dated = any(c.respelled is not None and c.column == index for c in known)
        if dated or not _all_given(column, values) or not _differ(values):
            continue
        here = [i for i, v in enumerate(values) if v is not None]
        given = {str(k): tuple(c.values[i] for i in here) for k, c in enumerate(known)}
        unified = unify([values[i] or "" for i in here], given)
        if unified.has_gap or not unified.params:
            yield Candidate(values, "chosen", index)


def _merged(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Candidates that move together are one; the first one's source counts, gaps are filled from the later ones.

    What the tasks mark is no one value where some runs put it into one field and the others into another.
    """
    found: list[Candidate] = []
    for candidate in candidates:
        if not any(v for v in candidate.values):
            continue
        same = [index for index, known in enumerate(found) if _same(known.values, candidate.values)]
        if not same:
            found.append(candidate)
        elif candidate.source != "task" or not _of_several_columns([found[index] for index in same]):
            found[same[0]] = _filled(found[same[0]], candidate)
    return found


def _of_several_columns(known: Sequence[Candidate]) -> bool:
    return len({one.column for one in known if one.source in ("field", "label")}) > 1


def _same(a: Vector, b: Vector) -> bool:
    """Whether two sequences agree in every run that has both, in more than one run or in all of one of them."""
    both = [(x, y) for x, y in zip(a, b, strict=True) if x is not None and y is not None]
    if not both or any(x.casefold() != y.casefold() for x, y in both):
        return False
    return len(both) == min(sum(v is not None for v in a), sum(v is not None for v in b))


def _filled(known: Candidate, other: Candidate) -> Candidate:
    values = tuple(a if a is not None else b for a, b in zip(known.values, other.values, strict=True))
    column = known.column if known.column is not None else other.column
    source = known.source if known.source != "task" else other.source
    return replace(known, values=values, source=source, column=column, name=known.name or other.name)
