"""Pop-ups that came between two things done to one element: putting them away is a step for the visits that show them."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.aligning.cookie_words import is_cookie_answer
from awm_mcp.induction.trace import Column, elsewhere, field_name, said
from awm_mcp.model import Step
from awm_mcp.model.names import words

_AWAY = frozenset({
    "cancel", "close", "dismiss", "no", "thanks", "not", "now", "later", "maybe", "skip", "x", "got", "it", "remind", "me",
    "stay", "continue", "here",
})  # fmt: skip
_PUTS_AWAY = frozenset({"cancel", "close", "dismiss", "no", "later", "skip", "x", "got", "stay"})
_MESSAGES = frozenset({"status", "alert", "log"})
_WORKS = frozenset({"click", "fill", "select", "check", "press", "hover"})


def interruptions(columns: Sequence[Column]) -> frozenset[int]:
    """Indices of clicks that only put something away: in every run between two acts on the very same element, an answer
    to the question about cookies, which comes on a first visit only, or a click on a message, which may go by itself."""
    between = {i for i in range(1, len(columns) - 1) if _interrupts(columns[i - 1], columns[i], columns[i + 1])}
    asked = {i for i, column in enumerate(columns[:-1]) if all(map(_answers_about_cookies, column.present))}
    told = {i for i, column in enumerate(columns) if all(map(_is_on_a_message, column.present))}
    return frozenset(between | asked | told)


def _is_on_a_message(step: Step) -> bool:
    target, sends = step.action.target, step.effect is not None and bool(step.effect.requests)
    return step.action.type == "click" and target is not None and target.role in _MESSAGES and not sends


def _answers_about_cookies(step: Step) -> bool:
    target = step.action.target
    return (
        target is not None
        and step.action.type == "click"
        and is_cookie_answer(said(target), (mark.name for mark in target.landmarks))
    )


def _interrupts(before: Column, column: Column, after: Column) -> bool:
    if not (before.everywhere and column.everywhere and after.everywhere):
        return False
    rows = zip(before.present, column.present, after.present, strict=True)
    return all(_puts_away(step) and _is_one_element(first, then) for first, step, then in rows)


def _puts_away(step: Step) -> bool:
    given = set(words(said(step.action.target)))
    sends = step.effect is not None and bool(step.effect.requests)
    return step.action.type == "click" and bool(given & _PUTS_AWAY) and given <= _AWAY and not sends


def _is_one_element(a: Step, b: Step) -> bool:
    one, two = a.action.target, b.action.target
    if one is None or two is None or a.action.type not in _WORKS or b.action.type not in _WORKS:
        return False
    same = one.css == two.css if one.css and two.css else one.row == two.row and field_name(one) != ""
    return same and field_name(one) == field_name(two) and not elsewhere(a.url, b.url)
