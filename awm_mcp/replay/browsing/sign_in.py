"""Signing in by hand, once: in a window for pages, with a user name and password where the site asks by HTTP."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from awm_mcp.config import Settings
from awm_mcp.errors import Refused, Unavailable
from awm_mcp.model.site import origin_of, site_of
from awm_mcp.replay.browsing.browser import Browsers, OpenContext
from awm_mcp.replay.browsing.login import login_file, write_http_login, write_login

if TYPE_CHECKING:
    from playwright.async_api import HttpCredentials, Page

Asked = Callable[[], Awaitable[tuple[str, str]]]


async def save_login(
    browsers: Browsers, settings: Settings, url: str, done: Callable[[Page], Awaitable[None]], ask: Asked
) -> Path:
    """Opens an address, waits until ``done`` returns, and keeps the login of the site.

    ``ask``: asked for user name and password when the site asks for them by HTTP; they are kept when they are right.

    Raises:
        Refused: ``auth_required``, when the site refuses the user name and password.
        Unavailable: no browser, or it was closed before the login was kept.
    """
    opened, page = await _open(browsers, settings, url, None)
    try:
        if page is None:
            await opened.close()
            user, password = await ask()
            given: HttpCredentials = {"username": user, "password": password, "origin": origin_of(url)}
            opened, page = await _open(browsers, settings, url, given)
            if page is None:
                raise Refused("auth_required", expected="a user name and password that the site takes", seen="it refuses")
            write_http_login(settings, site_of(url), user, password)
        await done(page)
        return await _kept(opened, login_file(settings, site_of(url)))
    finally:
        await opened.close()


async def _kept(opened: OpenContext, path: Path) -> Path:
    from playwright.async_api import Error

    try:
        return await write_login(opened.context, path)
    except Error as gone:
        raise Unavailable(
            "browser_closed", expected="the window to stay open until the sign-in is kept", seen="it was closed before",
            next="run it again, and press Enter while the window is still open",
        ) from gone  # fmt: skip


async def _open(
    browsers: Browsers, settings: Settings, url: str, http: HttpCredentials | None
) -> tuple[OpenContext, Page | None]:
    """The address in a fresh context; no page when the site asks for a user name and password by HTTP."""
    opened = await browsers.open_context(site=site_of(url), learning=True, http=http)
    try:
        page = await opened.context.new_page()
        return opened, page if await _lets_in(page, url, settings) else None
    except BaseException:
        await opened.close()
        raise


async def _lets_in(page: Page, url: str, settings: Settings) -> bool:
    from playwright.async_api import Error

    try:
        answer = await page.goto(url, timeout=settings.navigation_timeout_s * 1000)
    except Error as broken:
        if "ERR_INVALID_AUTH_CREDENTIALS" in str(broken):
            return False
        raise
    return answer is None or answer.status != 401 or "www-authenticate" not in answer.headers
