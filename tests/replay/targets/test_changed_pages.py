# ruff: noqa: E501  pages are easier to read as the markup they are
"""Pages that changed since the recording: other words, moved entries, overlays, look-alike buttons; done right or not at all."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from core_stage import LOG, READ, Stand, param, step, t

from awm_mcp.model import Expectation, Landmark, Target, value
from awm_mcp.replay.traffic import activity

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SAFE = {"repair": "safe"}
SAVE = t(role="button", name="Save", testid="save-it", landmarks=(Landmark(role="main"),))
FIELDS = f"""<main><header><h1>Task</h1><button onclick="say('task')">Edit</button></header>
  <div class=f><div>Labels <button onclick="say('labels')">Edit</button></div><span>urgent</span></div>
  <div class=f><div>Weight <button onclick="say('weight')">Edit</button></div><span>3</span></div>
  <div class=f><div>Owner <button onclick="say('owner')">Edit</button></div><span>Ann</span></div></main>{LOG}"""
TASKS = f"""<div class=r><div><b>Ann</b> asked you</div><a>Fix the door #17</a><button onclick="say('door')">Done</button></div>
  <div class=r><div><b>Bob</b> asked you</div><a>Paint the wall #18</a><button onclick="say('wall')">Done</button></div>{LOG}"""
CUSTOM = f"""<form><div class=g><label class=l>Type</label><div class=dd><div class=t style="cursor:pointer" onclick="m.hidden=false"><span>Project</span></div>
  <div id=m hidden><div style="cursor:pointer" onclick="say('group')">Group</div></div></div></div>
  <div class=g><label class=l>Parent</label><div class=dd><div class=t style="cursor:pointer" onclick="say('parent')"><span>None</span></div></div></div></form>{LOG}"""


def seen_target(target: Target | None) -> Target:
    assert target is not None
    return target


async def test_equal_buttons_are_told_by_the_label_beside_them(stand: Stand):
    seen = await stand.observe(step("click", t(role="button", name="Edit", css=".f:nth-of-type(1) button")), page=FIELDS)
    target = seen_target(seen.run.steps[0].action.target)
    assert target.row == value("Labels")
    outcome = await stand.play(step("click", t(role="button", name="Edit", row=value("Weight"))), READ, page=FIELDS)
    assert outcome.outputs == {"log": "weight;"}


async def test_of_several_texts_in_a_row_the_one_that_the_task_names_is_kept(stand: Stand):
    click = step("click", t(role="button", name="Done", css=".r:nth-of-type(2) button"))
    seen = await stand.observe(click, page=TASKS, task="Mark 'Paint the wall' as done")
    target = seen_target(seen.run.steps[0].action.target)
    assert target.row == value("Paint the wall")
    done = step("click", t(role="button", name="Done", row=param("title")))
    outcome = await stand.play(done, READ, page=TASKS, args={"title": "Fix the door"})
    assert outcome.outputs == {"log": "door;"}


async def test_a_stand_in_for_a_field_is_known_by_the_field_and_not_by_its_value(stand: Stand):
    seen = await stand.observe(step("click", t(text="Project")), page=CUSTOM)
    target = seen_target(seen.run.steps[0].action.target)
    assert target.label == value("Type")
    outcome = await stand.play(
        step("click", t(label="Type", tag="span")),
        step("click", t(text="Group")),
        READ,
        page=CUSTOM.replace("Project", "Team"),
    )
    assert outcome.outputs == {"log": "group;"}


async def test_a_renamed_button_is_repaired_where_its_test_id_agrees(stand: Stand):
    page = f"<main><button data-testid=save-it onclick=\"say('stored')\">Store</button><button data-testid=other>Save a copy</button></main>{LOG}"
    writes = step("click", SAVE, writes=True)
    assert (await stand.play(writes, READ, page=page)).status == "target_not_found"
    outcome = await stand.play(writes, READ, page=page, settings=SAFE)
    assert outcome.outputs == {"log": "stored;"}
    assert outcome.healed == ('button "Save" -> button "Store"',)


async def test_a_step_that_writes_is_not_repaired_by_a_name_alone(stand: Stand):
    page = f"<main><button onclick=\"say('stored')\">Store</button><button>Help</button><button>Exit</button></main>{LOG}"
    outcome = await stand.play(step("click", t(role="button", name="Save"), writes=True), READ, page=page, settings=SAFE)
    assert outcome.status == "target_not_found"


async def test_two_likely_names_are_none(stand: Stand):
    page = f"<main><button onclick=\"say('a')\">Save now</button><button onclick=\"say('b')\">Store</button></main>{LOG}"
    outcome = await stand.play(step("click", t(role="button", name="Update")), READ, page=page, settings=SAFE)
    assert outcome.status == "target_not_found"


@pytest.mark.parametrize("name", ["Reopen issue", "Open issue", "Remove issue", "Cancel"])
async def test_the_opposite_is_no_other_name_even_under_the_same_test_id(stand: Stand, name: str):
    page = f"<main><button data-testid=toggle onclick=\"say('wrong')\">{name}</button></main>{LOG}"
    outcome = await stand.play(
        step("click", t(role="button", name="Close issue", testid="toggle")), READ, page=page, settings=SAFE
    )
    assert outcome.status == "target_not_found"


async def test_an_element_known_under_another_test_id_is_not_taken(stand: Stand):
    page = f"<main><button data-testid=save-all onclick=\"say('all')\">Save all</button></main>{LOG}"
    outcome = await stand.play(step("click", SAVE), READ, page=page, settings=SAFE)
    assert outcome.status == "target_not_found"


