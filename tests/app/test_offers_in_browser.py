"""Offers on a real page: the open page tells what applies, and working by hand there is noticed."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from awm_mcp.app import App
from awm_mcp.config import Settings
from awm_mcp.formats import pack
from awm_mcp.model import Caller
from awm_mcp.model.site import site_of
from awm_mcp.practice.host import serving

pytestmark = pytest.mark.browser
ME = Caller(client="tests", connection="c1")
PACK = Path(__file__).parents[2] / "workflows" / "127.0.0.1_8765"


@asynccontextmanager
async def shop(tmp_path: Path) -> AsyncGenerator[tuple[App, str]]:
    """The application with the shop's pack, published for the port that the shop is on."""
    async with serving() as origin, App.opened(Settings(home=tmp_path, browser="/usr/bin/chromium")) as app:
        stored = [
            await app.memory.workflows.save(flow.model_copy(update={"site": site_of(origin), "id": "", "state": "verified"}))
            for flow in pack.load_folder(PACK).workflows
        ]
        await app.memory.catalogue.publish(add=stored)
        yield app, origin


async def test_a_page_offers_what_applies_there_and_notices_work_by_hand(tmp_path: Path) -> None:
    async with shop(tmp_path) as (app, origin):
        tools = app.browser_tools
        assert tools is not None
        await app.find(
            'Send a message about "An order" from Eva Lind (eva@example.org) that says "Hello"', url=origin, caller=ME
        )
        home = (await tools.call("browser_navigate", {"url": origin}, ME)).as_data()
        assert 1 <= len(home["offers"]) <= 3 and '"name": "Eva Lind"' in home["offers"][0], home["offers"]

        session = home["session"]
        first = await tools.call("browser_click", {"target": "a:has-text('Contact us')", "session": session}, ME)
        assert "hint" not in first.as_data()
        second = await tools.call("browser_type", {"target": "#name", "text": "Eva Lind", "session": session}, ME)
        assert "local_send_message" in second.as_data()["hint"]

        found = await app.find("Put 2 x Oak Stool into the cart", caller=ME)
        assert found.workflows[0].site == site_of(origin) and "no site was given" in found.why
        kinds = [(e.kind, e.via) for e in await app.memory.events.since() if e.workflow == "local_send_message"]
        assert ("by_hand", "browser") in kinds and ("prompted", "offer:browser_navigate") in kinds
