"""Finds the steps that sign in: from the first field of the form (or the link to it) to the click that sends it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from awm_mcp.induction.trace import Column, elsewhere, said
from awm_mcp.model import Step
from awm_mcp.model.names import words

_SIGN_IN = (("sign", "in"), ("log", "in"), ("login",), ("signin",), ("log", "on"), ("logon",))
_FORM = frozenset({"fill", "check", "select"})
MOST_STEPS_TO_SEND, MOST_BETWEEN = 3, 2
"""A further secret (the password on a page of its own, a code) is asked for so soon after the last one was sent."""
_OF_TASKS = frozenset({"card_number", "cvv", "ssn", "api_key"})
"""Secrets that nobody signs in with."""


def sign_in_columns(columns: Sequence[Column]) -> frozenset[int]:
    """Indices of the sign-in steps; empty when no secret is typed with which one signs in.

    What a task pays or proves with later (a card, the code that confirms it, a new password) is a part of the task.
    """
    secret = _of_signing_in(columns)
    if not secret:
        return frozenset()
    first = last = secret[0]
    for index in secret[1:]:
        if index > _sent(columns, last) + MOST_BETWEEN:
            break
        last = index
    while first > 0 and _belongs(columns[first - 1].present[0], columns[first].present[0]):
        first -= 1
    return frozenset(range(first, _sent(columns, last) + 1))


def _of_signing_in(columns: Sequence[Column]) -> list[int]:
    paying = [i for i, column in enumerate(columns) if any(_pays(step) for step in column.present)]
    secret = [i for i, column in enumerate(columns) if any(_types_a_secret(step) for step in column.present)]
    others = [i for i in secret if i not in paying]
    return [i for i in others if not paying or i < paying[0]]


def _pays(step: Step) -> bool:
    params = step.action.value.params if step.action.type == "fill" and step.action.value is not None else ()
    return any(re.sub(r"_\d+$", "", name) in _OF_TASKS for name in params)


def _types_a_secret(step: Step) -> bool:
    action = step.action
    if action.type != "fill":
        return False
    if action.value is not None and action.value.params:
        return True
    seen = action.target.seen if action.target is not None else None
    kind = action.target.attrs.get("type") if action.target is not None else None
    return kind == "password" or (seen is not None and seen.input_type == "password")


def _belongs(before: Step, step: Step) -> bool:
    """Whether the step before is part of the same form, or the link that opened it."""
    if before.action.type in _FORM:
        return not elsewhere(before.url, step.url)
    if before.action.type == "press":  # Enter may have led there from another page
        return before.url == step.url
    if before.action.type != "click":
        return False
    label = said(before.action.target)
    return says_sign_in(label) or words(label)[:2] == ["my", "account"] or words(label) in (["continue"], ["next"])


def says_sign_in(label: str) -> bool:
    """Whether a label says that one signs in there."""
    given = words(label)
    return any(tuple(given[: len(phrase)]) == phrase for phrase in _SIGN_IN)


def _sent(columns: Sequence[Column], last: int) -> int:
    """Index of the click or Enter that sends the form."""
    for index in range(last + 1, min(len(columns), last + 1 + MOST_STEPS_TO_SEND)):
        action = columns[index].present[0].action
        enter = action.type == "press" and action.value is not None and action.value.literal == "Enter"
        if action.type == "click" or enter:
            return index
        if action.type not in _FORM and action.type != "press":
            break
    return last
