"""Dates chosen in calendars of day cells: the calendar is opened, turned to the month, and the day is clicked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action, Step, Target, Text, value
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.browsing.frames import frame_of
from awm_mcp.replay.browsing.page_script import ask, ask_element
from awm_mcp.replay.targets.enrich import described, enriched
from awm_mcp.replay.targets.resolve import Found, look

MOST_TURNS = 240
OPEN_WAIT_S = 2.5
TURN_WAIT_S = 3.0
_HELD = """el => {
  if (el.matches('input')) return el.value;
  const said = el.getAttribute('aria-label') || el.innerText || '';
  return /\\d{1,2}\\D+\\d{4}|\\d{4}\\D+\\d/.test(said) ? said : '';
}"""
"""What a field holds; of a button that opens a calendar what its name says, where that tells a date."""
_NAMES_A_DAY = re.compile(r"\d{4}.*\d|\d.*\d{4}", re.DOTALL)


async def pick(actor: Actor, action: Action, opener: Found, day: str) -> bool:
    """Chooses a day (``YYYY-MM-DD``) in the calendar that ``opener`` opens or holds; false when it opens none.

    Raises:
        StepStopped: ``no_such_option``, when the day cannot be chosen there; ``did_not_stick``.
    """
    held = (await _state(opener, {"date": day, "within": True}))["there"]
    query = {"date": day, "within": True} if held else {"date": day}
    if not held and not (await _state(opener, query))["there"]:
        await actor.do(action, opener, lambda element, ms: element.click(timeout=ms))
        if not await actor.until(lambda: _is_there(opener, day), OPEN_WAIT_S):
            return False
    await _turn(actor, action, opener, query)
    await _click(actor, action, opener, {**query, "ask": "day"})
    await _read_back(actor, opener, day)
    return True


async def turn_for(actor: Actor, target: Target) -> None:
    """Turns a calendar that is open to the month of the day that a target names; nothing where it names none.

    Raises:
        StepStopped: ``no_such_option``, when the calendar cannot be turned there or the day cannot be chosen.
    """
    signals = [one for one in target.texts.values() if not actor.arguments.missing(one)]
    texts = ["".join(t.text for t in actor.arguments.bind(one).root if isinstance(t, Text)) for one in signals]
    texts = [one for one in texts if len(one) < 60 and _NAMES_A_DAY.search(one)]
    frame = await frame_of(actor.stage.page, target.frame) if texts else None
    if frame is None or (await look(actor.stage.page, actor.query(target, "wait_for"))).found is not None:
        return
    place = Found(await frame.query_selector("html"), frame, actor.stage.page, "the calendar")  # type: ignore[arg-type]
    state = await _state(place, {"texts": texts})
    if state["there"] and state["date"]:
        await _turn(actor, Action(type="click", target=target), place, {"date": state["date"]})


@dataclass(frozen=True)
class Meaning:
    """What a click means in a calendar: the date of a day cell (``YYYY-MM-DD``), or that it turns to another month.

    ``grid``: the calendar, where it is no pop-up but a part of the page.
    """

    date: str | None
    turns: bool
    grid: Target | None = None


async def meant(found: Found, *, turned: bool = False) -> Meaning | None:
    """What a click, or a choice in a select, means in a calendar; None outside of one. ``turned``: the step before turned
    it, perhaps to a list of months or years."""
    said: dict[str, Any] | None = await ask(found.frame, "calendar", {"ask": "of"}, found.element)
    if said is None:
        of_a_list = turned and await ask(found.frame, "calendar", {"ask": "title"}, found.element)
        return Meaning(None, turns=True) if of_a_list else None
    return Meaning(said["date"], said["turns"], await _grid(found) if said["date"] and said["stays"] else None)


async def _grid(found: Found) -> Target | None:
    """The calendar that holds a day, known by anything but the month that it shows."""
    element = await ask_element(found.frame, "calendar", {"ask": "grid"}, found.element)
    if element is None:
        return None
    grid = Found(element, found.frame, found.page, "the calendar")
    target = await enriched(Target(), grid, await described(grid))
    return target.model_copy(update=dict.fromkeys(("name", "label", "text", "title", "row"))) if target.role else None


async def is_open(found: Found) -> bool:
    """Whether a calendar is shown in the frame of an element."""
    return bool((await _state(found, {}))["there"])


async def months(found: Found) -> list[int]:
    """The months that a calendar in the frame of an element shows, counted from year 0; none where no calendar is open."""
    shown: list[int] = (await _state(found, {"date": "2000-01-01"}))["pages"]
    return shown


def as_dates(steps: list[Step], days: dict[int, Meaning], turns: set[int], openers: set[int]) -> list[Step | None]:
    """The steps with each way through a calendar made one choice of a date at what opened it; None for what led there.

    Where nothing opened it, for it is a part of the page, the choice is made at the calendar itself.

    Args:
        days: what the steps (0-based) that clicked a day cell meant.
        turns: steps that turned to another month; ``openers``: clicks after which a calendar was shown.
    """
    made = list[Step | None](steps)
    for last, day in days.items():
        first = last - 1
        while first in turns:
            first -= 1
        at = steps[first].action.target if first in openers else day.grid
        if at is None or day.date is None:
            continue
        first += first not in openers
        chosen = Action(type="select", target=at, value=value(day.date))
        made[first : last + 1] = [None] * (last - first) + [
            steps[last].model_copy(update={"action": chosen, "url": steps[first].url})
        ]
    return made


async def _state(found: Found, query: dict[str, Any]) -> dict[str, Any]:
    state: dict[str, Any] = await ask(found.frame, "calendar", {**query, "ask": "state"})
    return state


async def _is_there(found: Found, day: str) -> bool:
    return bool((await _state(found, {"date": day}))["there"])


async def _turn(actor: Actor, action: Action, place: Found, query: dict[str, Any]) -> None:
    """Turns until the month of the day is shown."""
    for turned in range(MOST_TURNS):
        state = await _state(place, query)
        if state["day"] == "open":
            if turned:
                actor.notes.append(f"turned the calendar {turned} times to {state['shows']}")
            return
        if not state["there"] or state["day"] or state["page"] in state["pages"]:
            raise _not_there(state, "it cannot be chosen" if state["day"] else "it has no such day")
        before, ahead = state["pages"], state["page"] > max(state["pages"])
        way = "next" if ahead else "prev"
        if state["select"] >= 0:
            await _choose(actor, action, place, query, state["select"])
        elif state[way] != "open":
            raise _not_there(state, "it cannot be turned further")
        else:
            await _click(actor, action, place, {**query, "ask": way})

        async def moved(before: list[int] = before) -> bool:
            return (await _state(place, query))["pages"] != before

        if not await actor.until(moved, TURN_WAIT_S):
            raise _not_there(state, "it did not turn")
        now = (await _state(place, query))["pages"]
        if state["select"] < 0 and now and (max(now) > max(before)) != ahead:
            raise _not_there(state, "it turned the other way")
    raise _not_there(await _state(place, query), f"not within {MOST_TURNS} months")


async def _click(actor: Actor, action: Action, place: Found, query: dict[str, Any]) -> None:
    """Clicks a day or a button that turns; where the calendar was drawn anew, that of the new one, never what opened it."""

    async def part() -> Found:
        return await _part(place, query)

    await actor.do(action, await part(), lambda element, ms: element.click(timeout=ms), part)


async def _choose(actor: Actor, action: Action, place: Found, query: dict[str, Any], index: int) -> None:
    """Chooses the year or the month in a select of the calendar."""
    part = await _part(place, {**query, "ask": "select"})
    await actor.do(action, part, lambda element, ms: element.select_option(index=index, timeout=ms))


async def _part(place: Found, query: dict[str, Any]) -> Found:
    element = await ask_element(place.frame, "calendar", query, place.element if query.get("within") else None)
    if element is None:
        raise StepStopped("no_such_option", expected=f"the day {query['date']}", seen="the calendar was drawn anew")
    return Found(element, place.frame, place.page, f"{query['ask']} in the calendar")


def _not_there(state: dict[str, Any], why: str) -> StepStopped:
    days: list[str] = state["open"]
    free = f"; days that can be chosen: {', '.join(days)}" if days else ""
    return StepStopped(
        "no_such_option", expected=f"the day {state['date']}",
        seen=f"the calendar shows {state.get('shows') or 'nothing'}: {why}{free}",
        candidates=tuple({"element": day, "why_not": "another day"} for day in days[:5]),
        next="call again with a day that can be chosen",
    )  # fmt: skip


async def _read_back(actor: Actor, opener: Found, day: str) -> None:
    """Compares with what the field shows; calendars that are confirmed first show nothing yet."""
    from playwright.async_api import Error

    year, month, number = (int(part) for part in day.split("-"))
    held = ""

    async def shows_it() -> bool:
        nonlocal held
        held = await opener.element.evaluate(_HELD)
        numbers = [int(one) for one in re.findall(r"\d+", held)]
        return number in numbers and (year in numbers or year % 100 in numbers or len(numbers) == 1)

    try:
        if not await actor.until(shows_it, 1.0) and held:
            raise StepStopped("did_not_stick", expected=f"the date {day}", seen=f"the field then held {held[:60]!r}")
    except Error:  # the choice moved the page on
        return
    if not held:
        actor.notes.append(f"chose {number:02}.{month:02}.{year} in the calendar")
