"""The choices that a caller has, where several runs saw the same ones: of a select, of a menu, of a group of chips."""

from __future__ import annotations

from awm_mcp.induction.optional_choices import is_choice, may_pick
from awm_mcp.induction.parameters import Use
from awm_mcp.induction.trace import Column, said
from awm_mcp.induction.values import texts_of

MOST_OPTIONS = 30


def options_of(use: Use | None) -> tuple[str, ...]:
    """The choices where a parameter is used first, if each run that chose there saw the same and one of them is its text."""
    if use is None:
        return ()
    chosen = _chosen(use)
    seen = [step.action.target.seen for step in use.column.present if step.action.target is not None]
    choices = {s.options for s in seen if s is not None and s.options}
    if not chosen or len(seen) < 2 or any(s is None or not s.options for s in seen) or len(choices) != 1:
        return ()
    options = tuple(dict.fromkeys(option.strip() for option in choices.pop() if option.strip()))
    return options if len(options) <= MOST_OPTIONS and all(c in options for c in chosen) else ()


def _chosen(use: Use) -> list[str]:
    if use.field:
        return [text for text in texts_of(use.column) if text is not None] if _is_of("select", use.column) else []
    picks = all(is_choice(step) or may_pick(step) for step in use.column.present)
    return [said(step.action.target) for step in use.column.present] if picks else []


def _is_of(kind: str, column: Column) -> bool:
    return column.present[0].action.type == kind
