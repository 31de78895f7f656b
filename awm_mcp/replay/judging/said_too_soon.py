"""Messages of success that a page shows before its site has answered what was sent: they tell what the page hopes for.

They are no sign that it lasts: what came with them is looked at as if nothing had been said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from awm_mcp.replay.judging.beside_success import learned_texts, says
from awm_mcp.replay.judging.unseen_end import asked_words
from awm_mcp.replay.traffic.confirming import confirms

if TYPE_CHECKING:
    from awm_mcp.replay.judging.watching import Heard, Since
    from awm_mcp.replay.player import Player


def said_too_soon(player: Player, since: Since) -> bool:
    """Whether all that confirms was heard before the site began to answer what the last step sent in place."""
    activity = player.stage.activity
    answered = activity.answered_at.get(activity.step)
    if answered is None or activity.documents or player.guard is not None:
        return False
    good = [one for one in since.heard if _confirms(player, one)]
    return bool(good) and all(one.at < answered for one in good)


def _confirms(player: Player, one: Heard) -> bool:
    if any(says(text, one.text) for text in learned_texts(player)):
        return True
    return one.tone == "good" or confirms([one.text], asked_words(player, player.stage.activity.step))
