"""Overlays that offer something else after something was sent: they say neither yes nor no of it, and the rest of the page
is judged as if they were not there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from awm_mcp.replay.browsing.page_script import ask_moving
from awm_mcp.replay.judging.honest_end import fold
from awm_mcp.replay.judging.typed import typed_texts
from awm_mcp.replay.traffic.offers_otherwise_words import offers_otherwise

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player


async def offers_over(player: Player, asked: str) -> list[str]:
    """All that the overlays say that offer something else, each as one text."""
    stage, typed = player.stage, typed_texts(player)
    if stage.page.is_closed() or player.guard is not None:
        return []
    query: dict[str, Any] = {"texts": typed, "pressed": asked.rpartition("\n")[2]}
    told = cast("list[dict[str, str]]", await ask_moving(stage.page.main_frame, "overlays", query, otherwise=[]))
    return [one["whole"] for one in told if offers_otherwise(one["says"], asked, typed)]


def is_of(text: str, overlays: list[str]) -> bool:
    """Whether a text is one of an overlay."""
    return any(fold(text) in fold(one) for one in overlays)
