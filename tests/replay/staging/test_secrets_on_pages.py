"""A page that tells the typed secret again, in any spelling: the outcome and what is learnt of the page never do."""

from __future__ import annotations

import base64
import html
import json
from urllib.parse import quote, quote_plus

import pytest
from browser_fixtures import Hit
from core_stage import Stand, param, seldom, step, t

from awm_mcp.replay.values.secrets import env_name

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SECRET = "Sword's fish#77/é&?"
PARTS = ("Sword", "fish", "%2377", "#77", "word&#")
SPELLED = {
    "plain": SECRET,
    "percent": quote(SECRET, safe=""),
    "plus": quote_plus(SECRET),
    "twice": quote(quote(SECRET, safe=""), safe=""),
    "markup shown": html.escape(html.escape(SECRET)),
    "numbered": html.escape("".join(f"&#{ord(c):03};" for c in SECRET)),
    "json": json.dumps({"password": SECRET}),
    "script": "".join(f"\\u{ord(c):04X}" for c in SECRET),
    "base64": base64.b64encode(f"ann:{SECRET}".encode()).decode(),
    "cut": "x" * 3990 + SECRET,
}
SIGN_IN = "<form method=post action=/in><label>Password <input type=password name=pw></label><button>Sign in</button></form>"
STEPS = (
    step("fill", t(role="textbox", name="Password"), param("password")),
    step("click", t(role="button", name="Sign in")),
    step("extract", t(role="status"), output="said"),
)


IN_A_STOP = ("plain", "markup shown", "cut")


@pytest.mark.parametrize(
    ("way", "then"),
    [
        *((way, "ok") for way in SPELLED),
        *((way, "stop") if way in IN_A_STOP else seldom(way, "stop") for way in SPELLED),
    ],
)
async def test_no_spelling_of_a_secret_reaches_the_outcome(
    stand: Stand, monkeypatch: pytest.MonkeyPatch, way: str, then: str
):
    spelled = SPELLED[way] if way in ("markup shown", "numbered") else html.escape(SPELLED[way])
    monkeypatch.setenv(env_name(stand.site.host, "password"), SECRET)
    monkeypatch.setenv(env_name(stand.site.host, "pin"), "90")
    stand.site.pages["/in"] = (303, {"location": f"/welcome?p={quote_plus(SPELLED[way][-600:])}#{quote(SECRET)}"}, "")
    stand.site.pages["/welcome"] = f"<title>{spelled}</title><main><h1>Hi</h1><output>{spelled}</output></main>"
    more = [step("click", t(role="button", name="Gone"))] if then == "stop" else []
    outcome = await stand.play(*STEPS, *more, page=SIGN_IN, parameters=[{"name": "password", "secret": "secret"}])
    assert outcome.ok == (then == "ok"), outcome.stopped
    assert "<secret:password>" in outcome.page.url
    said = json.dumps(outcome.model_dump(mode="json"), ensure_ascii=False)
    letters = [base64.b64encode(SECRET.encode()).decode()[:8], base64.b64encode(f"ann:{SECRET}".encode()).decode()[8:20]]
    for part in (*PARTS, "\\u0053", "&#083;", *letters):
        assert part not in said, said[max(0, said.find(part) - 80) :][:200]


async def test_what_is_seen_of_a_page_while_observing_holds_no_secret(stand: Stand, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(env_name(stand.site.host, "password"), SECRET)

    def back(hit: Hit) -> tuple[int, dict[str, str], str]:
        return 303, {"location": f"/welcome?p={quote(SECRET)}"}, ""

    stand.site.pages["/in"] = back
    stand.site.pages["/welcome"] = f"<main><h1>Hi</h1><output>{'so ' * 60} {html.escape(SECRET)}</output></main>"
    steps = (step("fill", t(role="textbox", name="Password"), SECRET), STEPS[1])
    seen = await stand.observe(*steps, page=SIGN_IN, allow_writes=True)
    assert seen.complete, seen.why
    said = "".join(s.effect.model_dump_json() for s in seen.run.steps if s.effect is not None)
    assert "/welcome?p=" in said
    for part in PARTS:
        assert part not in said
