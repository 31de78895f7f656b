"""Questions of the browser that no run had are refused, and what they asked about is not taken as done, however late."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, step, t

from awm_mcp.model import Dialog, FlowStep, value

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
GO, NEXT = t(role="button", name="Go"), t(role="button", name="Next")
LATE = f"""<button onclick="setTimeout(() => say(confirm('Sure?')), 300)">Go</button>
  <button onclick=say(2)>Next</button>{LOG}"""


@pytest.mark.parametrize("then", [step("click", NEXT), READ], ids=["pressed", "read"])
async def test_a_question_that_comes_after_its_press_stops_before_the_next_step(stand: Stand, then: FlowStep):
    outcome = await stand.play(step("click", GO), then, page=LATE)
    assert outcome.status == "step_failed" and outcome.stopped is not None
    assert (outcome.stopped.code, outcome.stopped.step) == ("unexpected_dialog", 2)
    assert 'confirm "Sure?"' in outcome.stopped.seen


async def test_a_page_that_asks_something_as_it_loads_is_refused_and_used(stand: Stand):
    page = f"{LOG}<script>say(confirm('Desktop version?'))</script><button onclick=\"say('on')\">Go</button>"
    outcome = await stand.play(step("click", GO), READ, page=page)
    assert outcome.outputs == {"log": "false;on;"} and len(outcome.dismissed) == 1


async def test_a_page_that_asks_whether_it_may_be_left_is_not_left_and_the_stop_says_so(stand: Stand):
    stand.site.pages["/two"] = "<h1>Two</h1>"
    page = f"""<input aria-label=Note><a href=/two>Go</a>{LOG}
      <script>onbeforeunload = event => {{ event.preventDefault(); return 'x'; }}</script>"""
    typed, link = step("fill", t(role="textbox", name="Note"), "x"), t(role="link", name="Go")
    stay = await stand.play(typed, step("click", link), READ, page=page)
    assert stay.status == "step_failed" and stay.stopped is not None
    assert (stay.stopped.code, stay.stopped.step) == ("unexpected_dialog", 2) and "beforeunload" in stay.stopped.seen
    leave = Dialog(kind="beforeunload")
    read = step("extract", t(role="heading"), output="title")
    assert (await stand.play(typed, step("click", link, dialog=leave), read, page=page)).outputs == {"title": "Two"}


async def test_another_question_than_the_recorded_one_is_told_beside_it(stand: Stand):
    page = f"<button onclick=\"say(confirm('Delete all?'))\">Go</button>{LOG}"
    outcome = await stand.play(step("click", GO, dialog=Dialog(kind="confirm", message=value("Delete one?"))), page=page)
    assert outcome.stopped is not None
    assert outcome.stopped.expected == 'click button "Go" and only the confirm "Delete one?"'
