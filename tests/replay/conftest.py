"""A browser for all replay tests of a session, small sites on loopback, and short ways to write workflows."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest_asyncio
from browser_fixtures import Site
from browser_fixtures import site as serving
from core_stage import Stand, quick_settings

from awm_mcp.replay.browsing.browser import Browsers


class NothingAhead(Browsers):
    """Each test's site is a new one: a context that is made ahead for the next replay there would never be used."""

    def make_ahead(self, **_: Any) -> None:
        """Makes none; what is made ahead has tests of its own, with ``Browsers`` as they are."""


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def core_browsers(tmp_path_factory) -> AsyncGenerator[Browsers]:
    browsers = NothingAhead(quick_settings(tmp_path_factory.mktemp("core")))
    yield browsers
    await browsers.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page_site() -> AsyncGenerator[Site]:
    async with serving() as site:
        yield site


@pytest_asyncio.fixture(loop_scope="session")
async def stand(core_browsers: Browsers, page_site: Site, tmp_path: Path) -> AsyncGenerator[Stand]:
    made = Stand(page_site, core_browsers, tmp_path)
    yield made
    await made.pages.close_all()
