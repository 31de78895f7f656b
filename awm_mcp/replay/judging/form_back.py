"""A form that comes back with what was filled in: the site took nothing, in whatever language it says so.

Only fields count that were empty when the page came: a form for changing something shows what was saved. The answer must be
the page itself; after a redirect it is another visit of it.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from awm_mcp.errors import StepStopped
from awm_mcp.model.site import path_of
from awm_mcp.replay.browsing.page_script import ask_moving

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.player import Player
    from awm_mcp.replay.staging.stage import Stage

_log = logging.getLogger(__name__)


class Filled(NamedTuple):
    """The fields of a page. ``typed``: those that were empty when it came and are to be sent, each with its text;
    ``emptied``: the names of those that this replay filled in and that the page has emptied since; ``lists``: the rows of
    its lists; ``blank``: how many of their rows say and hold nothing; ``dialogs``: how many are open."""

    names: frozenset[str] = frozenset()
    typed: list[list[str]] = []  # noqa: RUF012  never changed
    emptied: tuple[str, ...] = ()
    lists: dict[str, list[str]] = {}  # noqa: RUF012  never changed
    blank: int = 0
    dialogs: int = 0


async def filled_in(stage: Stage, page: Page | None = None) -> Filled:
    """What the fields of a page hold, the one in use if no other is given; nothing while it moves."""
    told = cast("dict[str, Any] | None", await ask_moving((page or stage.page).main_frame, "filled", {}))
    if told is None:
        return Filled()
    names, emptied = frozenset(cast("list[str]", told["names"])), tuple(cast("list[str]", told["emptied"]))
    return Filled(names, told["typed"], emptied, told["lists"], told["blank"], told["dialogs"])


async def is_same_form(player: Player) -> bool:
    """Whether the page has the fields of the one that was sent; without any it has to be the same page."""
    names = player.filled.names
    if not names:
        return path_of(player.stage.page.url).split("?")[0] == path_of(player.sent_from).split("?")[0]
    return names <= (await filled_in(player.stage)).names


async def check_form(player: Player, said: list[str], *, proven: bool) -> None:
    """Stops for a form that came back as it was filled in, where neither a text nor a value read shows that it was taken.

    Raises:
        StepStopped: ``form_came_back`` with status ``unknown``.
    """
    stage, number = player.stage, player.stage.activity.step
    if proven or player.outputs or not player.filled.typed or number not in player.judged:
        return
    pages = [hop for hop in stage.trail.hops if hop.step == number and hop.page]
    if len(pages) != 1 or pages[0].to or not await _holds(stage, player.filled.typed):
        return
    player.step = number
    new = f"; new on the page: {', '.join(said)}" if said else ""
    raise StepStopped(
        "form_came_back", status="unknown", expected="the site to take what was sent",
        seen=f"the answer is the form again, with what was filled in{new}",
        next="look what the page says, and whether it happened, before doing anything again",
    )  # fmt: skip


async def _holds(stage: Stage, sent: list[list[str]]) -> bool:
    query: dict[str, Any] = {"sent": sent}
    return bool(await ask_moving(stage.page.main_frame, "filled", query))
