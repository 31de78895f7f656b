"""Answers to what steps wrote that are well by their status and say in their JSON that it was refused."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from awm_mcp.model.site import path_of
from awm_mcp.replay.answer_words import reasons_in
from awm_mcp.replay.answered_no import says_no
from awm_mcp.replay.page_script import in_time

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Request

    from awm_mcp.replay.activity import Activity

_log = logging.getLogger(__name__)
MOST_READ = 200_000
READ_S = 2.0
_READ_TYPES = frozenset({"fetch", "xhr", "document"})
_NO_TEXT = ("text/event-stream", "image/", "video/", "audio/", "application/octet-stream")


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
            status, body = await in_time(_body(request), READ_S)
        except Exception as gone:
            _log.debug("the answer cannot be read: %s", gone)
            return
        key = _key(request)
        if body and says_no(body, _sent(request)):
            said = f"{request.method} {path_of(request.url).split('?')[0]}"
            self._refusing[key] = AnsweredNo(request, step, said, status, reasons_in("json", body) or body)
        else:
            self._refusing.pop(key, None)

    async def refusing(self) -> list[AnsweredNo]:
        """What was refused and not taken later on, as far as the answers have come."""
        if self._reading:
            await asyncio.wait(self._reading, timeout=READ_S)
        return list(self._refusing.values())


async def _body(request: Request) -> tuple[int, str]:
    answer = await request.response()
    if answer is None or 300 <= answer.status < 400:
        return 0, ""
    length, kind = answer.headers.get("content-length", ""), answer.headers.get("content-type", "")
    page = request.resource_type == "document" and kind.startswith("text/html")
    if page or kind.startswith(_NO_TEXT) or (length.isdigit() and int(length) > MOST_READ):
        return answer.status, ""
    text = await answer.text()
    return answer.status, text if len(text) <= MOST_READ else ""


def _sent(request: Request) -> str:
    body = request.post_data_buffer or b""
    return body.decode("utf-8", "replace") if len(body) <= MOST_READ else ""


def _key(request: Request) -> str:
    """Method, address and, of GraphQL, what is asked for: a later answer to the same takes the place of one before."""
    asked = (request.post_data or "")[:200] if "graphql" in request.url.casefold() else ""
    return f"{request.method} {request.url.split('?')[0]} {asked}"
