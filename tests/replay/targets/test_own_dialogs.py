# ruff: noqa: E501  pages are easier to read as the markup they are
"""A dialog in which a workflow acts stays, what lies behind it is not acted on, and what is chosen is one of the open list."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, step, t

from awm_mcp.model import Action, FlowStep, Landmark
from awm_mcp.replay.targets.obstacles import own_dialogs

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
CELL = "<table><tr><td onclick=\"fetch('/cell', {method: 'POST'})\">Design</td></tr></table>"
FIELD = """<input role=combobox aria-label=Department aria-haspopup=listbox aria-expanded=false readonly
  onclick="this.setAttribute('aria-expanded', true); setTimeout(drop, 700)">"""
LIST = """<script>const drop = () => document.body.insertAdjacentHTML('beforeend',
  "<div style='position:absolute;top:200px;left:60px;background:#fff;z-index:9' onclick=\\"say('chosen')\\"><div class=entry>Design</div></div>")</script>"""
DIALOG = f"""<button onclick="dlg.hidden = false">Edit</button>{CELL}
  <div id=dlg hidden style='position:fixed;inset:0;background:#0008'><div role=dialog aria-modal=true aria-label='Edit Ann' style='margin:40px;background:#fff'>
  {FIELD}<button onclick="fetch('/closed', {{method: 'POST'}}); dlg.hidden = true">Close</button>
  <button onclick="say('saved')">Save</button></div></div>{LOG}"""
OPEN = step("click", t(role="button", name="Edit"))
CHOOSE = step("click", t(role="combobox", name="Department"))
DESIGN = step("click", t(text="Design"))
SAVE = step("click", t(role="button", name="Save"))


async def test_an_entry_that_comes_late_is_chosen_and_not_the_cell_behind_the_dialog(stand: Stand):
    outcome = await stand.play(OPEN, CHOOSE, DESIGN, SAVE, READ, page=DIALOG + LIST)
    assert outcome.status == "ok", outcome
    assert outcome.outputs == {"log": "chosen;saved;"}
    assert (outcome.dismissed, stand.sent()) == ((), [])


async def test_an_entry_that_does_not_come_stops_and_leaves_the_dialog_open(stand: Stand):
    outcome = await stand.play(OPEN, CHOOSE, DESIGN, SAVE, page=DIALOG + "<script>const drop = () => {}</script>")
    assert outcome.stopped is not None
    assert (outcome.stopped.code, outcome.stopped.step) == ("target_not_found", 3)
    assert "behind the dialog" in outcome.stopped.seen
    assert (outcome.dismissed, stand.sent()) == ((), [])


async def test_beside_an_open_list_a_cell_of_the_page_is_no_entry(stand: Stand):
    outcome = await stand.play(CHOOSE, DESIGN, READ, page=f"{FIELD}{CELL}{LOG}{LIST}")
    assert outcome.outputs == {"log": "chosen;"}
    assert stand.sent() == []


async def test_what_comes_by_itself_over_the_dialog_of_the_task_is_put_away(stand: Stand):
    news = """<script>const drop = () => document.body.insertAdjacentHTML('beforeend',
      "<div role=dialog aria-label=News style='position:fixed;inset:0;background:#eee;z-index:9'><button onclick=\\"this.parentElement.remove()\\">No thanks</button></div>")</script>"""
    waits = step("wait_for", t(role="button", name="No thanks"))
    outcome = await stand.play(OPEN, CHOOSE, waits, SAVE, READ, page=DIALOG + news)
    assert outcome.outputs == {"log": "saved;"}
    assert outcome.dismissed == ("closed dialog \"News\" with 'No thanks'",)
    assert stand.sent() == []


async def test_a_dialog_in_which_a_later_step_acts_is_not_put_away(stand: Stand):
    ask = """<button onclick="say('printed')">Print</button><div role=dialog aria-label=Options style='position:fixed;inset:0;background:#eee'>
      <button onclick="fetch('/closed', {method: 'POST'})">Close</button><button>Apply</button></div>"""
    inside = step("click", t(role="button", name="Apply", landmarks=(Landmark(role="dialog", name="Options"),)))
    outcome = await stand.play(step("click", t(role="button", name="Print")), inside, page=ask + LOG)
    assert outcome.stopped is not None
    assert (outcome.stopped.step, outcome.dismissed, stand.sent()) == (1, (), [])


async def test_dialogs_of_optional_steps_come_by_themselves() -> None:
    consent = t(role="button", name="Reject", landmarks=(Landmark(role="dialog", name="Cookies"),))
    save = t(
        role="button", name="Save", landmarks=(Landmark(role="dialog", name="Edit"), Landmark(role="form", name="Person"))
    )
    steps = [
        FlowStep(action=Action(type="click", target=consent), optional=True),
        FlowStep(action=Action(type="click", target=save)),
    ]
    assert own_dialogs(steps) == ("Edit",)
