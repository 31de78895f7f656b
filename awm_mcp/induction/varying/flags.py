"""Boxes and switches that a caller sets: the columns of a family whose state the tasks tell, and where they tell it.

A state that no task tells, or that all runs want, is no parameter. Where some runs left the box alone, as their tasks say
nothing of it, the parameter is optional; where the task says the opposite and the run did nothing, the form held it so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from awm_mcp.induction.aligning.align import align
from awm_mcp.induction.aligning.told_states import NEAR, gap_between, label_of, mention, spots, state_of
from awm_mcp.induction.texts.spans import Span
from awm_mcp.induction.trace import Column, Trace, Vector
from awm_mcp.model import Param, Text, Value, value
from awm_mcp.model.names import slug, unique_name, words
from awm_mcp.model.polarity import ARTICLES, as_boolean, side_of, slot, slot_words, words_of

MOST_NAME_WORDS = 4
LEAST_WORD = 4
_FIRST_MARK = 0xFFF00
_NOISE = frozenset({
    "a", "an", "the", "i", "me", "my", "your", "you", "please", "want", "would", "like", "to", "enable", "enabled",
    "activate", "use", "turn", "switch", "on", "off", "with", "include", "add", "allow", "is", "be", "this", "show", "send",
    "receive",
    "ich", "mochte", "bitte", "aktivieren", "mit",
})  # fmt: skip
_States = tuple[bool | None, ...]
_Spans = tuple[Span | None, ...]


@dataclass(frozen=True)
class Flag:
    """A state that a caller gives. ``columns``: the boxes that it sets; ``states``: what each run wanted, as told or seen.

    ``spans``: the words of each task that tell it; none where the reporter's hints do, or the task says nothing.
    """

    name: str
    columns: tuple[int, ...]
    states: _States
    spans: _Spans
    everywhere: bool

    @property
    def vector(self) -> Vector:
        """The argument of each run."""
        return tuple(None if state is None else "true" if state else "false" for state in self.states)

    @property
    def both(self) -> bool:
        """Whether runs wanted either state."""
        return {True, False} <= {*self.states}

    def form(self, tasks: Sequence[str]) -> str:
        """How a template's slot for it is read."""
        told = [
            (state, task[slice(*span)]) for state, task, span in zip(self.states, tasks, self.spans, strict=True) if span
        ]
        said = [(state, words) for state, words in told if state is not None]
        return slot((w for state, w in said if state), (w for state, w in said if not state))


def flags_of(columns: Sequence[Column], traces: Sequence[Trace]) -> tuple[Flag, ...]:
    """The states that the caller gives, in the order of the steps."""
    found: list[Flag] = []
    for index, column in enumerate(columns):
        flag = _flag(index, column, traces)
        if flag is None:
            continue
        same = next((known for known in found if (known.states, known.spans) == (flag.states, flag.spans)), None)
        if same is not None:
            joint = replace(same, columns=(*same.columns, index), everywhere=same.everywhere or flag.everywhere)
            found[found.index(same)] = joint
        elif not any(_clash(known, flag) for known in found):
            found.append(replace(flag, name=unique_name(flag.name, {known.name for known in found})))
    return tuple(found)


def unresolved(columns: Sequence[Column], flags: Sequence[Flag]) -> list[Column]:
    """Columns in which the runs want opposite states and nothing tells which of them is meant."""
    told = {index for flag in flags for index in flag.columns}
    return [c for index, c in enumerate(columns) if index not in told and {True, False} <= {*_states(c)}]


def _states(column: Column) -> _States:
    return tuple(state_of(step.action) if step is not None else None for step in column.steps)


def _flag(index: int, column: Column, traces: Sequence[Trace]) -> Flag | None:
    states = _states(column)
    if any(step is not None and state is None for step, state in zip(column.steps, states, strict=True)):
        return None
    tasks, label = [trace.task for trace in traces], _label(column)
    mixed = {True, False} <= {*states}
    if not mixed and column.everywhere:
        return None
    told = _by_hint(states, traces) or (_by_opposites(states, tasks, label) if mixed else _by_clause(states, tasks, label))
    if told is None:
        return None
    name, states, spans = told
    return Flag(name or _name(column, label), (index,), states, spans, column.everywhere)


def _label(column: Column) -> str:
    labels = {label_of(step) for step in column.present}
    return labels.pop() if len(labels) == 1 else ""


def _name(column: Column, label: str) -> str:
    given = [word for word in words(label) if word not in _NOISE] or words(label)
    role = column.present[0].action.target
    alone = "ticked" if role is not None and role.role in ("checkbox", "menuitemcheckbox") else "turned_on"
    return slug(" ".join(given[:MOST_NAME_WORDS])) if given else alone


