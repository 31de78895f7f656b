"""What a page is busy with: requests that an action caused, told from those that were there before or never end."""

from __future__ import annotations

import asyncio
import re
import time
import weakref
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from awm_mcp.model.changes import changing_address
from awm_mcp.model.site import path_of
from awm_mcp.replay.browsing.listening import heard
from awm_mcp.replay.traffic.operations import operation_of
from awm_mcp.replay.traffic.polls import Polls
from awm_mcp.replay.traffic.questions import notes_visit, only_asks, renews_sign_in
from awm_mcp.replay.traffic.slow_requests import ByThemselves, SlowRequests
from awm_mcp.replay.traffic.sockets import Sockets
from awm_mcp.replay.traffic.telemetry import carries, is_telemetry

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page, Request, Response, WebSocket

_WAITED_FOR = frozenset({"document", "xhr", "fetch", "script", "stylesheet"})
_COMES_WHOLE = frozenset({"document", "stylesheet", "script"})
"""Of these a page itself says when they are there, of scripts as far as it is loaded with them."""
_HARMLESS = frozenset({"GET", "HEAD", "OPTIONS"})
_OF_ONE_THING = frozenset({"PUT", "PATCH", "DELETE"})
"""Methods whose answers confirm, or give back, the one thing that was sent."""
_EPOCH = re.compile(r"(?<!\d)(\d{10})(?:\d{3})?(?:\.\d+)?(?!\d)")
_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?")
_DAY_S = 86_400
BY_ITSELF = 2
"""So often the same is seen before anything was done that it is known to be sent by the page itself."""
QUIET_S = 3.0
"""What a page sends so long after an action was its own doing if it has sent the same before."""
MOST_WRITTEN = 20
LONGEST_S = 6.0
"""A request open for longer than this is taken for one that never ends, and is no longer waited for."""

BODY_S, SHORT_BODY_S = 0.4, 0.1
"""After its answer has begun, a request's body is waited for so long: one that nobody reads, or a stream, has no end."""

SHORT_BODY = 4096
"""A body that is said to be no longer than so many bytes comes together with the head of its answer."""


class FailedDocument(NamedTuple):
    """A whole page that did not come: ``failure`` in the browser's words; ``page`` where it is known which one."""

    url: str
    failure: str
    page: Page | None

    @property
    def was_given_up(self) -> bool:
        """Whether the page stays as it was: another navigation or a download came in between."""
        return "ERR_ABORTED" in self.failure


@dataclass(frozen=True)
class Lost:
    """Something that a step sent and that never came to an answer. ``failure``: in the browser's words."""

    step: int
    said: str
    failure: str
    request: Request


@dataclass(frozen=True)
class Refusal:
    """An answer of 400 or more to something that a step sent, or of 500 or more for a whole page. ``said``: the request."""

    step: int
    said: str
    status: int
    document: bool
    request: Request


