# ruff: noqa: E501  pages are easier to read as the markup they are
"""Widgets that are no plain fields: sliders, chips, lists of several, codes in boxes, editors; and a dialog that its page left."""

from __future__ import annotations

import re

import pytest
from core_stage import LOG, READ, Stand, param, step, t

from awm_mcp.model import Dialog, FlowStep, ForEach

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
GO = t(role="button", name="Go")
SLIDER = f"""<div role=slider tabindex=0 aria-label=Volume aria-valuemin=0 aria-valuemax=100 aria-valuenow=40 style="width:99px;height:9px"
  onkeydown="const now=+this.getAttribute('aria-valuenow')+({{ArrowRight:5,ArrowLeft:-5}}[event.key]||0);this.setAttribute('aria-valuenow',Math.max(0,Math.min(100,now)));say(now)"></div>{LOG}"""
VOLUME = t(role="slider", name="Volume")


@pytest.mark.parametrize("wanted", ["55", "10", "40", "100"])
async def test_a_slider_is_moved_by_keys_to_the_value(stand: Stand, wanted: str):
    steps = [
        step("fill", VOLUME, param("volume")),
        step("extract", VOLUME, read="attribute", attribute="aria-valuenow", output="v"),
    ]
    outcome = await stand.play(*steps, page=SLIDER, args={"volume": wanted})
    assert outcome.outputs == {"v": wanted}, outcome.stopped


async def test_a_slider_that_cannot_stand_there_says_where_it_stands(stand: Stand):
    outcome = await stand.play(step("fill", VOLUME, "42"), page=SLIDER)
    assert outcome.stopped is not None and outcome.stopped.code == "wrong_format"
    assert "stands at 4" in outcome.stopped.seen


async def test_a_range_field_takes_its_value(stand: Stand):
    target = t(role="slider", name="Price")
    steps = [step("fill", target, "70"), step("extract", target, read="value", output="v")]
    assert (await stand.play(*steps, page="<label>Price <input type=range min=0 max=100 step=10></label>")).outputs == {
        "v": "70"
    }


NATIVE = {
    "time": "14:30", "color": "#336699", "month": "2027-05", "week": "2027-W05", "datetime-local": "2027-05-01T09:15",
    "time in words": "2:30 pm",
}  # fmt: skip


async def test_native_fields_take_their_own_format(stand: Stand):
    page = "".join(f"<label>{kind} <input type={kind.split()[0]}></label>" for kind in NATIVE)
    given = {re.sub(r"\W", "_", kind): text for kind, text in NATIVE.items()}
    fields = {name: t(label=kind) for name, kind in zip(given, NATIVE, strict=True)}
    fills = [step("fill", field, param(name)) for name, field in fields.items()]
    reads = [step("extract", field, read="value", output=name) for name, field in fields.items()]
    outcome = await stand.play(*fills, *reads, page=page, args=given)
    assert outcome.outputs == {**given, "time_in_words": "14:30"}


async def test_several_options_are_chosen_at_once(stand: Stand):
    page = f"<label>Tags <select multiple onchange=\"say([...this.selectedOptions].map(o=>o.label).join('+'))\"><option selected>old<option>red<option>blue<option>green</select></label>{LOG}"
    outcome = await stand.play(
        step("select", t(role="listbox", name="Tags"), param("tags")), READ, page=page, args={"tags": ["red", "green"]}
    )
    assert outcome.outputs == {"log": "red+green;"}, outcome.stopped


@pytest.mark.parametrize("listed", ["Ale and Stout, Bread", "Bread and Cheese", "Bread, Cheese, and Ale and Stout"])
async def test_options_that_one_text_lists_are_chosen_where_each_is_there(stand: Stand, listed: str):
    page = f"<label>Tags <select multiple onchange=\"say([...this.selectedOptions].map(o=>o.label).join('+'))\"><option>Ale and Stout<option>Bread<option>Cheese</select></label>{LOG}"
    chosen = step("select", t(role="listbox", name="Tags"), param("tags"))
    outcome = await stand.play(chosen, READ, page=page, args={"tags": listed})
    wanted = [one for one in ("Ale and Stout", "Bread", "Cheese") if one in listed]
    assert outcome.outputs == {"log": "+".join(wanted) + ";"}, outcome.stopped
    missing = await stand.play(chosen, READ, page=page, args={"tags": "Bread, Wine"})
    assert missing.stopped is not None
    assert missing.stopped.code == "no_such_option"


async def test_chips_are_added_one_by_one_and_read_as_a_list(stand: Stand):
    page = """<label>Tags <input id=i></label><ul id=l></ul><script>i.onkeydown=e=>{if(e.key==='Enter'&&i.value){const one=document.createElement('li');one.textContent=i.value;l.append(one);i.value=''}}</script>"""
    inner = [
        step("fill", t(role="textbox", name="Tags"), param("tag")),
        step("press", t(role="textbox", name="Tags"), "Enter"),
    ]
    block = FlowStep(for_each=ForEach(parameter="tags", item="tag", steps=tuple(inner)))
    outcome = await stand.play(
        block, step("extract", t(role="list"), read="list", output="v"), page=page, args={"tags": ["a b", "ü"]}
    )
    assert outcome.outputs == {"v": ["a b", "ü"]}, outcome.stopped