def _clash(known: Flag, flag: Flag) -> bool:
    pairs = zip(known.spans, flag.spans, strict=True)
    return any(a is not None and b is not None and gap_between(a, b, "") < 0 for a, b in pairs)


def of_one_state(traces: Sequence[Trace]) -> list[Trace]:
    """The runs that want the same as the first of each box of which no task tells what is wanted."""
    wanted = {(label_of(s), state_of(s.action)) for trace in traces for s in trace.steps}
    if not any((label, True) in wanted and (label, False) in wanted for label, _ in wanted):
        return list(traces)
    columns = align(traces)
    untold = [_states(column) for column in unresolved(columns, flags_of(columns, traces))]
    return [t for row, t in enumerate(traces) if all(states[row] in (None, states[0]) or not row for states in untold)]


# --- what tells it ----------------------------------------------------------------------------------------------------

_Told = tuple[str, _States, _Spans]


def _by_hint(states: _States, traces: Sequence[Trace]) -> _Told | None:
    """A value that the reporter named and that says in every run what was done."""
    for name in sorted({name for trace in traces for name in trace.run.hints}):
        given = [as_boolean(trace.run.hints.get(name, "")) for trace in traces]
        said: _States = tuple(None if one is None else one == "true" for one in given)
        fits = all(state is None or state is one for state, one in zip(states, said, strict=True))
        if fits and len({*said}) > 1:
            return slug(name), said, (None,) * len(states)
    return None


def _by_opposites(states: _States, tasks: Sequence[str], label: str) -> _Told | None:
    """The words by which runs of opposite states differ; each run's task must have them, or its run did nothing."""
    made: list[tuple[bool | None, Span | None]] = []
    for row, state in enumerate(states):
        wanted = state if state is not None else _opposite_of(row, states, tasks, label)
        span = _telling(row, wanted, states, tasks, label) if wanted is not None else None
        if state is not None and span is None:
            return None
        made.append((wanted if span is not None else None, span))
    return "", tuple(state for state, _ in made), tuple(span for _, span in made)


def _telling(row: int, state: bool, states: _States, tasks: Sequence[str], label: str) -> Span | None:
    """The words of a task that differ from what the runs of the other state say there."""
    others = [tasks[i] for i, one in enumerate(states) if one is not None and one is not state]
    spans = [spot.own for other in others for spot in spots(tasks[row], other)]
    return _likeliest(spans, mention(label, tasks[row]) if label else None, tasks[row])


def _likeliest(spans: Sequence[Span], of: Span | None, task: str) -> Span | None:
    """The span by which most other runs differ; of equally common ones that which stands nearest to the box's name."""
    counts = Counter(spans)

    def order(span: Span) -> tuple[int, int, int, Span]:
        near = gap_between(span, of, task) if of is not None else 0
        return max(near, 0), -counts[span], span[1] - span[0], span

    return min(counts, key=order, default=None)


def _opposite_of(row: int, states: _States, tasks: Sequence[str], label: str) -> bool | None:
    """The state that a run left as it was, as its task says the opposite of another one's right where it names the box."""
    named = mention(label, tasks[row]) if label else None
    if named is None:
        return None
    for i, state in enumerate(states):
        for spot in spots(tasks[row], tasks[i]) if state is not None else ():
            if gap_between(spot.own, named, tasks[row]) < NEAR:
                return not state
    return None


def _by_clause(states: _States, tasks: Sequence[str], label: str) -> _Told | None:
    """What the tasks of runs that touched the box say of it: ``…, featured``, ``… with breakfast``; one at least must."""
    wanted = next(state for state in states if state is not None)
    made: list[tuple[bool | None, Span | None]] = []
    for row, state in enumerate(states):
        named = mention(label, tasks[row]) if label else None
        denied = _opposite_of(row, states, tasks, label) if state is None else None
        if state is None:
            made.append((denied, _telling(row, not wanted, states, tasks, label) if denied is not None else None))
        elif named is None:
            made.append((state, None))
        elif (span := clause_of(tasks[row], named, state)) is not None:
            made.append((state, span))
        else:
            return None
    if not any(state is wanted and span is not None for state, span in made):
        return None
    return "", tuple(state for state, _ in made), tuple(span for _, span in made)


def clause_of(task: str, named: Span, state: bool) -> Span | None:
    """What tells a state where a task names the box: the word beside it that says so, else the name itself.

    None where the task says the opposite, or only names the box of which the run took the tick away.
    """
    told = side_beside(task, named)
    if told is None:
        return named if state else None
    return told[0] if told[1] is state else None


