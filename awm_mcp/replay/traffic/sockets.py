"""Messages that pages send over sockets while steps are done, and what the site answers to them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from awm_mcp.model.sends import SOCKET
from awm_mcp.replay.traffic.socket_words import Payload, changes_something, refusal_in, said_in

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, WebSocket, WebSocketRoute

    from awm_mcp.replay.traffic.activity import Activity

ANSWER_S, PUSH_S = 2.0, 0.3
"""So long an answer is waited for that is known by its number, and one that is only the next message of the site."""
LATE_S = 5.0
"""What refuses so long after a message is still taken for an answer to it."""
QUIET_S = 3.0
"""What is said so long after an action was said by the page itself if it has said the same before."""
BY_ITSELF = 2
MOST_KEPT = 20


@dataclass
class Sent:
    """A message that asks for a change. ``by``: until when its answer is waited for, of the monotonic clock."""

    step: int
    said: str
    url: str
    id: str
    at: float
    by: float
    words: str = ""
    answered: bool = False


class Sockets:
    """What the sockets of a context carry. ``refused``: what the site refused of the steps, the newest last."""

    def __init__(self, activity: Activity) -> None:
        self._activity = activity
        self._by_itself: Counter[Payload] = Counter()
        self._sent: list[Sent] = []

    def opened(self, socket: WebSocket) -> None:
        """Listens to a socket of a page."""
        socket.on("framesent", partial(self._note, socket.url))
        socket.on("framereceived", partial(self._heard, socket.url))

    def is_own(self, payload: Payload) -> bool:
        """Whether a message is sent for what was done, and asks for a change."""
        acted = self._activity.marks > 0
        if not acted or time.monotonic() - self._activity.marked_at > QUIET_S:
            self._by_itself[payload] += 1
        own = acted and self._by_itself[payload] < BY_ITSELF
        return own and changes_something(payload, self._activity.typed)

    def _note(self, url: str, payload: Payload) -> None:
        if not self.is_own(payload):
            return
        now, number = time.monotonic(), said_in(payload).id
        said = address_of(url)
        by = now + (ANSWER_S if number else PUSH_S)
        self._sent = [*self._sent, Sent(self._activity.step, said, url, number, now, by)][-MOST_KEPT:]
        self._activity.note_message(said)

    def _heard(self, url: str, payload: Payload) -> None:
        now = time.monotonic()
        waiting = [one for one in self._sent if one.url == url and not one.answered and now - one.at < LATE_S]
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

    async def answered(self) -> None:
        """Waits for the answers to what was sent, each for a bounded time."""
        while left := [one.by for one in self._sent if not one.answered and one.by > time.monotonic()]:
            await self._activity.wait_change(max(0.01, max(left) - time.monotonic()))


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
