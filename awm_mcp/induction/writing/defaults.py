"""What a form holds by itself where a step that fills it is left out: the default of an optional parameter.

A form that shows what is stored of a thing has no default: what it holds belongs to that thing. So it must be seen that the
field went back to what it held after a run had put something else there.
"""

from __future__ import annotations

import re

from awm_mcp.induction.trace import Column, Trace, field_name
from awm_mcp.induction.varying.values import texts_of
from awm_mcp.induction.writing.parameters import Use
from awm_mcp.induction.writing.steps import Plan
from awm_mcp.model import Step
from awm_mcp.model.coercion import is_date
from awm_mcp.model.text import same

LEAST_ECHOES = 2


def default_of(plan: Plan, use: Use | None) -> str | None:
    """The text that the form of a field keeps where runs skip it; None where it is not known or not always the same.

    Known from the field itself, looked at after the run had been done, and from pages of the runs that skipped it, if they
    repeat the field in the runs that filled it. Dates are no default: they are of the day when they were seen.
    """
    if use is None or not use.field or use.column.everywhere or use.column.present[0].action.type not in ("fill", "select"):
        return None
    held = [text for step in use.column.present if (text := _held(step)) is not None]
    left = _echoes(plan, use.column)
    values = {*held, *left}
    if len(values) != 1 or not (_went_back(use.column) or len(left) >= LEAST_ECHOES):
        return None
    default = values.pop()
    return default if default.strip() and not is_date(default) else None


def _held(step: Step) -> str | None:
    target = step.action.target
    return target.seen.held if target is not None and target.seen is not None else None


def _went_back(column: Column) -> bool:
    """Whether a field was seen to hold something else than what its run had put there before.

    Where one run put in what another one finds there, it may as well be what that run left behind.
    """
    pairs = [(_held(step), text) for step, text in zip(column.steps, texts_of(column), strict=True) if step is not None]
    known = [(held, text) for held, text in pairs if held is not None]
    return bool(known) and all(text is not None and not same(held, text) for held, text in known)


def _echoes(plan: Plan, column: Column) -> list[str]:
    """What pages showed for the field in the runs that skipped it; nothing unless they show there what others put in."""
    label = re.sub(r"[\s:*]+$", "", field_name(column.present[0].action.target))
    if not label:
        return []
    rows = list(zip(plan.traces, column.steps, texts_of(column), strict=True))
    told = [(_echo(trace, label), text) for trace, step, text in rows if step is not None]
    if not any(shown for shown, _ in told) or any(shown and not same(shown, text or "") for shown, text in told):
        return []
    return [shown for trace, step, _ in rows if step is None and (shown := _echo(trace, label))]


def _echo(trace: Trace, label: str) -> str:
    """The last text ``Label: value`` that a browser saw in a run."""
    wanted = re.compile(rf"{re.escape(label)}\s*:\s*(\S.*)", re.IGNORECASE)
    texts = [text for step in trace.steps if step.effect is not None for text in step.effect.shown]
    found = [match.group(1).strip() for text in texts if (match := wanted.fullmatch(text.strip()))]
    return found[-1] if found else ""
