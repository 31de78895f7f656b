# ruff: noqa: E501  pages are easier to read as the markup they are
"""A queue that a page keeps of what it has not sent is not told as done, also where it stands alone in an empty list."""

from __future__ import annotations

import pytest
from core_stage import Stand, param, step, t

from awm_mcp.model import Evidence

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
LEARNED = Evidence(runs=("run_1", "run_2"), support=2)
SAVE = (step("fill", t(role="textbox", name="Note"), param("n")), step("click", t(role="button", name="Save"), writes=True))
PAGE = """<label>Note <input id=n></label><button id=b>Save</button><ul id=l></ul><p role=status id=s></p><script>
const kept = JSON.parse(localStorage.kept || '[]'), add = x => { const e = document.createElement('li'); e.textContent = x; l.append(e); };
const post = x => fetch('/api/notes', { method: 'POST', body: x }), flush = () => { kept.splice(0).forEach(post); localStorage.kept = '[]'; };
b.onclick = () => { const x = n.value; n.value = ''; kept.push(x); localStorage.kept = JSON.stringify(kept); add(x); s.textContent = 'Saved'; };
kept.forEach(add); LOAD</script>"""
JSON = {"content-type": "application/json"}


async def end(stand: Stand, load: str, status: int = 200, body: str = "[]") -> str:
    stand.site.pages |= {"/api/notes": (status, JSON, body), "/api/banners": (200, JSON, "[]")}
    page = PAGE.replace("LOAD", load)
    outcome = await stand.play(*SAVE, page=page, args={"n": "Sugar"}, risk="write", evidence=LEARNED)
    return outcome.stopped.code if outcome.stopped is not None else outcome.status


@pytest.mark.parametrize(
    ("body", "load"),
    [
        ("[]", "fetch('/api/notes').then(r => r.json()).then(a => a.forEach(add))"),
        ("", "fetch('/api/notes').then(r => r.status === 204 ? [] : r.json()).then(a => a.forEach(x => add(x.text)))"),
        ('{"data": {"notes": {"edges": []}}}', "fetch('/api/notes').then(r => r.json()).then(a => a.data.notes.edges.forEach(x => add(x.node.text)))"),
        ("{}", "const r = new XMLHttpRequest(); r.open('GET', '/api/notes'); r.onload = () => (JSON.parse(r.responseText).notes || []).forEach(x => add(x.text)); r.send()"),
    ],
    ids=["a list", "no content", "edges", "by XMLHttpRequest"],
)  # fmt: skip
async def test_an_entry_alone_in_a_list_that_comes_empty_from_the_site_is_not_sent(stand: Stand, body: str, load: str):
    assert await end(stand, load, 200 if body else 204, body) == "not_sent"
    assert stand.sent() == []


async def test_a_page_that_is_about_to_send_it_when_it_is_loaded_anew_has_not_sent_it(stand: Stand):
    assert await end(stand, "setInterval(flush, 30000)") == "not_sent"
    assert stand.sent() == []


async def test_a_list_of_its_own_beside_an_answer_that_is_drawn_elsewhere_is_done(stand: Stand):
    page = "const u = document.createElement('ul'); document.body.prepend(u); fetch('/api/banners').then(r => r.json()).then(a => a.forEach(x => { const e = document.createElement('li'); e.textContent = x.text; u.append(e); }))"
    assert await end(stand, page) == "ok"


async def test_a_page_that_sends_when_it_is_connected_again_is_told_so_and_sends(stand: Stand):
    assert await end(stand, "addEventListener('online', flush)", body='{"id": 7}') == "ok"
    assert stand.sent() == ["/api/notes Sugar"]


async def test_what_is_left_to_a_service_worker_is_not_sent(stand: Stand):
    assert (
        await end(stand, "b.addEventListener('click', async () => (await navigator.serviceWorker.ready).sync.register('q'))")
        == "not_sent"
    )