async def test_an_editor_of_paragraphs_takes_several_lines(stand: Stand):
    page = "<div contenteditable role=textbox aria-label=Text><p>old</p></div>"
    outcome = await stand.play(
        step("fill", t(role="textbox", name="Text"), param("v")),
        step("extract", t(role="textbox", name="Text"), output="v"),
        page=page,
        args={"v": "first line\nsecond line"},
    )
    assert [line for line in outcome.outputs["v"].splitlines() if line] == ["first line", "second line"], outcome.stopped


async def test_characters_typed_into_boxes_are_seen_as_one_code(stand: Stand):
    boxes = "".join(f"<input maxlength=1 aria-label='Digit {n}'>" for n in range(1, 5))
    steps = [step("fill", t(role="textbox", name=f"Digit {n}"), str(n + 4)) for n in range(1, 5)]
    seen = await stand.observe(*steps, step("click", GO), page=f'{boxes}<button onclick="say(1)">Go</button>{LOG}')
    assert seen.complete, seen.why
    assert [one.action.words() for one in seen.run.steps] == ['fill textbox "Digit 1" with "5678"', 'click button "Go"']


ASKS = f"<button onclick=\"if(confirm('Delete?'))say('deleted')\">Delete</button>{LOG}"
ACCEPTED = step("click", t(role="button", name="Delete"), dialog=Dialog(kind="confirm", message="Delete?", accept=True))


async def test_a_dialog_of_a_page_that_is_left_does_not_refuse_the_next_step(stand: Stand):
    stand.site.pages["/next"] = ASKS
    page = "<form action=/next><button onclick=\"setTimeout(() => alert('bye'), 0)\">Go</button></form>"
    outcome = await stand.play(step("click", GO), ACCEPTED, READ, page=page)
    assert outcome.outputs == {"log": "deleted;"}, outcome.stopped
    assert any("bye" in told for told in outcome.dismissed)


async def test_a_dialog_that_nobody_can_answer_any_more_ends_honestly_and_the_next_replay_works(stand: Stand):
    stand.site.pages["/next"] = ASKS
    page = "<button onclick=\"location='/next';alert('bye')\">Go</button>"  # the browser leaves the page under its dialog
    slowly = {"step_timeout_s": 10.0}
    outcome = await stand.play(step("click", GO), ACCEPTED, READ, page=page, settings=slowly)
    assert outcome.ok or outcome.status == "unknown", outcome
    again = await stand.play(ACCEPTED, READ, page=ASKS, settings=slowly)
    assert again.outputs == {"log": "deleted;"}, again.stopped


async def test_a_part_that_lets_clicks_through_to_its_own_element_is_clicked_there(stand: Stand):
    page = f"""<x-seg><b>Daily</b></x-seg><x-seg><b>Weekly</b></x-seg>{LOG}<script>
    customElements.define('x-seg', class extends HTMLElement {{ connectedCallback() {{
      this.style.display = 'inline-block';
      this.attachShadow({{ mode: 'open' }}).innerHTML = '<button role=tab style="pointer-events:none"><slot></slot></button>';
      this.onclick = () => say(this.textContent); }} }});</script>"""
    outcome = await stand.play(step("click", t(role="tab", name="Weekly")), READ, page=page)
    assert (outcome.status, outcome.outputs["log"]) == ("ok", "Weekly;")


async def test_an_attribute_that_is_not_there_is_no_answer_and_a_flag_that_is_not_set_is_no(stand: Stand):
    page = "<a href=/x?y=1>More</a><label><input type=checkbox> Gift</label>"
    link, box = t(role="link", name="More"), t(role="checkbox", name="Gift")
    address = step("extract", link, read="attribute", attribute="href", output="address")
    ticked = step("extract", box, read="attribute", attribute="checked", output="ticked")
    assert (await stand.play(address, ticked, page=page)).outputs == {"address": "/x?y=1", "ticked": "false"}
    lacking = await stand.play(step("extract", link, read="attribute", attribute="data-no", output="v"), page=page)
    assert lacking.status == "step_failed" and lacking.stopped is not None
    assert (lacking.stopped.code, lacking.stopped.expected) == ("nothing_to_read", 'the attribute data-no of link "More"')


async def test_an_option_that_is_there_and_disabled_is_told_as_just_that(stand: Stand):
    page = """<label>Size <select><option>Small<option disabled>Large<optgroup label=Later disabled><option>Huge</optgroup>
      </select></label>"""
    for size in ("Large", "Huge"):
        outcome = await stand.play(step("select", t(role="combobox", name="Size"), size), page=page)
        assert outcome.stopped is not None and outcome.stopped.code == "no_such_option"
        assert outcome.stopped.seen == "options: Small; the one that is meant is there and disabled"
        near = outcome.stopped.candidates[0]
        assert (near.element, near.why_not) == (size, "it is disabled")


async def test_a_drawing_is_clicked_at_the_recorded_point_or_not_at_all(stand: Stand):
    page = f"""<canvas width=200 height=100 role=img aria-label=Board></canvas>{LOG}<script>
      document.querySelector('canvas').onclick = event => say(event.offsetX + ',' + event.offsetY)</script>"""
    board = t(role="img", name="Board", tag="canvas")
    at = step("click", board.model_copy(update={"point": (0.75, 0.5)}))
    assert (await stand.play(at, READ, page=page)).outputs == {"log": "150,50;"}
    outcome = await stand.play(step("click", board), page=page)
    assert outcome.status == "step_failed" and outcome.stopped is not None and outcome.stopped.code == "no_point"
