"""Texts that the runs waited for after the last write: what came with it, or stands on another page, proves it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from awm_mcp.model import Action, Text, Value
from awm_mcp.replay.judging.honest_end import fold

if TYPE_CHECKING:
    from awm_mcp.replay.judging.watching import Since
    from awm_mcp.replay.player import Player


def waited_for(player: Player, since: Since) -> bool:
    """Whether words of the runs were waited for since the last write, and did not stand on the page before.

    A text that only the caller gave is none: pages show a new entry before they know whether it is taken.
    """
    last = max(player.judged, default=0)
    done = {row.step for row in player.rows if row.step > last and not row.note.startswith("skipped")}
    waits = [step.action for number, step in enumerate(player.steps, start=1) if number in done and step.action is not None]
    bound = [player.arguments.bind(one) for action in waits if (one := _words(action)) is not None]
    texts = [fold(one.literal) for one in bound if one.literal]
    if texts and player.stage.activity.documents:
        return True
    said = [fold(one) for one in (*(heard.text for heard in since.heard), *since.found)]
    return any(text in one for text in texts for one in said)


def _words(action: Action) -> Value | None:
    """The text with words of its own that a step waits for; None for any other step."""
    if action.type != "wait_for" or action.gone:
        return None
    target = action.target
    waited = action.value or (target.name or target.text if target is not None else None)
    fixed = [one.text for one in waited.root if isinstance(one, Text)] if waited is not None else []
    return waited if any(char.isalnum() for text in fixed for char in text) else None
