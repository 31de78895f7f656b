"""The rows of a page, each by the text that tells it from the others."""

from __future__ import annotations

from typing import Any

from awm_mcp.errors import StepStopped
from awm_mcp.model import Target
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.browsing.page_script import page_script
from awm_mcp.replay.staging.stage import Stage


async def row_texts(stage: Stage, rows: Target | None, actor: Actor) -> list[str]:
    """The telling texts of all shown rows, in the page's order.

    Raises:
        StepStopped: ``no_rows``, when the list is not described.
    """
    if rows is None:
        raise StepStopped("no_rows", expected="a description of the rows", seen="none")
    items = rows.place.items if rows.place is not None else rows.css
    query: dict[str, Any] = {"items": items, "role": rows.role}

    found: list[str] = []

    async def there() -> bool:
        found[:] = await stage.page.evaluate(page_script("row_texts"), [query, None])
        return bool(found)

    await actor.until(there, 2.0)
    return found
