# ruff: noqa: E501  pages are easier to read as the markup they are
"""What a page has set itself to do with a timer is waited for; what ticks or only tidies up is not."""

from __future__ import annotations

import json

import pytest
from core_stage import LOG, READ, Stand, param, step, t

from awm_mcp.model import Outcome

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
FIND = t(role="searchbox", name="Find")
NOTE = t(role="textbox", name="Note")
TITLE = t(role="textbox", name="Title")
SAVE = t(role="button", name="Save")
DEBOUNCED = """<label>Find <input type=search id=q></label><ul id=list><li><button onclick="say('Tea')">Take</button></ul><script>
let t; q.oninput = () => { clearTimeout(t); t = setTimeout(async () => { const found = await (await fetch('/find?q=' + q.value)).text();
  list.innerHTML = `<li><button onclick="say('${found}')">Take</button>` }, 600) };
</script>"""


async def test_the_list_of_a_search_that_is_asked_for_late_is_the_one_that_is_used(stand: Stand):
    stand.site.pages["/find"] = lambda hit: "found " + hit.path.partition("=")[2]
    steps = (step("fill", FIND, param("what")), step("click", t(role="button", name="Take")), READ)
    outcome = await stand.play(*steps, page=DEBOUNCED + LOG, args={"what": "Ale"})
    assert outcome.outputs == {"log": "found Ale;"}, outcome.stopped


AUTOSAVE = """<label>Note <input id=n></label><p id=s></p><script>
let t; n.oninput = () => { clearTimeout(t); t = setTimeout(() => fetch('/save', {method: 'POST', body: n.value}).then(() => s.textContent = 'Saved'), 2000) };
</script>"""


@pytest.mark.parametrize("risk", ["write", "read"])
async def test_what_saves_itself_two_seconds_after_typing_is_saved_before_the_end(stand: Stand, risk: str):
    stand.site.pages["/save"] = "ok"
    outcome = await stand.play(
        step("fill", NOTE, param("n"), writes=risk == "write"), page=AUTOSAVE, args={"n": "tea"}, risk=risk
    )
    assert outcome.ok, outcome.stopped
    assert stand.sent() == (["/save tea"] if risk == "write" else [])


async def test_what_saves_itself_is_saved_before_its_page_is_left(stand: Stand):
    stand.site.pages.update({"/save": "ok", "/other": "<h1>Other</h1>"})
    steps = (step("fill", NOTE, param("n"), writes=True), step("click", t(role="link", name="Away")))
    outcome = await stand.play(*steps, page=AUTOSAVE + "<a href=/other>Away</a>", args={"n": "tea"}, risk="write")
    assert outcome.ok, outcome.stopped
    assert stand.sent() == ["/save tea"]


async def test_a_field_that_was_sent_in_the_source_runs_and_is_not_now_is_no_good_end(stand: Stand):
    page = "<label>Note <input value=VALUE></label>"
    outcome = await stand.play(step("fill", NOTE, "tea", writes=True), page=page.replace("VALUE", "tea"), risk="write")
    assert outcome.ok, outcome.stopped
    outcome = await stand.play(step("fill", NOTE, "tea", writes=True), page=page, risk="write")
    assert outcome.stopped is not None
    assert (outcome.status, outcome.stopped.code, outcome.stopped.step) == ("unknown", "not_sent", 1)


BATCHED = """<label>Note <input id=n></label><script>
let dirty = false; n.oninput = () => { dirty = true };
setInterval(() => { if (dirty) { dirty = false; fetch('/save', {method: 'POST', body: n.value}) } }, 2500);
</script>"""


async def test_what_is_saved_at_the_next_beat_is_saved_before_the_end(stand: Stand):
    stand.site.pages["/save"] = "ok"
    outcome = await stand.play(step("fill", NOTE, "tea", writes=True), page=BATCHED, risk="write")
    assert outcome.ok, outcome.stopped
    assert stand.sent() == ["/save tea"]


