"""What the site refused of an action done by hand, told by its answers: a form that it did not take is no step that worked.

The same judgement as in a replay: an answer of 400 or more, one that refuses in its body, or the form again as it was
filled in, with a complaint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from awm_mcp.model.site import path_of
from awm_mcp.model.text import plain
from awm_mcp.replay.browsing.listening import heard
from awm_mcp.replay.browsing.page_script import ask_moving
from awm_mcp.replay.judging.form_back import Filled, filled_in
from awm_mcp.replay.judging.honest_end import messages
from awm_mcp.replay.traffic.answer_words import words_of_answer
from awm_mcp.replay.traffic.questions import reads_only
from awm_mcp.replay.traffic.write_answers import refusal_in_body

if TYPE_CHECKING:
    from playwright.async_api import Request, Response

    from awm_mcp.replay.staging.stage import Stage

_SENDING = frozenset({"click", "dblclick", "press"})
_HARMLESS = frozenset({"GET", "HEAD", "OPTIONS"})


class RefusedWrites:
    """The answers to what the action in hand sends."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._answers: list[tuple[Request, int]] = []
        self._filled, self._before = Filled(), frozenset[str]()
        stage.context.on("response", heard(self._came))

    def _came(self, response: Response) -> None:
        if response.request.method not in _HARMLESS:
            self._answers.append((response.request, response.status))

    async def begin(self, kind: str) -> None:
        """Forgets the action before; looks at what is filled in, where this one may send it."""
        self._answers.clear()
        self._filled, self._before = Filled(), frozenset[str]()
        if kind in _SENDING:
            self._filled = await filled_in(self._stage)
            self._before = frozenset([one.text for one in await messages(self._stage)])

    async def why(self) -> str:
        """Why nothing of what the action sent was taken, in words; empty where something was, or nothing has come yet."""
        sent = [one for one in self._answers if _said(one[0]) in self._stage.activity.sent and not reads_only(one[0])]
        if not sent:
            return ""
        told = [await self._refusal(request, status) for request, status in sent]
        return told[-1] if all(told) else ""

    async def _refusal(self, request: Request, status: int) -> str:
        if status >= 400:
            said = await self._complaint() or await words_of_answer(self._stage, request)
            return f"the site answered {status}: {said}" if said else f"the site answered {status}"
        if 300 <= status < 400:
            return ""
        if request.resource_type != "document":
            words = await refusal_in_body(request)
            return f"the site's answer refuses it: {plain(words, 200)}" if words else ""
        said = await self._complaint() if await self._came_back() else ""
        return f"the site showed the form again as it was filled in: {said}" if said else ""

    async def _complaint(self) -> str:
        """What the page says new that complains, or that it says as an alert or beside a field."""
        fresh = [one for one in await messages(self._stage) if one.text not in self._before and one.tone != "good"]
        loud = [one for one in fresh if one.complains()] or [one for one in fresh if one.strong]
        return plain(self._stage.redact(loud[0].text), 200) if loud else ""

    async def _came_back(self) -> bool:
        query: dict[str, Any] = {"sent": self._filled.typed}
        return bool(self._filled.typed) and bool(await ask_moving(self._stage.page.main_frame, "filled", query))


def _said(request: Request) -> str:
    return f"{request.method} {path_of(request.url).split('?')[0]}"
