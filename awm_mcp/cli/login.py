"""``awm-mcp login SITE``: the owner signs in by hand, once; the site's cookies are kept for replays.

A site that asks for a user name and password by HTTP (a 401 answer) is asked for on the terminal instead.
"""

from __future__ import annotations

from getpass import getpass
from typing import TYPE_CHECKING

import anyio
from anyio.to_thread import run_sync

from awm_mcp.cli.opening import say
from awm_mcp.config import Settings
from awm_mcp.model.site import default_origin, site_of
from awm_mcp.replay.browsing.browser import Browsers
from awm_mcp.replay.browsing.login import http_login_file, login_file
from awm_mcp.replay.browsing.sign_in import save_login

if TYPE_CHECKING:
    from playwright.async_api import Page

WITHIN_S = 900


def sign_in(site: str, settings: Settings) -> str:
    """Opens a window, waits for Enter, keeps the sign-in; returns what to tell.

    Raises:
        InvalidInput: no web address or host.
        Unavailable: no browser, or no window can be opened.
    """
    url = _address(site)
    kept = anyio.run(_sign_in, url, settings)
    return f"replays on {site_of(url)} start signed in; kept in {kept}. Forget it with: awm-mcp login {site} --forget"


def forget_login(site: str, settings: Settings) -> str:
    """Deletes a kept sign-in; returns what to tell."""
    name = site_of(_address(site))
    files = (login_file(settings, name), http_login_file(settings, name))
    known = any(file.is_file() for file in files)
    for file in files:
        file.unlink(missing_ok=True)
    return f"forgot the sign-in of {name}" if known else f"no sign-in of {name} is kept"


def _address(site: str) -> str:
    host, slash, path = site.partition("/")
    return site if "://" in site else f"{default_origin(host)}{slash}{path}"


async def _sign_in(url: str, settings: Settings) -> str:
    browsers = Browsers(settings.model_copy(update={"headless": False}))
    try:
        return str(await save_login(browsers, settings, url, _until_enter, _user_and_password))
    finally:
        await browsers.close()


async def _until_enter(page: Page) -> None:
    say(f"Sign in in the window at {page.url}, then press Enter here.")
    with anyio.fail_after(WITHIN_S):
        await run_sync(input, abandon_on_cancel=True)


async def _user_and_password() -> tuple[str, str]:
    say("The site asks for a user name and a password itself (HTTP authentication).")
    with anyio.fail_after(WITHIN_S):
        user = await run_sync(input, "User name: ", abandon_on_cancel=True)
        return user, await run_sync(getpass, "Password: ", abandon_on_cancel=True)
