"""Messages that pages send over sockets while steps are done, and what the site answers to them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from awm_mcp.model.sends import SOCKET
from awm_mcp.replay.traffic.socket_words import Payload, changes_something, may_change, refusal_in, said_in

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, WebSocket, WebSocketRoute

    from awm_mcp.replay.traffic.activity import Activity

ANSWER_S, PUSH_S = 2.0, 0.3
"""So long an answer is waited for that is known by its number, and one that is only the next message of the site."""
LATE_S = 5.0
"""What refuses so long after a message is still taken for an answer to it."""
LONGEST_S = 10.0
"""An answer is waited for so long where nothing else tells that a message was taken."""
QUIET_S = 3.0
"""What is said so long after an action was said by the page itself if it has said the same before."""
BY_ITSELF = 2
MOST_KEPT = 20
LASTS_S = 1.0
"""A socket that is open for so long is no failed try to open one."""


@dataclass
class Sent:
    """A message that asks for a change. ``by``: until when its answer is waited for, of the monotonic clock; ``pages``: how
    many pages had come before it; ``cut``: its socket was closed before an answer."""

    step: int
    said: str
    url: str
    id: str
    at: float
    by: float
    words: str = ""
    answered: bool = False
    pages: int = 0
    cut: bool = False


@dataclass
class Line:
    """The sockets of one address on one page, of the monotonic clock. ``open``: when those that are open were opened;
    ``carried``, ``closed``: when a message was last seen, and one was closed."""

    pages: int
    open: dict[WebSocket, float] = field(default_factory=dict["WebSocket", float])
    carried: float = 0.0
    closed: float = 0.0

    def is_down(self) -> bool:
        """Whether the last one was closed, or never came to be opened, and none in its place has carried or lasted since."""
        now = time.monotonic()
        lasts = any(now - began > LASTS_S or self.carried > began for began in self.open.values())
        return bool(self.closed) and not lasts


class Sockets:
    """What the sockets of a context carry. ``refused``: what the site refused of the steps, the newest last."""

    def __init__(self, activity: Activity) -> None:
        self._activity = activity
        self._by_itself: Counter[Payload] = Counter()
        self._sent: list[Sent] = []
        self._lines: dict[str, Line] = {}

    def opened(self, socket: WebSocket) -> None:
        """Listens to a socket of a page."""
        line = self._line(socket.url)
        line.open[socket] = time.monotonic()
        socket.on("framesent", partial(self._note, socket.url))
        socket.on("framereceived", partial(self._heard, socket.url))
        socket.on("close", self._closed)
        socket.on("socketerror", lambda _: self._closed(socket))

    def _line(self, url: str) -> Line:
        pages = self._activity.pages
        if (line := self._lines.get(url)) is None or line.pages != pages:
            line = self._lines[url] = Line(pages)
        return line

    def _closed(self, socket: WebSocket) -> None:
        line, now = self._line(socket.url), time.monotonic()
        if line.open.pop(socket, None) is not None:  # else of a page that was left
            line.closed = now
        for one in self._sent:
            one.cut = one.cut or (one.url == socket.url and not one.answered and now - one.at < ANSWER_S)
        self._activity.changed()

    @property
    def down(self) -> str:
        """The address of a socket that the page in use opened, and that is not open any more; empty where all are."""
        lines = {url: one for url, one in self._lines.items() if one.pages == self._activity.pages}
        return next((address_of(url) for url, one in lines.items() if one.is_down()), "")

    def is_own(self, payload: Payload) -> bool:
        """Whether a message is sent for what was done, and asks for a change."""
        acted, soon = self._activity.marks > 0, time.monotonic() - self._activity.marked_at <= QUIET_S
        if not acted or not soon:
            self._by_itself[payload] += 1
        own = acted and self._by_itself[payload] < BY_ITSELF
        unknown = soon and self._activity.writing and may_change(payload)
        return own and (unknown or changes_something(payload, self._activity.typed))

    def _note(self, url: str, payload: Payload) -> None:
        self._line(url).carried = time.monotonic()
        if not self.is_own(payload):
            return
        now, number = time.monotonic(), said_in(payload).id
        said = address_of(url)
        by = now + (ANSWER_S if number else PUSH_S)
        made = Sent(self._activity.step, said, url, number, now, by, pages=self._activity.pages)
        self._sent = [*self._sent, made][-MOST_KEPT:]
        self._activity.note_message(said)

    def _heard(self, url: str, payload: Payload) -> None:
        now = self._line(url).carried = time.monotonic()
        own = [one for one in self._sent if one.url == url and not one.answered]
        waiting = [one for one in own if now - one.at < LATE_S or now < one.by]
        if not waiting:
            return
        number, words = said_in(payload).id, refusal_in(payload)
        known = [one for one in waiting if one.id and one.id == number]
        of = known[0] if known else waiting[-1] if words and not number else _without_number(waiting) if not number else None
        if of is None:
            return
        of.answered, of.words = True, words
        if not words:
            self._forget(of)
        self._activity.changed()

    def _forget(self, taken: Sent) -> None:
        """What is taken at a second try is not held against it."""
        self._sent = [one for one in self._sent if not (one.words and one.step == taken.step and one.url == taken.url)]

    @property
    def refused(self) -> list[Sent]:
        """What was refused, as far as answers have come."""
        return [one for one in self._sent if one.words]

    @property
    def cut(self) -> Sent | None:
        """The last message on the page in use, where its socket was closed instead of an answer."""
        last = self._sent[-1] if self._sent else None
        return last if last is not None and last.cut and not last.answered and last.pages == self._activity.pages else None

    async def answered(self) -> None:
        """Waits for the answers to what was sent, each for a bounded time."""
        while left := [one.by for one in self._sent if not one.answered and one.by > time.monotonic()]:
            await self._activity.wait_change(max(0.01, max(left) - time.monotonic()))

    def unanswered(self, step: int) -> list[Sent]:
        """What a step sent from the page in use, and that has no answer yet."""
        own = [one for one in self._sent if one.step == step and one.pages == self._activity.pages]
        return [one for one in own if not (one.answered or one.cut)]

    async def answered_late(self, waiting: list[Sent]) -> bool:
        """Waits longer for answers to what was sent; whether one has come by then."""
        for one in waiting:
            one.by = one.at + LONGEST_S
        await self.answered()
        return any(one.answered for one in waiting)


def _without_number(waiting: list[Sent]) -> Sent | None:
    return next((one for one in waiting if not one.id), None)


def address_of(url: str) -> str:
    """What a message is called that is sent over a socket."""
    return f"{SOCKET} {urlsplit(url).path or '/'}"


async def hold_back(context: BrowserContext, holds: Callable[[str, Payload], bool]) -> None:
    """Asks for each message of the pages that are opened from now on whether it is held back."""

    def route(page_side: WebSocketRoute) -> None:
        site_side = page_side.connect_to_server()

        def pass_on(payload: Payload) -> None:
            if not holds(page_side.url, payload):
                site_side.send(payload)

        page_side.on_message(pass_on)

    await context.route_web_socket(lambda _: True, route)
