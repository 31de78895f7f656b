"""The life of the browser: one process a server, started when first needed, a fresh context a run, nothing left behind."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio

from awm_mcp.config import Settings
from awm_mcp.errors import Unavailable
from awm_mcp.model.site import is_local
from awm_mcp.replay.browsing.boundary import Boundary, endpoints_of, web_endpoint
from awm_mcp.replay.browsing.browser_flags import BROWSER_FLAGS
from awm_mcp.replay.browsing.downloads import save_download
from awm_mcp.replay.browsing.find_browser import FoundBrowser, find_browser
from awm_mcp.replay.browsing.login import saved_login
from awm_mcp.replay.browsing.page_script import library, page_source, warm
from awm_mcp.replay.browsing.spare import Spare, Wanted

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Download, HttpCredentials, Page, Playwright, StorageState

_log = logging.getLogger(__name__)
CLOSE_TIMEOUT_S = 5.0
LAUNCH_TIMEOUT_S = 60.0
VIEWPORT = {"width": 1280, "height": 800}


class OpenContext:
    """A browser context with its boundary; whoever holds it closes it. ``blank``: a page of it that showed nothing yet."""

    def __init__(self, context: BrowserContext, boundary: Boundary, site: str, downloads: Path | None) -> None:
        self.context, self.boundary, self.site = context, boundary, site
        self.blank: Page | None = None
        self.downloads: list[Path] = []
        self.downloads_begun = 0
        self._folder = downloads
        self._saving: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def alive(self) -> bool:
        """Whether the context can still be used; it cannot after its browser has crashed."""
        browser = self.context.browser
        return not self._closed and browser is not None and browser.is_connected()

    async def saved_downloads(self, timeout_s: float = CLOSE_TIMEOUT_S) -> list[Path]:
        """Files of all downloads begun so far, after waiting so long for the ones still on their way."""
        with anyio.move_on_after(timeout_s):
            await asyncio.gather(*self._saving, return_exceptions=True)
        return list(self.downloads)

    async def close(self) -> None:
        """Closes the context and its boundary, at most once, whatever happens around it."""
        if self._closed:
            return
        self._closed = True
        with anyio.move_on_after(CLOSE_TIMEOUT_S, shield=True):
            await _ended(self.context.close)
        with anyio.move_on_after(CLOSE_TIMEOUT_S, shield=True):
            await self.boundary.close()

    def without_blank(self, crashed: Page) -> None:
        """Forgets the blank page, in which nothing can be opened any more."""
        if self.blank is crashed:
            self.blank = None

    def save_downloads_to(self, folder: Path | None) -> None:
        """Where downloads that begin from now on are kept."""
        self._folder = folder

    def watch_downloads(self) -> None:
        """Keeps the downloads of all pages, those that pages open later included."""
        self.context.on("page", self._watch_page)

    def _watch_page(self, page: Page) -> None:
        page.on("download", self._begin)

    def _begin(self, download: Download) -> None:
        self.downloads_begun += 1
        task = asyncio.get_running_loop().create_task(self._save(download))
        self._saving.add(task)
        task.add_done_callback(self._saving.discard)

    async def _save(self, download: Download) -> None:
        if self._folder is None:
            return
        try:
            self.downloads.append(await save_download(download, self._folder))
        except Exception as failed:  # nobody waits for this task; the run goes on and tells which files it has
            _log.warning("a download was not saved: %s", failed)


class Browsers:
    """The server's browser. ``place`` is the fair queue for replays; contexts that stay open hold no place."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._places = anyio.Semaphore(settings.max_parallel)
        self._starting = asyncio.Lock()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._start_up: asyncio.Task[Browser] | None = None
        self._closed = False
        self._spare = Spare(self._made_ahead)

    @asynccontextmanager
    async def place(self) -> AsyncGenerator[None]:
        """One of ``max_parallel`` places, given in the order of asking."""
        async with self._places:
            yield

    @asynccontextmanager
    async def context(
        self, *, site: str, hosts: Collection[str] = (), downloads: Path | None = None
    ) -> AsyncGenerator[BrowserContext]:
        """A fresh context bound to a site, in one of the places; closed at the end.

        Raises:
            Unavailable: no browser, or it does not start.
        """
        async with self.place():
            opened = await self.open_context(site=site, hosts=hosts, downloads=downloads)
            try:
                yield opened.context
            finally:
                await opened.close()

    async def open_context(
        self,
        *,
        site: str,
        hosts: Collection[str] = (),
        downloads: Path | None = None,
        learning: bool = False,
        http: HttpCredentials | None = None,
        state: StorageState | None = None,
    ) -> OpenContext:
        """A fresh context for pages that outlive a call; the caller closes it.

        ``learning``: other public hosts are let through and noted (see ``Boundary``). A saved login of the site is loaded.
        ``http``: the user name and password for one origin that asks for them itself (HTTP authentication).
        ``state``: cookies and storage to begin with, instead of the saved login's.

        Raises:
            Refused: the site is one that is never reachable.
            Unavailable: no browser, or it does not start.
        """
        for host, port in endpoints_of(site):
            web_endpoint(f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/")
        wanted = Wanted.of(self._settings, site, frozenset(hosts), http)
        if not learning and state is None and (ready := self._spare.take(wanted)) is not None:
            ready.save_downloads_to(downloads)
            return ready
        boundary = Boundary((site, *hosts, *self._settings.extra_hosts), learning=learning)
        try:
            return await self._open(boundary, site, downloads, http, state)
        except BaseException:
            with anyio.move_on_after(CLOSE_TIMEOUT_S, shield=True):
                await boundary.close()
            raise

    def make_ahead(self, *, site: str, hosts: Collection[str] = (), http: HttpCredentials | None = None) -> None:
        """Makes the context that the next replay of the same site will need, while nothing else is to do.

        Not in a browser that somebody looks at: an empty window would come up there.
        """
        seen = not self._settings.headless or self._settings.cdp_endpoint is not None
        busy = self._places.value < self._settings.max_parallel
        if not (seen or busy or self._closed):
            self._spare.prepare(Wanted.of(self._settings, site, frozenset(hosts), http))

    async def rest(self) -> None:
        """Returns when nothing is being made ahead."""
        await self._spare.settled()

    async def close(self) -> None:
        """Ends the browser and the driver; later calls are refused."""
        self._closed = True
        with anyio.CancelScope(shield=True):
            await self._spare.close()
            if self._start_up is not None:
                self._start_up.cancel()
                await asyncio.wait([self._start_up])
            await self._stop()

    async def _made_ahead(self, wanted: Wanted) -> OpenContext:
        boundary = Boundary((wanted.site, *wanted.hosts, *self._settings.extra_hosts))
        http: Any = dict(wanted.http) or None
        try:
            opened = await self._open(boundary, wanted.site, None, http)
        except BaseException:
            await boundary.close()
            raise
        try:
            opened.blank = await opened.context.new_page()
            await warm(opened.blank.main_frame)
            opened.blank.once("crash", opened.without_blank)
        except BaseException:
            await opened.close()
            raise
        return opened

    async def _open(
        self,
        boundary: Boundary,
        site: str,
        downloads: Path | None,
        http: HttpCredentials | None,
        state: StorageState | None = None,
    ) -> OpenContext:
        options: dict[str, Any] = {
            "viewport": VIEWPORT,
            "accept_downloads": True,
            # A service worker would answer and send requests where neither interception nor its announcements reach.
            "service_workers": "block",
        }
        if behind_proxy := _is_near(self._settings.cdp_endpoint or self._settings.browser_endpoint):
            options["proxy"] = await boundary.start()
        if login := state or saved_login(self._settings, site):
            options["storage_state"] = login
        if http is not None:
            options["http_credentials"] = http
        context = await self._new_context(options)
        opened = OpenContext(context, boundary, site, downloads)
        try:
            opened.watch_downloads()
            await context.add_init_script(f"{page_source('timers')}\n{library()}")
            await boundary.watch(context, behind_proxy=behind_proxy)
        except BaseException:
            await opened.close()
            raise
        return opened

    async def _new_context(self, options: dict[str, Any]) -> BrowserContext:
        """A context of the running browser; a browser found dead is started anew, once."""
        from playwright.async_api import Error

        try:
            return await (await self._running()).new_context(**options)
        except Error as broken:
            _log.info("the browser did not answer and is started anew: %s", broken)
            async with self._starting:
                await self._stop()
        try:
            return await (await self._running()).new_context(**options)
        except Error as broken:
            raise no_start(broken, self._settings) from broken

    async def _running(self) -> Browser:
        """The browser, started if need be; a start goes on for the next call when the one that asked for it is given up."""
        if self._start_up is None or self._start_up.done():
            self._start_up = asyncio.get_running_loop().create_task(self._started())
            self._start_up.add_done_callback(lambda begun: begun.cancelled() or begun.exception())  # somebody may ask later
        return await asyncio.shield(self._start_up)

    async def _started(self) -> Browser:
        async with self._starting:
            if self._closed:
                raise Unavailable("browser_closed", seen="the server is ending", next="start the server again")
            if self._browser is None or not self._browser.is_connected():
                await self._stop()
                self._browser = await self._start()
            return self._browser

    async def _start(self) -> Browser:
        from playwright.async_api import Error, async_playwright

        found = find_browser(self._settings)
        self._playwright = await async_playwright().start()
        try:
            return await self._connect(self._playwright, found)
        except Error as problem:
            await self._stop()
            raise no_start(problem, self._settings, found) from problem

    async def _connect(self, playwright: Playwright, found: FoundBrowser) -> Browser:
        from playwright.async_api import Error

        if found.kind == "remote":
            return await playwright.chromium.connect_over_cdp(found.path, timeout=LAUNCH_TIMEOUT_S * 1000)
        if found.kind == "server":
            return await playwright.chromium.connect(found.path, timeout=LAUNCH_TIMEOUT_S * 1000)
        sandbox = not (sys.platform == "linux" and os.geteuid() == 0)
        try:
            return await self._launch(playwright, found, sandbox=sandbox)
        except Error as problem:
            if not sandbox or "sandbox" not in str(problem).lower():
                raise
        _log.warning("this system gives the browser no sandbox; it is started without")
        return await self._launch(playwright, found, sandbox=False)

    async def _launch(self, playwright: Playwright, found: FoundBrowser, *, sandbox: bool) -> Browser:
        return await playwright.chromium.launch(
            executable_path=found.path,
            headless=self._settings.headless,
            chromium_sandbox=sandbox,
            args=list(BROWSER_FLAGS),
            timeout=LAUNCH_TIMEOUT_S * 1000,
        )

    async def _stop(self) -> None:
        browser, playwright = self._browser, self._playwright
        self._browser = self._playwright = None
        for end in (browser.close if browser else None, playwright.stop if playwright else None):
            if end is None:
                continue
            with anyio.move_on_after(CLOSE_TIMEOUT_S):
                await _ended(end)


async def _ended(end: Callable[[], Awaitable[None]]) -> None:
    """Ends something that may have ended before. Nobody acts on it any more: what else is to end does, whatever happens."""
    from playwright.async_api import Error

    try:
        await end()
    except Error as gone:
        _log.debug("it had ended before: %s", gone)
    except Exception as broken:  # the way to the browser is broken, which raises what its pipe does
        _log.warning("it was not ended as it should: %s", broken)


def _is_near(endpoint: str | None) -> bool:
    """Whether the browser runs on this machine, where it can reach the proxy."""
    if endpoint is None or "://" not in endpoint:
        return True
    return all(is_local(host) for host, _ in endpoints_of(endpoint))


def _lacks_display(settings: Settings) -> bool:
    """Whether a window was asked for on a machine that has nowhere to show one."""
    shown = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return not settings.headless and sys.platform == "linux" and not shown


def _no_display() -> Unavailable:
    return Unavailable(
        "no_display",
        expected="a display to show the browser's window on",
        seen="no display here (DISPLAY is not set)",
        next="run it on a desktop, or with `xvfb-run` in front where nobody has to see it; a replay needs no window: leave"
        " out --headed, or AWM_HEADLESS=false. A sign-in kept by `awm-mcp login` on a desktop may be copied here: it is the"
        " site's file in the folder logins of AWM_HOME",
    )


def no_start(problem: Exception, settings: Settings, found: FoundBrowser | None = None) -> Unavailable:
    """What is told of a browser that does not start, by what Playwright said of it."""
    said = str(problem).strip().splitlines() or [""]
    if found is not None and found.kind in ("remote", "server"):
        name = "AWM_CDP_ENDPOINT" if found.kind == "remote" else "AWM_BROWSER_ENDPOINT"
        return Unavailable(
            "browser_not_reached", expected=f"a browser at {found.path}", seen=said[0][:300],
            next=f"start it, correct {name}, or unset {name} to use an installed browser",
        )  # fmt: skip
    if _lacks_display(settings):
        return _no_display()
    return Unavailable(
        "browser_does_not_start",
        expected="a browser that starts",
        seen=said[0][:300],
        next="run `awm-mcp doctor`; on Linux missing libraries come with `playwright install --with-deps chromium`",
    )
