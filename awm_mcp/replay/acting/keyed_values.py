"""Keys pressed on a slider, or on a field with steps: what is meant is the value that they led to, not their number."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from awm_mcp.model import Action, Step, Target, value
from awm_mcp.replay.acting.stepper_clicks import joint_effect, spelled
from awm_mcp.replay.browsing.page_script import ask_moving
from awm_mcp.replay.targets.resolve import Found
from awm_mcp.replay.values.key_names import key_of

if TYPE_CHECKING:
    from playwright.async_api import Page

_log = logging.getLogger(__name__)
_MOVES = frozenset({"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"})
State = dict[str, Any]


@dataclass(frozen=True)
class Moved:
    """What one step did to a value. ``key``: where its control stands; ``target``: the control."""

    key: str
    before: float
    after: float
    target: Target


async def value_of(found: Found, **query: Any) -> State | None:
    """The number that an element holds, where keys move it; None for all else."""
    state: State | None = await ask_moving(found.frame, "valued", query, element=found.element)
    return state if state is not None and state["now"] is not None else None


async def focused_value(page: Page) -> Found | None:
    """The element that a key goes to, where it holds a number that keys move."""
    from playwright.async_api import Error

    try:
        handle = await page.evaluate_handle("() => document.activeElement")
    except Error as moving:
        _log.debug("nothing has the focus: %s", moving)
        return None
    element = handle.as_element()
    found = Found(element, page.main_frame, page, "what has the focus") if element is not None else None
    return found if found is not None and await value_of(found) is not None else None


async def moved(action: Action, found: Found, was: State | None) -> Moved | None:
    """What a key or click did to the value of its element; None for what moves none.

    A key that leaves a slider where it stands, at its end, leads to that value all the same.
    """
    if was is None or action.target is None or not _may_move(action, was):
        return None
    now = await value_of(found, at=was["at"])
    if now is None or now["at"] != was["at"] or (now["now"] == was["now"] and not was["slides"]):
        return None
    return Moved(".".join(map(str, was["at"])), was["now"], now["now"], action.target)


def _may_move(action: Action, was: State) -> bool:
    if action.type == "press":
        given = action.value.literal if action.value is not None else None
        return given is not None and key_of(given).rpartition("+")[2] in _MOVES
    return bool(was["slides"]) and action.type == "click" and action.opens is None and action.dialog is None


def as_settings(steps: Sequence[Step | None], notes: Mapping[int, Moved], task: str = "") -> list[Step | None]:
    """The steps with each row of moves of one value made a fill with the value that they led to; the others are None.

    A row of which the last ones were not seen, and one by as much as the ``task`` says, stay what they are.
    """
    made = list(steps)
    index = 0
    while index < len(made):
        row = _row(made, notes, index)
        last = index + len(row) - 1
        if row and _is_whole(made, notes, last) and _sets(made, index, row, task):
            done = [step for step in made[index : last + 1] if step is not None]
            made[index : last + 1] = [*[None] * (len(row) - 1), _one(done, row)]
        index += max(1, len(row))
    return made


def _row(steps: Sequence[Step | None], notes: Mapping[int, Moved], first: int) -> list[Moved]:
    row: list[Moved] = []
    for index in range(first, len(steps)):
        note = notes.get(index)
        if steps[index] is None or note is None or (row and note.key != row[0].key):
            break
        row.append(note)
    return row


def _is_whole(steps: Sequence[Step | None], notes: Mapping[int, Moved], last: int) -> bool:
    """Whether no further key follows of which it is not known what it did."""
    after = steps[last + 1] if last + 1 < len(steps) and last + 1 not in notes else None
    given = after.action.value.literal if after is not None and after.action.value is not None else None
    return after is None or after.action.type != "press" or given is None or key_of(given) not in _MOVES


def _sets(steps: Sequence[Step | None], first: int, row: Sequence[Moved], task: str) -> bool:
    """Whether the row set a value: a click that only took hold of the control did not, nor a move by what the task says."""
    if all(note.before == note.after for note in row) and not any(_is_key(steps[first + at]) for at in range(len(row))):
        return False
    told, by = _numbers(task), abs(row[-1].after - row[0].before)
    return not (by in told and row[-1].after not in told)


def _numbers(task: str) -> set[float]:
    words = (word.strip("%°,;:!?()\"'").rstrip(".") for word in task.split())
    return {float(word) for word in words if word.replace(".", "", 1).isdigit()}


def _is_key(step: Step | None) -> bool:
    return step is not None and step.action.type == "press"


def _one(steps: Sequence[Step], row: Sequence[Moved]) -> Step:
    last, target = steps[-1], row[0].target
    seen = target.seen.model_copy(update={"held": spelled(row[0].before)}) if target.seen is not None else None
    filled = Action(type="fill", target=target.model_copy(update={"seen": seen}), value=value(spelled(row[-1].after)))
    return last.model_copy(update={"action": filled, "url": steps[0].url, "effect": joint_effect(steps)})
