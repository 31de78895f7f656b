"""A look at the page that a caller has open: where it is, and which elements are on it. Nothing is changed there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import anyio

from awm_mcp.model import Gap, Param, Target, Text, Value, value
from awm_mcp.replay.browsing.handles import OpenPage, OpenPages

WITHIN_S = 1.0
MOST_TARGETS = 40


class PageLook:
    """Looks at the page that a principal used last."""

    def __init__(self, open_pages: OpenPages) -> None:
        self._pages = open_pages

    def url(self, principal: str) -> str | None:
        """The web address of that page; None when none is open."""
        kept = self._pages.latest(principal)
        return kept.page.url if kept is not None and kept.page.url.startswith(("http://", "https://")) else None

    async def present(self, principal: str, targets: Sequence[Target]) -> Sequence[bool | None]:
        """For each target whether it is there now, once or several times; None where time or page did not allow to tell.

        Parameters stand for any text, so "the row of {title}" is there when any such row is.
        """
        found: list[bool | None] = [None] * len(targets)
        kept = self._pages.latest(principal)
        if kept is None:
            return found
        with anyio.move_on_after(WITHIN_S):
            async with kept.lock:
                for number, target in enumerate(targets[:MOST_TARGETS]):
                    found[number] = await _is_there(kept, target)
        return found


async def _is_there(kept: OpenPage, target: Target) -> bool | None:
    from awm_mcp.replay.targets.query import query_of
    from awm_mcp.replay.targets.resolve import look
    from awm_mcp.replay.values.binding import Arguments

    for known in (target, *target.formerly):
        seen = await look(kept.page, query_of(_open(known), Arguments({}, {}, None, ""), "wait_for"))
        if seen.state != "none":
            return True
    return False


def _open(target: Target) -> Target:
    """The target with gaps where its parameters are."""
    changed: dict[str, Any] = {"formerly": ()} | {name: _without_parameters(given) for name, given in target.texts.items()}
    if target.row is not None:
        changed["row"] = _without_parameters(target.row)
    if target.place is not None and target.place.index.params:
        changed["place"] = None
    return target.model_copy(update=changed)


def _without_parameters(given: Value) -> Value:
    tokens: list[Text | Param | Gap] = [Gap(gap="text") if isinstance(t, Param) else t for t in given.root]
    return value(tokens)