class Activity:
    """Requests of a browser context since the last mark. ``documents``: how many pages have come since; ``caused``:
    whether there was any request. ``last``: when one began or ended; ``scripted``: when one did that is followed by work of
    the page which nothing announces; ``hears``: whether the page may be told something without asking; ``speaks``: whether
    it may tell something otherwise than by a request, which a stream of events does not. ``writes``: how many were no
    reading; ``pages``: how many whole pages have come; ``senders``: the steps that sent something; ``log``: what, by method
    and path; over all marks. ``unasked``: how often something was sent before the first step, by method and path.

    ``asked``: addresses that scripts asked for with GET and had not before; ``led``: addresses that pages were asked for at,
    each with where it led; ``typed``: what the steps typed and chose so far. ``asked_for``: all that scripts asked for, and
    ``askers`` the steps at which they asked for something the first time, over all marks; ``written``: the last requests
    that were no reading, of this mark and before.

    ``step``: the number of the step that is being done, 0 before the first; ``writing``: whether it is known to write, so
    that a message that tells nothing is taken for what it sends; ``refused``: what the site refused of the
    steps, by method and address, over all marks; what it accepts later on is no longer in it. ``accepted``: by which step
    something was sent that the head of an answer has accepted, until its body is read; ``answered_at``: when the last answer
    to what a step sent began, by the monotonic clock. ``lost``: what of it was cut off
    before an answer, by method and address, until the same is answered; ``unreached``: what scripts asked for that the
    network cut off, by address, until it answers there.
    """

    def __init__(self, context: BrowserContext, slow: SlowRequests | None = None) -> None:
        self._open: dict[Request, float] = {}
        self._by_themselves, self._just_opened = ByThemselves(slow), True
        self._running: set[Request] = set()
        self._answered: dict[Request, float] = {}  # until when the rest of an answer that has begun is waited for
        self._changed = asyncio.Event()
        self._endless: set[str] = set()
        self.marked_at, self.marks, self.leaving = time.monotonic(), 0, False
        self.last = 0.0
        self.scripted = 0.0
        self.hears = self.speaks = False
        self._loading: set[Page] = set()
        self._polls = Polls()
        self.sent: list[str] = []
        self.asked: list[str] = []
        self.led: list[tuple[str, str]] = []
        self.typed: set[str] = set()
        self._asked_before: set[str] = set()
        self.asked_for: set[str] = set()
        self.askers: list[int] = []
        self.written: list[Request] = []
        self.writes = self.pages = 0
        self.senders: list[int] = []
        self.log: list[str] = []
        self.sockets = Sockets(self)
        self.unasked = Counter[str]()
        self.documents = 0
        self.caused = False
        self.step, self.writing = 0, False
        self.refused: dict[str, Refusal] = {}
        self.accepted: dict[Request, int] = {}
        self.answered_at: dict[int, float] = {}
        self.lost: dict[str, Lost] = {}
        self.unreached: dict[str, str] = {}
        self._kept_back: weakref.WeakSet[Request] = weakref.WeakSet()
        self._in_place: weakref.WeakSet[Request] = weakref.WeakSet()
        self._sent_by: dict[Request, int] = {}
        self._ambient: set[str] = set()
        self._repeated: Counter[str] = Counter()
        self._writing: dict[Request, str] = {}
        self.failed_documents: list[FailedDocument] = []
        for page in context.pages:
            self._listen(page)
        context.on("page", self._listen)
        context.on("request", heard(self._begin))
        context.on("response", heard(self._answer))
        context.on("requestfinished", heard(self._finish))
        context.on("requestfailed", heard(self._fail))

    def _listen(self, page: Page) -> None:
        page.on("websocket", self._open_socket)
        page.on("worker", self._hear)
        page.on("load", self._loaded)
        page.on("close", self._loaded)

    def _open_socket(self, socket: WebSocket) -> None:
        self._hear(socket)
        self.sockets.opened(socket)

    def _hear(self, _: object) -> None:
        self.hears = self.speaks = True

    def _loaded(self, page: Page) -> None:
        self._loading.discard(page)

    def mark(self) -> None:
        """From here on requests count as caused by the action that follows."""
        self.marks += 1
        self.leaving = False
        self.marked_at = time.monotonic()
        self._just_opened = False
        self._by_themselves.mark()
        self._open, self._answered = {}, {}
        self.sent.clear()
        self.asked.clear()
        self.led.clear()
        self.documents = 0
        self.caused = False
        self._writing.clear()
        self.failed_documents.clear()

    def pending(self) -> bool:
        """Whether requests since the mark are unanswered, apart from those that seem never to end, or were slow before."""
        now = time.monotonic()
        self._by_themselves.look()
        for request, began in list(self._open.items()):
            if now - began > LONGEST_S and request.resource_type != "document":
                self._endless.add(_key(request))
                self._open.pop(request, None)
            elif self._is_left(request, now):
                self._open.pop(request, None)
        return bool(self._open)

    def _is_left(self, request: Request, now: float) -> bool:
        """Whether only the rest of its body is to come, for long enough, or it was slow before."""
        over = now > self._answered.get(request, now) and request.resource_type != "document"
        return over or self._by_themselves.is_left(request)

    def pending_for_reading(self) -> bool:
        """The same, with those that were slow before: what is read may come with their answers."""
        return self.pending() or self._by_themselves.left()

    @property
    def unanswered(self) -> str:
        """A request other than GET since the mark that has no answer yet; empty when there is none."""
        return next(iter(self._writing.values()), "")

    def loading(self) -> bool:
        """Whether a document asked for since the mark has not come."""
        return any(request.resource_type == "document" for request in self._open)

    def is_silent_since(self, step: int) -> bool:
        """Whether neither a step nor any after it sent or asked the site for something."""
        return all(one < step for one in (*self.senders, *self.askers))

    async def wait_change(self, timeout_s: float) -> None:
        """Waits until a request begins or ends, at most so long."""
        self._changed.clear()
        try:
            async with asyncio.timeout(timeout_s):
                await self._changed.wait()
        except TimeoutError:
            return

    async def until_sent(self, until: float) -> bool:
        """Whether something is sent before a moment of the monotonic clock, or was since the mark."""
        while not self.sent and (left := until - time.monotonic()) > 0:
            await self.wait_change(left)
        return bool(self.sent)

    def _judge(self, response: Response) -> None:
        """Notes what the site refuses, and forgets it when it accepts the same later on."""
        request, status = response.request, response.status
        if request in self._kept_back:
            return
        step = self._sent_by.pop(request, 0)
        key = _asked_of(request)
        self.lost.pop(key, None)
        if step and request.method not in _HARMLESS:
            self.answered_at[step] = time.monotonic()
        if status < 400:
            self.refused.pop(key, None)
            own = key not in self._ambient or "mutation" in (request.post_data or "")
            if step and own and request in self._in_place:
                self.accepted[request] = step
        elif step and key not in self._ambient and (status >= 500 or request.method not in _HARMLESS):
            said = f"{request.method} {path_of(request.url).split('?')[0]}"
            document = request.resource_type == "document"
            self.refused[key] = Refusal(step, said, status, document, request)

    def _answer(self, response: Response) -> None:
        self.unreached.pop(_key(response.request), None)
        if response.request.method not in _HARMLESS or response.status >= 500 or self.refused:
            self._judge(response)
        self._writing.pop(response.request, None)
        if self._by_themselves.is_left(response.request):
            self._open[response.request] = time.monotonic()
        self._by_themselves.answered(response.request)
        if response.request in self._open:
            self._answered[response.request] = time.monotonic() + _body_s(response)

    def _begin(self, request: Request) -> None:
        self.caused, own = True, False
        self._running.add(request)
        if request.resource_type == "eventsource":
            self.hears = True
            self.asked_for.add(request.url)
        if request.resource_type == "document" and (whole := whole_page_of(request))[0]:
            self._just_opened = True
            if whole[1] is not None:
                self._loading.add(whole[1])
            if request.method == "GET":
                self._sent_by[request] = self.step
        if request.method == "GET":
            self._note_get(request)
        if request.method not in _HARMLESS:
            asks = self._only_asks(request)
            own = self._only_tells(request) or (self._note_asker(request) if asks else self._note_write(request))
        own = own or self._polls.has(request, _timeless(request.url), self.marked_at)
        if not own and request.resource_type in _WAITED_FOR and self._is_worth_waiting(request):
            self._open[request] = time.monotonic()
            self._note_time(request)
            self._changed.set()

    def _is_worth_waiting(self, request: Request) -> bool:
        if _key(request) in self._endless:
            return False
        said = f"{request.method} {_key(request)}"
        scripted = request.resource_type not in _COMES_WHOLE
        return not (scripted and self._by_themselves.begins(request, said, by_itself=self._just_opened))

    def only_tells_of_leaving(self, request: Request) -> bool:
        """Whether a page that was put away in a proof tells so, for all that is known: nothing that was typed is in it."""
        if not self.leaving or request.method in _HARMLESS:
            return False
        return not (changing_address(path_of(request.url)) or carries(request, self.typed))

    @property
    def may_hear(self) -> bool:
        """Whether anything may still come from outside, without asking or of what was asked for before the last mark."""
        return self.hears or bool(self._endless or self._running)

    def _only_tells(self, request: Request) -> bool:
        return is_telemetry(request, self.typed) or self.only_tells_of_leaving(request)

    def _only_asks(self, request: Request) -> bool:
        return only_asks(request) or renews_sign_in(request, self.typed) or notes_visit(request, self.typed)

    def keep_back(self, request: Request) -> None:
        """Told of a request that is answered in the site's place: it was not sent, and the site refused nothing."""
        self._kept_back.add(request)
        if (said := self._writing.get(request)) in self.sent:
            self.sent.remove(said)
            self.writes -= 1

    def was_sent_by_itself(self, request: Request) -> bool:
        """Whether the page sent the very same when nothing was being done."""
        return self._repeated[fingerprint(request)] > 0

    def _note_get(self, request: Request) -> None:
        """Notes what a script asks for the first time, and where a page was that another address led to."""
        if request.resource_type in ("xhr", "fetch"):
            if (same := _timeless(request.url)) not in self._asked_before:
                self._asked_before.add(same)
                self.asked.append(request.url)
                self._note_asker(request)
        elif request.resource_type == "document" and (first := request.redirected_from) is not None:
            while first.redirected_from is not None:
                first = first.redirected_from
            if first.method == "GET" and whole_page_of(request)[0]:
                self.led.append((first.url, request.url))

    def _note_asker(self, request: Request) -> bool:
        """Notes that a script asks its site for something; the answer is no, it is not the page's own doing."""
        if request.resource_type in ("xhr", "fetch") and not is_telemetry(request):
            self.askers.append(self.step)
            self.asked_for.add(request.url)
        return False

    def _note_write(self, request: Request) -> bool:
        """Notes something that is sent; the answer is whether the page sends the same again and again by itself instead."""
        self.writes += 1
        same = fingerprint(request)
        said = f"{request.method} {path_of(request.url).split('?')[0]}"
        if not self.step:
            self._ambient.add(_asked_of(request))
            self.unasked[said] += 1
        if not self.step or time.monotonic() - self.marked_at > QUIET_S:
            self._repeated[same] += 1
        if self._repeated[same] >= BY_ITSELF:
            return True
        self._sent_by[request] = self.step
        self.written = [*self.written, request][-MOST_WRITTEN:]
        if not self.documents:
            self._in_place.add(request)
        self._writing[request] = said
        self._note_sent(said)
        return False

    def note_message(self, said: str) -> None:
        """Notes a message over a socket that asks for a change."""
        self.writes += 1
        self._note_sent(said)

    def changed(self) -> None:
        """Wakes who waits for a change."""
        self._changed.set()

    def _note_sent(self, said: str) -> None:
        self.senders.append(self.step)
        self.log.append(said)
        self.sent.append(said)
        self._changed.set()

    def _finish(self, request: Request) -> None:
        self.documents += request.resource_type == "document"
        self.pages += request.resource_type == "document" and whole_page_of(request)[0]
        self._end(request)

    def _end(self, request: Request) -> None:
        self._running.discard(request)
        self._by_themselves.ended(request)
        self._writing.pop(request, None)
        self._sent_by.pop(request, None)
        if self._open.pop(request, None) is not None:
            self._note_time(request)
        self._changed.set()

    def _note_time(self, request: Request) -> None:
        self.last = time.monotonic()
        if not (request.resource_type in _COMES_WHOLE and self._is_of_a_loading_page(request)):
            self.scripted = self.last

    def _is_of_a_loading_page(self, request: Request) -> bool:
        whole, page = whole_page_of(request)
        return whole and (request.resource_type != "script" or page in self._loading)

    def _fail(self, request: Request) -> None:
        if request.resource_type == "document":
            whole, page = whole_page_of(request)
            if whole:
                self.failed_documents.append(FailedDocument(request.url, request.failure or "", page))
        else:
            self._lose(request)
        self._end(request)

    def _lose(self, request: Request) -> None:
        """Notes what a step sent in place and the network, or the page itself, cut off; what was left with its page, or is
        asked for anew, was not."""
        step, key = self._sent_by.get(request, 0), _asked_of(request)
        own = step and request in self._in_place and request not in self._kept_back and key not in self._ambient
        if request.resource_type in ("xhr", "fetch") and "ERR_ABORTED" not in (request.failure or ""):
            self.unreached[_key(request)] = request.url
        if own and not (self.documents or self.loading()):
            self.lost[key] = Lost(step, self._writing.get(request, request.method), request.failure or "", request)


