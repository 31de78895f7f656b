"""A context made ahead: taken once, fresh, and only for what it was made for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
from browser_fixtures import Site, browsers_for, settings_for, site

from awm_mcp.replay.browsing.browser import Browsers, OpenContext
from awm_mcp.replay.browsing.login import login_file, write_login
from awm_mcp.replay.browsing.page_script import ask_all

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browsers(home: Path) -> AsyncGenerator[Browsers]:
    async with browsers_for(home, max_parallel=1) as service:
        yield service


@pytest_asyncio.fixture(loop_scope="module")
async def near() -> AsyncGenerator[Site]:
    async with site({"/": "<title>near</title>"}) as served:
        yield served


async def made_ahead(browsers: Browsers, host: str) -> None:
    browsers.make_ahead(site=host)
    await browsers.rest()


async def is_spare(opened: OpenContext) -> bool:
    await opened.close()
    return opened.blank is not None


async def test_it_is_taken_once(browsers: Browsers, near: Site) -> None:
    await made_ahead(browsers, near.host)
    taken = [await is_spare(await browsers.open_context(site=near.host)) for _ in range(2)]
    assert taken == [True, False]


async def test_its_page_is_blank_and_bound_to_the_site(browsers: Browsers, near: Site, tmp_path: Path) -> None:
    await made_ahead(browsers, near.host)
    opened = await browsers.open_context(site=near.host, downloads=tmp_path)
    page = opened.blank
    assert page is not None
    assert (page.url, await opened.context.cookies()) == ("about:blank", [])
    await page.goto(near.origin + "/")
    async with site({"/": "far"}) as far:
        with pytest.raises(Exception, match="ERR_"):
            await page.goto(far.origin + "/")
        assert far.connections == 0
    await opened.close()


@pytest.mark.parametrize("other", [{"site": "shop.example"}, {"hosts": ("far.example",)}, {"learning": True}])
async def test_it_is_for_nothing_else(browsers: Browsers, near: Site, other: dict[str, object]) -> None:
    await made_ahead(browsers, near.host)
    assert not await is_spare(await browsers.open_context(**{"site": near.host, **other}))  # type: ignore[arg-type]


async def test_a_login_saved_meanwhile_makes_it_useless(browsers: Browsers, near: Site, home: Path) -> None:
    await made_ahead(browsers, near.host)
    signing_in = await browsers.open_context(site=near.host, learning=True)
    await signing_in.context.add_cookies([{"name": "login", "value": "yes", "url": near.origin}])
    await write_login(signing_in.context, login_file(settings_for(home), near.host))
    await signing_in.close()

    opened = await browsers.open_context(site=near.host)
    cookies = await opened.context.cookies()
    assert [cookie.get("name") for cookie in cookies] == ["login"]
    assert not await is_spare(opened)


async def test_none_is_made_while_there_is_something_to_do(browsers: Browsers, near: Site) -> None:
    async with browsers.place():
        await made_ahead(browsers, near.host)
    assert not await is_spare(await browsers.open_context(site=near.host))


async def test_none_is_left_in_a_browser_that_is_closed(tmp_path: Path, near: Site) -> None:
    async with browsers_for(tmp_path) as service:
        await (await service.open_context(site=near.host)).close()
        await made_ahead(service, near.host)
    before = asyncio.all_tasks()
    service.make_ahead(site=near.host)
    assert asyncio.all_tasks() == before


OLD_LIBRARY = "<script>Array.prototype.toJSON = function () { return '[a text]'; };</script><button>Go</button>"


async def test_the_library_is_warm_and_answers_on_a_page_that_changes_how_lists_become_json(browsers: Browsers):
    async with site({"/": OLD_LIBRARY}) as old:
        await made_ahead(browsers, old.host)
        opened = await browsers.open_context(site=old.host)
        try:
            assert opened.blank is not None
            assert await opened.blank.evaluate("document.body.childElementCount") == 0
            await opened.blank.goto(f"{old.origin}/")
            assert await ask_all(opened.blank.main_frame, [("login", {}), ("messages", {})]) == [False, []]
        finally:
            await opened.close()
