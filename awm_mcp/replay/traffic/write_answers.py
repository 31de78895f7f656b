"""Answers to what steps wrote that are well by their status and say in their body that it was refused."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from awm_mcp.model.site import path_of
from awm_mcp.replay.browsing.page_script import in_time
from awm_mcp.replay.traffic.answer_kinds import Answer, refusal_in
from awm_mcp.replay.traffic.answered_doubtfully import doubt_in
from awm_mcp.replay.traffic.answered_yes import says_yes
from awm_mcp.replay.traffic.operations import operation_of

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Request

    from awm_mcp.replay.traffic.activity import Activity

_log = logging.getLogger(__name__)
MOST_READ, NO_CONTENT = 200_000, 204
READ_S = 2.0
_READ_TYPES = frozenset({"fetch", "xhr", "document"})
_NOT_READ = ("image/", "video/", "audio/", "application/octet-stream")
_NOTHING = Answer({}, b"")


@dataclass(frozen=True)
class AnsweredNo:
    """A write that was refused in the body of its answer. ``words``: the reasons that it gives."""

    request: Request
    step: int
    said: str
    status: int
    words: str


class WriteAnswers:
    """Reads the answers to what steps write as they come: a page that is left takes its answers with it."""

    def __init__(self, context: BrowserContext, activity: Activity) -> None:
        self._activity = activity
        self._reading: set[asyncio.Task[None]] = set()
        self._refusing: dict[str, AnsweredNo] = {}
        self._confirmed: set[int] = set()
        self._doubtful: dict[int, str] = {}
        context.on("requestfinished", self._finished)

    def _finished(self, request: Request) -> None:
        step = self._activity.accepted.pop(request, 0)
        if not step or request.resource_type not in _READ_TYPES:
            return
        task = asyncio.get_running_loop().create_task(self._read(request, step))
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    async def _read(self, request: Request, step: int) -> None:
        try:
            status, answer = await in_time(_answer(request), READ_S)
        except Exception as gone:
            _log.debug("the answer cannot be read: %s", gone)
            return
        key = _key(request)
        if words := refusal_in(answer, _sent(request)):
            said = f"{request.method} {path_of(request.url).split('?')[0]}"
            self._refusing[key] = AnsweredNo(request, step, said, status, words)
        else:
            self._refusing.pop(key, None)
            page = request.resource_type == "document"
            if says_yes(status, answer.body.decode("utf-8", "replace"), _sent(request)):
                self._confirmed.add(step)
            elif not page and (doubt := doubt_in(answer, _sent(request))):
                self._doubtful[step] = doubt

    async def confirmed(self, step: int) -> bool:
        """Whether an answer to what a step wrote says that it was taken, as far as the answers have come."""
        if self._reading:
            await asyncio.wait(self._reading, timeout=READ_S)
        return step in self._confirmed

    async def doubtful(self, step: int) -> str:
        """What an answer to a write of the step says against it, although it is no refusal by its structure."""
        if self._reading:
            await asyncio.wait(self._reading, timeout=READ_S)
        return "" if step in self._confirmed else self._doubtful.get(step, "")

    async def refusing(self) -> list[AnsweredNo]:
        """What was refused and not taken later on, as far as the answers have come."""
        if self._reading:
            await asyncio.wait(self._reading, timeout=READ_S)
        return list(self._refusing.values())


async def refusal_in_body(request: Request) -> str:
    """The words by which the body of an answer refuses; empty where it does not, or cannot be read any more."""
    try:
        _, answer = await in_time(_answer(request), READ_S)
    except Exception as gone:
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
    body = await answer.body()
    return answer.status, Answer(headers, body if len(body) <= MOST_READ else b"")


def _sent(request: Request) -> str:
    body = request.post_data_buffer or b""
    return body.decode("utf-8", "replace") if len(body) <= MOST_READ else ""


def _key(request: Request) -> str:
    """Method, address and what is asked for there: a later answer to the same takes the place of one before."""
    return f"{request.method} {request.url.split('?')[0]} {operation_of(request)}"
