"""The life of the browser: started when needed, shared fairly, recovered after a crash, gone at the end."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import socket
import sys
import tempfile
import uuid
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
from browser_fixtures import Site, browsers_for, settings_for, site
from playwright.async_api import Error, Page

from awm_mcp.errors import Unavailable
from awm_mcp.replay.browsing.browser import Browsers
from awm_mcp.replay.browsing.find_browser import find_browser
from awm_mcp.replay.browsing.login import login_file, write_login

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browsers(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Browsers]:
    async with browsers_for(tmp_path_factory.mktemp("home"), max_parallel=2) as service:
        yield service


@pytest_asyncio.fixture(loop_scope="module")
async def near() -> AsyncGenerator[Site]:
    cookie = {"set-cookie": "seen=1; Path=/"}
    pages = {"/": (200, cookie, "<title>near</title>"), "/who": lambda hit: hit.headers.get("cookie", "none")}
    async with site(pages) as served:
        yield served


async def test_nothing_is_started_before_it_is_needed(tmp_path: Path) -> None:
    service = Browsers(settings_for(tmp_path, browser=str(tmp_path / "no such browser")))
    with pytest.raises(Unavailable, match="no_browser"):
        await service.open_context(site="shop.example")
    await service.close()


async def test_a_browser_that_does_not_start_is_told_with_a_remedy(tmp_path: Path) -> None:
    service = Browsers(settings_for(tmp_path, browser="/bin/false"))
    with pytest.raises(Unavailable, match="awm-mcp doctor"):
        await service.open_context(site="shop.example")
    await service.close()


async def test_every_context_is_fresh(browsers: Browsers, near: Site) -> None:
    for _ in range(2):
        async with browsers.context(site=near.host) as context:
            assert await context.cookies() == []
            page = await context.new_page()
            await page.goto(near.origin + "/")
            assert len(await context.cookies()) == 1


async def test_places_are_given_in_the_order_of_asking_and_never_more_than_there_are(browsers: Browsers) -> None:
    inside, most, order = 0, 0, []

    async def run(number: int) -> None:
        nonlocal inside, most
        async with browsers.place():
            order.append(number)
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(run(number) for number in range(8)))
    assert order == list(range(8)) and most == 2


async def test_a_cancelled_wait_gives_its_place_to_the_next(browsers: Browsers) -> None:
    async with browsers.place(), browsers.place():
        waiting = asyncio.ensure_future(_place(browsers))
        await asyncio.sleep(0)
        waiting.cancel()
        behind = asyncio.ensure_future(_place(browsers))
        await asyncio.sleep(0)
    assert await behind == "had it"


async def _place(browsers: Browsers) -> str:
    async with browsers.place():
        return "had it"


async def test_a_cancelled_run_closes_its_context(browsers: Browsers, near: Site) -> None:
    opened: asyncio.Future[Page] = asyncio.get_running_loop().create_future()

    async def run() -> None:
        async with browsers.context(site=near.host) as context:
            opened.set_result(await context.new_page())
            await asyncio.Event().wait()

    task = asyncio.ensure_future(run())
    page = await opened
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert page.is_closed()


async def test_parallel_contexts_do_not_mix_their_keystrokes(browsers: Browsers, near: Site) -> None:
    near.pages["/type"] = "<input autofocus>"

    async def type_into(text: str) -> str:
        async with browsers.context(site=near.host) as context:
            page = await context.new_page()
            await page.goto(near.origin + "/type")
            await page.locator("input").press_sequentially(text)
            return await page.locator("input").input_value()

    texts = [f"{letter}-0123456789" for letter in "abcde"]
    assert await asyncio.gather(*map(type_into, texts)) == texts


async def test_after_a_page_crash_the_next_page_works(browsers: Browsers, near: Site) -> None:
    async with browsers.context(site=near.host) as context:
        page = await context.new_page()
        with pytest.raises(Error):
            async with page.expect_event("crash"):
                await page.goto("chrome://crash")
        other = await context.new_page()
        await other.goto(near.origin + "/")


async def test_after_the_browser_was_killed_the_next_call_starts_a_new_one(tmp_path: Path, near: Site) -> None:
    async with browsers_for(tmp_path) as service:
        opened = await service.open_context(site=near.host)
        session = await opened.context.browser.new_browser_cdp_session()  # type: ignore[union-attr]
        about = await session.send("SystemInfo.getProcessInfo")
        gone = asyncio.Event()
        opened.context.browser.on("disconnected", lambda _: gone.set())  # type: ignore[union-attr]
        os.kill(next(one["id"] for one in about["processInfo"] if one["type"] == "browser"), signal.SIGKILL)
        await gone.wait()
        assert not opened.alive
        async with service.context(site=near.host) as context:
            page = await context.new_page()
            await page.goto(near.origin + "/")
        await opened.close()


async def test_a_closed_service_starts_nothing_again(tmp_path: Path) -> None:
    service = Browsers(settings_for(tmp_path))
    await service.close()
    with pytest.raises(Unavailable, match="browser_closed"):
        await service.open_context(site="shop.example")


async def test_a_saved_login_is_used_on_its_own_site_only_and_readable_by_its_owner_only(tmp_path: Path, near: Site) -> None:
    async def signed_in(page: Page) -> None:
        await page.context.add_cookies([{"name": "login", "value": "yes", "url": near.origin}])

    async with browsers_for(tmp_path, headless=True) as service:
        opened = await service.open_context(site=near.host)
        await signed_in(await opened.context.new_page())
        path = await write_login(opened.context, login_file(settings_for(tmp_path), near.host))
        await opened.close()
        assert path.stat().st_mode & 0o777 == 0o600
        async with service.context(site=near.host) as context:
            page = await context.new_page()
            await page.goto(near.origin + "/who")
            assert "login=yes" in await page.content()
        async with service.context(site="other.example") as context:
            assert await context.cookies() == []


async def stays_within(tmp_path: Path, near: Site, **endpoint: str) -> None:
    """A page of the browser at the endpoint gets to its own site and to no other."""
    async with (
        browsers_for(tmp_path, **endpoint) as service,
        site({"/": "far"}) as far,
        service.context(site=near.host) as context,
    ):
        page = await context.new_page()
        await page.goto(near.origin + "/")
        with pytest.raises(Error):
            await page.goto(far.origin + "/")
        assert far.connections == 0


async def test_a_running_browser_is_attached_to_and_left_running(tmp_path: Path, near: Site) -> None:
    found = find_browser(settings_for(tmp_path)).path
    port = _free_port()
    flags = [f"--remote-debugging-port={port}", f"--user-data-dir={tmp_path / 'profile'}", "--headless", "--no-sandbox"]
    quiet = asyncio.subprocess.DEVNULL
    running = await asyncio.create_subprocess_exec(found, *flags, stdout=quiet, stderr=asyncio.subprocess.PIPE)
    assert running.stderr is not None
    try:
        while b"DevTools listening" not in (line := await running.stderr.readline()):
            assert line
        await stays_within(tmp_path, near, cdp_endpoint=f"http://127.0.0.1:{port}")
        assert running.returncode is None
    finally:
        running.terminate()
        await running.communicate()


async def test_a_playwright_server_is_used_and_left_running(tmp_path: Path, near: Site) -> None:
    config = tmp_path / "server.json"
    found = find_browser(settings_for(tmp_path)).path
    config.write_text(json.dumps({"executablePath": found, "headless": True, "args": ["--no-sandbox"]}))
    command = [sys.executable, "-m", "playwright", "launch-server", "--browser", "chromium", "--config", str(config)]
    running = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, start_new_session=True)
    assert running.stdout is not None
    try:
        endpoint = (await running.stdout.readline()).decode().strip()
        await stays_within(tmp_path, near, browser_endpoint=endpoint)
        assert running.returncode is None
    finally:
        os.killpg(running.pid, signal.SIGTERM)  # the server is a child of the command
        await running.communicate()


@pytest.mark.parametrize(
    ("setting", "named"), [("cdp_endpoint", "AWM_CDP_ENDPOINT"), ("browser_endpoint", "AWM_BROWSER_ENDPOINT")]
)
async def test_a_browser_that_is_not_there_is_named_by_its_setting(tmp_path: Path, setting: str, named: str) -> None:
    gone = f"{'http' if setting == 'cdp_endpoint' else 'ws'}://127.0.0.1:{_free_port()}/"
    async with browsers_for(tmp_path, **{setting: gone}) as service:
        with pytest.raises(Unavailable, match=named):
            await service.open_context(site="shop.example")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.process
async def test_nothing_is_left_when_the_server_is_killed(ending: signal.Signals, tmp_path: Path) -> None:
    mark = uuid.uuid4().hex
    temporary = tempfile.mkdtemp(prefix="awm", dir="/tmp")  # Chromium's sockets need a short path
    program = (
        "import asyncio, pathlib, signal\n"
        "from awm_mcp.config import Settings\n"
        "from awm_mcp.replay.browsing.browser import Browsers\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # tests started in the background ignore it
        "async def main():\n"
        f"    service = Browsers(Settings(home=pathlib.Path({str(tmp_path)!r})))\n"
        "    opened = await service.open_context(site='shop.example')\n"
        "    await opened.context.new_page()\n"
        "    print('open', flush=True)\n"
        "    await asyncio.Event().wait()\n"
        "asyncio.run(main())\n"
    )
    environment = {**os.environ, "AWM_TEST_MARK": mark, "TMPDIR": temporary}
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    assert child.stdout is not None
    assert await child.stdout.readline() == b"open\n"
    assert len(_marked(mark)) > 3
    child.send_signal(ending)
    await child.wait()
    async with asyncio.timeout(20):
        while _marked(mark) or _inside(temporary):  # noqa: ASYNC110 -- nothing tells us when others have ended
            await asyncio.sleep(0.05)
    shutil.rmtree(temporary)


def _inside(folder: str) -> list[Path]:
    return list(Path(folder).iterdir())


def _marked(mark: str) -> list[int]:
    """Processes that inherited the mark and are alive."""
    found: list[int] = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and mark.encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return found
