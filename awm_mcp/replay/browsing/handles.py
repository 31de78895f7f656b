"""Pages that outlive a call: kept open under an opaque handle, for one principal, until they expire."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import anyio
from pydantic import Field

from awm_mcp.config import Settings
from awm_mcp.errors import NotFound, Unavailable
from awm_mcp.model import Healed, Step
from awm_mcp.model.base import Word
from awm_mcp.replay.browsing.browser import OpenContext

if TYPE_CHECKING:
    from playwright.async_api import Page

_log = logging.getLogger(__name__)
MOST_PAGES = 16  # an open page costs about as much memory as a browser tab; the one unused longest goes first
GONE_KEPT = 64
"""So many handles are known after their page was taken or closed."""
MOST_ENDED = 4
"""Of these, pages of workflows that reached their end: they may not crowd out those where a replay waits for help."""


class PageNote(Word):
    """What is remembered of an open page. ``step``: 1-based number of the step that a replay stopped at; 0 for sessions
    that an agent drives by hand. ``sent``: steps that sent what they write. ``options``: what the stop offered to choose
    from. ``arguments`` never hold secrets: those are looked up again. ``healed``: the targets that the replay found under
    another name so far. ``done``: the steps that the replays on this page did. ``ended``: the workflow reached its end here,
    so that another one may go on."""

    site: str = ""
    origin: str = ""
    run_id: str = ""
    workflow: str = ""
    version: int = 0
    step: int = 0
    sent: tuple[int, ...] = ()
    done: tuple[int, ...] = ()
    healed: tuple[Healed, ...] = ()
    options: tuple[str, ...] = ()
    ended: bool = False
    arguments: dict[str, str | list[str]] = Field(default_factory=dict[str, str | list[str]])
    outputs: dict[str, str] = Field(default_factory=dict[str, str])


@dataclass
class OpenPage:
    """A page under a handle. ``page`` is the tab in use; ``lock`` is held by whoever acts on it; ``steps`` is what was
    done by hand since it was opened."""

    handle: str
    opened: OpenContext
    page: Page
    note: PageNote
    principal: str
    lock: anyio.Lock = field(default_factory=anyio.Lock)
    steps: list[Step] = field(default_factory=list[Step])
    expires_at: float = 0.0

    @property
    def alive(self) -> bool:
        """Whether the page can still be used: neither closed, nor expired, nor gone with its browser."""
        return self.opened.alive and not self.page.is_closed()


class OpenPages:
    """All pages under handles. A handle works for the principal that got it only."""

    def __init__(self, settings: Settings) -> None:
        self._ttl_s = settings.handle_ttl_s
        self._pages: dict[str, OpenPage] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._gone: OrderedDict[str, tuple[str, NotFound]] = OrderedDict()

    def add(self, opened: OpenContext, page: Page, state: PageNote, principal: str, steps: list[Step] | None = None) -> str:
        """Keeps a page and its context open; the answer is its handle. Its context is closed when it expires."""
        handle = secrets.token_urlsafe(16)
        kept = OpenPage(handle, opened, page, state, principal, steps=steps if steps is not None else [])
        self._pages[handle] = kept
        self._renew(kept)
        self._make_room()
        return handle

    def peek(self, handle: str, principal: str) -> OpenPage:
        """The page of a handle, which lives on for another term.

        Raises:
            NotFound: ``page_expired``; the handle is unknown, expired, closed, or another principal's. ``page_taken``; a
                replay went on in the page.
        """
        kept = self._pages.get(handle)
        if kept is None or kept.principal != principal:
            raise self._why_gone(handle, principal)
        if not kept.alive:
            self._drop(kept)
            raise self._why_gone(handle, principal)
        self._renew(kept)
        return kept

    def latest(self, principal: str) -> OpenPage | None:
        """The page that the principal used last, if one is open."""
        own = [kept for kept in self._pages.values() if kept.principal == principal and kept.alive]
        return max(own, key=lambda one: one.expires_at, default=None)

    def renew(self, kept: OpenPage) -> None:
        """Counts the term of an open page anew; nothing happens to one that is not kept any more."""
        if self._pages.get(kept.handle) is kept:
            self._renew(kept)

    def take(self, handle: str, principal: str, run_id: str) -> OpenPage:
        """The same, and the handle ends: the replay now owns the context and closes it or adds it again.

        Raises:
            NotFound: ``page_expired`` or ``page_taken``.
            Unavailable: ``page_busy``; a call is acting on it, and it stays under its handle.
        """
        kept = self.peek(handle, principal)
        if kept.lock.locked():
            raise _acted_on()
        self._forget(kept)
        self._remember(kept, _taken(handle, run_id))
        return kept

    async def close(self, handle: str, principal: str) -> None:
        """Closes the page of a handle at once.

        Raises:
            NotFound: ``page_expired``.
        """
        kept = self.peek(handle, principal)
        self._forget(kept)
        self._remember(kept, _expired(handle, self._ttl_s, kept.note.sent))
        await kept.opened.close()

    async def close_all(self) -> None:
        """Closes every page and waits for the ones that are closing."""
        for kept in list(self._pages.values()):
            self._drop(kept)
        await asyncio.gather(*self._closing, return_exceptions=True)

    def __len__(self) -> int:
        return len(self._pages)

    def _make_room(self) -> None:
        idle = sorted((one for one in self._pages.values() if not one.lock.locked()), key=lambda one: one.expires_at)
        ended = [one for one in idle if one.note.ended]
        for oldest in ended[: max(0, len(ended) - MOST_ENDED)]:
            self._drop(oldest)
            idle.remove(oldest)
        for oldest in idle[: max(0, len(self._pages) - MOST_PAGES)]:
            self._drop(oldest)

    def _renew(self, kept: OpenPage) -> None:
        loop = asyncio.get_running_loop()
        self._cancel_timer(kept.handle)
        kept.expires_at = loop.time() + self._ttl_s
        self._timers[kept.handle] = loop.call_at(kept.expires_at, self._expire, kept)

    def _expire(self, kept: OpenPage) -> None:
        if kept.lock.locked():
            self._renew(kept)
        else:
            self._drop(kept)

    def _forget(self, kept: OpenPage) -> None:
        self._pages.pop(kept.handle, None)
        self._cancel_timer(kept.handle)

    def _cancel_timer(self, handle: str) -> None:
        if timer := self._timers.pop(handle, None):
            timer.cancel()

    def _why_gone(self, handle: str, principal: str) -> NotFound:
        whose, told = self._gone.get(handle, ("", None))
        return told if told is not None and whose == principal else _expired(handle, self._ttl_s)

    def _remember(self, kept: OpenPage, told: NotFound) -> None:
        """What is said to whoever comes back for a page that is gone."""
        self._gone[kept.handle] = (kept.principal, told)
        while len(self._gone) > GONE_KEPT:
            self._gone.popitem(last=False)

    def _drop(self, kept: OpenPage) -> None:
        self._forget(kept)
        self._remember(kept, _expired(kept.handle, self._ttl_s, kept.note.sent))
        task = asyncio.get_running_loop().create_task(kept.opened.close())
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)


def _taken(handle: str, run_id: str) -> NotFound:
    return NotFound(
        "page_taken",
        expected="the handle of an open page",
        seen=f"{handle[:40]!r}: the replay {run_id} went on in this page",
        next=f"do nothing again: get_run(id='{run_id}', wait_s=30) tells what came of it, and the handle of its page by now",
    )


def _acted_on() -> Unavailable:
    return Unavailable(
        "page_busy",
        expected="an open page that nobody is acting on",
        seen="a browser_* call is still acting on it",
        next="nothing was done; call again when that call has answered",
    )


def _expired(handle: str, ttl_s: float, sent: tuple[int, ...] = ()) -> NotFound:
    """``sent``: the steps that sent what they write before the page went: they are not to be done again unseen."""
    again = "start again: call the workflow without `resume`, or open the page with browser_navigate"
    look = f"step {max(sent, default=0)} was sent before: look on the site whether it happened before doing anything again"
    return NotFound(
        "page_expired",
        expected="the handle of an open page",
        seen=f"{handle[:40]!r}: unknown, closed, gone with its browser, or unused for more than {ttl_s:g} s",
        next=look if sent else again,
    )
