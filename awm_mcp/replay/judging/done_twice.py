"""One write that was done twice: a list that has more than one new row of what was typed, or a press that was sent twice.

Pages show an entry of their own beside the one of their site for a moment, so it is looked at once more when the page is at
rest, and the page, loaded anew, decides where it shows the list. Equal rows are the caller's where a number of theirs says
how many. What was sent twice and taken twice needs a list that tells of one only, or answers that do.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

import anyio

from awm_mcp.errors import StepStopped
from awm_mcp.model.changes import changing_address
from awm_mcp.model.site import path_of
from awm_mcp.model.text import fold, plain
from awm_mcp.replay.judging.form_back import is_same_form
from awm_mcp.replay.judging.pictured import picture_of
from awm_mcp.replay.judging.seen_in_passing import place_of
from awm_mcp.replay.judging.typed import lettered_texts
from awm_mcp.replay.staging.own_tab import in_own_tab, opened
from awm_mcp.replay.staging.settle import rest
from awm_mcp.replay.traffic.sent_alike import Taken, are_told_apart, is_one, sent_alike
from awm_mcp.replay.traffic.telemetry import carries

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.player import Player

Lists = Mapping[str, Sequence[str]]
LEAST, TWICE = 3, 2
STILL_MS, STILL_S, DRAWN_S, LASTS_S, PAUSE_S = 300, 1.5, 3.0, 1.0, 0.2
_NUMBER_OF, _NUMBERED = re.compile(r"#\d+"), re.compile(r"#?(\d{1,9})\b[.)]?\s+(.+)")
_REPEATS = re.compile(
    r"\b(?:daily|weekly|monthly|yearly|quarterly|every|each|repeat\w*|recurr\w*|series|täglich|wöchentlich|monatlich|jährlich|jeden|jede|"
    r"wiederhol\w*|quotidien\w*|hebdomadaire|mensuel\w*|chaque|diari\w*|semanal\w*|mensual\w*|cada|ogni|giornalier\w*|settimanal\w*|"
    r"mensil\w*|dagelijks|wekelijks|maandelijks|elke)\b",
    re.IGNORECASE,
)
_PRESSES = frozenset({"click", "dblclick", "press"})


def more_alike(before: Lists, now: Lists, texts: Collection[str], *, begins: bool = False) -> tuple[str, int]:
    """The row of a list with one of the texts that stands there more than once more than before, and how often; else 0.

    ``begins``: a list that nothing is known of may be one that was empty, if it has no other rows.
    """
    for way, rows in now.items():
        for row, count in Counter(map(_as_row, rows)).items():
            had = _had(before, way, rows, row, begins=begins) if count >= TWICE and _says(row, texts) else None
            if had is not None and count - had >= TWICE and _grew_by(before, way, rows, row) <= count - had:
                return next(one for one in rows if _as_row(one) == row), count - had
    return "", 0


def twice_by_ids(before: Lists, now: Lists, texts: Collection[str]) -> tuple[str, int]:
    """The same of a list whose rows begin with numbers of their own: two new ones differ but by the next number."""
    for way, rows in now.items():
        for old in _olds(before, way, rows, set()):
            known, new = [*map(_NUMBERED.match, old)], [row for row in rows if row not in old]
            told = [one for row in new if (one := _NUMBERED.match(row)) and _says(_as_row(row), texts)]
            if len(rows) - len(old) != TWICE or len(told) != TWICE or not known or not all(known):
                continue
            first, second = sorted(int(one[1]) for one in told)
            most = max(int(one[1]) for one in known if one)
            if told[0][2] == told[1][2] and most < first == second - 1:
                return told[0][0], TWICE
    return "", 0


def more_saying(before: Lists, now: Lists, texts: Collection[str]) -> int:
    """How many rows of a list say all of the texts that did not before, in the list with the most of them."""
    most = 0
    for way, rows in now.items():
        saying = [row for row in map(_as_row, rows) if all(_says(row, [text]) for text in texts)]
        had = [_saying_in(one, texts) for one in _olds(before, way, rows, set(saying))]
        most = max(most, len(saying) - max(had)) if had and texts else most
    return most


def _had(before: Lists, way: str, rows: Sequence[str], row: str, *, begins: bool) -> int | None:
    """How often a row stood in the list before; None where that is not known, or the list shows all its rows so."""
    others, olds = {one for one in map(_as_row, rows) if one != row}, _olds(before, way, rows, {row})
    if not olds:
        return 0 if begins and not others and not any(row in map(_as_row, one) for one in before.values()) else None
    if any(min(Counter(map(_as_row, one)).values(), default=0) >= TWICE for one in olds):
        return None
    return max(list(map(_as_row, one)).count(row) for one in olds)


def _grew_by(before: Lists, way: str, rows: Sequence[str], row: str) -> int:
    """How many more rows the list has: where others came, too, it shows more than it did, as without a filter."""
    return len(rows) - max(map(len, _olds(before, way, rows, {row})), default=0)


def _olds(before: Lists, way: str, rows: Sequence[str], new: set[str]) -> list[Sequence[str]]:
    """What the list was before: those with rows that it has, too, or the one in its place."""
    others = {one for one in map(_as_row, rows) if one not in new}
    alike = [one for one in before.values() if others & set(map(_as_row, one))]
    return alike or ([before[way]] if way in before else [])


def _saying_in(rows: Sequence[str], texts: Collection[str]) -> int:
    return sum(all(_says(row, [text]) for text in texts) for row in map(_as_row, rows))


def _as_row(row: str) -> str:
    return fold(_NUMBER_OF.sub("#", row)).casefold()


def _says(row: str, texts: Collection[str]) -> bool:
    return any(fold(text).casefold() in row for text in texts)


async def check_sent_once(player: Player) -> None:
    """At a good end: stops where one press sent the same twice, and nothing tells that it was taken once.

    Raises:
        StepStopped: ``done_twice`` with status ``unknown``.
    """
    number = _judged(player)
    if number and (alike := await _sent_twice(player, number)):
        _stop(player, number, await _sent(player, alike, _typed(player)))


async def check_done_once(player: Player) -> None:
    """At a good end: stops where a list has what was asked for once more than once.

    Raises:
        StepStopped: ``done_twice`` with status ``unknown``.
    """
    number, texts = _judged(player), _typed(player)
    if number and texts:
        _stop(player, number, await _listed_twice(player, texts))


def _judged(player: Player) -> int:
    """The step that sent something last, where it is one that writes and no drag; else 0."""
    stage, number = player.stage, player.stage.activity.step
    action = player.steps[number - 1].action if 0 < number <= len(player.steps) else None
    if player.guard is not None or action is None or action.type == "drag" or stage.page.is_closed():
        return 0
    return number if number in player.judged and number in stage.activity.senders else 0


def _stop(player: Player, number: int, said: str) -> None:
    if said:
        player.step = number
        raise StepStopped(
            "done_twice", status="unknown", expected="what was asked for to be done once", seen=player.stage.redact(said),
            next="look on the site how often it is there, and take away what is too much; do not do it again",
        )  # fmt: skip


async def _sent_twice(player: Player, number: int) -> list[Taken]:
    """What one press sent more than once, with something of the caller's in it."""
    action, known = player.steps[number - 1].action, player.states.given.get(number)
    if action is None or action.type not in _PRESSES or action.became is not None or known is not None:
        return []
    given = [str(one) for one in player.arguments.given.values() if isinstance(one, str)]
    return sent_alike(await player.stage.write_answers.taken(number), [*player.stage.activity.typed, *given])


