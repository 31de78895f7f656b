"""Answers to what steps wrote that are well by their status and say in their body that it was refused."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from awm_mcp.model.site import path_of
from awm_mcp.replay.browsing.listening import heard
from awm_mcp.replay.browsing.page_script import in_time
from awm_mcp.replay.traffic.answer_kinds import Answer, refusal_in
from awm_mcp.replay.traffic.answered_doubtfully import doubt_in
from awm_mcp.replay.traffic.answered_in_part import failed_part_in
from awm_mcp.replay.traffic.answered_in_words import only_words
from awm_mcp.replay.traffic.answered_later import is_yet_to_come
from awm_mcp.replay.traffic.answered_otherwise import Changed, old_value_in
from awm_mcp.replay.traffic.answered_without import dropped_in, shortened_in
from awm_mcp.replay.traffic.answered_yes import only_echoes, says_yes
from awm_mcp.replay.traffic.operations import operation_of
from awm_mcp.replay.traffic.sent_alike import Taken
from awm_mcp.replay.traffic.telemetry import carries

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Request

    from awm_mcp.replay.traffic.activity import Activity

_log = logging.getLogger(__name__)
MOST_READ, MOST_COMPARED, NO_CONTENT = 200_000, 20_000, 204
READ_S = 2.0
_READ_TYPES = frozenset({"fetch", "xhr", "document"})
_NOT_READ = ("image/", "video/", "audio/", "application/octet-stream")
_NOTHING = Answer({}, b"")


@dataclass(frozen=True)
class AnsweredNo:
    """A write that was refused in the body of its answer. ``words``: the reasons that it gives; ``part``: only a part of
    what was sent was refused."""

    request: Request
    step: int
    said: str
    status: int
    words: str
    part: bool = False


class _InWords(NamedTuple):
    """An answer that has come. ``words``: the message that is all it holds; ``empty``: it holds nothing; ``own``: it answers
    a request with what was typed."""

    words: str
    empty: bool
    own: bool


class WriteAnswers:
    """Reads the answers to what steps write as they come: a page that is left takes its answers with it."""

    def __init__(self, context: BrowserContext, activity: Activity) -> None:
        self._activity = activity
        self._reading: set[asyncio.Task[None]] = set()
        self._refusing: dict[str, AnsweredNo] = {}
        self._confirmed: set[int] = set()
        self._affirmed: set[int] = set()
        self._doubtful: dict[int, str] = {}
        self._given_back: dict[int, list[tuple[str, str]]] = {}
        self._in_words: dict[int, list[_InWords]] = {}
        self._dropped: set[int] = set()
        self._shortened: dict[int, str] = {}
        self._later: set[int] = set()
        self._taken: dict[int, list[Taken]] = {}
        context.on("requestfinished", heard(self._finished))
        context.on("requestfailed", heard(self._finished))  # so ends an answer without a body that no script reads

    def _finished(self, request: Request) -> None:
        step = self._activity.accepted.pop(request, 0)
        if not step or request.resource_type not in _READ_TYPES:
            return
        task = asyncio.get_running_loop().create_task(self._read(request, step))
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    async def _read(self, request: Request, step: int) -> None:
        from playwright.async_api import Error

        try:
            status, answer = await in_time(_answer(request), READ_S)
        except Error as gone:
            _log.debug("the answer cannot be read: %s", gone)
            return
        key, sent = _key(request), _sent(request)
        refusal = refusal_in(answer, sent)
        if words := refusal or failed_part_in(status, answer, sent):
            said = f"{request.method} {path_of(request.url).split('?')[0]}"
            self._refusing[key] = AnsweredNo(request, step, said, status, words, part=not refusal)
        else:
            self._refusing.pop(key, None)
            self._note_taken(request, step, status, answer)

    def _note_taken(self, request: Request, step: int, status: int, answer: Answer) -> None:
        """Notes what an answer that refuses nothing says of what was sent; of a page only that it came."""
        sent, page = _sent(request), request.resource_type == "document"
        self._taken.setdefault(step, []).append(Taken(request, status, "" if page else answer.text))
        self._note_words(request, step, status, _NOTHING if page else answer)
        if not page:
            self._note_given_back(step, status, answer, sent)
        if says_yes(status, answer.text, sent):
            self._confirmed.add(step)
            if not only_echoes(status, answer.text, sent):
                self._affirmed.add(step)
        elif not page and (doubt := doubt_in(answer, sent)):
            self._doubtful[step] = doubt

    def _note_given_back(self, step: int, status: int, answer: Answer, sent: str) -> None:
        """Notes what an answer to a script tells of what was sent: that it is yet to be done, or what became of it."""
        if is_yet_to_come(status, answer):
            self._later.add(step)
        if len(answer.body) > MOST_COMPARED:
            return
        self._given_back.setdefault(step, []).append((answer.text, sent))
        if dropped_in(answer.text, sent, self._activity.typed):
            self._dropped.add(step)
        if cut := shortened_in(answer.text, sent, self._activity.typed):
            self._shortened[step] = cut

    async def _until_read(self) -> None:
        """Waits for the answers that are being read."""
        if self._reading:
            await asyncio.wait(self._reading, timeout=READ_S)

    async def taken(self, step: int) -> list[Taken]:
        """What a step wrote that no answer refused, each with its answer; where nobody reads its body, with its head."""
        await self._until_read()
        unread = [Taken(request, 0, "") for request, at in self._activity.accepted.items() if at == step]
        return [*self._taken.get(step, []), *unread]

    async def confirmed(self, step: int) -> bool:
        """Whether an answer to what a step wrote says that it was taken, as far as the answers have come."""
        await self._until_read()
        return step in self._confirmed

    async def only_echoed(self, step: int) -> bool:
        """Whether what confirms a write of the step only says again what was sent."""
        return await self.confirmed(step) and step not in self._affirmed

    async def doubtful(self, step: int) -> str:
        """What an answer to a write of the step says against it, although it is no refusal by its structure."""
        await self._until_read()
        return "" if step in self._confirmed else self._doubtful.get(step, "")

    async def old_value(self, step: int, changes: Iterable[Changed]) -> str:
        """The old value of what was changed that an answer to a step's write gives back for the new one."""
        await self._until_read()
        answers, known = self._given_back.get(step, [])[-1:], list(changes)
        return next((old for body, sent in answers for one in known if (old := old_value_in(body, sent, one))), "")

    async def yet_to_come(self, step: int) -> bool:
        """Whether an answer to a step's write says that the site has yet to do it."""
        await self._until_read()
        return step in self._later

    async def dropped(self, step: int) -> bool:
        """Whether an answer to a step's write gives back what was sent with nothing in it of what was typed."""
        await self._until_read()
        return step in self._dropped

    async def shortened(self, step: int) -> str:
        """What the answer to a step's write has of a typed text, where that is only its beginning."""
        await self._until_read()
        return self._shortened.get(step, "")

    def _note_words(self, request: Request, step: int, status: int, answer: Answer) -> None:
        words, own = only_words(status, answer, _sent(request)), carries(request, self._activity.typed)
        empty = answer is not _NOTHING and 200 <= status < 300 and answer.body.strip() in (b"", b"{}")
        self._in_words.setdefault(step, []).append(_InWords(words, empty=empty, own=own))

    async def in_words(self, step: int) -> str:
        """The message that is all that the answers to a step's writes hold; empty where one of them holds more, or less."""
        answers = await self._of_step(step)
        if step in self._confirmed or not all(one.words for one in answers):
            return ""
        return answers[-1].words if answers else ""

    async def empty(self, step: int) -> bool:
        """Whether the answers to a step's writes are well and hold nothing."""
        answers = await self._of_step(step)
        return bool(answers) and all(one.empty for one in answers)

    async def _of_step(self, step: int) -> list[_InWords]:
        """The answers to a step's writes; where some of them were sent what was typed, the others do not count."""
        await self._until_read()
        answers = self._in_words.get(step, [])
        return [one for one in answers if one.own] or answers

    async def refusing(self) -> list[AnsweredNo]:
        """What was refused and not taken later on, as far as the answers have come."""
        await self._until_read()
        return list(self._refusing.values())


