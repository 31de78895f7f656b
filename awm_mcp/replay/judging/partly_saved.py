"""A form of settings that comes back with some of what was typed, and some as it was before: the site took a part only.

A form for the next new entry comes back as it was, too, in all its fields. So one of the texts has to be there that were
typed over another, and none of the fields that were empty may be empty again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model.text import plain
from awm_mcp.replay.acting.shown_state import Kept, State, read_state
from awm_mcp.replay.judging.still_set import STILL_MS, STILL_S
from awm_mcp.replay.staging.settle import rest
from awm_mcp.replay.targets.resolve import look

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player


async def check_partly_saved(player: Player) -> None:
    """At the end: stops where the form came anew with an old value beside a new one.

    Raises:
        StepStopped: ``did_not_stick`` with status ``unknown``.
    """
    stage, number = player.stage, player.stage.activity.step
    if player.guard is not None or number not in player.judged or stage.page.is_closed():
        return
    given = player.states.fields_for(number)
    if not _may_tell(given) or any(one.pages == stage.activity.pages for one in given):
        return
    if _old_beside_new(given, await _now(player, given)) is None:
        return
    await rest(stage, STILL_MS, STILL_S, from_now=True)  # fields that are filled in late come to hold what was saved
    now = await _now(player, given)
    if (old := _old_beside_new(given, now)) is not None:
        player.step = old.step
        raise _stop(player, old)


def _may_tell(given: Sequence[Kept]) -> bool:
    return len(given) > 1 and any(one.kind == "fill" and not one.was.blank for one in given)


async def _now(player: Player, given: Sequence[Kept]) -> list[State | None]:
    found = [(await look(player.stage.page, replace(one.query, calm=0))).found for one in given]
    return [await read_state(one.kind, at) if at is not None else None for one, at in zip(given, found, strict=True)]


def _old_beside_new(given: Sequence[Kept], now: Sequence[State | None]) -> Kept | None:
    """The first field that holds what it held before, where another holds what was typed over what it held."""
    seen = [(one, state.shows) for one, state in zip(given, now, strict=True) if state is not None]
    if len(seen) < len(given) or any(one.was.blank and shows == one.was.shows for one, shows in seen):
        return None
    new = any(one.kind == "fill" and not one.was.blank and shows == one.now.shows for one, shows in seen)
    return next((one for one, shows in seen if shows == one.was.shows), None) if new else None


def _stop(player: Player, old: Kept) -> StepStopped:
    shown = player.stage.redact(plain(old.was.shows, 80))
    return StepStopped(
        "did_not_stick", status="unknown", expected=f"{old.said}, and the site to keep it with the others",
        seen=f"the form came back with the others as they were given, and here with {shown!r} as before",
        next="look at the page: the site seems to have taken a part only",
    )  # fmt: skip