async def _sent(player: Player, alike: Sequence[Taken], texts: list[str]) -> str:
    """Why two equal requests count as two; empty where the page, loaded anew, or the site's answers tell of one."""
    request, times = alike[0].request, len(alike)
    said = f"{request.method} {path_of(request.url).split('?')[0]} was sent {times} times with the same, and taken each time"
    before, sent = player.seen_anew.before.lists, [text for text in texts if carries(request, [text])]
    more = await _more_anew(player, lambda lists: more_saying(before, lists, sent)) if sent else 0
    if more == 1 or (not more and is_one(alike)):
        return ""
    if more:
        return f"{said}; loaded anew, the page has {more} new rows of it"
    return f"{said}, as its answers tell" if are_told_apart(alike) else said


async def _listed_twice(player: Player, texts: list[str]) -> str:
    """What stands in a list more than once too often, on the page at rest and when it is loaded anew."""
    stage, anew = player.stage, player.seen_anew.anew
    shown = await _shown_twice(player, texts)
    if shown[1]:
        await rest(stage, STILL_MS, STILL_S, from_now=True)
        shown = await _shown_twice(player, texts)
    before = player.seen_anew.before.lists
    loaded = _twice_in(before, anew.lists, texts) if anew is not None else ("", 0)
    if not shown[1] and not loaded[1]:
        return ""
    more = await _more_anew(player, lambda lists: _most(before, lists, texts))
    row, times = shown if shown[1] else loaded
    if more == 1 or (not more and not shown[1]) or _is_asked(player, max(more, times)):
        return ""
    return f'"{plain(row, 120)}" stands in the list {max(more, times)} times more than before'


