"""Pages of which nothing more can come: nobody may tell them anything, and by their own account they have nothing to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from awm_mcp.replay.staging.stage import Stage


def is_alone(stage: Stage) -> bool:
    """Whether the page in use, without frames and tabs beside it, loads nothing and listens to nobody."""
    return len(stage.page.frames) == 1 and not stage.fresh and not stage.activity.may_hear
