"""The write that a later step sends than the one that was taken for it: "Delete" asks, and "Yes, delete" sends.

Which step of a reported run sends is not known where the write was held back before it was seen. What came of it is judged
by the page as it stood before the step that was taken for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player


def judge_what_sent(player: Player) -> None:
    """Lets the last step be judged as the one that writes, where it sent something after such a step."""
    number, judged = player.stage.activity.step, max(player.judged, default=0)
    if not 0 < judged < number <= len(player.steps) or number not in player.stage.activity.senders:
        return
    if player.steps[number - 1].action is not None:
        player.judged.add(number)
