"""What the steps of a replay typed: the texts by which an entry that came of them is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player


def typed_texts(player: Player) -> list[str]:
    """The texts that the steps typed so far, also into the prompts of the browser."""
    return typed_until(player, max(player.step, player.stage.activity.step))


def lettered_texts(player: Player, last: int = 0) -> list[str]:
    """Those with letters, as numbers and days are often written otherwise. ``last``: among the last so many; 0 for all."""
    return [one for one in typed_texts(player)[-last:] if any(char.isalpha() for char in one)]


def typed_until(player: Player, number: int) -> list[str]:
    """The texts that the steps up to one (1-based) type, or are going to."""
    steps = [s.action for s in player.steps[:number] if s.action is not None]
    values = [one.value for one in steps if one.type == "fill" and one.value is not None and not one.stepper]
    values += [one.dialog.prompt for one in steps if one.dialog is not None and one.dialog.prompt is not None]
    arguments = player.arguments
    known = [one for one in values if not arguments.missing(one) and not arguments.is_secret(one)]
    return [text for one in known for text in arguments.texts(one) if len(text.strip()) > 1]
