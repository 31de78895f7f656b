"""The frame that a target is in: hop by hop, by name, title, address or selector; never by position alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from awm_mcp.model import Frame as Hop
from awm_mcp.model.site import path_of

if TYPE_CHECKING:
    from playwright.async_api import Frame, Page

_ABOUT = """(el, css) => { let fits = false; try { fits = !!css && el.matches(css); } catch {}
  return { name: el.name || el.id || '', title: el.title || el.getAttribute('aria-label') || '', css: fits }; }"""


async def frame_of(page: Page, hops: tuple[Hop, ...]) -> Frame | None:
    """The frame at the end of the hops; None while it is not there or not the only one that fits."""
    current = page.main_frame
    for hop in hops:
        graded = [(await _grade(child, hop), child) for child in current.child_frames]
        top = max((grade for grade, _ in graded), default=0)
        best = [child for grade, child in graded if grade == top and grade > 0]
        if len(best) != 1:
            return None
        current = best[0]
    return current


def frames_of_site(page: Page) -> list[Frame]:
    """The page's main frame, then the inline frames on the same host and port or without an address of their own."""
    inner = [one for one in page.frames if one.parent_frame is not None]
    return [page.main_frame, *(one for one in inner if _host(one.url) in ("", _host(page.url)))]


def _host(url: str) -> str:
    return urlsplit(url).netloc.lower() if url.startswith(("http://", "https://")) else ""


async def _grade(child: Frame, hop: Hop) -> int:
    from playwright.async_api import Error

    try:
        element = await child.frame_element()
        about: dict[str, Any] = await element.evaluate(_ABOUT, hop.css)
    except Error:  # a frame that goes away while it is looked at is not the one
        return 0
    named = 8 if hop.name and hop.name in (about["name"], child.name) else 0
    titled = 4 if hop.title and hop.title.casefold() == str(about["title"]).casefold() else 0
    addressed = 4 if hop.url_path and path_of(child.url).split("?")[0] == hop.url_path.split("?")[0] else 0
    return named + titled + addressed + (2 if about["css"] else 0)


async def hops_of(frame: Frame) -> tuple[Hop, ...]:
    """How a frame is reached from the top, for the record."""
    hops: list[Hop] = []
    current = frame
    while current.parent_frame is not None:
        about: dict[str, Any] = await (await current.frame_element()).evaluate(_ABOUT, None)
        address = path_of(current.url).split("?")[0] if current.url.startswith("http") else None
        hops.insert(0, Hop(name=about["name"] or None, title=about["title"] or None, url_path=address))
        current = current.parent_frame
    return tuple(hops)
