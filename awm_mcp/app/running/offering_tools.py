"""The ``browser_*`` tools with offers at the end of their answers; the tools themselves know nothing of workflows."""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import anyio

from awm_mcp.app.finding.offers import Offers
from awm_mcp.app.learning.report import Recording
from awm_mcp.errors import AwmError
from awm_mcp.model import Caller

log = logging.getLogger(__name__)
WITHIN_S = 2.0
OFFERED_AFTER = "browser_navigate"
_LOOKING = frozenset({"browser_snapshot", "browser_take_screenshot", "browser_wait_for", "browser_hover", "browser_close"})


class Seen(Protocol):
    """What a tool answers: the session and where its page is."""

    @property
    def session(self) -> str: ...
    @property
    def url(self) -> str: ...
    def as_data(self) -> dict[str, Any]: ...


class Tools(Protocol):
    """The ``browser_*`` tools of the replay room."""

    @property
    def specs(self) -> Sequence[Any]: ...
    async def call(self, name: str, arguments: Mapping[str, Any], caller: Caller, *, within_s: float = math.inf) -> Seen: ...
    def recording(self, session: str, principal: str = "local", task: str = "") -> Recording: ...
    async def note_answer(self, session: str, answer: str, principal: str = "local", task: str = "") -> bool: ...


class SeenWithOffers:
    """An answer with ``offers``, calls to send, and ``hint``, told once to an agent that works by hand."""

    def __init__(self, seen: Seen, offers: Sequence[str] = (), hint: str = "") -> None:
        self.seen, self.offers, self.hint = seen, tuple(offers), hint

    @property
    def session(self) -> str:
        """The browser session."""
        return self.seen.session

    @property
    def url(self) -> str:
        """Where the page is."""
        return self.seen.url

    def as_data(self) -> dict[str, Any]:
        """JSON-ready data; the offers come last, where they are read."""
        data = self.seen.as_data()
        if self.offers:
            data["offers"] = list(self.offers)
        if self.hint:
            data["hint"] = self.hint
        return data


class OfferingTools:
    """Stands before the tools. Offers are a help: when they fail or take long, the tool's own answer goes out alone."""

    def __init__(self, tools: Tools, offers: Offers) -> None:
        self._tools, self._offers = tools, offers

    @property
    def specs(self) -> Sequence[Any]:
        """The definitions, in a fixed order."""
        return self._tools.specs

    def recording(self, session: str, principal: str = "local", task: str = "") -> Recording:
        """What was done by hand in a session. Raises NotFound."""
        return self._tools.recording(session, principal, task)

    async def note_answer(self, session: str, answer: str, principal: str = "local", task: str = "") -> bool:
        """Records where the session's page shows the answer. Raises NotFound."""
        return await self._tools.note_answer(session, answer, principal, task)

    async def call(
        self, name: str, arguments: Mapping[str, Any], caller: Caller, *, within_s: float = math.inf
    ) -> SeenWithOffers:
        """Does what the tool does, then says what could be called instead. Raises what the tool raises."""
        seen = await self._tools.call(name, arguments, caller, within_s=within_s)
        answer = SeenWithOffers(seen)
        try:
            with anyio.move_on_after(WITHIN_S):
                answer = SeenWithOffers(seen, await self._on_page(name, seen, caller), await self._hint(name, seen, caller))
        except Exception:
            log.exception("no offers after %s", name)
        return answer

    async def _on_page(self, name: str, seen: Seen, caller: Caller) -> list[str]:
        if name != OFFERED_AFTER or not seen.url:
            return []
        return [offer.words() for offer in await self._offers.on_page(seen.url, caller, via=f"offer:{name}")]

    async def _hint(self, name: str, seen: Seen, caller: Caller) -> str:
        if name in _LOOKING:
            return ""
        try:
            done = self._tools.recording(seen.session, caller.principal)
        except AwmError:
            return ""
        return await self._offers.watch(seen.session, done.site, [step.action for step in done.steps], caller)
