"""Clicks on the buttons beside a value ("-", 2, "+"): what is meant is the value that they led to, not their number."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awm_mcp.model import Action, Effect, Step, Target, value
from awm_mcp.replay.browsing.page_script import ask, ask_element, ask_moving
from awm_mcp.replay.targets.enrich import described, enriched
from awm_mcp.replay.targets.resolve import Found

_log = logging.getLogger(__name__)
State = dict[str, Any]


@dataclass(frozen=True)
class Stepped:
    """What a click did to a value. ``sure``: it is surely no vote; ``target``: the value's field, or what raises it."""

    key: str
    before: float
    after: float
    sure: bool
    target: Target

    @property
    def by(self) -> float:
        """How far the click moved it."""
        return self.after - self.before


def spelled(number: float) -> str:
    """A number without what says nothing: ``2``, ``1.5``."""
    return f"{number:.6f}".rstrip("0").rstrip(".")


async def stepper_of(found: Found, **query: Any) -> State | None:
    """The value that an element steps, or None: ``now``, ``text``, ``key`` and what its buttons are like."""
    return await ask_moving(found.frame, "stepper", {"ask": "of", **query}, element=found.element)


async def stepped(found: Found, was: State | None, clicked: Target | None) -> Stepped | None:
    """What a click on an element did to the value that was beside it before; None where it did nothing to it.

    The page may have drawn its list anew with the click, or have been loaded again.
    """
    from playwright.async_api import Error

    if was is None or clicked is None:
        return None
    place = {"at": was["at"]}
    try:
        now: State | None = await _again(found, {"ask": "of", **place})
        if now is None or now["key"] != was["key"] or now["now"] == was["now"]:
            return None
        target = await _meant(found, clicked, place, field=was["field"], raised=now["now"] > was["now"])
    except Error as moving:
        _log.debug("the value beside it is gone: %s", moving)
        return None
    return Stepped(was["key"], was["now"], now["now"], was["sure"], _held(target, was)) if target is not None else None


async def _again(found: Found, query: dict[str, Any]) -> State | None:
    from playwright.async_api import Error

    try:
        state: State | None = await ask(found.frame, "stepper", query, found.element)
    except Error:  # another document, in which the element of the one before means nothing
        state = await ask(found.frame, "stepper", query)
    return state


async def _meant(found: Found, clicked: Target, place: dict[str, Any], *, field: bool, raised: bool) -> Target | None:
    """How the value is told: its field, else the button that raises it."""
    from playwright.async_api import Error

    if raised and not field:
        return clicked
    query = {**place, "ask": "value" if field else "other"}
    try:
        element = await ask_element(found.frame, "stepper", query, found.element)
    except Error:
        element = await ask_element(found.frame, "stepper", query, None)
    if element is None:
        return None
    other = Found(element, found.frame, found.page, "the value")
    return await enriched(Target(), other, await described(other))


def _held(target: Target, was: State) -> Target:
    """The target with what the value was before, as fields are remembered with what they held."""
    seen = target.seen.model_copy(update={"held": spelled(was["now"])}) if target.seen is not None else None
    return target.model_copy(update={"seen": seen})


def as_values(steps: Sequence[Step | None], notes: Mapping[int, Stepped]) -> list[Step | None]:
    """The steps with each row of clicks on one value made a fill with the value that they led to; the others are None."""
    made = list(steps)
    index = 0
    while index < len(made):
        row = _row(made, notes, index)
        if row and (any(note.sure for note in row) or _steady(row)):
            last = index + len(row) - 1
            made[index : last + 1] = [*[None] * (len(row) - 1), _one([s for s in made[index : last + 1] if s], row)]
        index += max(1, len(row))
    return made


def _row(steps: Sequence[Step | None], notes: Mapping[int, Stepped], first: int) -> list[Stepped]:
    row: list[Stepped] = []
    while (step := steps[first + len(row)] if first + len(row) < len(steps) else None) is not None:
        note = notes.get(first + len(row))
        if note is None or step.action.type not in ("click", "dblclick") or (row and note.key != row[0].key):
            break
        row.append(note)
    return row


def _steady(row: Sequence[Stepped]) -> bool:
    """Whether it moved by the same more than once in the same direction, which a vote does not."""
    ways = [note.by for note in row]
    return any(ways.count(way) > 1 for way in ways)


def _one(steps: Sequence[Step], row: Sequence[Stepped]) -> Step:
    last = steps[-1]
    action = Action(type="fill", target=row[0].target, value=value(spelled(row[-1].after)), stepper=True)
    return last.model_copy(update={"action": action, "url": steps[0].url, "effect": joint_effect(steps)})


def joint_effect(steps: Sequence[Step]) -> Effect | None:
    """What several steps that mean one thing led to: what the last one did, with all that was sent."""
    seen = [step.effect for step in steps if step.effect is not None]
    if not seen or len(seen) < len(steps):
        return seen[-1] if seen else None
    requests = tuple(dict.fromkeys(sent for effect in seen for sent in effect.requests))
    return seen[-1].model_copy(update={"requests": requests, "changed": any(effect.changed for effect in seen)})
