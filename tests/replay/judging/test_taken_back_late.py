# ruff: noqa: E501  pages are easier to read as the markup they are
"""What a page shows at once and takes back seconds after an answer that tells nothing is no success."""

from __future__ import annotations

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import Evidence, FlowStep, Outcome

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
LEARNED = Evidence(runs=("run_1", "run_2"), support=2)
NOTES = """<ul id=l></ul><label>Note <input id=n></label><button id=b>Save</button><p role=status id=s></p><script>
const add = x => { const e = document.createElement('li'); e.textContent = x; l.append(e); return e; }, post = x => fetch('/api', { method: 'POST', body: x });
b.onclick = async () => { const x = n.value; n.value = ''; const e = add(x); await post(x); THEN };</script>"""
SAVE = (step("fill", t(role="textbox", name="Note"), param("n")), step("click", t(role="button", name="Save"), writes=True))
TOGGLE = """<button id=b aria-pressed=false>Follow</button><script>
const set = v => { b.setAttribute('aria-pressed', v); }; b.onclick = async () => { set(true); await fetch('/api', { method: 'POST', body: 'on' }); THEN };</script>"""
FOLLOW = (step("check", t(role="button", name="Follow"), checked=True, writes=True),)


async def end(stand: Stand, steps: tuple[FlowStep, ...], page: str, **more: object) -> str:
    neutral: Answer = (200, {"content-type": "application/json"}, '{"k": 1}')
    stand.site.pages |= {"/api": neutral, "/state": "no"}
    kept = page.replace("aria-pressed=false", "aria-pressed=true")
    stand.site.pages["/"] = lambda _: kept if stand.sent() else page
    args = {"n": "Sugar"} if "n.value" in page else None
    outcome: Outcome = await stand.play(*steps, args=args, risk="write", evidence=LEARNED, **more)
    return outcome.stopped.code if outcome.stopped is not None else outcome.status


@pytest.mark.parametrize(
    ("then", "code"),
    [
        ("", "ok"),
        ("setTimeout(() => e.remove(), 2000)", "not_confirmed"),
        ("setTimeout(async () => { await fetch('/state'); e.remove(); s.textContent = 'Full'; }, 1800)", "not_confirmed"),
        ("const h = setInterval(() => { e.remove(); clearInterval(h); }, 1800)", "not_confirmed"),
        ("s.textContent = 'Saved'; setTimeout(() => { s.textContent = ''; }, 30000)", "ok"),
    ],
    ids=["kept", "gone", "asked and gone", "gone at a beat", "told"],
)
async def test_an_entry_that_goes_after_seconds_is_no_success(stand: Stand, then: str, code: str):
    assert await end(stand, SAVE, NOTES.replace("THEN", then)) == code


@pytest.mark.parametrize(
    ("then", "code"),
    [("", "ok"), ("setTimeout(() => set(false), 1800)", "did_not_stick")],
    ids=["kept", "taken back"],
)
async def test_a_state_that_is_taken_back_after_seconds_is_no_success(stand: Stand, then: str, code: str):
    assert await end(stand, FOLLOW, TOGGLE.replace("THEN", then)) == code


@pytest.mark.parametrize(("keeps", "code"), [(True, "ok"), (False, "not_kept")])
async def test_waiting_for_an_entry_takes_no_look_at_the_end_away(stand: Stand, keeps: bool, code: str):
    notes = ["Tea"]

    def home(_: Hit) -> str:
        return NOTES.replace("THEN", "").replace("<ul id=l>", "<ul id=l>" + "".join(f"<li>{one}</li>" for one in notes))

    def api(hit: Hit) -> Answer:
        notes.extend([hit.body.decode()] if keeps else [])
        return (200, {"content-type": "application/json"}, '{"k": 1}')

    stand.site.pages |= {"/": home, "/api": api}
    steps = (*SAVE, step("wait_for", None, param("n")))
    outcome = await stand.play(*steps, args={"n": "Sugar"}, risk="write", evidence=LEARNED)
    assert (outcome.stopped.code if outcome.stopped is not None else outcome.status) == code


async def test_words_of_the_runs_that_are_waited_for_prove_the_end(stand: Stand):
    page = NOTES.replace("const e = add(x); ", "").replace("THEN", "s.textContent = 'Gordeta dago orain';")
    assert await end(stand, SAVE, page) == "not_confirmed"
    assert await end(stand, (*SAVE, step("wait_for", None, "Gordeta dago orain")), page) == "ok"
