"""Pages that keep what they could not send: whether one, loaded anew, is about to send what the last write has entered.

Queues are sent when the page is loaded, when it hears that it is connected again, or at a beat. In a tab of its own all of
that happens at once, and what the page then sends is held back: a page that has nothing in a queue sends nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import anyio

from awm_mcp.model.changes import changing_address
from awm_mcp.model.site import path_of
from awm_mcp.replay.browsing.page_script import evaluate_each, page_source
from awm_mcp.replay.judging.typed import lettered_texts
from awm_mcp.replay.staging.own_tab import opened
from awm_mcp.replay.traffic.questions import notes_visit, only_asks, renews_sign_in
from awm_mcp.replay.traffic.telemetry import carries, is_telemetry

if TYPE_CHECKING:
    from playwright.async_api import Page, Request, Route

    from awm_mcp.replay.player import Player

LEAST_S, MOST_S, PAUSE_S = 0.25, 1.5, 0.1
_HARMLESS = frozenset({"GET", "HEAD", "OPTIONS"})
_HURRIES = """(() => {
  const sooner = native => new Proxy(native, { apply: (_, self, [work, ms, ...given]) => Reflect.apply(native, self, [work, ms > 800 ? 400 : ms, ...given]) });
  for (const name of ['setTimeout', 'setInterval']) window[name] = sooner(window[name]);
})();"""  # noqa: E501  it is easier to read as the script it is
_CONNECTED = "() => { window.dispatchEvent(new Event('online')); window.dispatchEvent(new Event('focus')); }"
_IDLE = """() => {
  const book = window[Symbol.for('awm.timers')];
  return !book || book.still() && !book.live.size && !book.beats.size;
}"""


async def tries_to_send(player: Player, tab: Page) -> str | None:
    """What of the last write the page tries to send when it is loaded anew in a tab that was opened for it, by method and
    path; empty where it sends nothing, None where it does not come."""
    url = player.stage.page.url
    if changing_address(path_of(url)):
        return None
    tried: list[str] = []
    is_own = _own(player)

    async def hold(route: Route) -> None:
        request = route.request
        if request.method in _HARMLESS or only_asks(request):
            return await route.fallback()
        tried.extend([_said(request)] if is_own(request) else [])
        await route.abort("internetdisconnected")

    await tab.add_init_script(_HURRIES)
    await tab.add_init_script(page_source("keeps"))
    await tab.route("**/*", hold)
    if not await opened(tab, url):
        return None
    began = time.monotonic()
    await evaluate_each([tab.main_frame], _CONNECTED)
    while not tried and (since := time.monotonic() - began) < MOST_S:
        await anyio.sleep(PAUSE_S)
        if since > LEAST_S and False not in await evaluate_each([tab.main_frame], _IDLE):
            break
    return tried[0] if tried else ""


def _own(player: Player) -> Callable[[Request], bool]:
    """Tells what carries a typed text; where none was typed, what the page does not send whenever it is loaded."""
    activity, texts = player.stage.activity, lettered_texts(player)
    typed = {*activity.typed, *texts}

    def is_own(request: Request) -> bool:
        if is_telemetry(request, typed) or renews_sign_in(request, typed) or notes_visit(request, typed):
            return False
        return carries(request, typed) if texts else _said(request) not in activity.unasked

    return is_own


def _said(request: Request) -> str:
    return f"{request.method} {path_of(request.url).split('?')[0]}"
