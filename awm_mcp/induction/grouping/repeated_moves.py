"""Runs that do the same thing a different number of times: two pieces of one thing and four of another are two tasks.

A workflow does its steps as often as they stand in it. How often a button was pressed is therefore part of the work, unless
it only led somewhere: through the pages of a list, or to what the task names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest

from awm_mcp.induction.aligning.align import align, pressed_anywhere
from awm_mcp.induction.grouping.loops import LONGEST_BLOCK
from awm_mcp.induction.texts.dates import LABEL_FORMATS, respelled
from awm_mcp.induction.texts.spans import Span, find, tokens
from awm_mcp.induction.texts.verbs import dismisses
from awm_mcp.induction.trace import Trace, role_of, said
from awm_mcp.induction.writing.pages import is_pager
from awm_mcp.model import Action, Step
from awm_mcp.model.site import path_of

_ADDING = frozenset({"click", "dblclick", "press", "drag"})
_ONLY_POINTED_AT = frozenset({"textbox", "searchbox", "combobox", "tab", "option", "radio", "listbox"})
"""What is no more done when it is clicked twice: a place to type in, a list that opens, the one choice of several."""
_READS = frozenset({"extract", "wait_for", "stop"})
_CLEARING = frozenset({"Backspace", "Delete"})
_VALUE = "\x01"
_Key = tuple[object, ...]


def repeats_differ(a: Trace, b: Trace) -> bool:
    """Whether two runs do a move a different number of times in a row, and their tasks differ in what no step tells."""
    once, counts = _done_once(a)
    other, others = _done_once(b)
    if not (counts or others) or _worded(a) == _worded(b):
        return False
    for column in align([once, other]):
        one, two = column.steps
        times = counts.get(id(one), 1 if one is not None else 0), others.get(id(two), 1 if two is not None else 0)
        if times[0] != times[1] and max(times) > 1:
            return True
    return False


def within_rows(trace: Trace) -> set[int]:
    """Indices of the steps that only do once more what the step before them did: a row that means its number."""
    steps = trace.steps
    pairs = enumerate(zip_longest(steps, steps[1:], steps[2:]))
    return {at + 1 for at, (one, two, then) in pairs if two is not None and _key(one) == _key(two) and _adds(two, then)}


def _done_once(trace: Trace) -> tuple[Trace, dict[int, int]]:
    """The run with everything that it repeats done once, and how often it did so, by the step."""
    steps, keys = trace.steps, [_key(step) for step in trace.steps]
    if not any(keys[at] == keys[at + length] for length in range(1, LONGEST_BLOCK + 1) for at in range(len(keys) - length)):
        return trace, {}
    kept: list[Step] = []
    counts: dict[int, int] = {}
    at = 0
    while at < len(steps):
        length, times = _repeated_at(keys, at)
        block = steps[at : at + length]
        kept += block
        follows = steps[at + length * times] if at + length * times < len(steps) else None
        counts |= {id(step): times for step in block if times > 1 and _adds(step, follows)}
        at += length * times
    return (replace(trace, steps=tuple(kept)), counts) if counts else (trace, {})


def _repeated_at(keys: Sequence[_Key], at: int) -> tuple[int, int]:
    """The shortest block that begins here and is done again at once, and how often it is done; else one step, once."""
    for length in range(1, LONGEST_BLOCK + 1):
        times = 1
        while keys[at : at + length] == keys[at + length * times : at + length * (times + 1)]:
            times += 1
        if times > 1:
            return length, times
    return 1, 1


def _key(step: Step) -> _Key:
    """What makes two steps of one run the same: the page, the element and what is done with it."""
    action = step.action
    page = path_of(step.url).partition("?")[0] if step.url else ""
    return action.type, page, *_element(action), action.value, action.values, action.checked, action.modifiers


def _element(action: Action) -> _Key:
    target, to = action.target, action.to
    row = target.row if target is not None else None
    return role_of(target), said(target), row, target and target.css, target and target.testid, said(to)


def _adds(step: Step, follows: Step | None) -> bool:
    """Whether doing a step once more does more; what only leads somewhere, puts away or clears a field does not."""
    action, role = step.action, role_of(step.action.target)
    if action.type not in _ADDING or is_pager(step) or dismisses(said(action.target)):
        return False
    if action.type != "press":
        return role not in _ONLY_POINTED_AT
    key = action.value.literal if action.value is not None else None
    types_next = follows is not None and follows.action.type == "fill"
    return not pressed_anywhere(step) and not (key in _CLEARING and types_next)


# --- what the tasks say beside what the steps tell -------------------------------------------------------------------


def _worded(trace: Trace) -> list[str]:
    """The words of a task with everything masked that a step of its run tells."""
    text, at = "", 0
    for start, end in _apart(span for told in _told(trace) for span in find(told, trace.task)):
        text, at = f"{text}{trace.task[at:start]} {_VALUE} ", end
    words = [word.casefold() for word in tokens(text + trace.task[at:]) if word == _VALUE or any(map(str.isalnum, word))]
    return [word for before, word in pairwise(["", *words]) if not before == word == _VALUE]


def _told(trace: Trace) -> list[str]:
    """What the steps put in, act on or name, the longest first."""
    told: set[str] = set()
    for step in trace.steps:
        action, target = step.action, step.action.target
        if action.type in _READS:
            continue
        row = target.row if target is not None else None
        texts = [v.literal for v in (action.value, *action.values, row) if v is not None and v.literal]
        told |= {*texts, said(target), said(action.to)}
    return sorted({*told, *_days(told, trace.task)} - {""}, key=lambda text: (-len(text), text))


def _days(told: set[str], task: str) -> Iterator[str]:
    """The dates of a task that a step tells in another spelling."""
    for text in told:
        date = respelled((text,), [task], LABEL_FORMATS)
        if date is not None and (spelled := date.spelled[0]) is not None:
            yield spelled


def _apart(spans: Iterator[Span]) -> list[Span]:
    """Spans that do not overlap, in order; those that come first are taken."""
    taken: list[Span] = []
    for start, end in spans:
        if all(end <= s or start >= e for s, e in taken):
            taken.append((start, end))
    return sorted(taken)
