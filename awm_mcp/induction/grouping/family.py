"""Groups the runs of a site into task families: runs that are the same task with other values."""

from __future__ import annotations

import re
from bisect import insort
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import zip_longest

from awm_mcp.induction.aligning.align import align, shape_of
from awm_mcp.induction.aligning.other_pages import on_other_pages
from awm_mcp.induction.aligning.signin import sign_in_columns
from awm_mcp.induction.grouping.commands import chose_otherwise, commands_differ, only_one_ends_with_a_change, wishes_differ
from awm_mcp.induction.grouping.loops import without_repetitions
from awm_mcp.induction.grouping.one_answer import read_where_both_saw_it
from awm_mcp.induction.grouping.repeated_moves import repeats_differ
from awm_mcp.induction.grouping.same_form import form_key, send_one_form
from awm_mcp.induction.grouping.ways import ends_alike, rerouted
from awm_mcp.induction.texts.spans import find, quoted, tokens
from awm_mcp.induction.texts.told_values import is_further_command, listed_with
from awm_mcp.induction.trace import Column, Trace, role_of, said
from awm_mcp.induction.varying.opened_things import opened_thing
from awm_mcp.induction.varying.optional_values import apart_in_optional_values
from awm_mcp.induction.varying.same_but_for_state import sides_key, told_alike
from awm_mcp.induction.writing.pages import without_turning
from awm_mcp.model import Step
from awm_mcp.model.templates import bare_task

SAME_WORDING = 0.8
SAME_STEPS = 0.6
SAME_STEPS_OTHER_WORDING = 0.9
SAME_STEPS_OF_A_TEMPLATE = 0.5
CANDIDATES = 12
MOST_KEPT = 40
_CHOICES = frozenset({"option", "radio"})
_COMMANDS = frozenset({"button", "link", "menuitem"})


