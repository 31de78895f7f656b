"""Choices that a task names in another number than the form does: "Order 3 mugs" picks "Mug", "one dish" picks "Dishes".

The task is read as if it named the choice as the form does, so that the word is the value and no part of the wording. Only a
choice that was seen beside others counts, and a word that fits no other of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from awm_mcp.induction.aligning.optional_choices import given_value
from awm_mcp.induction.texts.spans import Span, occurs
from awm_mcp.model import Run, Step
from awm_mcp.model.plurals import one_or_many

LEAST_LETTERS = 3
_OF_A_PAGE = frozenset({"radio", "tab", "link", "button", "menuitem", "menuitemradio"})
_COUNTED = re.compile(r"(?<!\w)(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|some)\s+$", re.IGNORECASE)
"""What stands before a word that is counted. Elsewhere one of a set of entries is rather the part of the page that the task
goes to: "the order of Ann" is no choice of the section "Orders"."""


def with_options_named(run: Run) -> Run:
    """The run whose task names its choices as the form does."""
    task = run.task
    for step in run.steps:
        found = _named_otherwise(step, task)
        if found is not None:
            (start, end), name = found
            task = f"{task[:start]}{name}{task[end:]}"
    return run if task == run.task else run.model_copy(update={"task": task})


def _named_otherwise(step: Step, task: str) -> tuple[Span, str] | None:
    """The one place where a task names the choice of a step in another number, and the choice as the form writes it."""
    name = (given_value(step) or "").strip() if step.action.type != "fill" else ""
    target = step.action.target
    options = target.seen.options if target is not None and target.seen is not None else ()
    if len(name) < LEAST_LETTERS or len(options) < 2 or not name.isascii() or occurs(name, task):
        return None
    places = list(_places(name, task))
    if len(places) != 1 or (_may_be_a_part(step) and not _COUNTED.search(task[: places[0][0]])):
        return None
    said = task[slice(*places[0])]
    others = (one for one in options if one.strip().casefold() != name.casefold())
    if any(re.fullmatch(one_or_many(one.strip()), said, re.IGNORECASE) for one in others):
        return None
    return places[0], name


def _may_be_a_part(step: Step) -> bool:
    """Whether what was chosen may be a part of the page, and not a choice of a form."""
    target = step.action.target
    return step.action.type != "select" and target is not None and target.role in _OF_A_PAGE


def _places(name: str, task: str) -> Iterator[Span]:
    for match in re.finditer(rf"(?<!\w){one_or_many(name.casefold())}(?!\w)", task, re.IGNORECASE):
        yield match.span()
