"""How a page stands: what it says, as a number for comparing, and how often given texts stand on it and in its fields."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from awm_mcp.replay.browsing.page_script import ask_moving

if TYPE_CHECKING:
    from playwright.async_api import Page


async def standing(page: Page, texts: Iterable[str] = ()) -> dict[str, Any] | None:
    """What ``standing.js`` tells of the page itself, without its frames; None while it moves."""
    query: dict[str, Any] = {"texts": list(texts), "said": []}
    return cast("dict[str, Any] | None", await ask_moving(page.main_frame, "standing", query))
