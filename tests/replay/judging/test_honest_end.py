# ruff: noqa: E501  pages are easier to read as the markup they are
"""A good end is only told when the site took what was sent, and nothing is sent twice or cut off."""

from __future__ import annotations

import asyncio

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, seldom, step, t

from awm_mcp.model import Expectation, value
from awm_mcp.replay.judging.honest_end import Message

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SAVE = t(role="button", name="Save")
LOOK = t(role="button", name="Look")
NOTE = t(role="textbox", name="Note")
FORM = "<form method=post action=/save><label>Note <input name=n></label><button>Save</button></form>"
SPA = """<label>Note <input id=n></label><button onclick="fetch('/api/notes',{method:'POST',body:n.value}).then(r=>{if(r.ok) list.innerHTML+='<li>'+n.value})">Save</button><ul id=list></ul>"""
LATE = "<button type=button onclick=\"this.textContent='Seen';setTimeout(()=>fetch('/api/late',{method:'POST'}),600)\">Look</button>"


async def test_a_form_that_the_server_fails_on_is_not_ok(stand: Stand):
    stand.site.pages["/save"] = (500, {}, "<h1>Internal server error</h1>")
    outcome = await stand.play(step("fill", NOTE, "x"), step("click", SAVE, writes=True), page=FORM)
    assert outcome.status == "step_failed"
    assert outcome.stopped is not None
    assert (outcome.stopped.code, outcome.stopped.step) == ("site_refused", 2)
    assert "POST /save answered 500" in outcome.stopped.seen
    assert "Internal server error" in outcome.stopped.seen
    assert outcome.stopped.remaining == ()


@pytest.mark.parametrize("status", [500, 422, 403])
async def test_a_background_request_that_is_refused_is_not_ok(stand: Stand, status: int):
    stand.site.pages["/api/notes"] = (status, {}, "no")
    outcome = await stand.play(step("fill", NOTE, param("n")), step("click", SAVE), page=SPA, args={"n": "tea"})
    assert outcome.stopped is not None
    assert (outcome.status, outcome.stopped.code) == ("step_failed", "site_refused")


async def test_what_the_answer_says_of_a_refusal_is_told_where_the_page_says_nothing(stand: Stand):
    body = '{"message": "Not taken", "errors": {"note": ["is too short", "<b>"]}}' + " " * 300
    stand.site.pages["/api/notes"] = (422, {"content-type": "application/json"}, body)
    outcome = await stand.play(step("fill", NOTE, param("n")), step("click", SAVE), page=SPA, args={"n": "tea"})
    assert outcome.stopped is not None
    assert outcome.stopped.seen == "POST /api/notes answered 422; its answer says 'Not taken; note: is too short; note: <b>'"


async def test_a_refusal_stops_before_the_next_step_is_done(stand: Stand):
    stand.site.pages["/api/notes"] = (500, {}, "no")
    page = SPA + "<button onclick=\"fetch('/api/next',{method:'POST'})\">Next</button>"
    outcome = await stand.play(step("click", SAVE), step("click", t(role="button", name="Next")), page=page)
    assert outcome.stopped is not None
    assert (outcome.stopped.code, outcome.stopped.step) == ("site_refused", 1)
    assert outcome.stopped.remaining == ('click button "Next"',)
    assert stand.sent() == ["/api/notes"]


async def test_a_request_that_is_accepted_at_the_second_try_is_ok(stand: Stand):
    tries: list[str] = []

    def answer(hit: Hit) -> Answer:
        tries.append(hit.path)
        return (401 if len(tries) == 1 else 200, {}, "x")

    stand.site.pages["/api/notes"] = answer
    page = "<button onclick=\"const go=()=>fetch('/api/notes',{method:'POST'});go().then(r=>r.ok||go())\">Save</button>"
    outcome = await stand.play(step("click", SAVE), page=page)
    assert outcome.ok, outcome.stopped
    assert len(tries) == 2


