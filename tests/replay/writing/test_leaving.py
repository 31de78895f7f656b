"""What a page sends only when it is left is sent before the end, seen, and held back in proofs."""

from __future__ import annotations

import pytest
from core_stage import Stand, step, t

from awm_mcp.replay.writing import late

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
NOTE = t(role="textbox", name="Note")
DONE = t(role="button", name="Mark")
PAGE = """<label>Note <input id=n></label><button id=b>Mark</button><script>
let kept = null; n.oninput = () => { kept = n.value }; b.onclick = () => { kept = 'marked'; b.textContent = 'Marked' };
OWNER.addEventListener('EVENT', () => { if (kept && (EVENTS || document.visibilityState === 'hidden')) SEND; kept = null });
</script>"""
BEACON, KEPT = "navigator.sendBeacon('/save', kept)", "fetch('/save', {method: 'POST', body: kept, keepalive: true})"
WAYS = {"pagehide": BEACON, "beforeunload": KEPT, "visibilitychange": BEACON}


def page(event: str, send: str) -> str:
    owner, at_once = ("document", "false") if event == "visibilitychange" else ("window", "true")
    return PAGE.replace("OWNER", owner).replace("EVENTS", at_once).replace("EVENT", event).replace("SEND", send)


@pytest.mark.parametrize(("event", "send"), WAYS.items(), ids=WAYS)
async def test_a_field_that_is_saved_when_its_page_is_left_is_saved_before_the_end(stand: Stand, event: str, send: str):
    stand.site.pages["/save"] = "ok"
    outcome = await stand.play(step("fill", NOTE, "good tea", writes=True), page=page(event, send), risk="write")
    assert outcome.ok, outcome.stopped
    assert stand.sent() == ["/save good tea"]


async def test_what_is_refused_in_leaving_is_refused(stand: Stand):
    stand.site.pages["/save"] = (409, {}, "changed meanwhile")
    marked = step("click", DONE, writes=True, sends=("POST /save",))
    outcome = await stand.play(marked, page=page("pagehide", KEPT), risk="write")
    assert outcome.stopped is not None
    assert outcome.stopped.code == "site_refused"


async def test_a_page_that_has_nothing_to_save_in_leaving_sent_nothing(stand: Stand, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(late, "SAVING_S", 0.5)
    lost = page("pagehide", KEPT).replace("kept = 'marked'", "")
    outcome = await stand.play(step("click", DONE, writes=True, sends=("POST /save",)), page=lost, risk="write")
    assert outcome.stopped is not None
    assert outcome.stopped.code == "not_sent"


@pytest.mark.parametrize("send", [BEACON, KEPT])
async def test_in_a_proof_nothing_is_sent_by_a_page_that_is_left(stand: Stand, send: str):
    stand.site.pages.update({"/save": "ok", "/other": "<h1>Other</h1>"})
    stand.site.pages["/"] = page("pagehide", send) + "<a href=/other>Away</a>"
    steps = (step("click", DONE), step("click", t(role="link", name="Away")))
    for some in (steps[:1], steps):
        await stand.play(*some, request={"until_write": True})
        await stand.observe(*some)
    visits = page("pagehide", KEPT).replace("if (kept", "if (true").replace("body: kept", "body: 'v1'")
    told = await stand.observe(step("fill", NOTE, "good tea"), page=visits)
    assert told.run.steps[0].effect is not None
    assert told.run.steps[0].effect.requests == ()
    seen = await stand.observe(step("fill", NOTE, "good tea"), page=page("pagehide", send))
    assert stand.sent() == []
    assert seen.run.steps[0].effect is not None
    assert seen.run.steps[0].effect.requests == ("POST /save",)
