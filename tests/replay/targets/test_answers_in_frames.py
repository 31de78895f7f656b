# ruff: noqa: E501  pages are easier to read as the markup they are
"""What a page tells in its inline frames: answers, complaints, the end; the frames of other sites tell nothing."""

from __future__ import annotations

import pytest
from browser_fixtures import site
from core_stage import Stand, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
GO = t(role="button", name="Go")
FRAMED = "<button onclick=\"fetch('/save',{method:'POST'}).then(() => frames[0].show())\">Go</button><iframe src=/in title=Form></iframe>"
INSIDE = "<p>Balance: <b id=b>none</b></p><div id=e></div><script>function show(){{ document.getElementById('{0}').textContent='{1}'; {2} }}</script>"
ALERT = "document.getElementById('e').setAttribute('role','alert');"


async def test_a_complaint_in_a_frame_is_not_ok(stand: Stand):
    stand.site.pages.update({"/in": INSIDE.format("e", "Sorry, the date is already taken", ALERT), "/save": "{}"})
    outcome = await stand.play(step("click", GO, writes=True), page=FRAMED)
    assert outcome.status == "postcondition_failed", outcome
    assert outcome.stopped is not None and "already taken" in outcome.stopped.seen


async def test_what_is_written_in_an_editor_is_no_complaint(stand: Stand):
    stand.site.pages.update(
        {
            "/save": "{}",
            "/in": "<body contenteditable><h1>none</h1><script>function show(){document.querySelector('h1').textContent='Error: could not be saved'}</script>",
        }
    )
    assert (await stand.play(step("click", GO, writes=True), page=FRAMED)).ok


async def test_a_frame_of_another_site_complains_for_nobody(stand: Stand):
    async with site(
        {
            "/in": "<div role=alert id=e></div><script>onmessage=()=>{document.getElementById('e').textContent='Error: no ads could be found'}</script>"
        }
    ) as other:
        stand.site.pages["/save"] = "{}"
        page = f"<button onclick=\"fetch('/save',{{method:'POST'}}).then(() => frames[0].postMessage(1,'*'))\">Go</button><iframe src='http://{other.host}/in'></iframe><p>fine</p>"
        outcome = await stand.play(step("click", GO, writes=True), page=page, request={"hosts": (other.host,)})
        assert outcome.status in ("ok", "postcondition_failed")
        apart = await stand.play(step("click", GO, writes=True), page=page)
        assert apart.ok, apart.stopped


async def test_the_answer_of_a_run_is_found_in_a_frame_and_returned_by_its_replay(stand: Stand):
    stand.site.pages.update({"/in": INSIDE.format("b", "41.50 euro", ""), "/save": "{}"})
    seen = await stand.observe(step("click", GO), page=FRAMED, allow_writes=True, answer="41.50 euro")
    last = seen.run.steps[-1].action
    assert last.type == "extract" and last.target is not None
    assert [hop.title for hop in last.target.frame] == ["Form"]
    stand.site.pages["/in"] = INSIDE.format("b", "12.00 euro", "")
    read = step("extract", last.target, output="answer")
    outcome = await stand.play(step("click", GO), read, page=FRAMED)
    assert outcome.outputs == {"answer": "12.00 euro"}, outcome.stopped
    assert "12.00 euro" in outcome.page.text


async def test_what_a_step_shows_in_a_frame_is_its_effect(stand: Stand):
    stand.site.pages.update({"/in": INSIDE.format("b", "41.50 euro", ""), "/save": "{}"})
    seen = await stand.observe(step("click", GO), page=FRAMED, allow_writes=True)
    effect = seen.run.steps[0].effect
    assert effect is not None and "41.50 euro" in effect.shown


ROTA = "<table><tr><th>Week<th>Keeper</tr>" + "".join(
    f"<tr><td>{week}</td><td>{keeper}</td></tr>" for week, keeper in enumerate(["Ann", "Cora", "Ann", "Dev", "Ann"], start=1)
)


async def test_of_several_equal_answers_the_one_in_the_row_that_the_task_names_is_read(stand: Stand):
    seen = await stand.observe(step("hover", t(text="Keeper")), page=ROTA, answer="Ann", task="Who is on duty in week 3?")
    target = seen.run.steps[-1].action.target
    assert target is not None and target.row is not None and target.row.literal == "3"
    others = ROTA.replace("<td>3</td><td>Ann", "<td>3</td><td>Ella").replace("<tr><td>1</td><td>Ann</td></tr>", "")
    outcome = await stand.play(step("extract", target, output="answer"), page=others)
    assert outcome.outputs == {"answer": "Ella"}, outcome.stopped


async def test_of_several_equal_answers_in_a_list_none_is_guessed(stand: Stand):
    seen = await stand.observe(step("hover", t(text="Keeper")), page=ROTA, answer="Ann", task="Who is on duty now?")
    assert [one.action.type for one in seen.run.steps] == ["hover"]


@pytest.mark.parametrize(("shown", "part"), [("Price: 12 EUR. Ships in two days.", True), ("12 EUR", False)])
async def test_an_answer_that_is_a_part_of_a_longer_text_is_known_as_one(stand: Stand, shown: str, part: bool):
    page = f"<main><h1>Mug</h1><p>{shown}</p></main>"
    found = await stand.observe(step("hover", t(text="Mug")), page=page, answer="12 EUR")
    told = await stand.observe(step("extract", t(css="p"), "12 EUR", output="price"), page=page)
    assert (found.run.steps[-1].action.part, told.run.steps[-1].action.part) == (part, part)