async def test_telemetry_that_is_refused_does_not_matter(stand: Stand):
    page = "<button onclick=\"fetch('/analytics',{method:'POST'})\">Save</button>"
    assert (await stand.play(step("click", SAVE), page=page)).ok


BOOKED = "<form method=post action=/save><button>Save</button></form>"


@pytest.mark.parametrize(
    "said",
    [
        "<p role=alert>No table was booked</p><h1>Sorry, fully booked</h1>",
        "<div class='alert alert-danger'>Rejected by the bank</div>",
        "<div role=alert><div class=MuiAlert-standardError>Quota reached</div></div>",
        seldom("<div role=alert class=bg-negative>Ann is on holiday</div>"),
        "<div role=alert class=st-k1><div data-testid=stAlertContentError><p>Ann is on holiday</p></div></div>",
        "<label>Note <input aria-invalid=true value=x></label>",
    ],
)
async def test_a_new_complaint_of_the_page_is_not_ok(stand: Stand, said: str):
    stand.site.pages["/save"] = said + BOOKED
    outcome = await stand.play(step("click", SAVE, writes=True), page=BOOKED, postcondition={"url": "/save"})
    assert outcome.status == "postcondition_failed"
    assert outcome.stopped is not None
    assert outcome.stopped.code == "site_complained"


@pytest.mark.parametrize(
    "said",
    [
        "<div role=alert class='alert alert-success'>Your error report was sent</div>",
        "<div role=alert>Saved without errors</div>",
        "<div role=alert class='alert alert-danger'>Note deleted</div>",
        "<h1>Login failed</h1>",
    ],
)
async def test_messages_of_success_and_known_ones_are_no_complaints(stand: Stand, said: str):
    stand.site.pages["/save"] = said
    steps = [step("fill", NOTE, param("n")), step("click", SAVE, writes=True)]
    known = {"text": "Note deleted"} if "deleted" in said else {"url": "/save"}
    outcome = await stand.play(*steps, page=FORM, args={"n": "Login failed"}, postcondition=known)
    assert outcome.ok, outcome.stopped


async def test_a_form_that_comes_back_filled_does_not_show_that_its_value_was_saved(stand: Stand):
    back = FORM.replace("name=n", "name=n value=Tea")
    stand.site.pages["/save"] = f"<h1>Notes</h1><p>Please be brief</p>{back}"
    save = step("click", SAVE, writes=True, expect=Expectation(text=param("n")))
    outcome = await stand.play(step("fill", NOTE, param("n")), save, page=FORM, args={"n": "Tea"})
    assert outcome.stopped is not None
    assert outcome.stopped.code == "not_as_expected"


async def test_a_message_that_was_there_before_is_no_complaint(stand: Stand):
    old = "<p role=alert>Sorry, the shop could not load the weather</p>"
    stand.site.pages["/save"] = old + "<h1>Saved</h1>"
    assert (await stand.play(step("click", SAVE, writes=True), page=old + BOOKED)).ok


@pytest.mark.parametrize(
    ("text", "tone", "bad"),
    [
        ("Could not save", "", True),
        ("Saved", "", False),
        ("0 errors", "", False),
        ("Fine", "bad", True),
        ("Sorry", "good", False),
    ],
)
async def test_the_tone_of_a_message_goes_before_its_words(text: str, tone: str, bad: bool):
    assert Message(text, strong=True, tone=tone, heading=False).complains() is bad


