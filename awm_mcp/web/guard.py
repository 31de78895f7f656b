"""What stands before the dashboard: the right host, a token once, then a cookie; and a proof in every form.

A page of another site cannot read or change anything: the Host must be loopback (DNS rebinding), the cookie is
SameSite=Strict, changes need the dashboard's own Origin and a proof that only its pages hold.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
WEEK_S = 7 * 86_400


@dataclass(frozen=True)
class Guard:
    """Who may look and who may change. ``token``: in the printed address; the cookie and the proof are made from it."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    @property
    def cookie(self) -> str:
        """Name of the cookie: cookies of one host are shared by all its ports."""
        return f"awm_dashboard_{self.port}"

    @property
    def proof(self) -> str:
        """What every form of the page carries."""
        return self._made("form")

    def refusal(self, request: Request) -> Response | None:
        """The answer to who is not let in, or None."""
        if not self._host_is_ours(request.headers):
            return _refused(421, "this server answers to its loopback address only")
        if not hmac.compare_digest(request.cookies.get(self.cookie, ""), self._made("cookie")):
            return _refused(401, "open the address that `awm-mcp dashboard` printed: it holds a token")
        return None

    def let_in(self, request: Request) -> Response | None:
        """The answer to the printed address: a cookie, and the same page without the token in its address."""
        given = request.query_params.get("token")
        if given is None or not self._host_is_ours(request.headers):
            return None
        if not hmac.compare_digest(given.encode(), self.token.encode()):
            return _refused(401, "this token is of another run of the dashboard: open the address printed last")
        answer = RedirectResponse("/", status_code=303)
        answer.set_cookie(self.cookie, self._made("cookie"), max_age=WEEK_S, httponly=True, samesite="strict", path="/")
        return answer

    def may_change(self, headers: Headers, proof: str) -> bool:
        """Whether a change comes from a form of our own page."""
        same = headers.get("origin") == f"http://{headers.get('host')}"
        return same and hmac.compare_digest(proof.encode(), self.proof.encode())

    def _host_is_ours(self, headers: Headers) -> bool:
        return headers.get("host", "") in {f"{name}:{self.port}" for name in LOOPBACK}

    def _made(self, what: str) -> str:
        return hmac.new(self.token.encode(), what.encode(), hashlib.sha256).hexdigest()


def _refused(status: int, why: str) -> Response:
    return PlainTextResponse(why, status_code=status, headers={"cache-control": "no-store"})
