"""Where in its row the text stood that tells the row, in all runs: a value of the caller names a row only there."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.cleaning.row_anchor import spot_of
from awm_mcp.model import Spot, Target
from awm_mcp.model.text import fold


def joint_spot(targets: Sequence[Target]) -> Spot | None:
    """What the runs that a browser saw have in common; nothing but what a row is called by where none was seen.

    None where they differ, or where it is none of the texts that were seen, so that it may stand anywhere.
    """
    seen = [spot for target in targets if (spot := spot_of(target)) is not None]
    if not seen:
        looked = any(target.seen is not None and target.seen.row_spots for target in targets)
        return None if looked else Spot(main=True)
    first = seen[0]
    if all(_place(spot) == _place(first) for spot in seen):
        beside = {fold(head): head for spot in seen for head in spot.beside}
        return first.model_copy(update={"beside": tuple(beside.values()), "main": all(spot.main for spot in seen)})
    return Spot(main=True) if all(spot.main for spot in seen) else None


def _place(spot: Spot) -> tuple[str | int | None, ...]:
    """A heading tells a column wherever it stands."""
    return (fold(spot.column),) if spot.column else (spot.cell, spot.cells, spot.way, spot.nth)
