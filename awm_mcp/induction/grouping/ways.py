"""Runs of one task that went another way to the same pages: written as if they had gone the shortest run's way.

Only what leads somewhere is replaced: links, menus, addresses, searches and filters between two pages that both runs were
on. What fills in a form or changes something must be done by both. The values of the run stay its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from awm_mcp.induction.aligning.align import LIKELY, align, same_move
from awm_mcp.induction.aligning.signin import sign_in_columns
from awm_mcp.induction.cleaning.clean import opening_of
from awm_mcp.induction.texts.spans import occurs
from awm_mcp.induction.texts.verbs import changes_something, dismisses, only_looks
from awm_mcp.induction.trace import Column, Trace, role_of, said
from awm_mcp.induction.varying.renaming import Renaming, renaming, uses
from awm_mcp.induction.writing.pages import is_pager
from awm_mcp.induction.writing.steps import after
from awm_mcp.model import Run, Step
from awm_mcp.model.names import words
from awm_mcp.model.site import join, path_of

_LEADING = frozenset({"click", "dblclick", "goto", "back", "forward", "hover", "press", "fill", "select", "wait_for"})


@dataclass(frozen=True)
class _Stretch:
    """Steps of the representative and of another run between two moves that both made: half-open ranges of indices."""

    own: tuple[int, int]
    other: tuple[int, int]


def on_one_way(traces: Sequence[Trace]) -> list[Trace]:
    """The runs of a family, the shortest first, each on the way of the first where it went another one."""
    return [traces[0], *(rerouted(traces[0], trace) for trace in traces[1:])]


def ends_alike(a: Trace, b: Trace) -> bool:
    """Whether the last moves of two runs are surely the same."""
    return same_move(a.steps[-1], b.steps[-1], a.task, b.task) >= LIKELY


def rerouted(first: Trace, other: Trace) -> Trace:
    """The other run on the way of the first; the same object where it went no other way or that way cannot be told."""
    change = renaming(first.task, other.task)
    stretches = [s for s in _stretches(first, other) if _is_another_way(first, other, s, change)]
    for stretch in reversed(stretches):
        other = _with(first, other, stretch, change)
    return other


def _stretches(first: Trace, other: Trace) -> list[_Stretch]:
    """What lies between the moves that both runs made, in order."""
    if not first.steps or not other.steps:
        return []
    found: list[_Stretch] = []
    own = theirs = own_start = their_start = 0
    for column in align([first, other]):
        a, b = column.steps
        if a is not None and b is not None and not _two_ways(first, other, a, b):
            found.append(_Stretch((own_start, own), (their_start, theirs)))
            own_start, their_start = own + 1, theirs + 1
        own, theirs = own + (a is not None), theirs + (b is not None)
    return [s for s in found if s.own[0] < s.own[1] or s.other[0] < s.other[1]]


def _two_ways(first: Trace, other: Trace, a: Step, b: Step) -> bool:
    """Whether two moves that were laid side by side for want of better are different ones to the same page."""
    if not (_only_leads(a) and _only_leads(b)) or same_move(a, b, first.task, other.task) >= LIKELY:
        return False
    pages = after(first, a), after(other, b)
    return a.url != pages[0] and _one_page(*pages, first.task, other.task)


def _is_another_way(first: Trace, other: Trace, stretch: _Stretch, change: Renaming) -> bool:
    own, theirs = first.steps[slice(*stretch.own)], other.steps[slice(*stretch.other)]
    if not all(map(_only_leads, (*own, *theirs))) or _signs_in(own) or _signs_in(theirs):
        return False
    at_start = stretch.own[0] == stretch.other[0] == 0
    if not at_start and not _one_page(_before(first, stretch.own), _before(other, stretch.other), first.task, other.task):
        return False
    if not _one_page(_behind(first, stretch.own), _behind(other, stretch.other), first.task, other.task):
        return False
    if not _shows_the_same(first, other, stretch, change):
        return False
    if not (_goes(first, stretch.own) or _goes(other, stretch.other)) or (own and not theirs and not at_start):
        return False
    kept = [*other.steps[: stretch.other[0]], *_translated(first, stretch, change), *other.steps[stretch.other[1] :]]
    return not any(uses(theirs, new) and not uses(kept, new) for _, new in change.pairs)


def _only_leads(step: Step) -> bool:
    """Whether a step only leads somewhere, as far as can be told."""
    action = step.action
    if action.type not in _LEADING or (step.effect is not None and step.effect.requests) or action.dialog is not None:
        return False
    if is_pager(step):
        return False
    label = said(action.target)
    looks = role_of(action.target) in ("link", "tab") or only_looks(label) or not changes_something(label)
    return action.type not in ("click", "dblclick") or (looks and not dismisses(label))


def _signs_in(steps: Sequence[Step]) -> bool:
    return bool(sign_in_columns([Column((step,)) for step in steps]))


def _before(trace: Trace, part: tuple[int, int]) -> str | None:
    """The page on which a stretch begins."""
    return trace.steps[part[0]].url if part[0] < len(trace.steps) else None


def _behind(trace: Trace, part: tuple[int, int]) -> str | None:
    """The page on which the run went on."""
    return trace.steps[part[1]].url if part[1] < len(trace.steps) else None


def _goes(trace: Trace, part: tuple[int, int]) -> bool:
    """Whether the address changed on the stretch."""
    return part[0] < part[1] and _before(trace, part) != _behind(trace, part)


def _one_page(a: str | None, b: str | None, task_a: str, task_b: str) -> bool:
    """Whether two addresses are one page but for ids, the query and what the tasks name."""
    if a is None or b is None or a.startswith("about:") or b.startswith("about:"):
        return False
    parts = _segments(a), _segments(b)
    return len(parts[0]) == len(parts[1]) and all(
        one == two or (_is_of(one, task_a) and _is_of(two, task_b)) for one, two in zip(*parts, strict=True)
    )


def _shows_the_same(first: Trace, other: Trace, stretch: _Stretch, change: Renaming) -> bool:
    """Whether the pages behind show the same: filtered and sorted ones do where the task names the entry that is next."""
    own, theirs = _behind(first, stretch.own), _behind(other, stretch.other)
    if own is None or theirs is None or change.address(path_of(own)).partition("?")[2] == path_of(theirs).partition("?")[2]:
        return True
    return _is_named(first.steps[stretch.own[1]], first.task) and _is_named(other.steps[stretch.other[1]], other.task)


def _is_named(step: Step, task: str) -> bool:
    target = step.action.target
    row = target.row.literal if target is not None and target.row is not None else None
    return any(text and occurs(text, task) for text in (said(target), row))


def _segments(url: str) -> list[str]:
    path, _, fragment = path_of(url).partition("#")
    bare = path.split("?")[0] + (fragment.split("?")[0] if fragment.startswith(("/", "!")) else "")
    return [re.sub(r"\d+", "0", segment.lower()) for segment in bare.strip("/").split("/")]


def _is_of(segment: str, task: str) -> bool:
    """Whether a part of an address is made of words of the task."""
    given = [w for w in words(segment) if not w.isdigit()]
    return bool(given) and set(given) <= set(words(task))


def _translated(first: Trace, stretch: _Stretch, change: Renaming) -> list[Step]:
    return [change.step(step, after(first, step)) for step in first.steps[slice(*stretch.own)]]


def _with(first: Trace, other: Trace, stretch: _Stretch, change: Renaming) -> Trace:
    """The run with one stretch of it on the way of the first."""
    own = _translated(first, stretch, change)
    start, end = stretch.other
    gone = {id(step) for step in other.steps[start:end]}
    at = _position(other, start)
    listed = other.run.steps
    steps = [*(s for s in listed[:at] if id(s) not in gone), *own, *(s for s in listed[at:] if id(s) not in gone)]
    run = other.run.model_copy(update={"steps": tuple(steps)})
    if stretch.own[0] == start == 0:
        run = _begun_like(first, run)
    why = f"its own way there ({end - start} steps): the way of {first.run.id or 'the shortest run'} stands for it"
    return replace(other, run=run, steps=(*other.steps[:start], *own, *other.steps[end:]), dropped=(*other.dropped, why))


def _position(trace: Trace, at: int) -> int:
    """Where a step of the cleaned run stands among the reported ones."""
    listed = trace.run.steps
    return next((i for i, step in enumerate(listed) if at < len(trace.steps) and step is trace.steps[at]), len(listed))


def _begun_like(first: Trace, run: Run) -> Run:
    """The run begun on the page that the first one began on."""
    opening = opening_of(first.run)
    if opening == opening_of(run):
        return run
    leading = next((i for i, step in enumerate(run.steps) if step.action.type != "goto"), 0)
    return run.model_copy(update={"start_url": join(run.origin, opening), "steps": run.steps[leading:]})
