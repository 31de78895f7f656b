"""A person's consent before a destructive workflow: asked through the client where it can, else by a second call.

Modern era: the tool answers input_required with a sealed request state, the client asks and sends the call again
(specification 2026-07-28, basic/patterns/mrtr). Handshake era: elicitation/create. Consent holds for one call only.
"""

from __future__ import annotations

import secrets
import time
from typing import Any, Literal

import anyio
from mcp.shared.exceptions import MCPError
from mcp.types import (
    CallToolRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
)

from awm_mcp.model import Workflow
from awm_mcp.model.text import plain
from awm_mcp.server.connections import Context, is_modern

VALID_S = 600.0
_KEY = "confirm"
_FORM: dict[str, Any] = {
    "type": "object",
    "properties": {"confirm": {"type": "boolean", "title": "Run it", "description": "Yes, run this workflow now"}},
    "required": ["confirm"],
}
Consent = Literal["given", "declined", "cannot_ask"]


class Confirmations:
    """Open questions; each is answered at most once."""

    def __init__(self) -> None:
        self._open: dict[str, tuple[str, float]] = {}

    async def ask(
        self, ctx: Context, params: CallToolRequestParams, workflow: Workflow, arguments: dict[str, Any], within_s: float
    ) -> Consent | InputRequiredResult:
        """A person's consent, given in so many seconds, or the question that the client has to put first."""
        if not _can_ask(ctx):
            return "cannot_ask"
        if not is_modern(ctx):
            return await _ask_now(ctx, _question(workflow, arguments), within_s)
        if params.request_state is not None and _KEY in (params.input_responses or {}):
            return self._answered(params, workflow)
        return self._question(workflow, arguments)

    def _question(self, workflow: Workflow, arguments: dict[str, Any]) -> InputRequiredResult:
        mark = secrets.token_hex(16)
        now = time.monotonic()
        self._open = {key: kept for key, kept in self._open.items() if kept[1] > now}
        self._open[mark] = (f"{workflow.id or workflow.name}@{workflow.version}", now + VALID_S)
        form = ElicitRequestFormParams(message=_question(workflow, arguments), requested_schema=_FORM)
        return InputRequiredResult(input_requests={_KEY: ElicitRequest(params=form)}, request_state=mark)

    def _answered(self, params: CallToolRequestParams, workflow: Workflow) -> Consent:
        asked, until = self._open.pop(params.request_state or "", ("", 0.0))
        given = (params.input_responses or {}).get(_KEY)
        fits = asked == f"{workflow.id or workflow.name}@{workflow.version}" and time.monotonic() < until
        return "given" if fits and isinstance(given, ElicitResult) and _agreed(given) else "declined"


async def _ask_now(ctx: Context, question: str, within_s: float) -> Consent:
    with anyio.move_on_after(within_s):
        try:
            given = await ctx.session.elicit_form(question, _FORM, related_request_id=ctx.request_id)
        except MCPError:
            return "cannot_ask"
        return "given" if _agreed(given) else "declined"
    return "cannot_ask"


def _can_ask(ctx: Context) -> bool:
    declared = ctx.session.client_capabilities
    able = declared.elicitation if declared is not None else None
    if able is None or (able.form is None and able.url is not None):
        return False
    return is_modern(ctx) or ctx.session.can_send_request


def _agreed(given: ElicitResult) -> bool:
    return given.action == "accept" and (given.content or {}).get("confirm") is True


def _question(workflow: Workflow, arguments: dict[str, Any]) -> str:
    what = plain(workflow.title or workflow.description or workflow.name, 120)
    values = ", ".join(f"{plain(str(name), 40)} = {plain(str(value), 80)}" for name, value in list(arguments.items())[:10])
    return f'Run "{what}" on {workflow.site}' + (f" with {values}" if values else "") + "? It changes or deletes data there."
