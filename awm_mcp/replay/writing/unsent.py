"""Steps that sent something in the source runs, and send nothing of the kind in this replay: these were not done.

A step is excused where there was nothing to send: it was found done, or all that was entered for it was there before.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action, FlowStep
from awm_mcp.model.sends import is_alike, shapes_of
from awm_mcp.model.site import path_of
from awm_mcp.replay.browsing.page_script import afterwards, ask, ask_moving

if TYPE_CHECKING:
    from awm_mcp.replay.acting.actor import Actor
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.staging.stage import Stage
    from awm_mcp.replay.targets.resolve import Found
    from awm_mcp.replay.traffic.activity import Activity

PUT_OFF_S = 60.0
"""What a step that is to send something has put off, as for the time in which it can be undone, is waited for so long."""
ENTERS = frozenset({"fill", "select", "check"})
SENDING = frozenset({"click", "dblclick", "press", "drag", "upload", "check", "select"})
_ALREADY = "was so already"


@dataclass
class Due:
    """A step that is to be seen to send. ``begun``, ``ended``: how much was sent before it, and before the next step."""

    number: int
    sends: tuple[str, ...]
    begun: int
    ended: int | None = None
    lenient: bool = False


@dataclass
class Unsent:
    """What is due of the steps that were done. ``entered``: of each entry since the last of them whether it was a new one;
    ``acted``: all steps that press something, whether they are to send something or not.
    """

    due: list[Due] = field(default_factory=list[Due])
    acted: list[Due] = field(default_factory=list[Due])
    entered: list[bool] = field(default_factory=list[bool])
    _begun: int = 0
    _held: str | None = None
    _along: asyncio.Task[str | None] | None = None

    async def begin(self, stage: Stage, action: Action, found: Found | None) -> None:
        """Before a step acts: what is sent from here on is its own."""
        self._begun = len(stage.activity.log)
        for one in (*self.due, *self.acted):
            one.ended = self._begun if one.ended is None else one.ended
        self._along, self._held = None, await _value(action, found)

    def read_along(self, action: Action, found: Found | None) -> None:
        """Has what a list shows after the step read in one message with what the step itself reads back now."""
        if self._held is not None:
            self._along = asyncio.get_running_loop().create_task(afterwards(_value(action, found)))

    async def done(self, actor: Actor, number: int, step: FlowStep, action: Action, found: Found | None) -> None:
        """After it: notes what the step is to be seen to send."""
        same = await self._was_so(actor, action, found)
        if action.type in ENTERS or (action.became is not None and not action.became.unset):
            self.entered.append(not same)
        if action.type not in SENDING or step.optional or same:
            return
        enters, nothing_new = action.type in ENTERS, bool(self.entered) and not any(self.entered)
        if not enters:
            if nothing_new:
                return  # all was there before: a page sends no change that is none
            self.entered.clear()
        made = Due(number, step.sends, self._begun, lenient=enters)
        self.acted.append(made)
        if step.sends:
            self.due.append(made)

    def sent(self, activity: Activity, values: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        """What each step that pressed something once has sent, as shapes, by its number."""
        numbers = Counter(one.number for one in self.acted)
        return {
            str(one.number): shapes_of(activity.log[one.begun : one.ended], values)
            for one in self.acted
            if numbers[one.number] == 1
        }

    async def _was_so(self, actor: Actor, action: Action, found: Found | None) -> bool:
        if actor.already or actor.held or _ALREADY in actor.notes:
            return True
        along, self._along = self._along, None
        return self._held is not None and self._held == await (along or _value(action, found))

    def lacking(self, activity: Activity, values: tuple[str, ...]) -> Due | None:
        """The first step of which nothing was seen yet that it is to send."""
        open_ones = [one for one in self.due if not _is_by_itself(one, activity)]
        left, used = list[Due](), set[int]()
        for own in (True, False):
            left = [one for one in open_ones if not _take(one, activity.log, used, values, own=own)]
            open_ones = left
        known = {shape for one in self.due for shape in one.sends}
        return next((one for one in left if not _otherwise(one, activity.log, used, known)), None)


def _take(one: Due, log: list[str], used: set[int], values: tuple[str, ...], *, own: bool) -> bool:
    """Whether something that was sent is what a step is to send; each thing that was sent is only taken for one step.

    ``own``: before the next step began. What was entered may also go with what a later step sends.
    """
    until = one.ended if own and one.ended is not None else len(log)
    fits = (n for n in range(one.begun, until) if any(is_alike(shape, log[n], values) for shape in one.sends))
    if one.lenient:
        return next(fits, None) is not None or (not own and one.begun < len(log))
    taken = next((n for n in fits if n not in used), None)
    if taken is not None:
        used.add(taken)
    return taken is not None


def _otherwise(one: Due, log: list[str], used: set[int], known: set[str]) -> bool:
    """Whether a step sent something else, which nothing else of this replay sends: sites move their addresses."""
    until = len(log) if one.ended is None else one.ended
    others = [*log[: one.begun], *log[until:]]
    return any(
        n not in used and log[n] not in others and not any(is_alike(shape, log[n]) for shape in known)
        for n in range(one.begun, until)
    )


def _is_by_itself(one: Due, activity: Activity) -> bool:
    """Whether the page sends that without being asked to, so that it tells nothing of the step.

    Once, as it begins, is not enough: pages that keep their state with their site send it when they are loaded, too.
    """
    again = [said for said, times in activity.unasked.items() if times > 1]
    return any(is_alike(shape, said) for shape in one.sends for said in again)


async def _value(action: Action, found: Found | None) -> str | None:
    """What a list shows as chosen; None for other things, and where it is not to be read."""
    if action.type != "select" or found is None:
        return None
    return await ask_moving(found.frame, "choice", {"ask": "text"}, element=found.element)


def lacking(player: Player) -> Due | None:
    """The first step of a replay that did not send what it sent in the source runs."""
    return player.unsent.lacking(player.stage.activity, _values(player)) if player.unsent.due else None


def sent_by_steps(player: Player) -> dict[str, tuple[str, ...]]:
    """What the steps of a replay sent, as shapes, for the memory."""
    return player.unsent.sent(player.stage.activity, _values(player))


def _values(player: Player) -> tuple[str, ...]:
    given = tuple(str(one) for one in player.arguments.given.values())
    return (*given, *player.stage.activity.typed)


def check_sending(player: Player, left_s: float = 0.0) -> None:
    """Stops at a step that sent nothing, although it did so in the source runs. ``left_s``: until the page does more.

    Raises:
        StepStopped: ``not_sent``, with status ``unknown``.
    """
    if (one := lacking(player)) is None:
        return
    player.step = one.number
    later = f", and the page has set something for in {left_s:.0f} s" if left_s > 1 else ""
    kept = "wait on the open page until it is sent, or " if later else ""
    raise StepStopped(
        "not_sent", status="unknown", expected=f"the site to be sent {' or '.join(one.sends)}, as in the source runs",
        seen=f"nothing of the kind was sent{later}",
        next=f"{kept}look at the site whether it is done before doing anything again",
    )  # fmt: skip


def check_connected(player: Player) -> None:
    """Stops where the last write sent nothing, and the page does not reach its site: it keeps it for later.

    Raises:
        StepStopped: ``not_sent``, with status ``unknown``.
    """
    activity, number = player.stage.activity, max(player.judged, default=0)
    acted = any(one.number == number for one in player.unsent.acted)
    if not acted or number in activity.senders or player.guard is not None:
        return
    unreached = [path_of(url).split("?")[0] for url in activity.unreached.values() if not player.stage.foreign(url)]
    if not (down := activity.sockets.down or next(iter(unreached), "")):
        return
    player.step = number
    raise StepStopped(
        "not_sent", status="unknown", expected="the site to be sent what the step writes",
        seen=f"nothing was sent, and the page has no connection: {down} was closed or cut off",
        next="look at the site whether it is done before doing anything again; the page may keep it and send it later",
    )  # fmt: skip


async def is_at_rest(stage: Stage) -> bool:
    """Whether the page has nothing more to do by its own account, at once or at a beat."""
    from playwright.async_api import Error

    try:
        told = await ask(stage.page.main_frame, "held", {})
    except Error:
        return False
    return told is not None and not told["set"] and not told["open"] and not stage.activity.pending()
