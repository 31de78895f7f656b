"""Going somewhere: addresses on the workflow's site, back and forward, tabs, scrolling."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action
from awm_mcp.model.site import join, path_of
from awm_mcp.model.text import plain
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.browsing.faults import stop_for
from awm_mcp.replay.browsing.login import auth_required
from awm_mcp.replay.browsing.stop_loading import stop_loading
from awm_mcp.replay.staging.stage import Stage

if TYPE_CHECKING:
    from playwright.async_api import Page


async def goto(actor: Actor, action: Action) -> None:
    """Opens an address of the site."""
    if action.value is None:
        raise StepStopped("no_value", expected="an address", seen="none")
    address = full_address(actor.origin, actor.arguments.address(action.value))
    await open_address(actor.stage, begun_at(actor.start_url, address))


def full_address(origin: str, address: str) -> str:
    """The absolute address of a path on the site.

    Raises:
        StepStopped: ``not_a_web_address``, for any scheme but http and https.
    """
    text = address.strip()
    if re.match(r"^[a-zA-Z][a-zA-Z0-9+.-]*:", text) and not re.match(r"^https?://", text, re.IGNORECASE):
        wanted = "a path of the site, or an http or https address"
        raise StepStopped("not_a_web_address", expected=wanted, seen=repr(plain(text, 120)))
    return join(origin, "/" + text.lstrip("/") if text.startswith("//") else text)


def begun_at(asked: str | None, address: str) -> str:
    """The address that a caller asked to begin at, where it is the given page with more in its query; else the given one."""
    return asked if asked is not None and _is_more_of(asked, address) else address


def _is_more_of(asked: str, address: str) -> bool:
    (page, query, fragment), (known, needed, part) = _parts(asked), _parts(address)
    return (page, fragment) == (known, part) and needed <= query


def _parts(address: str) -> tuple[str, frozenset[str], str]:
    before, _, fragment = path_of(address).partition("#")
    page, _, query = before.partition("?")
    return page.rstrip("/"), frozenset(part for part in query.split("&") if part), fragment


async def open_address(stage: Stage, url: str) -> None:
    """Opens an address and waits until its document is there.

    Raises:
        StepStopped: ``site_boundary``, ``auth_required``, ``page_unreachable``.
    """
    from playwright.async_api import Error

    if (left := stage.foreign(url)) is not None:
        wanted = f"an address on {', '.join(sorted(stage.sites))}"
        raise StepStopped("site_boundary", expected=wanted, seen=plain(left, 120))
    stage.activity.mark()
    try:
        longest_ms = stage.settings.navigation_timeout_s * 1000
        answer = await stage.page.goto(url, wait_until="domcontentloaded", timeout=longest_ms)
    except Error as broken:
        if "ERR_ABORTED" in str(broken):  # a download, or a page that moved on by itself
            return
        if "Timeout" in str(broken):
            await stop_loading(stage.page)
        stage.check_site()
        if "ERR_INVALID_AUTH_CREDENTIALS" in str(broken):
            raise auth_required(url, stage.page.url) from None
        raise stop_for(broken, f"open {path_of(url)}") from None
    stage.check_site()
    if answer is not None and answer.status == 401:
        raise auth_required(url, answer.url)


async def history(actor: Actor, action: Action) -> None:
    """One page back or forward."""
    page, options = actor.stage.page, actor.stage.settings.navigation_timeout_s * 1000
    move = page.go_back if action.type == "back" else page.go_forward
    await move(timeout=options, wait_until="domcontentloaded")


async def switch_tab(actor: Actor, action: Action) -> None:
    """Goes on in another tab: by address, title or number; without value in the newest.

    Raises:
        StepStopped: ``no_such_tab``.
    """
    wanted = actor.arguments.text(action.value) if action.value is not None else ""
    stage = actor.stage

    async def there() -> bool:
        pages = [page for page in stage.context.pages if not page.is_closed()]
        for page in reversed(pages):
            if await _is(page, wanted, pages):
                stage.follow(page)
                return True
        return False

    if not await actor.until(there, actor.timeout_s):
        open_now = "; ".join([plain(page.url, 80) for page in stage.context.pages])
        raise StepStopped("no_such_tab", expected=f"a tab {plain(wanted, 80)!r}", seen=f"tabs: {open_now}")


async def _is(page: Page, wanted: str, pages: list[Page]) -> bool:
    if not wanted:
        return True
    if wanted.lstrip("-").isdigit():
        index = int(wanted)
        return -len(pages) <= index < len(pages) and pages[index] is page
    if wanted.startswith(("http", "/")):
        return path_of(page.url).split("#")[0] == path_of(wanted).split("#")[0]
    return (await page.title()).casefold() == wanted.casefold()


async def close_tab(actor: Actor) -> None:
    """Closes the tab in use and goes back to the one before."""
    await actor.stage.page.close()
    actor.stage.back_from_closed()


async def scroll(actor: Actor, action: Action) -> None:
    """Scrolls to a target, or one screen further."""
    if action.target is not None:
        found = await actor.find(action.target, "scroll")
        await found.element.scroll_into_view_if_needed(timeout=actor.timeout_s * 1000)
        return
    up = action.value is not None and actor.arguments.text(action.value).strip().lower() in ("up", "top")
    await actor.stage.page.mouse.wheel(0, -700 if up else 700)
