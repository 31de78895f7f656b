# ruff: noqa: E501  pages are easier to read as the markup they are
"""A control that is drawn as another kind, or stands deeper in menus, tabs and folds than in the runs, is still the one of its name."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, step, t

from awm_mcp.model import Landmark

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
MAIN = (Landmark(role="main"),)
CLOSE = t(role="button", name="Close issue", tag="button", landmarks=MAIN)
SAFE = {"repair": "safe"}
DID = "onclick=\"say('done');return false\""
MENU = "<div role=menu style='position:fixed;top:40px' hidden>{}</div>"
TOGGLE = "onclick=\"const m = this.nextElementSibling; m.hidden = !m.hidden; this.setAttribute('aria-expanded', !m.hidden)\""
DRAWN = {
    "a link without an address": f"<a href='#' {DID}>Close issue</a>",
    "a text that can be clicked": f"<span style='cursor:pointer' {DID}>Close issue</span>",
    "an entry of a menu in a menu": f"<button aria-haspopup=menu aria-expanded=false {TOGGLE}>Actions</button>"
    + MENU.format(f"<div role=menuitem>Print</div><div role=menuitem aria-haspopup=menu aria-expanded=false {TOGGLE}>Manage ▸</div>" + MENU.format(f"<div role=menuitem {DID}>Close issue</div>")),
    "an entry beside a split button": f"<button onclick=\"fetch('/wrong', {{method: 'POST'}})\">Save draft</button><button aria-haspopup=menu aria-expanded=false {TOGGLE}><svg width=9 height=9></svg></button>"
    + MENU.format(f"<button role=menuitem {DID}>Close issue</button>"),
}  # fmt: skip


@pytest.mark.parametrize("html", DRAWN.values(), ids=DRAWN)
async def test_a_button_drawn_as_something_else_to_press_is_taken_by_its_very_name(stand: Stand, html: str):
    press = step("click", CLOSE, writes=True)
    outcome = await stand.play(press, READ, page=f"<main><h1>Issue</h1>{html}</main>{LOG}", settings=SAFE, risk="write")
    assert outcome.outputs == {"log": "done;"}, outcome.stopped
    assert stand.sent() == []


@pytest.mark.parametrize(
    "html",
    [
        f"<a href='#' {DID}>Close issues</a>",
        "<a href='/issues/close'>Close issue</a>",
        f"<div role=tablist><a href='#' role=tab {DID}>Close issue</a></div>",
        f"<label {DID}>Close issue <input type=checkbox></label>",
        f"<a href='#' {DID}>Close issue</a> <span style='cursor:pointer' {DID}>Close issue</span>",
    ],
)
async def test_another_name_page_tab_or_two_of_them_are_none_for_a_step_that_writes(stand: Stand, html: str):
    press = step("click", CLOSE, writes=True)
    outcome = await stand.play(press, page=f"<main><h1>Issue</h1>{html}</main>{LOG}", settings=SAFE, risk="write")
    assert outcome.stopped is not None and outcome.steps_done == 0
    assert [hit.path for hit in stand.site.hits if hit.path != "/favicon.ico"] == ["/"]


ROW = "<div class=field><span>{}</span><button onclick=\"say('{}')\">Edit</button></div>"
FIELDS = ROW.format("Labels", "labels") + ROW.format("Weight", "weight")
HIDDEN = {
    "a fold": f"<details><summary>Properties</summary>{FIELDS}</details>",
    "a tab that its panel is called like": f"<div role=tablist><button role=tab aria-selected=true>Activity</button><button role=tab aria-selected=false onclick=\"this.parentElement.nextElementSibling.hidden = false; this.setAttribute('aria-selected', true)\">Properties</button></div><div role=tabpanel aria-label=Properties hidden>{FIELDS}</div>",
}  # fmt: skip


@pytest.mark.parametrize("html", HIDDEN.values(), ids=HIDDEN)
async def test_what_a_hidden_row_says_is_said_of_no_other_control_and_its_place_is_opened(stand: Stand, html: str):
    edit = t(role="button", name="Edit", row="Weight", landmarks=MAIN)
    page = f"<main><div class=head><h1>Issue</h1><button onclick=\"say('issue')\">Edit</button></div><div>{html}</div></main>{LOG}"
    outcome = await stand.play(step("click", edit), READ, page=page)
    assert outcome.outputs == {"log": "weight;"}, outcome.stopped


async def test_a_number_may_be_typed_into_a_text_field_and_a_tick_be_a_pressed_button(stand: Stand):
    page = f"<main><label>Weight <input inputmode=numeric onchange='say(this.value)'></label><button aria-pressed=false onclick=\"this.setAttribute('aria-pressed', true); say('urgent')\">Urgent</button></main>{LOG}"
    weight = step("fill", t(role="spinbutton", label="Weight", landmarks=MAIN), "8")
    urgent = step("check", t(role="checkbox", name="Urgent", label="Urgent", landmarks=MAIN), checked=True)
    outcome = await stand.play(weight, urgent, READ, page=page)
    assert outcome.outputs == {"log": "8;urgent;"}, outcome.stopped
