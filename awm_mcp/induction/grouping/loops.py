"""Repeated blocks: the same moves done once for each of several values of the task.

How often differs between the runs, or their tasks list the values and each run types them into one field in a row.

The repetitions are cut down to one before runs are aligned, and the block that comes of it is written as a ``for_each`` over
a list parameter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from awm_mcp.induction.aligning.wanted import wish_of
from awm_mcp.induction.texts.spans import find, occurs
from awm_mcp.induction.trace import Trace, Vector, elsewhere, field_name, role_of, said
from awm_mcp.induction.writing.parameters import ALWAYS_PLURAL
from awm_mcp.induction.writing.toggled import without_became
from awm_mcp.model import FlowStep, ForEach, Parameter, Step
from awm_mcp.model.names import MAX_NAME
from awm_mcp.model.site import path_of

LONGEST_BLOCK = 4
LEAST_BLOCK, LEAST_LISTED = 2, 2
"""Of a list that all runs had equally many entries of: a field and what sends it, for two entries."""
MOST_ITEMS = 50
_SLOT = "\x01"
_QUOTES = "'\"‘’“”«»`"
_BETWEEN = re.compile(r"[\s'\"‘’“”«»`,;&+/]*(?:\b(?:and|or|then|plus)\b)?[\s'\"‘’“”«»`,;&+/]*", re.IGNORECASE)
_TYPING = frozenset({"fill", "select", "choose"})
_ENTRIES = frozenset({"checkbox", "option", "switch", "menuitemcheckbox", "treeitem"})
Key = tuple[str, str, str]


@dataclass(frozen=True)
class Loop:
    """A block that the runs repeat. ``traces``: the runs with one repetition each; ``starts``: where it stands in them."""

    traces: tuple[Trace, ...]
    starts: tuple[int, ...]
    length: int
    items: tuple[tuple[str, ...], ...]

    @property
    def first_items(self) -> Vector:
        """The value of the repetition that is left in each run."""
        return tuple(items[0] for items in self.items)


@dataclass(frozen=True)
class _Found:
    start: int
    items: tuple[str, ...]


def find_loop(traces: Sequence[Trace]) -> Loop | None:
    """The block that all runs hold, some of them more than once: not all equally often, or for a list; None without one."""
    if len(traces) < 2:
        return None
    keys = [[_key(step, trace.task) for step in trace.steps] for trace in traces]
    blocks = sorted({block for row in keys for block in _repeated(row)}, key=lambda block: (len(block), block))
    best: tuple[int, tuple[Key, ...], list[_Found]] | None = None
    for block in blocks:
        found = [_longest(block, row, trace) for row, trace in zip(keys, traces, strict=True)]
        here = [f for f in found if f is not None]
        total = sum(len(f.items) for f in here)
        if len(here) != len(traces) or (best is not None and total <= best[0]):
            continue
        if len({len(f.items) for f in here}) > 1 or _is_a_list(block, traces, here):
            best = total, block, here
    return _cut(traces, best[1], best[2]) if best is not None else None


def _is_a_list(block: Sequence[Key], traces: Sequence[Trace], found: Sequence[_Found]) -> bool:
    """Whether equally many repetitions are entries of a list: typed into one field of one page, and listed by the tasks.

    Two values that other words stand between ("from … to …") are two things.
    """
    if len(block) < LEAST_BLOCK or len(found[0].items) < LEAST_LISTED:
        return False
    typed = [i for i, key in enumerate(block) if key[0] in _TYPING]
    if not typed or block[typed[0]][2].startswith("\n"):
        return False
    return all(
        listed_in(trace.task, f.items) is not None
        and len({_page(s) for s in _repeated_steps(trace, f, len(block)) if s.url}) < 2
        for trace, f in zip(traces, found, strict=True)
    )


def _repeated_steps(trace: Trace, found: _Found, length: int) -> list[Step]:
    """The first step of every repetition."""
    return [trace.steps[found.start + k * length] for k in range(len(found.items))]


def _page(step: Step) -> str:
    return path_of(step.url or "").partition("?")[0]


def _cut(traces: Sequence[Trace], block: Sequence[Key], found: Sequence[_Found]) -> Loop:
    length = len(block)
    return Loop(
        traces=tuple(
            replace(t, steps=(*t.steps[: f.start + length], *t.steps[f.start + length * len(f.items) :]))
            for t, f in zip(traces, found, strict=True)
        ),
        starts=tuple(f.start for f in found),
        length=length,
        items=tuple(f.items for f in found),
    )


def _key(step: Step, task: str) -> Key:
    """A step without the value that the task supplies: what repetitions have in common."""
    action = step.action
    role, typed = role_of(action.target), action.value.literal if action.value is not None else None
    if action.type in _TYPING:
        return action.type, role, f"{field_name(action.target)}\n{_SLOT if typed and occurs(typed, task) else typed or ''}"
    label = said(action.target)
    shown = _SLOT if label and action.type in ("click", "check") and occurs(label, task) else label
    return action.type, role, f"{shown}\t{wish_of(action)}"


def _repeated(row: Sequence[Key]) -> Iterator[tuple[Key, ...]]:
    for length in range(1, LONGEST_BLOCK + 1):
        for start in range(len(row) - 2 * length + 1):
            block = tuple(row[start : start + length])
            if block == tuple(row[start + length : start + 2 * length]) and any(_SLOT in key[2] for key in block):
                yield block


def _longest(block: tuple[Key, ...], row: Sequence[Key], trace: Trace) -> _Found | None:
    """The most repetitions in a row of a block in a run, with the value of each."""
    best: _Found | None = None
    for start in range(len(row) - len(block) + 1):
        items: list[str] = []
        at = start
        while tuple(row[at : at + len(block)]) == block and len(items) < MOST_ITEMS:
            item = _item(block, trace.steps[at : at + len(block)])
            if item is None or item in items or not _belongs(trace.steps[start], trace.steps[at], block):
                break
            items.append(item)
            at += len(block)
        if items and (best is None or len(items) > len(best.items)):
            best = _Found(start, tuple(items))
    return best


def _item(block: Sequence[Key], steps: Sequence[Step]) -> str | None:
    """The one value of a repetition; None when it holds several."""
    values = {_value(step) for key, step in zip(block, steps, strict=True) if _SLOT in key[2]}
    return values.pop() if len(values) == 1 else None


def _value(step: Step) -> str:
    typed = step.action.value.literal if step.action.value is not None else None
    return typed if typed and step.action.type in _TYPING else said(step.action.target)


def _belongs(first: Step, step: Step, block: Sequence[Key]) -> bool:
    """Whether a repetition of a single move is one more entry of a list: a tick or choice on the same page."""
    ticks = block[0][0] != "click" or block[0][1] in _ENTRIES
    return len(block) > 1 or (ticks and not elsewhere(first.url, step.url))


# --- writing ----------------------------------------------------------------------------------------------------------


MIN_PLURAL = 3


def plural(name: str, taken: Sequence[str]) -> str:
    """A name for the list of what ``name`` is one of; one of ``labels`` stands in a ``label_list``."""
    if name.endswith("s") and not name.endswith(("ss", "us", "is")) and len(name) > MIN_PLURAL:
        return f"{name[: MAX_NAME - 5].removesuffix('s')}_list"
    if name.split("_")[-1] in ALWAYS_PLURAL:
        return f"{name[: MAX_NAME - 5]}_list"
    many = name + ("es" if name.endswith(("s", "x", "ch", "sh")) else "s")
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        many = name[:-1] + "ies"
    many = many[:MAX_NAME]
    return many if many not in taken else f"{name[: MAX_NAME - 5]}_list"


def folded(steps: Sequence[FlowStep], start: int, length: int, item: str, many: str) -> tuple[FlowStep, ...] | None:
    """The steps with the block as a ``for_each``; None when the item is used outside of it."""
    block, rest = steps[start : start + length], [*steps[:start], *steps[start + length :]]
    if len(block) != length or any(item in (*s.params, *(s.expect.params if s.expect else ())) for s in rest):
        return None
    if any(step.optional or step.group is not None for step in block):
        return None
    bare = tuple(_anywhere(step, item) for step in block)
    loop = FlowStep(
        observation=block[0].observation,
        reasoning=block[0].reasoning,
        url=bare[0].url,
        for_each=ForEach(item=item, parameter=many, steps=bare),
        writes=any(step.writes for step in block),
    )
    return (*steps[:start], loop, *steps[start + length :])


def _anywhere(step: FlowStep, item: str) -> FlowStep:
    """A step of the block that is done again, for other items on the same control, on a page whose address may hold one."""
    step = step if item in step.params else without_became(step)
    return step.model_copy(update={"url": None}) if step.url is not None and item in step.url.params else step


def list_parameter(parameter: Parameter, many: str, items: Sequence[Sequence[str]]) -> Parameter:
    """The parameter that takes the whole list."""
    examples = tuple(dict.fromkeys(item for row in items for item in row))[:3]
    human = parameter.name.replace("_", " ")
    return parameter.model_copy(
        update={
            "name": many,
            "type": "array",
            "required": True,
            "examples": examples,
            "description": f"A list; for each entry: {parameter.description[:1].lower()}{parameter.description[1:]}"
            if parameter.description
            else f"A list of {human}s",
        }
    )


def listed_in(task: str, items: Sequence[str]) -> str | None:
    """The part of a task text that lists the items, marks between them included; None when other words stand between."""
    at = 0
    spans: list[tuple[int, int]] = []
    for item in items:
        span = next((s for s in find(item, task) if s[0] >= at), None)
        if span is None or (spans and not _BETWEEN.fullmatch(task[spans[-1][1] : span[0]])):
            return None
        spans.append(span)
        at = span[1]
    if not spans:
        return None
    start, end = spans[0][0], spans[-1][1]
    quoted = start > 0 and task[start - 1] in _QUOTES and task[end : end + 1] in _QUOTES and task[end : end + 1] != ""
    return task[start - 1 : end + 1] if quoted else task[start:end]


def without_repetitions(trace: Trace) -> Trace:
    """The run with every repeated block cut down to one, by which runs are compared."""
    keys = [_key(step, trace.task) for step in trace.steps]
    for block in dict.fromkeys(_repeated(keys)):
        found = _longest(block, keys, trace)
        if found is not None and len(found.items) > 1:
            start, end = found.start + len(block), found.start + len(block) * len(found.items)
            trace = replace(trace, steps=(*trace.steps[:start], *trace.steps[end:]))
            keys = [*keys[:start], *keys[end:]]
    return trace