async def test_what_an_argument_names_has_no_other_name(stand: Stand):
    page = f"<main><button onclick=\"say('wrong')\">Store next</button></main>{LOG}"
    outcome = await stand.play(
        step("click", t(role="button", name=param("what"))), page=page, args={"what": "Save next"}, settings=SAFE
    )
    assert outcome.status == "target_not_found"


MENU = """<div role=menu hidden id=m%s><button role=menuitem onclick="say('%s')">%s</button></div>
  <button aria-label="More options" aria-haspopup=menu aria-expanded=false onclick="const m=document.getElementById('m%s');m.hidden=!m.hidden;this.setAttribute('aria-expanded',!m.hidden)">⋯</button>"""


async def test_an_entry_that_moved_into_the_overflow_menu_near_it_is_found(stand: Stand):
    page = f"<nav>{MENU % (1, 'reports', 'Reports', 1)}</nav><main>{MENU % (2, 'print', 'Print', 2)}</main>{LOG}"
    outcome = await stand.play(step("click", t(role="button", name="Print")), READ, page=page)
    assert outcome.outputs == {"log": "print;"}


async def test_a_renamed_entry_in_an_overflow_menu_is_repaired(stand: Stand):
    page = f"<nav>{MENU % (1, 'reports', 'Reports', 1)}</nav><main>{MENU % (2, 'edit', 'Modify', 2)}</main>{LOG}"
    outcome = await stand.play(
        step("click", t(role="button", name="Edit", landmarks=(Landmark(role="main"),))), READ, page=page, settings=SAFE
    )
    assert outcome.outputs == {"log": "edit;"}


async def test_looking_for_a_menu_never_closes_the_dialog_at_work(stand: Stand):
    page = f"""<main>{MENU % (1, "x", "Other", 1)}
      <div id=d style="position:fixed;inset:0;background:#eee"><h2>Edit labels</h2><button onclick="d.remove()">×</button><input aria-label=Box></div></main>{LOG}"""
    outcome = await stand.play(
        step("fill", t(role="textbox", name="Box"), "x"),
        step("click", t(role="button", name="Keep it")),
        page=page,
        settings=SAFE,
    )
    assert outcome.status == "target_not_found"
    assert outcome.stopped is not None
    assert "×" in outcome.stopped.around


async def test_a_menu_under_a_foreign_dialog_is_reached_and_the_dialog_told(stand: Stand):
    page = f"""<main>{MENU % (1, "print", "Print", 1)}</main>
      <div role=dialog aria-label=News style="position:fixed;inset:0;background:#eee"><button onclick="this.parentElement.remove()">No thanks</button><button>Subscribe</button></div>{LOG}"""
    outcome = await stand.play(step("click", t(role="button", name="Print")), READ, page=page)
    assert outcome.outputs == {"log": "print;"}
    assert outcome.dismissed == ("closed dialog \"News\" with 'No thanks'",)


async def test_a_busy_page_is_waited_for(stand: Stand):
    page = f"""<button onclick="document.body.setAttribute('aria-busy','true');setTimeout(()=>{{document.body.removeAttribute('aria-busy');b.onclick=()=>say('new')}},700)">Go</button>
      <button id=b onclick="say('old')">Next</button>{LOG}"""
    outcome = await stand.play(
        step("click", t(role="button", name="Go")), step("click", t(role="button", name="Next")), READ, page=page
    )
    assert outcome.outputs == {"log": "new;"}


async def test_a_request_whose_answer_nobody_reads_is_not_waited_for(stand: Stand, monkeypatch: pytest.MonkeyPatch):
    """Its body never ends and no bound gives it up: the replay only goes on because it is not waited for."""
    monkeypatch.setattr(activity, "LONGEST_S", math.inf)
    told: list[str] = []
    pending, mark = activity.Activity.pending, activity.Activity.mark

    def asked(self: activity.Activity) -> bool:
        told.append("waits" if pending(self) else "goes on")
        return told[-1] == "waits"

    def marked(self: activity.Activity) -> None:
        told.append("next")
        mark(self)

    monkeypatch.setattr(activity.Activity, "pending", asked)
    monkeypatch.setattr(activity.Activity, "mark", marked)
    stand.site.pages["/state"] = (200, {"content-length": "999"}, "begun")
    page = f"<button onclick=\"fetch('/state',{{method:'PUT'}}).then(()=>say('sent'))\">Go</button>{LOG}"
    outcome = await stand.play(step("click", t(role="button", name="Go")), READ, page=page)
    assert outcome.outputs == {"log": "sent;"}
    assert ("waits", "next") not in pairwise([*told, "next"]), "it was waited for until the bound"


async def test_a_message_seen_after_the_last_step_need_not_stay(stand: Stand):
    page = f"<button onclick=\"say('Saved');setTimeout(()=>document.getElementById('log').textContent='',400)\">Go</button>{LOG}<p>Home</p>"
    last = step("click", t(role="button", name="Go"), expect=Expectation(text=value("Saved;")), writes=True)
    outcome = await stand.play(last, page=page, postcondition={"text": "Saved;"})
    assert outcome.ok


async def test_a_step_that_uses_an_argument_is_not_skipped_as_not_shown(stand: Stand):
    page = f"<label>Name <input></label><button onclick=\"say('made')\">Make</button>{LOG}"
    size = step("select", t(role="combobox", label="Size"), param("size"), optional=True)
    make = step("click", t(role="button", name="Make"))
    outcome = await stand.play(size, make, page=page, args={"size": "L"})
    assert outcome.status == "target_not_found"


async def test_a_start_page_without_the_first_target_is_the_wrong_start(stand: Stand):
    go = t(role="button", name="Go")
    outcome = await stand.play(step("click", go), page="<p>elsewhere</p>", precondition={"target": go.model_dump()})
    assert outcome.status == "precondition_failed"
    assert outcome.stopped is not None
    assert outcome.stopped.code == "wrong_start"
