"""The main headings of a page that was gone to: they say which thing it is about, also where its name was shown before."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, cast

from awm_mcp.model.text import plain

if TYPE_CHECKING:
    from playwright.async_api import Page

_log = logging.getLogger(__name__)
MOST = 3
_HEADINGS = """most => [...document.querySelectorAll('h1')].filter(h => h.getClientRects().length && h.innerText.trim())
  .slice(0, most).map(h => h.innerText)"""


async def headings(page: Page) -> list[str]:
    """The texts of the shown headings of the first level; none while the page moves."""
    from playwright.async_api import Error

    try:
        return [plain(text, 200) for text in cast("list[str]", await page.evaluate(_HEADINGS, MOST))]
    except Error as moving:
        _log.debug("no headings while the page moves: %s", moving)
        return []
