"""A choice point: the options that a page shows late are all offered, and the one that the agent takes is clicked."""

from __future__ import annotations

import pytest
from core_stage import Stand, param, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
LATE = """<p id=log></p><ul id=list></ul><script>
  const offer = code => { const one = document.createElement('li'); one.setAttribute('role', 'option');
    one.textContent = code;
    one.onclick = () => { log.textContent += code + ';'; };
    list.append(one); };
  setTimeout(() => { offer('JFK'); setTimeout(() => offer('LGA'), 120); }, 500)</script>"""
PICK = step("choose", t(role="option"), param("airport"))
READ = step("extract", t(tag="p", css="#log"), output="log")
OPTIONAL = [{"name": "airport", "required": False}]


async def test_options_that_a_page_shows_late_are_offered_together_and_the_taken_one_is_clicked(stand: Stand):
    stand.site.pages["/"] = LATE
    flow = stand.workflow(PICK, READ, parameters=OPTIONAL)
    asked = await stand.replayer().replay(stand.request(flow, keep_page=True))
    assert asked.status == "needs_input" and asked.stopped is not None and asked.stopped.options == ("JFK", "LGA")
    on = stand.request(flow, resume=asked.handle, from_step=1, choice="LGA")
    taken = await stand.replayer().replay(on)
    assert (taken.status, taken.outputs) == ("ok", {"log": "LGA;"})


async def test_an_argument_picks_an_option_that_comes_late(stand: Stand):
    outcome = await stand.play(PICK, READ, page=LATE, parameters=OPTIONAL, args={"airport": "LGA"})
    assert (outcome.status, outcome.outputs) == ("ok", {"log": "LGA;"})


async def test_where_nothing_is_offered_nobody_is_asked(stand: Stand):
    outcome = await stand.play(PICK, page="<p>Nothing here</p>", parameters=OPTIONAL)
    assert outcome.status == "target_not_found" and outcome.stopped is not None
    assert outcome.stopped.seen == "none are shown"
