"""Every way out of a site, tried in a real browser: the forbidden server must not be touched."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
from browser_fixtures import Site, browsers_for, site
from playwright.async_api import BrowserContext, Error, Page

from awm_mcp.errors import Refused
from awm_mcp.replay.browsing import boundary as rules
from awm_mcp.replay.browsing import proxy
from awm_mcp.replay.browsing.browser import Browsers, OpenContext

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

# Each way sets `document.title` to "tried" when the page itself can see that it failed.
SCRIPTED = {
    "fetch": "fetch('FAR/x').catch(() => document.title = 'tried')",
    "post by fetch": "fetch('FAR/x', {method: 'POST', mode: 'no-cors', body: 'a'}).catch(() => document.title = 'tried')",
    "socket": "new WebSocket('WS/x').onerror = () => document.title = 'tried'",
    "event source": "new EventSource('FAR/x').onerror = () => document.title = 'tried'",
    "image": "const i = new Image(); i.onerror = () => document.title = 'tried'; i.src = 'FAR/x'",
    "fetch of a redirect": "fetch('/redirect').catch(() => document.title = 'tried')",
    "fetch in a worker": """const b = new Blob(["fetch('FAR/x').catch(() => postMessage(1))"]);
        new Worker(URL.createObjectURL(b)).onmessage = () => document.title = 'tried'""",
    "socket in a worker": """const b = new Blob(["new WebSocket('WS/x').onerror = () => postMessage(1)"]);
        new Worker(URL.createObjectURL(b)).onmessage = () => document.title = 'tried'""",
    "service worker": "navigator.serviceWorker.register('/sw.js').finally(() => document.title = 'tried')",
}
LEAVING = {
    "script": "location.href = 'FAR/x'",
    "replace": "location.replace('FAR/x')",
    "redirect": "location.href = '/redirect'",
    "meta refresh": "location.href = '/meta'",
    "form": """const f = document.createElement('form'); f.method = 'post'; f.action = 'FAR/x';
        document.body.append(f); f.submit()""",
    "form that is redirected": """const f = document.createElement('form'); f.method = 'post'; f.action = '/redirect';
        document.body.append(f); f.submit()""",
    "frame": "const f = document.createElement('iframe'); f.src = 'FAR/x'; document.body.append(f)",
    "beacon": "navigator.sendBeacon('FAR/x', 'a')",
    "window": "window.open('FAR/x')",
    "window without opener": "window.open('FAR/x', '_blank', 'noopener')",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browsers(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Browsers]:
    async with browsers_for(tmp_path_factory.mktemp("home")) as service:
        yield service


@pytest_asyncio.fixture(loop_scope="module")
async def far() -> AsyncGenerator[Site]:
    async with site({"/x": "far away"}) as served:
        yield served


@pytest_asyncio.fixture(loop_scope="module")
async def near(far: Site) -> AsyncGenerator[Site]:
    pages = {
        "/": "<title>home</title><body>home</body>",
        "/redirect": (307, {"location": f"{far.origin}/x"}, ""),
        "/meta": f'<meta http-equiv="refresh" content="0;url={far.origin}/x">',
        "/sw.js": (200, {"content-type": "text/javascript"}, f"fetch('{far.origin}/x')"),
    }
    async with site(pages) as served:
        yield served


@pytest_asyncio.fixture(loop_scope="module")
async def opened(browsers: Browsers, near: Site) -> AsyncGenerator[OpenContext]:
    held = await browsers.open_context(site=near.host)
    yield held
    await held.close()


def _to(script: str, far: Site) -> str:
    return "() => { " + script.replace("FAR", far.origin).replace("WS", f"ws://{far.host}") + " }"


async def _home(context: BrowserContext, near: Site) -> Page:
    page = await context.new_page()
    await page.goto(near.origin + "/")
    return page


@pytest.mark.parametrize("way", SCRIPTED)
async def test_no_script_reaches_another_server(way: str, opened: OpenContext, near: Site, far: Site) -> None:
    page = await _home(opened.context, near)
    await page.evaluate(_to(SCRIPTED[way], far))
    await page.wait_for_function("document.title === 'tried'")
    assert far.connections == 0
    if way != "service worker":
        assert opened.boundary.refused == [far.host]


@pytest.mark.parametrize("way", LEAVING)
async def test_no_page_leads_to_another_server(way: str, opened: OpenContext, near: Site, far: Site) -> None:
    page = await _home(opened.context, near)
    async with opened.context.expect_event("requestfailed", lambda request: request.url.startswith(far.origin)):
        await page.evaluate(_to(LEAVING[way], far))
    assert far.connections == 0
    assert opened.boundary.refused == [far.host]
    assert bool(opened.boundary.refused_pages) == (way not in ("frame", "beacon"))


async def test_the_same_ways_work_inside_the_site_and_to_its_listed_hosts(browsers: Browsers, near: Site, far: Site) -> None:
    opened = await browsers.open_context(site=near.host, hosts=[far.host])
    try:
        page = await _home(opened.context, near)
        await page.goto(near.origin + "/redirect")
        assert page.url == far.origin + "/x"
        assert opened.boundary.refused == []
    finally:
        await opened.close()


async def test_another_name_of_the_same_machine_is_another_site(browsers: Browsers, near: Site) -> None:
    async with browsers.context(site=near.host) as context:
        page = await context.new_page()
        with pytest.raises(Error):
            await page.goto(f"http://localhost:{near.port}/")
    assert near.paths() == []


async def test_a_metadata_address_is_no_site(browsers: Browsers) -> None:
    with pytest.raises(Refused, match="site_boundary"):
        await browsers.open_context(site="169.254.169.254")


@pytest.fixture
def public(monkeypatch: pytest.MonkeyPatch, near: Site, far: Site) -> dict[str, Site]:
    """Names that look public to the boundary and lead to the test's own servers."""
    names = {"shop.example": near, "cdn.example": far}
    addresses = {"shop.example": "93.184.215.14", "cdn.example": "93.184.215.15"}
    ports = {addresses[name]: served.port for name, served in names.items()}

    async def resolve(host: str, port: int) -> list[str]:
        return [addresses[host]] if host in addresses else []

    async def connect(found: list[str], port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", ports[found[0]])

    monkeypatch.setattr(rules, "_resolve", resolve)
    monkeypatch.setattr(proxy, "_connect", connect)
    return names


async def test_a_public_host_gives_passive_parts_of_a_page_and_nothing_else(
    browsers: Browsers, near: Site, far: Site, public: dict[str, Site]
) -> None:
    near.pages["/"] = '<title>home</title><script src="http://cdn.example/lib.js"></script>'
    far.pages["/lib.js"] = (200, {"content-type": "text/javascript", "access-control-allow-origin": "*"}, "window.lib = 1")
    opened = await browsers.open_context(site="shop.example")
    try:
        page = await opened.context.new_page()
        await page.goto("http://shop.example/")
        assert await page.evaluate("window.lib") == 1
        for script in (
            "fetch('http://cdn.example/data')",
            "fetch('http://cdn.example/data', {method: 'POST', mode: 'no-cors', body: 'x'})",
            "new Promise((ok, no) => { new WebSocket('ws://cdn.example/data').onclose = no; })",
        ):
            with pytest.raises(Error):
                await page.evaluate(script)
        with pytest.raises(Error):
            await page.goto("http://cdn.example/page")
        assert far.paths() == ["/lib.js"]
        assert opened.boundary.refused_pages == ["cdn.example"]
    finally:
        await opened.close()


async def test_a_redirect_of_a_page_to_a_host_of_passive_parts_is_refused(
    browsers: Browsers, near: Site, far: Site, public: dict[str, Site]
) -> None:
    near.pages["/"] = '<title>home</title><script src="http://cdn.example/lib.js"></script>'
    near.pages["/away"] = (302, {"location": "http://cdn.example/page"}, "")
    far.pages["/lib.js"] = (200, {"content-type": "text/javascript"}, "window.lib = 1")
    far.pages["/page"] = "far"
    opened = await browsers.open_context(site="shop.example")
    try:
        page = await opened.context.new_page()
        await page.goto("http://shop.example/")
        with pytest.raises(Error):
            await page.goto("http://shop.example/away")
        assert far.paths() == ["/lib.js"]
        assert opened.boundary.refused_pages == ["cdn.example"]
    finally:
        await opened.close()


async def test_a_script_that_asks_first_spoils_the_host_for_passive_parts(
    browsers: Browsers, near: Site, far: Site, public: dict[str, Site]
) -> None:
    opened = await browsers.open_context(site="shop.example")
    try:
        page = await opened.context.new_page()
        await page.goto("http://shop.example/")
        with pytest.raises(Error):
            await page.evaluate("fetch('http://cdn.example/data')")
        assert far.connections == 0
    finally:
        await opened.close()


async def test_a_learning_context_notes_the_hosts_that_the_pages_needed(
    browsers: Browsers, near: Site, far: Site, public: dict[str, Site]
) -> None:
    far.pages["/data"] = (200, {"access-control-allow-origin": "*"}, "{}")
    far.pages["/pic"] = (200, {"content-type": "image/svg+xml"}, "<svg xmlns='http://www.w3.org/2000/svg'/>")
    opened = await browsers.open_context(site="shop.example", learning=True)
    try:
        page = await opened.context.new_page()
        await page.goto("http://shop.example/")
        await page.evaluate("new Promise(r => { const i = new Image(); i.onload = r; i.src = 'http://cdn.example/pic'; })")
        assert opened.boundary.used == []
        await page.evaluate("fetch('http://cdn.example/data')")
        assert opened.boundary.used == ["cdn.example"]
        assert opened.boundary.refused == []
    finally:
        await opened.close()


async def test_an_allowed_host_can_be_added_while_the_context_lives(browsers: Browsers, near: Site, far: Site) -> None:
    opened = await browsers.open_context(site=near.host)
    try:
        page = await opened.context.new_page()
        with pytest.raises(Error):
            await page.goto(far.origin + "/x")
        await opened.boundary.allow(far.host)
        fresh = await opened.context.new_page()  # the refused page may still be on its way to the browser's error page
        await fresh.goto(far.origin + "/x")
        assert far.paths() == ["/x"]
    finally:
        await opened.close()


async def test_what_goes_through_the_proxy_arrives_whole(browsers: Browsers, tmp_path: Path) -> None:
    """Named hosts go through the proxy: large bodies both ways, many requests on few connections, no body, HEAD."""
    blob = bytes(range(256)) * 4096

    def echo(hit: object) -> tuple[int, dict[str, str], bytes]:
        return (200, {"content-type": "application/octet-stream"}, hit.body)  # type: ignore[attr-defined]

    async with site({"/": "<title>x</title>", "/blob": (200, {}, blob), "/echo": echo, "/none": (204, {}, "")}) as served:
        async with browsers.context(site=f"app.localhost:{served.port}") as context:
            page = await context.new_page()
            await page.goto(f"http://app.localhost:{served.port}/")
            sizes = await page.evaluate(
                """async () => {
                    const size = async (...a) => (await (await fetch(...a)).arrayBuffer()).byteLength;
                    const found = [];
                    for (let i = 0; i < 20; i++) found.push(await size('/blob'));
                    found.push(await size('/echo', {method: 'POST', body: new Uint8Array(3000000)}));
                    found.push(await size('/none'), await size('/blob', {method: 'HEAD'}));
                    return found;
                }"""
            )
        assert sizes == [len(blob)] * 20 + [3_000_000, 0, 0]
        assert served.connections < 8
