"""A step that sent something in its source runs is not done where nothing of the kind is sent."""

from __future__ import annotations

import pytest
from core_stage import Stand, param, step, t

from awm_mcp.induction import induce
from awm_mcp.model import Run
from awm_mcp.replay.writing import late

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SAVE, NOTE = t(role="button", name="Save"), t(role="textbox", name="Note")
SAVED = step("click", SAVE, writes=True, sends=("POST /save",))
PAGE = """<label>Note <input id=n></label><button id=b>Save</button><p role=status id=s></p><script>
const send = () => fetch('/save', {method: 'POST', body: n.value || 'x'}).then(() => { s.textContent = 'Saved' }); HOW
</script>"""
ONCE = "b.onclick = send"


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a page has not sent soon is missed soon."""
    monkeypatch.setattr(late, "SAVING_S", 0.5)
    monkeypatch.setattr(late, "PUT_OFF_S", 3.0)


SILENT = {
    "no handler": "",
    "a queue for later": "b.onclick = () => { localStorage.queue = n.value; s.textContent = 'Saved' }",
    "other requests": "b.onclick = () => { fetch('/other'); s.textContent = 'Saved' }",
}


@pytest.mark.parametrize("how", SILENT.values(), ids=SILENT)
@pytest.mark.usefixtures("soon")
async def test_a_click_that_sends_nothing_any_more_is_no_good_end(stand: Stand, how: str):
    stand.site.pages.update({"/save": "ok", "/other": "ok"})
    outcome = await stand.play(SAVED, page=PAGE.replace("HOW", how), risk="write")
    assert outcome.stopped is not None
    assert (outcome.status, outcome.stopped.code, outcome.stopped.step) == ("unknown", "not_sent", 1)
    assert stand.sent() == []


@pytest.mark.usefixtures("soon")
async def test_what_a_page_sends_once_as_it_begins_excuses_no_click(stand: Stand):
    stand.site.pages["/save"] = "ok"
    asks = "send(); b.onclick = () => { document.body.append('Are you sure?', document.createElement('button')) }"
    outcome = await stand.play(SAVED, page=PAGE.replace("HOW", asks), risk="write")
    assert outcome.stopped is not None
    assert (outcome.status, outcome.stopped.code) == ("unknown", "not_sent")
    assert stand.sent() == ["/save x"]


async def test_a_click_that_sends_at_once_is_not_waited_for(stand: Stand, monkeypatch: pytest.MonkeyPatch):
    stand.site.pages["/save"] = "ok"
    waited: list[object] = []
    monkeypatch.setattr(late, "_until_sent", waited.append)
    monkeypatch.setattr(late, "put_away", waited.append)
    outcome = await stand.play(SAVED, page=PAGE.replace("HOW", ONCE), risk="write")
    assert outcome.ok, outcome.stopped
    assert stand.sent() == ["/save x"]
    assert waited == []


@pytest.mark.usefixtures("soon")
async def test_what_can_be_undone_for_longer_than_saving_takes_is_sent_before_the_end(stand: Stand):
    stand.site.pages["/save"] = "ok"
    page = PAGE.replace("HOW", "b.onclick = () => { s.textContent = 'Saved. Undo'; setTimeout(send, 2000) }")
    outcome = await stand.play(SAVED, page=page, risk="write")
    assert outcome.ok, outcome.stopped
    assert stand.sent() == ["/save x"]


@pytest.mark.usefixtures("soon")
async def test_what_its_page_puts_off_for_too_long_stops_and_says_so(stand: Stand):
    page = PAGE.replace("HOW", "b.onclick = () => { s.textContent = 'Saved. Undo'; setTimeout(send, 90000) }")
    outcome = await stand.play(SAVED, page=page, risk="write")
    assert outcome.stopped is not None
    assert outcome.stopped.code == "not_sent"
    assert "the page has set something for in 8" in outcome.stopped.seen


@pytest.mark.usefixtures("soon")
async def test_nothing_more_is_sent_after_a_step_that_was_not(stand: Stand):
    page = PAGE.replace("HOW", "") + "<button onclick=\"fetch('/order', {method: 'POST'})\">Order</button>"
    order = step("click", t(role="button", name="Order"), writes=True, sends=("POST /order",))
    outcome = await stand.play(SAVED, order, page=page, risk="write")
    assert outcome.stopped is not None
    assert (outcome.stopped.code, outcome.stopped.step, outcome.steps_done) == ("not_sent", 1, 1)
    assert stand.sent() == []


MERGED = """<label>Note <input id=n></label><button id=a>Add</button><button id=b>Save</button><script>
let t; const later = () => { clearTimeout(t); t = setTimeout(() => fetch('/save', {method: 'POST', body: 'x'}), 400) };
a.onclick = later; b.onclick = later;
</script>"""


async def test_what_two_steps_send_with_a_delay_is_sent_for_each_of_them(stand: Stand):
    stand.site.pages["/save"] = "ok"
    add = step("click", t(role="button", name="Add"), writes=True, sends=("POST /save",))
    outcome = await stand.play(add, SAVED, page=MERGED, risk="write")
    assert outcome.ok, outcome.stopped
    assert stand.sent() == ["/save x", "/save x"]


UNCHANGED = """<label>Note <input id=n value=tea></label><button id=b>Save</button><script>
b.onclick = () => { if (n.value !== n.defaultValue) fetch('/save', {method: 'POST', body: n.value}) };
</script>"""


async def test_a_form_in_which_all_was_so_before_has_nothing_to_send(stand: Stand):
    stand.site.pages["/save"] = "ok"
    steps = (step("fill", NOTE, param("n")), SAVED)
    outcome = await stand.play(*steps, page=UNCHANGED, args={"n": "tea"}, risk="write")
    assert outcome.ok, outcome.stopped
    assert stand.sent() == []


@pytest.mark.parametrize("where", ["/save", "/api/v2/store"])
async def test_a_site_that_takes_it_at_another_address_now_is_no_fault(stand: Stand, where: str):
    stand.site.pages[where] = "ok"
    outcome = await stand.play(SAVED, page=PAGE.replace("HOW", ONCE).replace("/save", where), risk="write")
    assert outcome.ok, outcome.stopped


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("allowed", [True, False])
async def test_what_a_click_was_seen_to_send_is_learned_and_missed_when_it_is_not_sent(stand: Stand, allowed: bool):
    stand.site.pages["/save"] = "ok"
    page = PAGE.replace("HOW", ONCE).replace(">Save<", ">Go on<")
    runs = [await _seen(stand, page, text, allowed) for text in ("tea", "milk")]
    assert stand.sent() == (["/save tea", "/save milk"] if allowed else [])
    flow = induce(runs)[0]
    assert flow.steps[-1].sends == ("POST /save",)
    stand.site.hits.clear()
    for how, status in ((ONCE, "ok"), (SILENT["a queue for later"], "unknown")):
        stand.site.pages["/"] = PAGE.replace("HOW", how).replace(">Save<", ">Go on<")
        outcome = await stand.replayer().replay(stand.request(flow, {p.name: "rice" for p in flow.parameters}))
        assert outcome.status == status, outcome.stopped
        assert outcome.sent == ({"2": ("POST /save",)} if outcome.ok else {})
    assert stand.sent() == ["/save rice"]


async def _seen(stand: Stand, page: str, text: str, allowed: bool) -> Run:
    steps = (step("fill", NOTE, text), step("click", t(role="button", name="Go on")))
    seen = await stand.observe(*steps, page=page, allow_writes=allowed, task=f"Write the note {text}", id=text)
    return seen.run