async def test_following_the_next_of_a_stop_never_sends_twice(stand: Stand):
    stand.site.pages["/api/notes"] = "ok"
    seen = Expectation(text=value("Thank you"))
    page = SPA + "<button>Next</button>"
    flow = stand.workflow(step("click", SAVE, expect=seen, writes=True), step("click", t(role="button", name="Next")))
    stand.site.pages["/"] = page
    replayer = stand.replayer()
    first = await replayer.replay(stand.request(flow, keep_page=True))
    assert first.stopped is not None
    assert first.stopped.code == "not_as_expected"
    assert first.steps_done == 1
    assert first.stopped.remaining == ('click button "Next"',)
    assert f"resume={first.handle} and from_step=2" in first.next

    refused = await replayer.replay(stand.request(flow, keep_page=True, resume=first.handle, from_step=1))
    assert refused.stopped is not None
    assert refused.stopped.code == "already_sent"
    assert refused.handle == first.handle
    second = await replayer.replay(stand.request(flow, resume=first.handle, from_step=2))
    assert second.ok, second.stopped
    assert stand.sent() == ["/api/notes"]


@pytest.mark.parametrize("where", ["expect", "end"])
async def test_after_the_last_step_nothing_is_left_to_resume(stand: Stand, where: str):
    stand.site.pages["/api/notes"] = "ok"
    stand.site.pages["/"] = SPA
    last = step(
        "click", SAVE, writes=True, **({"expect": Expectation(text=value("Thank you"))} if where == "expect" else {})
    )
    flow = stand.workflow(last, **({"postcondition": {"text": "Thank you"}} if where == "end" else {}))
    replayer = stand.replayer()
    first = await replayer.replay(stand.request(flow, keep_page=True))
    assert first.stopped is not None
    assert first.stopped.remaining == ()
    assert "then report" in first.next
    assert "from_step" not in first.next
    again = await replayer.replay(stand.request(flow, resume=first.handle, from_step=1))
    assert again.stopped is not None
    assert again.stopped.code == "already_sent"
    assert stand.sent() == ["/api/notes"]


async def test_what_a_page_sends_late_is_sent_before_the_end(stand: Stand):
    stand.site.pages["/api/late"] = "ok"
    outcome = await stand.play(step("click", LOOK), page=LATE)
    assert outcome.ok, outcome.stopped
    assert stand.sent() == ["/api/late"]


async def test_what_a_page_sends_late_and_the_site_refuses_is_not_ok(stand: Stand):
    stand.site.pages["/api/late"] = (500, {}, "no")
    outcome = await stand.play(step("click", LOOK), page=LATE)
    assert outcome.stopped is not None
    assert outcome.stopped.code == "site_refused"


async def test_what_a_page_would_send_late_is_held_back_in_verification(stand: Stand):
    outcome = await stand.play(step("click", LOOK), page=LATE, request={"until_write": True})
    assert outcome.status == "confirmation_required"
    assert outcome.stopped is not None
    assert "/api/late" in outcome.stopped.seen
    assert stand.sent() == []


@pytest.mark.parametrize("then", [False, True])
async def test_a_reported_step_that_sends_late_is_seen_to_write(stand: Stand, then: bool):
    more = [step("click", t(role="button", name="Seen"))] if then else []
    seen = await stand.observe(step("click", LOOK), *more, page=LATE)
    assert not seen.complete
    assert "/api/late" in seen.why
    assert any("POST /api/late" in s.effect.requests for s in seen.run.steps if s.effect)
    assert stand.sent() == []


CHAINED = """<button onclick="show()">Balance</button><p>Balance: <b id=b>$0.00</b></p><script>
async function show() { await fetch('/a'); const r = await fetch('/b'); document.getElementById('b').textContent = await r.text(); }
</script>"""


async def test_what_is_read_is_what_stands_there_after_one_request_that_followed_another(stand: Stand):
    async def slowly(text: str) -> str:
        await asyncio.sleep(0.6)
        return text

    stand.site.pages |= {"/a": lambda _: slowly("x"), "/b": lambda _: slowly("$55.50")}
    read = step("extract", t(css="#b", tag="b"), output="balance")
    outcome = await stand.play(step("click", t(role="button", name="Balance")), read, page=CHAINED)
    assert outcome.outputs == {"balance": "$55.50"}
