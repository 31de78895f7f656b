"""What a replay leaves behind: screenshots and downloads in a folder of its own, readable by its owner only."""

from __future__ import annotations

import base64
import logging
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from awm_mcp.model.file_names import unreserved
from awm_mcp.replay.browsing.page_script import in_time
from awm_mcp.replay.browsing.together import together

if TYPE_CHECKING:
    from playwright.async_api import Page

_log = logging.getLogger(__name__)
PICTURE_S = 4.0
"""A picture is waited for so long, seconds."""
SECRET_FIELDS = "input[type=password],input[autocomplete=one-time-code],input[autocomplete^=cc-]"


class RunFolder:
    """The folder of one run. Its name is made safe: a run id never leads out of the runs' folder."""

    def __init__(self, runs: Path, run_id: str) -> None:
        self.path = runs / unreserved(re.sub(r"[^A-Za-z0-9_-]", "_", run_id)[:80] or "run")

    @property
    def downloads(self) -> Path:
        """Where this run's downloads go."""
        return self.path / "downloads"

    def make(self) -> None:
        """Creates the folder, for the owner only."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)

    async def picture(self, page: Page, step: int | None) -> str | None:
        """Keeps a screenshot with secret fields painted over; None when the page gives none."""
        from playwright.async_api import Error

        self.make()
        path = self._png(step)
        try:
            path.write_bytes(await in_time(_png_of(page), PICTURE_S))
        except Error as unwilling:
            _log.debug("no screenshot: %s", unwilling)
            return None
        except OSError as full:  # what was done is told without its picture, too
            _log.warning("a screenshot was not kept: %s", full)
            return None
        path.chmod(0o600)
        return path.name

    async def later(self) -> str:
        """The name of the picture of the end, where it is taken when the outcome is told."""
        return self._png(None).name

    def read(self, step: int | None) -> bytes | None:
        """A kept screenshot: of a step, or else the last one."""
        path = self._png(step)
        if path.is_file():
            return path.read_bytes()
        if step is not None or not self.path.is_dir():
            return None
        kept = sorted(self.path.glob("step-*.png"), key=lambda one: one.stat().st_mtime)
        return kept[-1].read_bytes() if kept else None

    def _png(self, step: int | None) -> Path:
        return self.path / ("end.png" if step is None else f"step-{step}.png")


async def _png_of(page: Page) -> bytes:
    """The shown part of a page; where it holds secret fields, the slower way that paints them over."""
    secret = page.locator(SECRET_FIELDS)
    opened, hidden = await together(page.context.new_cdp_session(page), secret.count())
    session = cast("Any", opened)
    try:
        if hidden:
            return await page.screenshot(mask=[secret], timeout=3000, animations="disabled")
        shot: Any = await session.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
    finally:
        await session.detach()
    return base64.b64decode(str(shot["data"]))
