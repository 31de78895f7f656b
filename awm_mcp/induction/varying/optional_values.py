"""Runs of one task of which some gave a value that others left to the form: ``Order 3 cups``, ``Order 2 mugs in pink``.

Two runs are one task when their steps are equal but for form input that one of them gave on the way to a step that both did,
and their wordings are equal but for the clauses that tell these values. Whatever else differs (a click that changes or ticks
something, another page, another end, a value that the task does not tell) makes two tasks of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

from awm_mcp.induction.aligning.align import LIKELY, align, same_move, same_page
from awm_mcp.induction.aligning.optional_choices import given_value, is_choice, leads_in, opens, picked_value
from awm_mcp.induction.texts.spans import Span, find, tokens
from awm_mcp.induction.trace import Column, Trace, elsewhere, said
from awm_mcp.induction.varying.optional_ticks import tick_told
from awm_mcp.model import Step

MOST_WORDS = 4
"""Words of a clause beside the value that it tells."""
SAME_CORE = 0.8
_OWN, _OTHERS, _GIVEN = "\x02", "\x03", "\x01"


@dataclass(frozen=True)
class _Insertion:
    """Steps that only one of two runs did, and the step that both did next."""

    steps: tuple[Step, ...]
    before: Step


def apart_in_optional_values(a: Trace, b: Trace) -> bool:
    """Whether two runs are one task but for values that only one of them gave, as its task tells."""
    columns = _surely_the_same(align([a, b]), a, b)
    own, others = _insertions(columns, 0), _insertions(columns, 1)
    if own is None or others is None or not (own or others) or not _agree(columns, a, b):
        return False
    first_told, second_told = _told(own, a, b), _told(others, b, a)
    if first_told is None or second_told is None or (own and others and not _share_input(columns, [*own, *others], a, b)):
        return False
    shared = [[step for column in columns if column.everywhere and (step := column.steps[row])] for row in (0, 1)]
    values = [*first_told[0], *second_told[1]], [*second_told[0], *first_told[1]]
    first, second = _marked(a, shared[0], values[0], _OWN), _marked(b, shared[1], values[1], _OTHERS)
    return first is not None and second is not None and _worded_alike(first, second)


def _surely_the_same(columns: Sequence[Column], a: Trace, b: Trace) -> list[Column]:
    """The columns, apart where what was laid side by side may be two moves: lists that were opened, what was picked."""
    made: list[Column] = []
    apart = False
    for column in columns:
        one, two = column.steps
        if one is not None and two is not None:
            apart = same_move(one, two, a.task, b.task) < LIKELY or (apart and is_choice(one))
        made += [Column((one, None)), Column((None, two))] if apart and column.everywhere else [column]
    return made


def _agree(columns: Sequence[Column], a: Trace, b: Trace) -> bool:
    """Whether the moves that both did are on pages of one kind."""
    pairs = [column.present for column in columns if column.everywhere]
    return bool(pairs) and all(same_page(one, two, a.task, b.task) for one, two in pairs)


def _insertions(columns: Sequence[Column], row: int) -> list[_Insertion] | None:
    """What only one run did, each time up to the next step of both; None when that comes last."""
    found: list[_Insertion] = []
    waiting: list[Step] = []
    for column in columns:
        step = column.steps[row]
        if step is None:
            continue
        if not column.everywhere:
            waiting.append(step)
        elif waiting:
            found.append(_Insertion(tuple(waiting), step))
            waiting = []
    return None if waiting else found


def _told(insertions: Sequence[_Insertion], trace: Trace, other: Trace) -> tuple[list[str], list[str]] | None:
    """The values that inserted steps give, as the task tells them; None when one does something else.

    With the words by which the other task says that it does without a tick.
    """
    values: list[str] = []
    against: list[str] = []
    for insertion in insertions:
        opened = False
        for step, following in zip_longest(insertion.steps, insertion.steps[1:]):
            if _writes(step) or not _on_page_of(step, insertion.before):
                return None
            tick = tick_told(step, trace.task, other.task)
            leads = following is not None and leads_in(step, following, trace.task)
            given = tick.own if tick is not None else None if leads else picked_value(step, trace.task)
            if given is None and not opens(step):
                return None
            opened = given is None
            values += [given] if given is not None else []
            against += [tick.against] if tick is not None and tick.against else []
        if opened:
            return None
    whole = [v for v in dict.fromkeys(values) if not any(v != other and find(v, other) for other in values)]
    return (whole, against) if all(find(value, trace.task) for value in whole) else None


def _writes(step: Step) -> bool:
    return step.effect is not None and bool(step.effect.requests)


def _on_page_of(step: Step, other: Step) -> bool:
    """Whether a step was done, and left the run, on the page of another one."""
    page = _page(other.url)
    led = step.effect.url if step.effect is not None else None
    return not elsewhere(_page(step.url), page) and not elsewhere(_page(led), page)


def _page(url: str | None) -> str:
    return (url or "").split("?")[0].rstrip("/")


def _share_input(columns: Sequence[Column], insertions: Sequence[_Insertion], a: Trace, b: Trace) -> bool:
    """Whether both runs also gave one field of the same page a value of their tasks: each filled in more of one form."""
    pages = {_page(insertion.before.url) for insertion in insertions}
    return any(
        all(
            (given := given_value(step)) and find(given, task)
            for step, task in zip(column.present, (a.task, b.task), strict=True)
        )
        and not any(all(elsewhere(_page(step.url), page) for page in pages) for step in column.present)
        for column in columns
        if column.everywhere
    )


# --- wordings ---------------------------------------------------------------------------------------------------------


def _worded_alike(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether two marked texts are equal but for the clauses that tell the values which only one of them gives."""
    cores: tuple[list[str], list[str]] = ([], [])
    for tag, a1, a2, b1, b2 in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        for core, words, mark in ((cores[0], first[a1:a2], _OWN), (cores[1], second[b1:b2], _OTHERS)):
            told = words.count(mark)
            if told and (tag == "equal" or len(words) > (1 + MOST_WORDS) * told):
                return False
            core += [] if told else words
    return bool(cores[0]) and SequenceMatcher(None, *cores, autojunk=False).ratio() >= SAME_CORE


def _marked(trace: Trace, shared: Sequence[Step], optional: Sequence[str], mark: str) -> list[str] | None:
    """The words of a task with its values masked; None where a value that only this run gave cannot be told from others."""
    given = [v for step in shared if (v := given_value(step)) is not None or (v := said(step.action.target))]
    if {v.casefold() for v in optional} & {v.casefold() for v in given}:
        return None
    spans: list[tuple[Span, str]] = []
    for value in sorted({*given, *optional}, key=lambda v: (-len(v), v)):
        named = value in optional or any(c.isupper() or c.isdigit() for c in value)
        for start, end in find(value, trace.task) if named else ():
            if all(end <= s or start >= e for (s, e), _ in spans):
                spans.append(((start, end), mark if value in optional else _GIVEN))
    return _words(trace.task, spans) if sum(shown == mark for _, shown in spans) >= len(optional) else None


def _words(task: str, spans: Sequence[tuple[Span, str]]) -> list[str]:
    text, at = "", 0
    for (start, end), mark in sorted(spans):
        text, at = f"{text}{task[at:start]} {mark} ", end
    shown = tokens(text + task[at:])
    return [_GIVEN if word[0].isdigit() else word.casefold() for word in shown if re.match(r"\w|[\x01-\x03]", word)]
