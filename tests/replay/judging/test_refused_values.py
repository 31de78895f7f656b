"""What the site refuses because of a value: told soon, with the complaint and the argument to correct."""

from __future__ import annotations

import time

import pytest
from browser_fixtures import Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import Expectation, value

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
FORM = """<h1>Contact us</h1><form action=/send method=post>
<label>Your email <input name=email></label><label>Message <input name=message></label><button>Send</button></form>"""
ALERT = "<div role=alert><p>Please look at this again:</p><ul><li>Please give an email address</ul></div>"
EMAIL, MESSAGE, SEND = t(role="textbox", name="Your email"), t(role="textbox", name="Message"), t(role="button", name="Send")
THANKS = Expectation(text=value("Thank you"))
FILLED = (step("fill", EMAIL, param("email")), step("fill", MESSAGE, param("message")))
PATIENT = {"step_timeout_s": 10.0}
GIVEN = {"email": "bob", "message": "hello there"}
RETRIES = """<label>Your email <input id=n></label><button onclick="send()">Send</button><p id=out role=alert></p><script>
async function send() { const r = await fetch('/api', {method: 'POST', body: n.value});
  out.textContent = r.ok ? 'Thank you' : 'One moment'; if (!r.ok) setTimeout(send, 1500); }</script>"""


async def test_a_refused_value_is_told_at_once_with_the_complaint_and_its_argument(stand: Stand):
    stand.site.pages["/send"] = (422, {}, ALERT + FORM)
    began = time.monotonic()
    sends = step("click", SEND, writes=True, expect=THANKS)
    outcome = await stand.play(*FILLED, sends, page=FORM, args=GIVEN, settings=PATIENT)
    assert time.monotonic() - began < PATIENT["step_timeout_s"] / 2
    assert outcome.stopped is not None
    assert (outcome.stopped.code, outcome.stopped.step) == ("site_refused", 3)
    assert "POST /send answered 422; the page says 'Please look at this again:" in outcome.stopped.seen
    assert "Contact us" not in outcome.stopped.seen
    assert outcome.next == "nothing was taken: correct `email` and call again"
    assert stand.sent() == ["/send email=bob&message=hello+there"]


async def test_with_the_page_left_open_it_may_also_be_corrected_there(stand: Stand):
    stand.site.pages["/send"] = (422, {}, ALERT + FORM)
    sends = step("click", SEND, writes=True, expect=THANKS)
    outcome = await stand.play(*FILLED, sends, page=FORM, args=GIVEN, request={"keep_page": True})
    by_hand = f"or correct it by hand on the page, open as {outcome.handle}, then report"
    assert outcome.next == f"nothing was taken: correct `email` and call again; {by_hand}"


async def test_where_something_was_sent_before_it_is_not_called_again(stand: Stand):
    stand.site.pages["/send"] = (422, {}, ALERT + FORM)
    page = "<button onclick=\"fetch('/begin', {method: 'POST'})\">Begin</button>" + FORM
    stand.site.pages["/begin"] = "begun"
    first = step("click", t(role="button", name="Begin"), writes=True)
    sends = step("click", SEND, writes=True, expect=THANKS)
    outcome = await stand.play(first, *FILLED, sends, page=page, args=GIVEN)
    assert outcome.stopped is not None
    assert outcome.stopped.code == "site_refused"
    assert "call again" not in outcome.next
    assert "whether it happened" in outcome.next


@pytest.mark.parametrize("status", [429, 503])
async def test_a_page_that_tries_again_by_itself_is_still_waited_for(stand: Stand, status: int):
    answers: list[int] = [status, 200]

    def answer(_: Hit) -> tuple[int, dict[str, str], str]:
        return (answers.pop(0), {}, "")

    stand.site.pages["/api"] = answer
    steps = (step("fill", EMAIL, param("email")), step("click", SEND, writes=True, expect=THANKS))
    outcome = await stand.play(*steps, page=RETRIES, args={"email": "bob@home"}, settings=PATIENT)
    assert outcome.ok, outcome.stopped


UNSENT = """<form><label>Message <input id=n></label><span id=h></span><button id=b>Send</button></form><script>
b.onclick = e => { e.preventDefault(); h.textContent = 'must have at least 7 characters'; };</script>"""


@pytest.mark.parametrize(("waits", "code"), [(True, "site_complained"), (False, "not_as_expected")])
async def test_what_a_form_says_beside_a_field_and_does_not_send_is_told_as_soon_as_the_page_rests(
    stand: Stand, waits: bool, code: str
):
    """The text has neither the looks nor the words of a complaint."""
    sends = step("click", SEND, writes=True, **({} if waits else {"expect": THANKS}))
    then = [step("wait_for", None, value("Thank you"))] if waits else []
    steps = (step("fill", MESSAGE, param("message")), sends, *then)
    began = time.monotonic()
    outcome = await stand.play(*steps, page=UNSENT, args={"message": "hello"}, settings=PATIENT)
    assert time.monotonic() - began < PATIENT["step_timeout_s"] / 2
    assert outcome.stopped is not None
    assert (outcome.stopped.code, outcome.stopped.step) == (code, 2)
    assert "must have at least 7 characters" in outcome.stopped.seen
