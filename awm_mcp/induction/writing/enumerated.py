"""The choices that a caller has, where several runs saw the same ones: of a select, of a menu, of a group of chips."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from awm_mcp.induction.aligning.optional_choices import is_choice, may_pick
from awm_mcp.induction.aligning.told_states import LEAST_OF_A_LIST, label_of, state_of
from awm_mcp.induction.trace import Column, said
from awm_mcp.induction.varying.values import texts_of
from awm_mcp.induction.writing.parameters import Use
from awm_mcp.model import FlowStep
from awm_mcp.model.site import path_of

MOST_OPTIONS = 30
_LEAVES_CHOICES = frozenset({"fill", "check", "upload"})


def options_of(use: Use | None, *, settled: bool = False) -> tuple[str, ...]:
    """The choices where a parameter is used first, if each run that chose there saw the same and one of them is its text.

    ``settled``: nothing that a caller gives decides which choices there are, so that those of a single run do.
    """
    if use is None:
        return ()
    chosen = _chosen(use)
    seen = [step.action.target.seen for step in use.column.present if step.action.target is not None]
    choices = {s.options for s in seen if s is not None and s.options}
    few = not use.column.everywhere or settled  # few runs give what others leave out
    least = 1 if few and _is_native(use.column) else 2
    if not chosen or len(seen) < least or any(s is None or not s.options for s in seen) or len(choices) != 1:
        return _boxes_of(use)
    options = tuple(dict.fromkeys(option.strip() for option in choices.pop() if option.strip()))
    return options if len(options) <= MOST_OPTIONS and all(c in options for c in chosen) else ()


def is_settled(steps: Sequence[FlowStep], index: int, given: Collection[str]) -> bool:
    """Whether the page of a step, and what it shows there, is the same whatever the caller gives before it.

    The sizes of a product and the towns of a country are others for another one: between the first thing that is given and
    the step, only fields of its own page may be typed in or ticked.
    """
    page = steps[index].url
    first = next((at for at, step in enumerate(steps) if any(name in given for name in step.params)), index)
    between = [(step, step.action.type if step.action is not None else "") for step in steps[first:index]]
    own = all(step.url == page and kind in _LEAVES_CHOICES for step, kind in between)
    return own and page is not None and not page.params


def _chosen(use: Use) -> list[str]:
    if use.field:
        return [text for text in texts_of(use.column) if text is not None] if _is_of("select", use.column) else []
    picks = all(is_choice(step) or may_pick(step) for step in use.column.present)
    return [said(step.action.target) for step in use.column.present] if picks else []


def _is_of(kind: str, column: Column) -> bool:
    return column.present[0].action.type == kind


def _is_native(column: Column) -> bool:
    """Whether it is a select of the browser's own, which shows all that can be chosen there."""
    targets = [step.action.target for step in column.present]
    return _is_of("select", column) and all(target is not None and target.tag in (None, "select") for target in targets)


def _boxes_of(use: Use) -> tuple[str, ...]:
    """The boxes of one page that runs set: the label tells which is meant, unless it is an entry's of a list."""
    steps = use.column.present
    labels = tuple(sorted({label_of(step) for step in steps}))
    pages = {path_of(step.url).split("?")[0] if step.url else "" for step in steps}
    if use.field or len(labels) < LEAST_OF_A_LIST or len(pages) != 1 or any(state_of(step.action) is None for step in steps):
        return ()
    entries = any(step.action.target is None or step.action.target.row is not None for step in steps)
    return () if entries or len(labels) > MOST_OPTIONS else labels
