"""Selects that a page hides behind a list of its own making: set by script where the page takes notice of that, else chosen
in what it draws, as a person does.

Some libraries read their select again when it tells of a change; others keep their own account, and would send what they
hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from awm_mcp.model import Action
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.acting.custom_lists import Tail, take_option
from awm_mcp.replay.targets.resolve import Found

SHOWN_S = 1.0


async def drawn_for(actor: Actor, found: Found) -> Found | None:
    """What is clicked to open the list that is drawn for a hidden select; None where nothing is drawn."""
    opener = await actor.ask_element("drawn", found, ask="opener")
    return replace(found, element=opener, hidden=False, about={}) if opener is not None else None


async def set_or_choose(actor: Actor, action: Action, found: Found, indexes: Sequence[int], labels: Sequence[str]) -> bool:
    """Sets a hidden select; where what is drawn for it takes no notice, it is set back, and chosen in what is drawn.

    Returns:
        Whether the select was set, so that it can be read back.
    """
    was, before = await _look(actor, found), await actor.ask("choice", found, ask="selected")
    sent = len(actor.stage.activity.log)
    await actor.ask("choice", found, ask="set", indexes=list(indexes))

    async def noticed() -> bool:
        return len(actor.stage.activity.log) > sent or await _look(actor, found) != was

    drawn = await drawn_for(actor, found) if was is not None and sorted(before) != sorted(indexes) else None
    if drawn is None or await actor.until(noticed, SHOWN_S):
        actor.notes.append("set the hidden select behind its stand-in")
        return True
    await actor.ask("choice", found, ask="set", indexes=before)
    await choose_in(actor, action, drawn, labels)
    return False


async def choose_in(actor: Actor, action: Action, drawn: Found, texts: Sequence[str], tail: Tail = None) -> None:
    """Chooses in the list that is drawn for a hidden select.

    Raises:
        StepStopped: as :func:`take_option`.
    """
    for text in texts:
        await take_option(actor, action, drawn, text, tail)
    actor.notes.append("chose in the list that is drawn for a hidden select")


async def _look(actor: Actor, found: Found) -> Any:
    from playwright.async_api import Error

    try:
        return await actor.ask("drawn", found, ask="look")
    except Error:  # the choice led to another page
        return None
