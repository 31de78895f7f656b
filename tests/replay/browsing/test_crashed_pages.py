"""A page that crashed says so and is left for a new one; what was made ahead and crashed spoils no replay."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from browser_fixtures import settings_for
from core_stage import LOG, READ, Stand, step, t

from awm_mcp.errors import StepStopped
from awm_mcp.model import Caller
from awm_mcp.replay.browsing.browser import Browsers
from awm_mcp.replay.by_hand.primitives import BrowserTools
from awm_mcp.replay.values.secrets import Vault

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
BY = Caller()


async def crash(page: Any) -> None:
    session = await page.context.new_cdp_session(page)
    async with page.expect_event("crash"):
        asking = asyncio.ensure_future(session.send("Page.crash"))
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)


async def test_a_session_whose_page_crashed_says_so_and_goes_on_signed_in_in_a_new_tab(
    core_browsers: Browsers, stand: Stand, tmp_path: Path
):
    stand.site.pages["/"] = (200, {"set-cookie": "sid=1"}, "<title>Shop</title><h1>Shop</h1>")
    settings, pages = settings_for(tmp_path), stand.pages
    tools = BrowserTools(settings, core_browsers, Vault(settings), pages)
    session = (await tools.call("browser_navigate", {"url": stand.site.origin}, BY)).session
    await crash(pages.peek(session, "local").page)
    with pytest.raises(StepStopped) as told:
        await tools.call("browser_snapshot", {"session": session}, BY)
    assert told.value.code == "page_crashed" and "browser_navigate" in told.value.next
    seen = await tools.call("browser_navigate", {"url": stand.site.origin, "session": session}, BY)
    assert (seen.session, seen.title) == (session, "Shop") and "crashed" in seen.note
    assert stand.site.hits[-1].headers.get("cookie") == "sid=1"


async def test_a_blank_page_that_crashed_before_it_was_needed_is_not_used(core_browsers: Browsers, stand: Stand):
    Browsers.make_ahead(core_browsers, site=stand.site.host, hosts=(stand.site.host,))
    await core_browsers.rest()
    spare: Any = core_browsers._spare._made  # pyright: ignore[reportPrivateUsage]
    await crash(spare.blank)
    page = f"<button onclick=say(1)>Go</button>{LOG}"
    outcome = await stand.play(step("click", t(role="button", name="Go")), READ, page=page)
    assert outcome.outputs == {"log": "1;"}
