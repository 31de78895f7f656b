"""A value that a key saves in a field of no form, as in a panel of properties: the field that shows it is the end.

Such a field is no form that waits to be sent: it shows what the thing has, held another value before, and no button beside
it would send it. What it shows is the site's word as that of a field that saves itself is, unless the page, loaded anew,
shows the old value again. A field to search or to write the next entry in held nothing before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from awm_mcp.replay.browsing.page_script import ask_moving
from awm_mcp.replay.judging.kept_on_load import back_on_load
from awm_mcp.replay.judging.states_on_load import shows_old, still_shows
from awm_mcp.replay.targets.resolve import look

if TYPE_CHECKING:
    from awm_mcp.replay.acting.shown_state import Kept
    from awm_mcp.replay.player import Player

FILL = "fill"


async def saved_by_key(player: Player, number: int) -> bool:
    """Whether a step pressed a key in such a field, and the field has the new value from then on."""
    action = player.steps[number - 1].action
    given = player.states.fields_for(number)
    if action is None or action.type != "press" or len(given) != 1 or player.stage.activity.documents:
        return False
    (one,) = given
    if one.kind != FILL or one.was.blank or not await still_shows(player, one) or not await _stands_alone(player, one):
        return False
    return not await back_on_load(player, number, lambda tab: shows_old(player, tab, one))


async def _stands_alone(player: Player, one: Kept) -> bool:
    """Whether nothing but a key could send what the field holds."""
    found = (await look(player.stage.page, one.query)).found
    return found is not None and bool(await ask_moving(found.frame, "lone_field", {}, False, found.element))
