"""What a page sends only some time after it was acted on: waited for before the end, and missed where it never comes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from awm_mcp.errors import StepStopped
from awm_mcp.replay.browsing.page_script import ask
from awm_mcp.replay.staging.settle import rest
from awm_mcp.replay.targets.expectations import change_count, differ
from awm_mcp.replay.writing.leaving import put_away
from awm_mcp.replay.writing.unsent import PUT_OFF_S, check_connected, check_sending, is_at_rest, lacking

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.staging.stage import Stage

LATE_S = 1.0
"""What pages send some time after they were acted on: so long after the last step it is waited for, seconds."""
SAVING_S = 6.0
"""What a page set itself to do with what was typed or chosen, to save it: so long it is waited for, seconds."""
SAVING = frozenset({"fill", "select", "check"})
"""What some pages send by themselves, with no button for it."""
_ROOM_S, _BEAT_ROOM_S = 0.05, 0.3
LONGEST_S = 86_400.0


class Held(NamedTuple):
    """What the page has yet to do. ``until``: the moment by which it has done what the user set going; ``open``: whether
    more may come of that, by ways that it does not tell; ``beat_s``: seconds between what it does again and again.
    """

    until: float = 0.0
    open: bool = True
    beat_s: float = 0.0


async def held(stage: Stage, longest_s: float) -> Held:
    """What the page in use has set itself to do for what was done to it, of what it set for at most so many seconds.

    What comes with a click that asked for something at once, like a message that goes again, is not waited for longer.
    """
    from playwright.async_api import Error

    try:
        told = await ask(stage.page.main_frame, "held", {})
    except Error:  # it is on its way to another page
        return Held(open=False)
    if told is None:
        return Held()
    due = [left for left, delay, saves in told["set"] if delay <= 1000 * (longest_s if saves else LATE_S)]
    until = time.monotonic() + max(due) / 1000 + _ROOM_S if due else 0.0
    return Held(until, bool(told["open"]), float(told["beat"]) / 1000)


async def sent_late(player: Player) -> None:
    """Gives a page that was acted on the time to send what it holds.

    Raises:
        StepStopped: ``not_sent``, with status ``unknown``, for a step that sent something in the source runs and not now.
    """
    activity, before = player.stage.activity, len(player.stage.activity.sent)
    if player.touched == activity.pages and not player.stage.page.is_closed():
        known = await done_with(player.stage, _longest_s(player))
        if _holds_yet(player) and await put_away(player.stage, player.guard):
            known = await done_with(player.stage, SAVING_S)
        if (not activity.caused or lacking(player)) and not player.stage.page.is_closed():
            await _unannounced(player, known)
        if len(activity.sent) > before:
            player.wrote = True
            player.sent.add(activity.step)
            await rest(player.stage, 0, 2.0)
    if (number := _unsaved_text(player)) is not None:
        player.step = number
        raise _not_sent()
    await _check_sending(player)
    check_connected(player)


async def before_next_write(player: Player) -> None:
    """Stops before another step writes, where one before it was to send something, and its page has nothing more to do.

    Raises:
        StepStopped: ``not_sent``, with status ``unknown``.
    """
    if lacking(player) and not player.stage.page.is_closed() and await is_at_rest(player.stage):
        await _until_sent(player, time.monotonic() + SAVING_S)
        check_sending(player)


async def _check_sending(player: Player) -> None:
    if lacking(player) is None:
        return
    closed = player.stage.page.is_closed()
    known = Held() if closed else await held(player.stage, LONGEST_S)
    check_sending(player, known.until - time.monotonic())


async def _until_sent(player: Player, until: float) -> None:
    """Waits until nothing is due any more of what the steps are to send, or until a moment of the monotonic clock."""
    while lacking(player) and (left := until - time.monotonic()) > 0:
        await player.stage.activity.wait_change(left)


def _holds_yet(player: Player) -> bool:
    """Whether the page may have something that it only sends when it is left: what was to write has sent nothing."""
    activity = player.stage.activity
    if lacking(player) or unsaved_by(player) is not None:
        return True
    return activity.step > max(activity.senders, default=0) and (player.guard is not None or _is_put_off(player))


def _longest_s(player: Player) -> float:
    """How long what the page has set itself to do is waited for: longest where the last write has sent nothing yet."""
    if lacking(player):
        return PUT_OFF_S
    if player.request.workflow.risk == "read":
        return LATE_S
    return PUT_OFF_S if _is_put_off(player) else SAVING_S


def _is_put_off(player: Player) -> bool:
    """Whether the last step that writes has sent nothing yet."""
    last = max(player.judged, default=0)
    return last > max(player.stage.activity.senders, default=0)


async def saved(player: Player) -> None:
    """Before the next step: what is still to be sent gets the time for it that its page has set, which may be left then."""
    put_off = lacking(player) is not None
    if (put_off or unsaved_by(player) is not None) and not player.stage.page.is_closed():
        await done_with(player.stage, PUT_OFF_S if put_off else SAVING_S)
        if lacking(player) or unsaved_by(player) is not None:
            await put_away(player.stage, player.guard)


async def done_with(stage: Stage, longest_s: float) -> Held:
    """Waits until the page has done what it has set itself to do for what was done to it; what it has yet to do then."""
    deadline = time.monotonic() + max(longest_s, SAVING_S) + LATE_S
    known = await held(stage, longest_s)
    while (left := min(known.until, deadline) - time.monotonic()) > 0 and not stage.page.is_closed():
        await stage.activity.wait_change(left)
        await rest(stage, 0, 2.0)
        known = await held(stage, longest_s)
    return known


async def _unannounced(player: Player, known: Held) -> None:
    """What no timer tells: what a page that the last step changed may send yet, without a word before that."""
    activity, acted = player.stage.activity, player.acted
    unsaved = _unsaved_text(player)
    if lacking(player):
        return await _until_sent(player, time.monotonic() + max(SAVING_S, known.beat_s + _BEAT_ROOM_S))
    if unsaved is None and (acted is None or not known.open):
        return
    if unsaved is None and acted is not None and not differ(acted[1], await change_count(player.stage.page)):
        return
    waits = player.request.workflow.risk != "read" and not activity.writes
    longest_s = SAVING_S if unsaved else max(LATE_S, known.beat_s + _BEAT_ROOM_S) if waits else LATE_S
    await activity.until_sent((acted[0] if acted else time.monotonic()) + longest_s)


def unsaved_by(player: Player) -> int | None:
    """The number of the last field that sends what is put in it by itself, if nothing was sent since."""
    number, before = player.saving or (0, -1)
    silent = player.stage.activity.writes == before and not player.stage.activity.speaks
    return number if silent else None


def _unsaved_text(player: Player) -> int | None:
    """The same, of a field that is typed into: it is only known to write where a source run was seen to send something."""
    number = unsaved_by(player)
    action = player.steps[number - 1].action if number is not None else None
    return number if action is not None and action.type == "fill" else None


def _not_sent() -> StepStopped:
    return StepStopped(
        "not_sent", status="unknown", expected="the site to be sent what was typed, as in the source runs",
        seen="nothing was sent", next="look at the site whether it is saved before doing anything again",
    )  # fmt: skip
