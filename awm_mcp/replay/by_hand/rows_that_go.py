"""Rows that an agent acted on by hand, and that were gone when what was sent was answered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from awm_mcp.model import Action, Effect, Param, Spot, Target, value
from awm_mcp.replay.judging.acted_rows import ACTING, stands
from awm_mcp.replay.judging.seen_in_passing import place_of
from awm_mcp.replay.targets.query import query_of
from awm_mcp.replay.values.binding import Arguments

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.targets.query import Query

SENDING = ACTING | {"press"}


@dataclass(frozen=True)
class _Acted:
    query: Query
    place: str


class RowsThatGo:
    """The row that was acted on last in a session."""

    def __init__(self) -> None:
        self._last: _Acted | None = None

    async def after(self, action: Action, url: str, page: Page, effect: Effect) -> Effect:
        """The effect of an action on a page at ``url`` with what became of the row, where others like it stand."""
        if action.type in ACTING and (query := _query(action)) is not None:
            self._last = _Acted(query, place_of(url))
        acted = self._last
        if acted is None or not effect.requests or action.type not in SENDING:
            return effect
        if page.is_closed() or place_of(page.url) != acted.place:
            return effect
        there = await stands(page, acted.query)
        return effect if there is None else effect.model_copy(update={"row_went": not there})


def _query(action: Action) -> Query | None:
    """The question for an action's element by its row, as a replay asks it whose caller names the row."""
    target = action.target
    if target is None or target.row is None or not (row := target.row.literal):
        return None
    named = target.model_copy(update={"row": value([Param(param="row")]), "row_spot": _spot(target, row), "seen": None})
    asked = query_of(named, Arguments({"row": row}, {}, None, ""), action.type, hidden_ok=True)
    return replace(asked, calm=0)


def _spot(target: Target, row: str) -> Spot | None:
    seen = target.seen
    return dict(zip(seen.row_texts, seen.row_spots, strict=False)).get(row) if seen is not None else None