TOAST = """<button onclick="save()">Save</button><p role=status id=s></p><script>
const gone = () => { document.body.dataset.gone = 1; fetch('/gone') };
const save = async () => { MADE; await fetch('/save', {method: 'POST', body: 'x'}); ANSWERED };
</script>"""
HIDE = "s.textContent = 'Saved'; setTimeout(gone, 4000)"


@pytest.mark.parametrize("when", ["MADE", "ANSWERED"])
async def test_the_end_does_not_wait_for_a_message_to_go_again(stand: Stand, when: str):
    stand.site.pages.update({"/save": "ok", "/gone": "ok"})
    page = TOAST.replace(when, HIDE).replace("MADE", "").replace("ANSWERED", "")
    outcome = await stand.play(step("click", SAVE, writes=True), page=page, risk="write")
    assert outcome.ok, outcome.stopped
    assert stand.site.paths() == ["/", "/save"]


LATE_FORM = """<form method=post action=/save><label>Title <input name=title></label><label>Note <input name=note></label><button>Save</button></form><script>
SET(() => { document.querySelector('[name=title]').value = 'Old'; document.querySelector('[name=note]').value = 'Old note' }, 400);
</script>"""
EDIT = (step("fill", TITLE, param("title")), step("click", SAVE, writes=True))


def keep_new_title(stand: Stand, page: str) -> None:
    stand.site.pages["/save"] = "<h1>Saved</h1>"
    stand.site.pages["/"] = lambda _: page.replace("'Old'", "'New'") if stand.sent() else page


async def test_a_form_that_is_filled_late_by_its_page_is_filled_in_after_that(stand: Stand):
    keep_new_title(stand, LATE_FORM.replace("SET", "setTimeout"))
    outcome = await stand.play(*EDIT, args={"title": "New"})
    assert outcome.ok, outcome.stopped
    assert stand.sent() == ["/save title=New&note=Old+note"]


FROM_ELSEWHERE = "const SET = (work, ms) => { const c = new Worker(URL.createObjectURL(new Blob([`setTimeout(() => postMessage(0), ${ms})`]))); c.onmessage = work };"


async def test_a_field_that_held_something_in_every_run_is_filled_in_when_it_does_again(stand: Stand):
    keep_new_title(stand, LATE_FORM.replace("<script>", "<script>" + FROM_ELSEWHERE))
    known = (step("fill", TITLE.model_copy(update={"prefilled": True}), param("title")), EDIT[1])
    outcome = await stand.play(*known, args={"title": "New"})
    assert outcome.ok, outcome.stopped
    assert stand.sent() == ["/save title=New&note=Old+note"]


OVERWRITTEN = """<script>const [title, note] = document.querySelectorAll('input');
note.addEventListener('input', () => setTimeout(() => { title.value = 'Old'; if (BOTH) note.value = 'Old note' }, 300), { once: true });
</script>"""


async def fill_what_is_overwritten(stand: Stand, both: str) -> Outcome:
    stand.site.pages["/save"] = "<h1>Saved</h1>"
    page = LATE_FORM.split("<script>")[0] + OVERWRITTEN.replace("BOTH", both)
    return await stand.play(EDIT[0], step("fill", NOTE, "Hm"), EDIT[1], page=page, args={"title": "New"})


async def test_what_the_page_puts_over_filled_fields_is_put_back(stand: Stand):
    outcome = await fill_what_is_overwritten(stand, "true")
    assert outcome.ok, outcome.stopped
    assert stand.sent() == ["/save title=New&note=Hm"]
    assert outcome.steps[2].note == "filled in again what the page had put another text over"


async def test_a_text_that_another_field_makes_the_page_replace_is_not_sent_as_what_was_asked(stand: Stand):
    outcome = await fill_what_is_overwritten(stand, "false")
    assert outcome.stopped is not None
    assert (outcome.stopped.code, outcome.stopped.step, stand.sent()) == ("did_not_stick", 1, [])


