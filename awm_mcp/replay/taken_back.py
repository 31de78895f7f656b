"""States that steps set and that the page takes back when the site has answered: read again before the end.

Only the old state, seen again in the same document, is taken back; for a value that buttons step, any other number is. What
a later step of the replay changed, and what went with a form that was sent, is no fault of the page.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action
from awm_mcp.model.text import plain
from awm_mcp.replay.key_names import key_of
from awm_mcp.replay.page_script import ask
from awm_mcp.replay.pointer import needed
from awm_mcp.replay.query import Query
from awm_mcp.replay.resolve import Found, look
from awm_mcp.replay.settle import rest
from awm_mcp.replay.stepper_clicks import stepper_of
from awm_mcp.replay.toggle_clicks import shown_by

if TYPE_CHECKING:
    from awm_mcp.replay.actor import Actor
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.stage import Stage

_log = logging.getLogger(__name__)
MOST_KEPT = 8
STILL_MS, STILL_S = 300, 1.5
"""What is taken back stays so: it is read once more when the page has been still for so long."""
DRAWN_MS = 150
"""A page draws what it makes of an answer within so long."""
SETS = frozenset({"fill", "select", "check"})
_ROW = "row"


class _State(NamedTuple):
    """What an element shows. ``of``: what it belongs to; ``blank``: it stands for no choice."""

    shows: str
    of: str
    blank: bool = False


@dataclass
class Kept:
    """A state that a step set. ``was``: before it; ``now``: after it; ``back``: taken back before the end.

    ``wanted``: what was asked for, where that is known to be another state than the old one.
    """

    step: int
    kind: str
    found: Found
    query: Query
    pages: int
    said: str
    was: _State
    now: _State
    back: bool = False
    wanted: str = ""


@dataclass
class SetStates:
    """The states that the steps of a replay set, the newest last."""

    stage: Stage
    kept: list[Kept] = field(default_factory=list[Kept])

    async def before(self, player: Player, actor: Actor, action: Action, found: Found | None) -> Kept | None:
        """Notes the state that a step is about to change, and what the page has taken back meanwhile."""
        if player.guard is not None or player.request.workflow.risk == "read" or found is None:
            return None
        await asyncio.gather(*(self._note_back(one) for one in self.kept))
        kind = await self._kind(player, action, found)
        was = await _before(kind, found) if kind else None
        if was is None or (kind in SETS and was.blank):
            return None
        wanted = await _wanted(actor, action, found, was)
        said, asked = actor.arguments.said_action(action), actor.query(needed(action), "click")
        return Kept(player.step, kind, found, asked, self.stage.activity.pages, said, was, was, wanted=wanted)

    async def after(self, player: Player, begun: Kept | None, action: Action, *, as_given: bool) -> None:
        """Keeps the state that the step set, and forgets those that it changed. ``as_given``: nothing was special."""
        saves, left = action.type == "fill" or _is_tab(player, action), list[Kept]()
        seen = await asyncio.gather(*(_read(one.kind, one.found) for one in self.kept))
        for one, now in zip(self.kept, seen, strict=True):
            one.back = one.back or (saves and now == one.was and player.step in self.stage.activity.senders)
            if one.back or now == one.now:
                left.append(one)
        if begun is not None and (now := await _after(begun, as_given=as_given)) is not None:
            begun.now = now
            left.append(begun)
        self.kept = left[-MOST_KEPT:]

    async def answered(self) -> None:
        """Forgets what the page still shows when the site has answered: what becomes of it then is another thing."""
        activity = self.stage.activity
        if not self.kept or not activity.sent:
            return
        await rest(self.stage, DRAWN_MS, STILL_S, from_now=True)
        if not activity.unanswered and not activity.pending():
            self.kept = [one for one in self.kept if one.back or not await self._holds(one)]

    async def check(self, player: Player) -> None:
        """Stops for a state that was sent at once, and is not there any more.

        Raises:
            StepStopped: ``did_not_stick``, with status ``unknown``.
        """
        sent = [one for one in self.kept if _was_sent(player, one)]
        if sent:
            await rest(self.stage, DRAWN_MS, STILL_S, from_now=True)
        for one in sent:
            if not (one.back or await self._is_back(one)):
                continue
            await rest(self.stage, STILL_MS, STILL_S, from_now=True)
            if await self._is_back(one):
                player.step = one.step
                raise _taken_back(one, await _read(one.kind, one.found))

    async def _kind(self, player: Player, action: Action, found: Found) -> str:
        if action.stepper:
            return "stepper"
        if action.type == "click" and action.became is not None:
            return "click"
        if action.type in SETS:
            return action.type
        if action.type == "click" and player.request.workflow.risk == "destructive":
            there = await _asked(found, "row")
            return _ROW if there is not None and player.step in player.judged else ""
        return ""

    async def _note_back(self, one: Kept) -> None:
        one.back = one.back or await self._is_back(one)

    async def _holds(self, one: Kept) -> bool:
        now = await _read(one.kind, await self._again(one))
        return now is not None and now.shows == one.now.shows

    async def _is_back(self, one: Kept) -> bool:
        if one.pages != self.stage.activity.pages or self.stage.page.is_closed():
            return False
        now = await _read(one.kind, await self._again(one))
        if now is None or now.of != one.was.of:
            return False
        return now.shows != one.now.shows if one.kind == "stepper" else now.shows == one.was.shows

    async def _again(self, one: Kept) -> Found:
        """The element; a stepped value that was drawn anew is looked for, as its number tells for sure."""
        if one.kind == "stepper" and await _read(one.kind, one.found) is None:
            seen = await look(self.stage.page, one.query)
            one.found = seen.found or one.found
        return one.found


async def _wanted(actor: Actor, action: Action, found: Found, was: _State) -> str:
    """What a step asks for, where that is another state than the old one; answers may come before it is looked at."""
    if action.type == "fill" and not action.stepper and action.value is not None:
        text = actor.arguments.text(action.value)
        return text if text != was.shows and not actor.arguments.is_secret(action.value) else ""
    if action.type != "select" or not found.about.get("choice"):
        return ""
    texts = [text for one in (action.values or (action.value,)) if one is not None for text in actor.arguments.texts(one)]
    meant = found.about["meant"] if "meant" in found.about else await _choice(found, {"ask": "find", "texts": texts})
    indexes = sorted(meant["indexes"]) if meant else [-1]
    chosen = found.about["chosen"] if "chosen" in found.about else await _choice(found, {"ask": "selected"})
    others = -1 not in indexes and indexes != sorted(chosen or [])
    return ", ".join(texts) if others else ""


async def _choice(found: Found, query: dict[str, Any]) -> Any:
    from playwright.async_api import Error

    try:
        return await ask(found.frame, "choice", query, found.element)
    except Error as gone:
        _log.debug("its options are not to be seen: %s", gone)
        return None


async def _after(begun: Kept, *, as_given: bool) -> _State | None:
    """The state that a step set; None where it set none."""
    if begun.kind == _ROW:
        return _State("", "") if await _asked(begun.found, "row gone") else None
    now = await _read(begun.kind, begun.found)
    if now is not None and now.shows == begun.was.shows:
        return begun.was._replace(shows=begun.wanted) if begun.wanted and as_given else None
    return now


async def _before(kind: str, found: Found) -> _State | None:
    """What an element shows before a step, as far as it was asked when it was found."""
    if "state" not in found.about or kind not in SETS:
        return await _read(kind, found)
    told = found.about["state"]
    return _State(told["is"], told["of"], told["blank"]) if told is not None else None


async def _read(kind: str, found: Found) -> _State | None:
    """What an element shows; None where it is gone, or has no such state."""
    if kind == _ROW:
        back = await _asked(found, "row back")
        return _State(back or "", "") if back is not None or await _asked(found, "row gone") else None
    told = await _asked(found, "of", kind)
    if told is None:
        return None
    if kind == "stepper":
        value = await stepper_of(found, **{"raise": True})
        return _State(value["text"], told["of"]) if value is not None else None
    if kind == "click":
        shown = await shown_by(found)
        around = told["of"].partition("|")[2]  # its own name may tell the state
        return _State(" ".join([*shown["marks"], shown["name"]]), around) if shown is not None else None
    return _State(told["is"], told["of"], told["blank"])


async def _asked(found: Found, what: str, kind: str = "") -> Any:
    from playwright.async_api import Error

    try:
        return await ask(found.frame, "state", {"ask": what, "kind": kind}, found.element)
    except Error as gone:
        _log.debug("its state is not to be seen: %s", gone)
        return None


def _was_sent(player: Player, one: Kept) -> bool:
    """Whether what was set was sent at once, and not with a form later on, which may be emptied then."""
    after = [number for number in player.stage.activity.senders if number >= one.step]
    if one.kind in ("click", _ROW):
        return one.step in after and not [n for n in after if n > one.step]
    return bool(after) and all(_saves(player, number) for number in after)


def _saves(player: Player, number: int) -> bool:
    """Whether a step sends what was set by itself, as on leaving a field."""
    action = player.steps[number - 1].action
    if action is None:
        return False
    return action.type in SETS or action.stepper or _is_tab(player, action)


def _is_tab(player: Player, action: Action) -> bool:
    if action.type != "press" or action.value is None:
        return False
    return key_of(player.arguments.text(action.value)).rpartition("+")[2] == "Tab"


def _taken_back(one: Kept, seen: _State | None) -> StepStopped:
    shows = plain(seen.shows, 80) if seen is not None else ""
    again = "" if one.kind == "stepper" else " again"
    what = {"click": "what it showed before the click", _ROW: f"the row again: {shows!r}"}
    return StepStopped(
        "did_not_stick", status="unknown", expected=f"{one.said}, and the page to keep it",
        seen=f"after the answer it shows {what.get(one.kind, f'{shows!r}{again}, not {plain(one.now.shows, 80)!r}')}",
        next="look at the page; the site seems not to have taken it",
    )  # fmt: skip
