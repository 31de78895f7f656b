"""The browser side put together; imported when a browser is first needed."""

from __future__ import annotations

import os
from collections.abc import Mapping

from awm_mcp.config import Settings
from awm_mcp.replay.browsing.browser import Browsers
from awm_mcp.replay.browsing.handles import OpenPages
from awm_mcp.replay.by_hand.primitives import BrowserTools
from awm_mcp.replay.port import Repairer, Replayer
from awm_mcp.replay.replayer import PlaywrightReplayer
from awm_mcp.replay.values.secrets import Vault


class BrowserSide:
    """Browser, boundary, secrets, open pages and replayer of one principal."""

    def __init__(
        self, settings: Settings, environment: Mapping[str, str] = os.environ, repairer: Repairer | None = None
    ) -> None:
        self.vault = Vault(settings, environment)
        self.browsers = Browsers(settings)
        self.open_pages = OpenPages(settings)
        self.tools = BrowserTools(settings, self.browsers, self.vault, self.open_pages)
        self._replayer = PlaywrightReplayer(settings, self.browsers, self.vault, self.open_pages, repairer)

    def replayer(self) -> Replayer:
        """The one replayer; the browser itself starts with its first use."""
        return self._replayer

    async def settled(self, run_id: str | None = None) -> None:
        """Returns when nothing is left to do of a replay whose outcome is known; without a name, of any."""
        await self._replayer.settled(run_id)

    async def close(self) -> None:
        """Closes every open page and ends the browser."""
        await self._replayer.close()
