"""Runs that send one form, of which one filled in less, whatever the words of their tasks.

"Send the shop a message saying Hi" and "Write to the shop as Ann, topic Returns, saying Hi" go the same way, fill in the
same form and press the same button; the second one only gives more of it. What is pressed must be one control with one
name, what leads there the same, and whatever is given in the form must be told by the tasks: another way, another button,
a tick or a constant of its own makes two tasks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from awm_mcp.induction.aligning.align import LIKELY, masked, same_move, same_page, shape_of
from awm_mcp.induction.aligning.optional_choices import given_value, leads_in, opens, picked_value
from awm_mcp.induction.aligning.signin import sign_in_columns
from awm_mcp.induction.aligning.wanted import wants_another
from awm_mcp.induction.grouping.ways import rerouted
from awm_mcp.induction.texts.spans import Span, find, occurs
from awm_mcp.induction.texts.verbs import DESTRUCTIVE, changes_something
from awm_mcp.induction.trace import Column, Trace, elsewhere, field_name, role_of, said
from awm_mcp.model import Step
from awm_mcp.model.labels import gives_up_abroad
from awm_mcp.model.names import words
from awm_mcp.model.polarity import opposites
from awm_mcp.model.site import path_of
from awm_mcp.model.templates import bare_task

_PRESSES = frozenset({"click", "press"})
_LOOKS = frozenset({"extract", "wait_for", "hover"})
_THINGS = frozenset({"", "link", "listitem", "row", "cell", "heading", "img", "image"})
_TAKES_BACK = DESTRUCTIVE - {"pay", "purchase", "buy", "checkout", "transfer"}
_TURNED_ROUND = (
    {"open", "close"}, {"approve", "reject"}, {"save", "send"}, {"save", "publish"}, {"increase", "decrease"},
    {"raise", "lower"}, {"request", "send"},
)  # fmt: skip
_TYPED = frozenset({"fill", "select", "upload"})
_GROUPS = frozenset({"group", "radiogroup", "toolbar", "tablist", "menu", "listbox"})
_Field = tuple[str, str]


@dataclass(frozen=True)
class _Given:
    """What a step gave to a form."""

    step: Step
    value: str


@dataclass(frozen=True)
class _Form:
    """A run cut into the way to a form, what it gave there, and the press that sent it; what it only read is left out."""

    trace: Trace
    way: tuple[Step, ...]
    given: Mapping[_Field, _Given]
    press: Step


def form_key(trace: Trace) -> tuple[str, ...] | None:
    """What tells the form that a run sends in the end: its page and what was pressed; None where it sends none."""
    end = _press_at(trace.steps)
    if end is None or not _inputs(trace, end):
        return None
    press = trace.steps[end]
    return (re.sub(r"\d+", "0", _page(press)), role_of(press.action.target), masked(said(press.action.target)))


def send_one_form(a: Trace, b: Trace) -> bool:
    """Whether two runs send the same form, one of them with a part of what the other one gave."""
    less, more = (_form_of(_signed_in(trace)) for trace in sorted((a, b), key=lambda trace: len(trace.steps)))
    if less is None or more is None:
        return False
    if not {*less.given} <= {*more.given}:
        less, more = more, less
    if not less.given or not {*less.given} <= {*more.given} or not _may_be_one_command(less, more):
        return False
    return _one_press(less, more) and _one_way(less, more) and _told(less, more)


def _signed_in(trace: Trace) -> Trace:
    hidden = sign_in_columns([Column((step,)) for step in trace.steps])
    return replace(trace, steps=tuple(s for i, s in enumerate(trace.steps) if i not in hidden)) if hidden else trace


# --- the form of a run ------------------------------------------------------------------------------------------------


def _press_at(steps: Sequence[Step]) -> int | None:
    """The last step that does something, where it presses what reads like a change or was seen to send something."""
    end = next((i for i in reversed(range(len(steps))) if steps[i].action.type not in _LOOKS), None)
    if end is None or steps[end].action.type not in _PRESSES or steps[end].action.target is None:
        return None
    label, effect = said(steps[end].action.target), steps[end].effect
    sends = effect is not None and bool(effect.requests)
    return end if label and (changes_something(label) or sends) else None


def _inputs(trace: Trace, end: int) -> list[Step]:
    """What was given right before the press, on its page, with what only opened lists for it."""
    steps, start = trace.steps, end
    while start and _page(steps[start - 1]) == _page(steps[end]) and _gives(steps[start - 1], trace.task):
        start -= 1
    while start < end and opens(steps[start]) and not _picks(trace, start + 1, end):
        start += 1  # it opened the form
    return list(steps[start:end])


def _gives(step: Step, task: str) -> bool:
    return picked_value(step, task) is not None or opens(step)


def _picks(trace: Trace, at: int, end: int) -> bool:
    return at < end and trace.steps[at].action.type not in _TYPED and picked_value(trace.steps[at], trace.task) is not None


def _form_of(trace: Trace) -> _Form | None:
    end = _press_at(trace.steps)
    inputs = _inputs(trace, end) if end is not None else []
    if end is None or not inputs or (fields := _fields(inputs, trace.task)) is None:
        return None
    return _Form(trace, tuple(trace.steps[: end - len(inputs)]), fields, trace.steps[end])


def _fields(inputs: Sequence[Step], task: str) -> dict[_Field, _Given] | None:
    """What was given by its field; None where a run came back to one, or did what is no input of a field with a name."""
    found: dict[_Field, _Given] = {}
    opener: Step | None = None
    for step, following in zip_longest(inputs, inputs[1:]):
        value = None if following is not None and leads_in(step, following, task) else picked_value(step, task)
        if value is None and opener is None:
            opener = step
            continue
        name = _field_of(step, opener)
        if value is None or not name or (step.action.type, name) in found:
            return None
        found[step.action.type, name], opener = _Given(step, value), None
    return found if opener is None else None


def _field_of(step: Step, opener: Step | None) -> str:
    """The name of a field: its label, or of a choice that of what opened its list or of the group that it is in."""
    target = step.action.target
    if step.action.type in _TYPED:
        return masked(field_name(target)) if opener is None else ""
    group = [mark.name for mark in target.landmarks if mark.role in _GROUPS and mark.name] if target is not None else []
    return masked(said(opener.action.target) if opener is not None else group[-1] if group else "")


def _page(step: Step) -> str:
    return path_of(step.url).split("?")[0].split("#")[0].rstrip("/") if step.url else ""


# --- two forms --------------------------------------------------------------------------------------------------------


def _one_press(less: _Form, more: _Form) -> bool:
    """Whether both press one control of one name on one page, and fill in the same fields by their place as well."""
    one, two = less.press, more.press
    if masked(said(one.action.target)) != masked(said(two.action.target)) or wants_another(one.action, two.action):
        return False
    if same_move(one, two, less.trace.task, more.trace.task) < LIKELY or not _one_page(one, two, less, more):
        return False
    pairs = [(less.given[field].step, more.given[field].step) for field in less.given]
    sure = all(same_move(a, b, less.trace.task, more.trace.task) >= LIKELY for a, b in pairs)
    return sure and all(_one_place(a, b) for a, b in [(one, two), *pairs])


def _one_place(a: Step, b: Step) -> bool:
    one, two = shape_of(a.action.target), shape_of(b.action.target)
    return not (one and two) or one == two


def _one_page(a: Step, b: Step, less: _Form, more: _Form) -> bool:
    """Whether two pages are one but for what the tasks name; a query that asks for another form is another page."""
    if not same_page(a, b, less.trace.task, more.trace.task):
        return False
    queries = [sorted(path_of(step.url or "").partition("#")[0].partition("?")[2].split("&")) for step in (a, b)]
    return queries[0] == queries[1] or all(
        part in queries[1] or any(char.isdigit() for char in part) or occurs(part.partition("=")[2], less.trace.task)
        for part in queries[0]
    )


def _one_way(less: _Form, more: _Form) -> bool:
    """Whether both came to the form by the same moves: of things that the tasks name, each by its own."""
    if len(less.way) == len(more.way) and all(_one_move(a, b, less, more) for a, b in zip(less.way, more.way, strict=True)):
        return True
    first, other = sorted((less.trace, more.trace), key=lambda trace: (len(trace.steps), trace.digest))
    on_its_way = rerouted(first, other)
    again = _form_of(on_its_way) if on_its_way is not other else None
    known = less if first is less.trace else more
    return (
        again is not None
        and len(again.way) == len(known.way)
        and all(_one_move(a, b, known, again) for a, b in zip(known.way, again.way, strict=True))
    )


def _one_move(a: Step, b: Step, one: _Form, two: _Form) -> bool:
    if same_move(a, b, one.trace.task, two.trace.task) < LIKELY:
        return False
    names = said(a.action.target), said(b.action.target)
    if a.action.target is None or (field_name(a.action.target) and given_value(a) is not None):
        return _told_alike(a, b, one.trace.task, two.trace.task)
    if masked(names[0]) == masked(names[1]):
        return True
    things = role_of(a.action.target) in _THINGS
    return things and all(_is_named(name, form.trace.task) for name, form in zip(names, (one, two), strict=True))


def _is_named(name: str, task: str) -> bool:
    """Whether the task writes it just as the page does, and not as its command."""
    return bool(name) and name in task and not bare_task(task).startswith(name)


def _told_alike(a: Step, b: Step, task_a: str, task_b: str) -> bool:
    """Whether two values of one field are equal, or each is told by its task."""
    given = given_value(a), given_value(b)
    if given == (None, None):
        return a.action.value == b.action.value or a.action.type != "goto" or same_page(a, b, task_a, task_b)
    return given[0] == given[1] or all(v and _is_told(v, task) for v, task in zip(given, (task_a, task_b), strict=True))


def _told(less: _Form, more: _Form) -> bool:
    """Whether the tasks tell what is given: what both give, one value at least, and all that only one of them gives."""
    tasks = less.trace.task, more.trace.task
    shared = [(less.given[field].value, more.given[field].value) for field in less.given]
    told = [all(_is_told(value, task) for value, task in zip(pair, tasks, strict=True)) for pair in shared]
    if not any(told) or not all(known or one == two for known, (one, two) in zip(told, shared, strict=True)):
        return False
    own = [given for field, given in more.given.items() if field not in less.given]
    others = {two.casefold() for _, two in shared}
    return all(_is_told(g.value, tasks[1]) and g.value.casefold() not in others and not _sends(g.step) for g in own)


def _is_told(given: str, task: str) -> bool:
    """Whether the task says a value, and not as the word that commands."""
    bare = bare_task(task)
    return any(start > 0 for start, _ in find(given, bare))


def _sends(step: Step) -> bool:
    effect = step.effect
    return effect is not None and (bool(effect.requests) or elsewhere(effect.url, step.url))


# --- what is commanded ------------------------------------------------------------------------------------------------


def _may_be_one_command(less: _Form, more: _Form) -> bool:
    """Whether two tasks may command one thing: none takes back, or turns round, what the other one does."""
    one, two = _words_beside_values(less), _words_beside_values(more)
    if {*one} & _TAKES_BACK != {*two} & _TAKES_BACK or not one or not two:
        return False
    if gives_up_abroad(" ".join(one)) != gives_up_abroad(" ".join(two)):
        return False
    return one[0] == two[0] or not ({one[0], two[0]} in _TURNED_ROUND or opposites(one[0], two[0]))


def _words_beside_values(form: _Form) -> list[str]:
    task = bare_task(form.trace.task)
    for given in sorted(filter(None, map(given_value, form.trace.steps)), key=len, reverse=True):
        task = "".join(f"{task[end:start]} " for end, start in _around(find(given, task), len(task)))
    return words(task)


def _around(spans: Sequence[Span], length: int) -> list[Span]:
    """What lies between spans."""
    edges = [0, *(edge for span in spans for edge in span), length]
    return list(zip(edges[::2], edges[1::2], strict=True))