TICKING = """<script>let n = 0; const go = () => { if (++n === 3) document.body.insertAdjacentHTML('beforeend', `<button onclick="say('done')">Go</button>`); TICK };
TICK; const poll = async () => { await fetch('/poll'); setTimeout(poll, 200) }; POLL</script>"""


@pytest.mark.parametrize(
    ("tick", "poll"), [("setTimeout(go, 200)", ""), ("", "setInterval(go, 200); "), ("setTimeout(go, 150)", "poll()")]
)
async def test_what_ticks_holds_nothing_up(stand: Stand, tick: str, poll: str):
    stand.site.pages["/poll"] = "{}"
    page = LOG + TICKING.replace("TICK", tick).replace("POLL", poll)
    outcome = await stand.play(step("click", t(role="button", name="Go")), READ, page=page)
    assert outcome.outputs == {"log": "done;"}, outcome.stopped
    assert outcome.steps[1].ms < 1400


async def test_a_field_that_saves_itself_after_two_seconds_is_seen_to_write(stand: Stand):
    seen = await stand.observe(step("fill", NOTE, "tea"), page=AUTOSAVE)
    assert not seen.complete
    assert "POST /save" in seen.why
    assert stand.sent() == []


NATURAL = """<script>
const told = {}, natural = f => f.name + ':' + f.length + ':' + /\\[native code\\]/.test(Function.prototype.toString.call(f));
told.functions = [setTimeout, setInterval, clearTimeout, requestIdleCallback, fetch, XMLHttpRequest.prototype.send].map(natural).join();
told.keys = Object.keys(window).some(k => k.includes('awm'));
try { setTimeout.call({}, () => 0, 0); told.self = 'taken'; } catch (e) { told.self = e.constructor.name + ':' + e.message; }
try { setTimeout(); told.none = 'taken'; } catch (e) { told.none = e.constructor.name; }
window.late = 0;
setTimeout('window.late += 1', 5);
told.id = typeof setTimeout(function (a, b) { told.given = a + b; told.this = this === window; }, 1, 2, 3);
clearTimeout(setTimeout(() => { told.cleared = 'ran' }, 1));
clearTimeout(undefined); clearTimeout('x'); clearInterval(setInterval(() => 0, 5));
const zone = window.setTimeout; window.setTimeout = function (work, ms) { told.patched = true; return zone(() => work(), ms); };
setTimeout(() => { told.late = window.late; document.body.append(Object.assign(document.createElement('output'), { textContent: JSON.stringify(told) })) }, 60);
</script>"""


async def test_a_page_finds_its_timers_as_they_are_without_the_account_and_nothing_is_kept_of_those_that_ended(stand: Stand):
    stand.site.pages["/"] = NATURAL
    async with stand.browsers.context(site=stand.site.host) as context:
        page = await context.new_page()
        await page.goto(stand.site.origin)
        told = json.loads(await page.locator("output").inner_text())
        left = await page.evaluate(
            "() => { const b = window[Symbol.for('awm.timers')]; return [b.live.size, b.beats.size] }"
        )
    assert left == [0, 0]
    assert told == {
        "functions": "setTimeout:1:true,setInterval:1:true,clearTimeout:0:true,requestIdleCallback:1:true,fetch:1:true,send:0:true",
        "keys": False, "self": "TypeError:Illegal invocation", "none": "TypeError", "id": "number", "given": 5, "this": True,
        "patched": True, "late": 1,
    }  # fmt: skip


async def test_a_field_that_its_page_fills_in_late_is_seen_to_hold_that(stand: Stand):
    page = LATE_FORM.replace("<script>", "<script>" + FROM_ELSEWHERE)
    seen = await stand.observe(step("fill", TITLE, "New"), page=page)
    target = seen.run.steps[0].action.target
    assert target is not None
    assert target.seen is not None
    assert target.seen.held == "Old"
