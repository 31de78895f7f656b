"""Where what steps did led the pages to, redirects included."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from awm_mcp.replay.browsing.listening import heard
from awm_mcp.replay.traffic.activity import whole_page_of

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Response

    from awm_mcp.replay.traffic.activity import Activity

MOST = 300


class Hop(NamedTuple):
    """A document that came for a page, or a redirect of something else that was sent."""

    step: int
    url: str
    to: str
    page: bool


class Trail:
    """The pages, redirects included, that came for what steps did, in order."""

    def __init__(self, context: BrowserContext, activity: Activity) -> None:
        self._activity = activity
        self.hops: list[Hop] = []
        context.on("response", heard(self._came))

    def _came(self, response: Response) -> None:
        request, to = response.request, response.headers.get("location", "") if 300 <= response.status < 400 else ""
        page = request.resource_type == "document" and whole_page_of(request)[0]
        sent = request.method != "GET" or request.redirected_from is not None
        if len(self.hops) < MOST and (page or (to and sent and request.resource_type in ("fetch", "xhr"))):
            self.hops.append(Hop(self._activity.step, request.url, to, page))
