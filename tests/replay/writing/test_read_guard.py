"""A workflow that only reads sends nothing when it is called; and what counts as telling only that something happened."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from core_stage import LOG, READ, Stand, step, t

from awm_mcp.model import Evidence, value
from awm_mcp.replay.traffic.questions import notes_visit, only_asks, renews_sign_in
from awm_mcp.replay.traffic.telemetry import is_telemetry

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
LEARNED = Evidence(runs=("run_1",), support=1)
GO = step("click", t(role="button", name="Go"))


POST = "const post = (to, body) => fetch(to, {method: 'POST', body: body || '{}'});"


def page(click: str, more: str = "") -> str:
    return f"<button onclick=\"{click};say('done')\">Go</button>{LOG}<script>{POST}{more}</script>"


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


SHOWS = "fetch('/price').then(r => r.text()).then(say)"


@pytest.mark.parametrize(
    ("beside", "sent", "note"),
    [
        ("post('/api/recently-viewed')", [], "held back POST /api/recently-viewed: this workflow only reads"),
        ("post('/api/exp/assign')", [], "held back POST /api/exp/assign: this workflow only reads"),
        ("post('/api/token/refresh')", ["/api/token/refresh {}"], ""),
    ],
)
async def test_what_a_page_sends_beside_a_read_is_held_back_and_told_and_the_value_is_read(
    beside: str, sent: list[str], note: str, stand: Stand
):
    stand.site.pages.update({"/price": "19.50", "/api/token/refresh": "ok"})
    html = f'<button onclick="go()">Go</button>{LOG}<script>{POST}const go = () => {{ {beside}; {SHOWS} }};</script>'
    outcome = await stand.play(GO, READ, page=html, evidence=LEARNED)
    assert (outcome.outputs, outcome.steps[0].note, stand.sent()) == ({"log": "19.50;"}, note, sent), outcome.stopped


async def test_a_value_that_only_what_is_held_back_would_bring_stops_the_read(stand: Stand):
    stand.site.pages["/price"] = "19.50"
    script = f"<script>{POST}const go = () => post('/pick').then(r => r.ok && {SHOWS});</script>"
    html = f'<button onclick="go()">Go</button>{LOG}{script}'
    outcome = await stand.play(GO, READ, page=html, evidence=LEARNED)
    assert (outcome.status, outcome.stopped.code) == ("step_failed", "unexpected_write")


async def test_the_page_that_would_have_sent_a_form_is_handed_over_as_it_was(stand: Stand):
    form = "<form method=post action=/buy><button>Go</button></form>" + LOG
    outcome = await stand.play(GO, READ, page=form, evidence=LEARNED, request={"keep_page": True})
    assert (outcome.page.url, outcome.steps_done) == (f"{stand.site.origin}/", 0)
    assert f"resume={outcome.handle} and from_step=1" in outcome.next
    assert "sent before" not in outcome.next


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


def sends(path: str, body: str, kind: str = "fetch") -> Any:
    made = request(kind, path, body)
    made.post_data = body
    return made


@pytest.mark.parametrize(
    ("path", "body", "asks"),
    [
        ("/suche", "q=Pan", True),
        ("/recherche.php", "mot=Pan&token=1", True),
        ("/s%C3%B6k", "q=Pan", True),
        ("/api/search", '{"words": "Pan", "page": 1}', True),
        ("/graphql", '{"query": "query A { a }"}', True),
        ("/api/search", '{"query": "mutation A { a }"}', False),
        ("/suche/speichern", "q=Pan", False),
        ("/ara/5", "q=Pan", False),
        ("/recherche", "text=line%0Aline", False),
        ("/query", "message=Hello", False),
    ],
)
async def test_a_post_at_a_word_of_search_asks_in_any_language(path: str, body: str, asks: bool):
    assert only_asks(sends(path, body)) is asks


@pytest.mark.parametrize(
    ("path", "renews"),
    [
        ("/api/csrf", True),
        ("/auth/refresh-token", True),
        ("/api/v1/refresh", True),
        ("/settings/tokens", False),
        ("/orders/refresh", False),
        ("/api/sessions", False),
    ],
)
async def test_a_new_token_for_the_page_is_signing_in_and_one_that_is_made_is_not(path: str, renews: bool):
    assert renews_sign_in(sends(path, "{}"), set()) is renews
    assert renews_sign_in(sends(path, "token=Tea"), {"Tea"}) is False


async def test_what_was_viewed_is_a_note_and_a_view_that_is_made_is_none():
    assert notes_visit(sends("/api/recently-viewed", "{}"), set())
    assert not notes_visit(sends("/boards/5/views", "{}"), set())
    assert not notes_visit(sends("/recently-viewed", "{}", "document"), set())