@dataclass
class Family:
    """Runs of one task; a bounded choice of them is kept, from the shortest to the longest, whatever order they came in.

    ``first``: the representative, the shortest; ``runs``: ids of all its runs; ``count``: number of different runs.
    """

    first: Trace
    wording: tuple[str, ...]
    template: str | None = None
    words: frozenset[str] = field(default_factory=frozenset[str])
    traces: list[Trace] = field(default_factory=list["Trace"])
    runs: dict[str, None] = field(default_factory=dict[str, None])
    count: int = 0

    def add(self, trace: Trace) -> None:
        """Takes a run in; beyond the fortieth one of middling length is let go."""
        insort(self.traces, trace, key=by_length)
        self.first = min(self.first, trace, key=by_length)
        if len(self.traces) > MOST_KEPT:
            del self.traces[MOST_KEPT // 2]
        self.count += 1
        if trace.run.id:
            self.runs[trace.run.id] = None

    def remove(self, run_id: str, digest: str) -> None:
        """Takes a run out again, because it was looked at anew."""
        self.traces = [kept for kept in self.traces if kept.digest != digest]
        self.count -= 1
        self.runs.pop(run_id, None)
        if self.traces and self.first.digest == digest:
            self.first = self.traces[0]


def by_length(trace: Trace) -> tuple[int, str]:
    return len(trace.steps), trace.digest


class Grouping:
    """The families of a site. The cost of one more run does not grow: only families that share words are compared."""

    def __init__(self) -> None:
        self.families: list[Family] = []
        self._by_key: dict[tuple[str, ...], list[int]] = defaultdict(list)
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self._by_form: dict[tuple[str, ...], list[int]] = defaultdict(list)
        self._by_sides: dict[tuple[str, ...], list[int]] = defaultdict(list)

    def add(self, trace: Trace) -> int:
        """Puts a run into its family, or makes it a new one; returns the family's number."""
        wording = masked_task(trace)
        known = self._home(trace, wording)
        if known is None:
            known = len(self.families)
            self.families.append(Family(trace, wording, trace.run.template, _content(wording)))
            self._by_key[_key(trace, wording)].append(known)
            for word in self.families[known].words:
                self._by_word[word].append(known)
            if form := form_key(trace):
                self._by_form[form].append(known)
            if sides := sides_key(trace, wording):
                self._by_sides[sides].append(known)
        self.families[known].add(trace)
        return known

    def _home(self, trace: Trace, wording: tuple[str, ...]) -> int | None:
        exact = self._by_key.get(_key(trace, wording), [])
        for index in exact[:CANDIDATES]:
            if _asks_for_another_thing(trace, self.families[index]):
                continue
            least = SAME_STEPS_OF_A_TEMPLATE if trace.run.template else SAME_STEPS
            family = self.families[index]
            alike = _same_steps(trace, family, least) or _same_but_for_the_way(trace, family, least)
            if alike and not on_other_pages(family.first, trace):
                return index
            if _same_but_for_the_read(trace, family):
                return index
        if trace.run.template:
            return None
        if (switched := self._switched(trace, wording)) is not None:
            return switched
        for index in _near(_content(wording), self._by_word, self.families):
            family = self.families[index]
            if family.template is not None or _asks_for_another_thing(trace, family):
                continue
            if _alike(wording, family.wording) and _same_task_otherwise_worded(trace, family):
                return index
            if _same_but_for_values(trace, family):
                return index
        return self._of_one_form(trace)

    def _switched(self, trace: Trace, wording: tuple[str, ...]) -> int | None:
        """The family whose shortest run turns on what this one turns off, or says the same in another such word."""
        sides = sides_key(trace, wording)
        for index in self._by_sides.get(sides, [])[:CANDIDATES] if sides else []:
            family = self.families[index]
            if family.template is not None or not family.traces or _asks_for_another_thing(trace, family):
                continue
            if told_alike(family.first, trace) and _same_task_otherwise_worded(trace, family):
                return index
        return None

    def _of_one_form(self, trace: Trace) -> int | None:
        """The family whose shortest run, in other words, sends the same form with more or less in it."""
        form = form_key(trace)
        known = self._by_form.get(form, []) if form else []
        for index in known[-CANDIDATES:]:
            family = self.families[index]
            open_to_it = family.template is None and family.traces and not _asks_for_another_thing(trace, family)
            if open_to_it and send_one_form(family.first, trace):
                return index
        return None


def families(traces: Sequence[Trace]) -> list[Family]:
    """Families in a fixed order. Time grows linearly with the runs."""
    grouping = Grouping()
    for trace in traces:
        grouping.add(trace)
    return grouping.families


def _key(trace: Trace, wording: tuple[str, ...]) -> tuple[str, ...]:
    return ("template", trace.run.template) if trace.run.template else wording


def _near(words: frozenset[str], by_word: dict[str, list[int]], found: Sequence[Family]) -> list[int]:
    """Families that share most content words, the nearest first; the rarest words are looked up."""
    counts: dict[int, int] = defaultdict(int)
    known = [word for word in words if word in by_word]
    for word in sorted(known, key=lambda w: (len(by_word[w]), w))[:4]:
        for index in by_word.get(word, ())[:200]:
            counts[index] += 1
    ranked = sorted(counts, key=lambda i: (-len(words & found[i].words) / max(1, len(words | found[i].words)), i))
    return ranked[:CANDIDATES]


def _content(wording: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for word in wording if len(word) > 2 and word.isalpha())


def _alike(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    return SequenceMatcher(None, a, b, autojunk=False).ratio() >= SAME_WORDING


def _asks_for_another_thing(trace: Trace, family: Family) -> bool:
    if commands_differ(trace, family.first) or _commands_more(trace, family.first) or _commands_more(family.first, trace):
        return True
    return repeats_differ(trace, family.first) or any(wishes_differ(trace, known) for known in family.traces)


def _commands_more(trace: Trace, other: Trace) -> bool:
    """Whether a task names one more thing to do, "and compare", with a control that only its own run clicked."""
    clicked = {said(step.action.target): step for step in trace.steps if step.action.type == "click"}
    both = {said(step.action.target) for step in other.steps}
    further = [label for label in clicked if label and label not in both and is_further_command(label, trace.task)]
    return any(not _is_next_value(label, clicked, trace) for label in further)


def _is_next_value(label: str, clicked: Mapping[str, Step], trace: Trace) -> bool:
    """Whether it is what the run typed and then picked, or picked in the list of the name that the task says before it."""
    values = (step.action.value for step in trace.steps if step.action.type == "fill")
    typed = {value.literal for value in values if value is not None}
    own = clicked[label].action.target
    alike = [name for name, step in clicked.items() if name and shape_of(step.action.target) == shape_of(own) != ""]
    return label in typed or (role_of(own) not in _COMMANDS and listed_with(label, alike, trace.task))


def _same_steps(trace: Trace, family: Family, least: float) -> bool:
    return step_likeness(trace, family.first) >= least


def _same_task_otherwise_worded(trace: Trace, family: Family) -> bool:
    """Whether nearly all steps are the same, on the same pages and with no control chosen that no task tells."""
    alike = _same_steps(trace, family, SAME_STEPS_OTHER_WORDING)
    return alike and not on_other_pages(family.first, trace) and not chose_otherwise(trace, family.first)


def _same_but_for_the_way(trace: Trace, family: Family, least: float) -> bool:
    """Whether a run does what the family's shortest does, and only went another way there."""
    first, other = sorted((trace, family.first), key=by_length)
    if not ends_alike(first, other):
        return False
    on_its_way = rerouted(first, other)
    return on_its_way is not other and step_likeness(first, on_its_way) >= least


def _same_but_for_the_read(trace: Trace, family: Family) -> bool:
    """Whether two runs only read their answer in different places, of which both saw one."""
    first, other = sorted((trace, family.first), key=by_length)
    return read_where_both_saw_it(first, other) is not other


def _same_but_for_values(trace: Trace, family: Family) -> bool:
    """Whether a run does what the family's shortest does but for values that only one of them gave to a form."""
    own = _content(masked_task(trace))
    if 2 * len(own & family.words) < min(len(own), len(family.words)):
        return False
    return apart_in_optional_values(_signed_in(family.first), _signed_in(trace))


def step_likeness(a: Trace, b: Trace) -> float:
    """Share of the longer run's steps that have a counterpart in the other; repetitions count once.

    Runs of different length are compared without signing in, which a run that was signed in already did without, and
    without turning pages.
    """
    if len(a.steps) != len(b.steps):
        a, b = (without_turning(without_repetitions(_signed_in(one))) for one in (a, b))
    longer = max(len(a.steps), len(b.steps))
    if not longer:
        return 1.0 if len(a.steps) == len(b.steps) else 0.0
    columns = align([a, b])
    if only_one_ends_with_a_change(columns):
        return 0.0
    return sum(column.everywhere for column in columns) / longer


def _signed_in(trace: Trace) -> Trace:
    """The run from where it was signed in."""
    hidden = sign_in_columns([Column((step,)) for step in trace.steps])
    return replace(trace, steps=tuple(s for i, s in enumerate(trace.steps) if i not in hidden)) if hidden else trace


def masked_task(trace: Trace) -> tuple[str, ...]:
    """The words of a task text with its own values masked: quoted spans, numbers, typed values, clicked labels and rows."""
    spans = [span for value in _own_values(trace) for span in find(value, trace.task)]
    text, at = "", 0
    for start, end in sorted(_without_overlap(spans)):
        text += trace.task[at:start] + "\x01"
        at = end
    text += trace.task[at:]
    shown = ("\x01" if token == "\x01" or token[0].isdigit() else token.casefold() for token in tokens(text))
    words = [token for token in shown if token == "\x01" or token.isalpha()]
    return tuple(re.sub("\x01(?: (?:and |or )?\x01)+", "\x01", " ".join(words)).split(" "))


def _own_values(trace: Trace) -> list[str]:
    values = [*quoted(trace.task), *trace.run.hints.values()]
    for step, then in zip_longest(trace.steps, trace.steps[1:]):
        values.extend([*_values_of(step), *_chosen(step, trace.task), *_row_of(step, trace.task), *opened_thing(step, then)])
    return sorted({v for v in values if len(v) > 1 or v.isdigit()}, key=lambda v: (-len(v), v))


def _values_of(step: Step) -> list[str]:
    action = step.action
    typed = [v.literal for v in (action.value, *action.values) if v is not None and v.literal]
    if action.type in ("fill", "select", "upload", "choose"):
        return typed
    named = ("click", "check", "dblclick", "hover", "drag", "wait_for")
    labels = (said(target) for target in (action.target, action.to) if action.type in named)
    return [label for label in labels if _is_a_name(label)]


def _chosen(step: Step, task: str) -> list[str]:
    """The entry of a list or group that a run took, which is a value however it is written ("bug"), but no command."""
    label = said(step.action.target) if step.action.type in ("click", "check") else ""
    taken = label and role_of(step.action.target) in _CHOICES
    return [label] if taken and not bare_task(task).casefold().startswith(label.casefold()) else []


def _row_of(step: Step, task: str) -> list[str]:
    """The row that a task names just as the page shows it: "Carys Gallagher", but no "Weight" for "the weight"."""
    target = step.action.target
    row = target.row.literal if target is not None and target.row is not None else None
    return [row] if row and _is_a_name(row) and row in task else []


def _is_a_name(label: str) -> bool:
    return any(char.isupper() or char.isdigit() for char in label)


def _without_overlap(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Longest first; later ones that touch a taken one are left out."""
    taken: list[tuple[int, int]] = []
    for span in spans:
        if all(span[1] <= start or span[0] >= end for start, end in taken):
            taken.append(span)
    return taken
