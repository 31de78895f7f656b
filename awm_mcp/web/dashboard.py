"""The dashboard: the usage page with filters and lifecycle actions, on loopback only."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from awm_mcp.errors import AwmError, InvalidInput
from awm_mcp.model import State, Workflow
from awm_mcp.usage.metrics import UsageReport
from awm_mcp.web import usage_page
from awm_mcp.web.guard import Guard
from awm_mcp.web.usage_page import Controls

DAY_S = 86_400.0
MOST_FORM_BYTES = 10_000
_STATES: tuple[State, ...] = ("draft", "verified", "published", "quarantined", "retired")
_Handler = Callable[[Request], Awaitable[Response]]


class OwnersHand(Protocol):
    """What the owner can do with stored workflows."""

    async def publish(self, ref: str) -> int: ...
    async def retire(self, ref: str, state: State = "retired") -> int: ...
    async def get(self, ref: str, version: int | None = None) -> Workflow: ...
    async def revert(self, ref: str, version: int) -> Workflow: ...


class Dashboarded(Protocol):
    """What the dashboard needs of the application."""

    @property
    def library(self) -> OwnersHand: ...
    async def usage(self, *, since: float = 0.0, site: str | None = None, client: str | None = None) -> UsageReport: ...
    async def workflows_of(self, site: str | None, states: Sequence[State] = ()) -> Sequence[Workflow]: ...


class Dashboard:
    """The handlers. Every answer carries a policy that lets nothing in from elsewhere and no script run."""

    def __init__(self, app: Dashboarded, guard: Guard) -> None:
        self._app, self._guard = app, guard

    def starlette(self) -> Starlette:
        """The ASGI application."""
        return Starlette(
            routes=[
                Route("/", self._guarded(self._page), methods=["GET"]),
                Route("/usage.json", self._guarded(self._numbers), methods=["GET"]),
                Route("/act", self._guarded(self._act), methods=["POST"]),
            ]
        )

    def _guarded(self, handler: _Handler) -> _Handler:
        async def answer(request: Request) -> Response:
            refusal = self._guard.let_in(request) or self._guard.refusal(request)
            response = refusal if refusal is not None else await handler(request)
            response.headers.update(_headers())
            return response

        return answer

    async def _page(self, request: Request) -> Response:
        report = await self._report(request)
        workflows = await self._app.workflows_of(report.site, _STATES)
        told = Controls(
            proof=self._guard.proof,
            days=_days(request),
            done=request.query_params.get("done", ""),
            problem=request.query_params.get("problem", ""),
        )
        return HTMLResponse(usage_page.render(report, workflows, told))

    async def _numbers(self, request: Request) -> Response:
        return JSONResponse((await self._report(request)).as_data())

    async def _report(self, request: Request) -> UsageReport:
        days, asked = _days(request), request.query_params
        since = time.time() - days * DAY_S if days else 0.0
        return await self._app.usage(since=since, site=asked.get("site") or None, client=asked.get("client") or None)

    async def _act(self, request: Request) -> Response:
        form = await _form(request)
        if not self._guard.may_change(request.headers, form.get("proof", "")):
            return Response("this form is not from this dashboard: open its page anew", status_code=403)
        try:
            told = {"done": await self._done(form)}
        except AwmError as problem:
            told = {"problem": problem.text()}
        return RedirectResponse(f"/?{urlencode(told)}", status_code=303)

    async def _done(self, form: dict[str, str]) -> str:
        ref, action, library = form.get("workflow", ""), form.get("action", ""), self._app.library
        if action == "publish":
            return f"published; agents see it at once: catalogue generation {await library.publish(ref)}"
        if action in ("retire", "quarantine"):
            await library.retire(ref, "retired" if action == "retire" else "quarantined")
            return f"{action}d; agents do not see it any more"
        if action == "revive":
            flow = await library.revert(ref, (await library.get(ref)).version)
            return f"{flow.name} is in use again, verified; publish it to make it a tool"
        if action == "revert" and form.get("version", "").isdecimal():
            flow = await library.revert(ref, int(form["version"]))
            return f"{flow.name} is back as version {flow.version}, verified; publish it to make it a tool"
        raise InvalidInput(
            "unknown_action", expected="publish, quarantine, retire, revive or revert", seen=repr(action[:40])
        )


async def _form(request: Request) -> dict[str, str]:
    """A small form as Starlette reads it, without the optional multipart parser."""
    from urllib.parse import parse_qsl

    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_FORM_BYTES:
            return {}
    return dict(parse_qsl(body.decode("utf-8", "replace")))


def _days(request: Request) -> int | None:
    given = request.query_params.get("days", "")
    return int(given) if given.isdecimal() and 0 < len(given) <= 4 else None


def _headers() -> dict[str, Any]:
    sources = f"default-src 'none'; style-src {usage_page.style_hash()}"
    policy = f"{sources}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    return {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        # Not "no-referrer": that would send "Origin: null" with our own forms.
        "referrer-policy": "same-origin",
        "cache-control": "no-store",
    }