def _body_s(response: Response) -> float:
    """How long the rest of an answer is waited for after its head has come, seconds."""
    length = response.headers.get("content-length", "")
    short = int(length) <= SHORT_BODY if length.isdigit() else response.request.method in _OF_ONE_THING
    return SHORT_BODY_S if short else BODY_S


def fingerprint(request: Request) -> str:
    """Method, address and body of a request, without the moments of today in it, which differ each time."""
    body = (request.post_data_buffer or b"").decode("utf-8", "replace")
    return f"{request.method} {_timeless(request.url)} {_timeless(body)}"


def _timeless(text: str) -> str:
    now = time.time()
    today = re.escape(time.strftime("%Y-%m-%d", time.gmtime(now)))
    text = _EPOCH.sub(lambda one: "now" if abs(int(one.group(1)) - now) < _DAY_S else one.group(), text)
    return _MOMENT.sub(lambda one: "now" if re.match(today, one.group()) else one.group(), text)


def whole_page_of(request: Request) -> tuple[bool, Page | None]:
    """Whether a document is the page itself, and which page that is, where it is known.

    An embedded frame of another site that is kept out is not a leaving.
    """
    from playwright.async_api import Error

    try:
        return request.frame.parent_frame is None, request.frame.page
    except Error:  # a navigation that failed before it had a frame is one of a page
        return True, None


def _key(request: Request) -> str:
    return request.url.split("?")[0]


def _asked_of(request: Request) -> str:
    """Method, address, and what is asked for there where one address takes all calls."""
    return f"{request.method} {_key(request)} {operation_of(request)}"
