"""A workflow that only reads sends nothing when it is called; and what counts as telling only that something happened."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from core_stage import LOG, READ, Stand, step, t

from awm_mcp.model import Evidence, value
from awm_mcp.replay.telemetry import is_telemetry

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
LEARNED = Evidence(runs=("run_1",), support=1)
GO = step("click", t(role="button", name="Go"))


def page(click: str, more: str = "") -> str:
    post = "const post = (to, body) => fetch(to, {method: 'POST', body: body || '{}'});"
    return f"<button onclick=\"{click};say('done')\">Go</button>{LOG}<script>{post}{more}</script>"


@pytest.mark.parametrize(
    ("html", "sent"),
    [
        (page("post('/buy')"), "POST /buy"),
        (page("post('/graphql', JSON.stringify({query: 'mutation Buy { buy }'}))"), "POST /graphql"),
        ("<form method=post action=/buy><button>Go</button></form>" + LOG, "POST /buy"),
        ("<a role=button href='/items/5/delete'>Go</a>" + LOG, "GET /items/5/delete"),
    ],
)
async def test_what_a_read_would_send_on_a_changed_page_is_held_back_and_told(html: str, sent: str, stand: Stand):
    outcome = await stand.play(GO, READ, page=html, evidence=LEARNED)
    assert (outcome.status, outcome.stopped.code, outcome.stopped.step) == ("step_failed", "unexpected_write", 1)
    assert sent in outcome.stopped.seen
    assert [f"{hit.method} {hit.path}" for hit in stand.site.hits if f"{hit.method} {hit.path}" == sent] == []


async def test_searches_questions_telemetry_and_the_pages_own_requests_are_let_through(stand: Stand):
    asks = "post('/api/search', 'q=1'); post('/graphql', JSON.stringify({query: 'query A { a }'})); post('/collect')"
    own = "post('/state'); setInterval(() => post('/state'), 120)"
    outcome = await stand.play(GO, READ, page=page(asks, own), evidence=LEARNED)
    assert outcome.outputs == {"log": "done;"}, outcome.stopped
    assert {one.split(" ")[0] for one in stand.sent()} == {"/api/search", "/graphql", "/collect", "/state"}


async def test_a_step_that_is_only_there_on_some_visits_may_send(stand: Stand):
    stand.site.pages["/consent"] = "fine"
    consent = step("click", t(role="button", name="Go"), optional=True)
    outcome = await stand.play(consent, READ, page=page("post('/consent')"), evidence=LEARNED)
    assert (outcome.ok, stand.sent()) == (True, ["/consent {}"]), outcome.stopped


async def test_a_beacon_that_carries_what_was_typed_is_a_write(stand: Stand):
    save = "navigator.sendBeacon('/api/keep', JSON.stringify({note: document.querySelector('input').value}))"
    typed = step("fill", t(role="textbox", label="Note"), value("Käse & Brot"))
    seen = await stand.observe(typed, GO, page=f"<input aria-label=Note>{page(save)}")
    assert (seen.complete, seen.run.steps[1].effect.requests, stand.sent()) == (False, ("POST /api/keep",), [])


def request(kind: str, path: str, body: Any = "", origin: str = "http://h") -> Any:
    data = (body if isinstance(body, str) else json.dumps(body)).encode()
    return SimpleNamespace(
        resource_type=kind, url=f"http://h{path}", headers={"origin": origin}, post_data_buffer=data, method="POST"
    )


@pytest.mark.parametrize(
    ("kind", "path", "body", "telemetry"),
    [
        ("ping", "/api/save", {"note": "Käse & Brot"}, False),
        ("ping", "/api/save", "note=K%C3%A4se+%26+Brot", False),
        ("ping", "/api/save", {"note": "other"}, True),
        ("ping", "/api/events/batch", {"note": "Käse & Brot"}, True),
        ("ping", "/items/5/delete", "", False),
        ("ping", "/t", {"clicked": "Go"}, True),
        ("fetch", "/log", {"note": "Käse & Brot"}, False),
        ("fetch", "/log", {"level": "info"}, True),
        ("fetch", "/collect", {"q": "Käse & Brot"}, True),
        ("fetch", "/heartbeat", "", True),
        ("fetch", "/api/save", "", False),
        ("document", "/log", "", False),
        ("cspviolationreport", "/csp", "", True),
    ],
)
async def test_telemetry_is_told_by_its_address_and_by_what_it_carries(kind: str, path: str, body: Any, telemetry: bool):
    assert is_telemetry(request(kind, path, body), {"Käse & Brot"}) is telemetry


async def test_a_beacon_to_another_site_is_telemetry():
    assert is_telemetry(request("ping", "/api/save", "Käse & Brot", origin="http://other"), {"Käse & Brot"})
