# ruff: noqa: E501  pages are easier to read as the markup they are
"""What the browser's dialogs say after a write is judged; a complaint beside the recorded message of success is told."""

from __future__ import annotations

import pytest
from core_stage import Stand, step, t

from awm_mcp.model import Dialog, Expectation, Outcome, value

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SAVE = t(role="button", name="Save")
PAGE = "<button onclick=\"fetch('/save',{method:'POST'}).then(() => {%s})\">Save</button><p id=p></p>"
BOOKED = "<form method=post action=/save><button>Save</button></form>"
WELL = "<div role=alert class='alert alert-success'>Guest was added.</div>"


async def saved(stand: Stand, then: str, known: str = "", **more: object) -> Outcome:
    stand.site.pages["/save"] = "ok"
    dialog = {"dialog": Dialog(kind="alert", message=value(known))} if known else {}
    return await stand.play(step("click", SAVE, writes=True, **dialog), page=PAGE % then, **more)


def code(outcome: Outcome) -> str:
    return outcome.stopped.code if outcome.stopped is not None else outcome.status


async def test_an_alert_that_complains_after_a_write_is_no_good_end(stand: Stand) -> None:
    outcome = await saved(
        stand, "p.textContent='Stored'; alert('This seat could not be reserved')", postcondition={"text": "Stored"}
    )
    assert (outcome.status, code(outcome)) == ("postcondition_failed", "site_complained")
    assert outcome.stopped is not None
    assert "This seat could not be reserved" in outcome.stopped.seen


async def test_an_alert_that_no_run_had_ends_unknown_where_nothing_shows_that_it_was_taken(stand: Stand) -> None:
    outcome = await saved(stand, "alert('Izen hori hartuta dago')")
    assert (outcome.status, code(outcome)) == ("unknown", "unexpected_dialog")


async def test_an_alert_that_plainly_confirms_is_a_good_end_though_no_report_told_of_it(stand: Stand) -> None:
    outcome = await saved(stand, "alert('Thank you, your message was sent!')")
    assert outcome.ok, outcome.stopped
    assert 'seen afterwards: "Thank you, your message was sent!"' in outcome.page.text


async def test_an_alert_beside_the_text_of_the_runs_is_told(stand: Stand) -> None:
    outcome = await saved(stand, "p.textContent='Stored'; alert('Try our new app')", postcondition={"text": "Stored"})
    assert outcome.ok, outcome.stopped
    assert 'seen afterwards: "Try our new app"' in outcome.page.text


@pytest.mark.parametrize("said", ["Order 12 is placed", "Order 13 is placed"])
async def test_an_alert_that_the_runs_had_is_a_good_end_also_with_another_number(stand: Stand, said: str) -> None:
    outcome = await saved(stand, f"alert('{said}')", known="Order 12 is placed")
    assert outcome.ok, outcome.stopped


async def test_an_alert_before_anything_was_sent_does_not_matter(stand: Stand) -> None:
    stand.site.pages["/save"] = "ok"
    page = "<button onclick=\"alert('The weather could not be loaded')\">Look</button>" + PAGE % ""
    outcome = await stand.play(step("click", t(role="button", name="Look")), step("click", SAVE, writes=True), page=page)
    assert outcome.ok, outcome.stopped


@pytest.mark.parametrize(
    ("answer", "ended"),
    [
        (f"{WELL}<div role=alert>Without a plan you cannot log in any more.</div>{BOOKED}", "ok"),
        (f"<div role=alert>Without a plan you cannot log in any more.</div>{BOOKED}<p>Guest was added.</p>", "site_complained"),
        (f"{WELL}<form><div role=alert>The guest could not be invited.</div><input></form>", "site_complained"),
        (f"{WELL}<label>Guest <input aria-invalid=true value=x></label>", "site_complained"),
    ],
)  # fmt: skip
async def test_a_complaint_beside_the_message_of_success_counts_where_it_is_about_the_form(
    stand: Stand, answer: str, ended: str
) -> None:
    stand.site.pages["/save"] = answer
    known = Expectation(text=value("Guest was added."))
    outcome = await stand.play(
        step("click", SAVE, writes=True, expect=known), page=BOOKED, postcondition={"text": "Guest was added."}
    )
    assert code(outcome) == ended
    assert ended != "ok" or "you cannot log in any more" in outcome.page.text


async def test_what_takes_a_message_of_success_back_is_no_good_end(stand: Stand) -> None:
    then = "say('Stored'); setTimeout(() => say('It could not be saved'), 30)"
    page = (
        PAGE % then
        + "<script>const say = s => { const d = document.createElement('div'); d.role = 'alert'; d.textContent = s; document.body.append(d) }</script>"
    )
    stand.site.pages["/save"] = "ok"
    outcome = await stand.play(step("click", SAVE, writes=True), page=page, postcondition={"text": "Stored"})
    assert code(outcome) == "site_complained"


COUNTS = "<b id=b>0</b><script>let i = 0; const id = setInterval(() => { b.textContent = ++i * 100; if (i === 40) clearInterval(id) }, 20)</script>"


async def test_a_number_that_a_page_counts_up_is_read_at_its_end(stand: Stand) -> None:
    outcome = await stand.play(step("extract", t(css="#b", tag="b"), output="n"), page=COUNTS)
    assert outcome.outputs == {"n": "4000"}