def side_beside(task: str, named: Span) -> tuple[Span, bool | None] | None:
    """The word before or behind a box's name that says on or off of it, and which; None for the side where both disagree."""
    behind, before = _answer_behind(task, named), _word_before(task, named)
    if behind is not None and before is not None and behind[1] is not before[1]:
        return behind[0], None
    return behind or before


def _word_before(task: str, named: Span) -> tuple[Span, bool] | None:
    for word, start, end in reversed([word for word in words_of(task) if word[2] <= named[0]]):
        if any(mark in task[end : named[0]] for mark in ",.;:!?"):
            return None
        if word not in ARTICLES:
            side = side_of(word)
            return ((start, end), side) if side is not None else None
    return None


def _answer_behind(task: str, named: Span) -> tuple[Span, bool] | None:
    """A yes or no right behind the name: ``featured: yes``, ``the alarm off``; "milk on the list" says none."""
    behind = [word for word in words_of(task) if word[1] >= named[1]][:3]
    joined = behind[1:] if behind and behind[0][0] in ("to", "is", "auf", "ist", "est", "es") else behind[:2]
    if not joined or not re.fullmatch(r"\s*[:=]?\s*(?:\w+\s+)?", task[named[1] : joined[0][1]]):
        return None
    behind = joined
    word, start, end = behind[0]
    goes_on = len(behind) > 1 and task[end : behind[1][1]].isspace() and behind[1][0] not in _AFTER_ANSWERS
    said = as_boolean(word)
    return None if said is None or (goes_on and len(word) < LEAST_SURE) else ((start, end), said == "true")


LEAST_SURE = 3
_AFTER_ANSWERS = frozenset({"in", "for", "at", "again", "now", "please", "and", "then", "und", "bitte", "et", "y", "e", "i"})


# --- texts with a place for them --------------------------------------------------------------------------------------


def mark_of(number: int, state: bool | None) -> str:
    """The character that stands for a flag in a text: another one for either state, so that texts stay apart in it."""
    return chr(_FIRST_MARK + 2 * number + (state is False))


def told_texts(flags: Sequence[Flag], tasks: Sequence[str]) -> list[str]:
    """The task texts with marks where they tell the states."""
    return [_marked(flags, row, task) for row, task in enumerate(tasks)]


def _marked(flags: Sequence[Flag], row: int, task: str) -> str:
    spans = [(span, number, flag.states[row]) for number, flag in enumerate(flags) if (span := flag.spans[row]) is not None]
    for (start, end), number, state in sorted(spans, reverse=True):
        task = f"{task[:start]}{mark_of(number, state)}{task[end:]}"
    return task


def told(flags: Sequence[Flag], traces: Sequence[Trace]) -> list[Trace]:
    """The runs with marks in their tasks, so that no word of these is taken for a value."""
    texts = told_texts(flags, [trace.task for trace in traces])
    pairs = zip(traces, texts, strict=True)
    return [t if t.task == text else replace(t, run=t.run.model_copy(update={"task": text})) for t, text in pairs]


def in_words(form: str) -> str:
    """The words of a slot as people say them: ``on or off``."""
    first = [side[0] for side in slot_words(form) if side]
    return " or ".join([first[0], *(word[:1].lower() + word[1:] for word in first[1:])]) if first else ""


def marks_known(flags: Sequence[Flag]) -> dict[str, Vector]:
    """The marks as values of the texts; None where a text has none."""
    return {
        flag.name: tuple(
            None if span is None else mark_of(number, state) for span, state in zip(flag.spans, flag.states, strict=True)
        )
        for number, flag in enumerate(flags)
    }


def with_forms(pattern: Value, flags: Sequence[Flag], tasks: Sequence[str]) -> Value:
    """The pattern in which the places of flags say how they are read."""
    forms = {flag.name: flag.form(tasks) for flag in flags}
    given: Iterable[object] = pattern.root
    made = [Param(param=t.param, format=forms[t.param]) if isinstance(t, Param) and t.param in forms else t for t in given]
    return value(made)  # pyright: ignore[reportArgumentType]


def without_flags(pattern: Value, flags: Sequence[Flag]) -> Value:
    """The pattern without the places of flags; a verb that one stands for becomes "set"."""
    names = {flag.name for flag in flags}
    rest = [t for t in pattern.root if not (isinstance(t, Param) and t.param in names)]
    first = pattern.root[0] if pattern.root else None
    if isinstance(first, Param) and first.param in names:
        says = any(isinstance(t, Param) for t in rest) or any(len(w) >= LEAST_WORD for w in words(value(rest).words()))
        rest = [Text(text="Set" if says else f"Set {first.param.replace('_', ' ')}"), *rest]
    return value(rest)