def _most(before: Lists, now: Lists, texts: list[str]) -> int:
    """How often more an equal row stands there, else how many rows more say all that was typed."""
    return _twice_in(before, now, texts)[1] or min(1, more_saying(before, now, texts))


def _twice_in(before: Lists, now: Lists, texts: list[str], *, begins: bool = False) -> tuple[str, int]:
    alike = more_alike(before, now, texts, begins=begins)
    return alike if alike[1] else twice_by_ids(before, now, texts)


async def _shown_twice(player: Player, texts: list[str]) -> tuple[str, int]:
    page, seen = player.stage.page, player.seen_anew.before.lists
    now = (await picture_of(page)).lists
    if place_of(page.url) != place_of(player.sent_from):
        return _more_than_passed(player, now, texts)
    begins = bool(player.filled.names) and await is_same_form(player)
    return _twice_in(seen, now, texts, begins=begins)


def _more_than_passed(player: Player, now: Lists, texts: list[str]) -> tuple[str, int]:
    """The same of a page that the replay passed before, as far as it is known how many rows said each text then."""
    passed = player.unseen_end.lists.rows_before(player.stage.page.url)
    for text, had in passed.items():
        rows = (Counter(map(_as_row, rows)) for rows in now.values())
        alike = [(row, count - had) for one in rows for row, count in one.items() if _says(row, [text])]
        if text in texts and (most := max(alike, key=lambda one: one[1], default=("", 0)))[1] >= TWICE:
            return most
    return "", 0


async def _more_anew(player: Player, count: Callable[[Lists], int]) -> int:
    """How many more the page has when it is loaded anew; 0 where it does not tell."""
    url = player.stage.page.url
    if changing_address(path_of(url)):
        return 0

    async def look(tab: Page) -> int:
        if not await opened(tab, url):
            return 0
        began, since, last = time.monotonic(), time.monotonic(), -1
        while True:
            more = count((await picture_of(tab)).lists)
            since, last = (since if more == last else time.monotonic()), more
            lasts = time.monotonic() - since > LASTS_S
            if (more and lasts) or time.monotonic() - began > DRAWN_S:
                return more
            await anyio.sleep(PAUSE_S)

    return await in_own_tab(player.stage, look)


def _typed(player: Player) -> list[str]:
    return [one.strip() for one in lettered_texts(player) if len(one.strip()) >= LEAST]


def _is_asked(player: Player, times: int) -> bool:
    """Whether the caller, or a step, gave the number of equal rows that came, or had it repeated."""
    given = [str(one) for one in player.arguments.given.values()] + list(player.stage.activity.typed)
    if any(_REPEATS.search(one) for one in given):
        return True
    return any(re.fullmatch(rf"\D?{times}\b[^\d.,].{{0,11}}|\D?{times}", text.strip()) for text in given)