async def refusal_in_body(request: Request) -> str:
    """The words by which the body of an answer refuses; empty where it does not, or cannot be read any more."""
    from playwright.async_api import Error

    try:
        _, answer = await in_time(_answer(request), READ_S)
    except Error as gone:
        _log.debug("the answer cannot be read: %s", gone)
        return ""
    return refusal_in(answer, _sent(request))


async def _answer(request: Request) -> tuple[int, Answer]:
    answer = await request.response()
    if answer is None or 300 <= answer.status < 400:
        return 0, _NOTHING
    headers = answer.headers
    length, kind = headers.get("content-length", ""), headers.get("content-type", "")
    page = request.resource_type == "document" and kind.startswith("text/html")
    if page or answer.status == NO_CONTENT or kind.startswith(_NOT_READ) or (length.isdigit() and int(length) > MOST_READ):
        return answer.status, _NOTHING
    if length == "0":
        return answer.status, Answer(headers, b"")
    body = await answer.body()
    return answer.status, Answer(headers, body if len(body) <= MOST_READ else b"")


def _sent(request: Request) -> str:
    body = request.post_data_buffer or b""
    return body.decode("utf-8", "replace") if len(body) <= MOST_READ else ""


def _key(request: Request) -> str:
    """Method, address and what is asked for there: a later answer to the same takes the place of one before."""
    return f"{request.method} {request.url.split('?')[0]} {operation_of(request)}"
