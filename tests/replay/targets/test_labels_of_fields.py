"""A report may name a field by its visible label alone: what is remembered is the field."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, SOON, Stand, param, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
GO = t(role="button", name="Go")
PAGE = f"""<form onsubmit="event.preventDefault(); say(f.value)"><div><label for=f>Delivery note</label></div>
<div><input id=f name=note></div><button>Go</button></form>{LOG}"""


async def test_a_field_reported_by_its_labels_text_is_described_as_the_field(stand: Stand):
    seen = await stand.observe(step("fill", t(name="Delivery note"), "ring twice"), page=PAGE)
    assert seen.complete, seen.why
    assert seen.run.steps[0].action is not None
    field = seen.run.steps[0].action.target
    assert field is not None
    assert (field.tag, field.role, field.attrs["name"]) == ("input", "textbox", "note")
    outcome = await stand.play(step("fill", field, param("note")), step("click", GO), READ, args={"note": "Tür 3"})
    assert outcome.outputs == {"log": "Tür 3;"}, outcome.stopped


async def test_a_label_that_is_read_stays_a_label(stand: Stand):
    seen = await stand.observe(step("extract", t(css="label", text="Delivery note"), output="x"), page=PAGE)
    assert seen.run.steps[0].action is not None
    target = seen.run.steps[0].action.target
    assert target is not None
    assert target.tag == "label"


TICKS = f"""<div><aside><ul><li>Home</li><li>Settings</li></ul></aside><div><main><h2>Settings</h2>
<p><button role=switch aria-checked=true onclick="flip(this, 'alerts')"></button> Alerts by mail</p>
<p><button role=switch aria-checked=true onclick="flip(this, 'weekend')"></button> Weekend desk</p>
<p>Night shift <button role=switch aria-checked=true onclick="flip(this, 'night')"></button></p>
<p>Yes <input type=radio name=a onclick="say('yes')"> No <input type=radio name=a onclick="say('no')"></p>
</main></div></div>{LOG}
<script>const flip = (b, what) => {{ b.ariaChecked = b.getAttribute('aria-checked') !== 'true'; say(what); }};
</script>"""


@pytest.mark.parametrize(
    ("css", "label", "log"),
    [
        ("p:nth-of-type(1) > button", "Alerts by mail", "alerts;"),
        ("p:nth-of-type(2) > button", "Weekend desk", "weekend;"),
        ("p:nth-of-type(3) > button", "Night shift", "night;"),
    ],
)
async def test_a_switch_is_known_by_the_text_beside_it(css: str, label: str, log: str, stand: Stand):
    seen = await stand.observe(step("check", t(role="switch", css=css), checked=False), page=TICKS)
    assert seen.complete, seen.why
    target = seen.run.steps[0].action.target
    assert target is not None and target.label is not None and target.label.literal == label
    moved = TICKS.replace("<p>", "<div>").replace("</p>", "</div>")
    outcome = await stand.play(step("check", t(role="switch", label=label), checked=False), READ, page=moved)
    assert outcome.outputs == {"log": log}, outcome.stopped


async def test_radios_with_their_text_before_them_keep_it(stand: Stand):
    outcome = await stand.play(step("click", t(role="radio", label="No")), READ, page=TICKS)
    assert outcome.outputs == {"log": "no;"}, outcome.stopped


TOLD = f"<div>SAID</div><div><div><input id=f onchange='say(value)'><button>Go</button></div></div>{LOG}"


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("Enter the new price and press Go.", None),
        ("Please do not use this field twice!", None),
        ("What is your name?", "What is your name?"),
        ("Street and no.", "Street and no."),
        ("New price:", "New price:"),
        ("</div><div aria-hidden=true>1<br>2", None),
    ],
)
async def test_a_sentence_that_tells_what_to_do_is_no_label(said: str, label: str | None, stand: Stand):
    seen = await stand.observe(step("fill", t(role="textbox", css="#f"), "7"), page=TOLD.replace("SAID", said))
    assert seen.complete, seen.why
    target = seen.run.steps[0].action.target
    assert target is not None
    assert (target.label.literal if target.label is not None else None, target.css) == (label, "#f")


async def test_a_field_without_a_label_is_found_by_its_selector_under_another_sentence(stand: Stand):
    seen = await stand.observe(
        step("fill", t(role="textbox", css="#f"), "7"), page=TOLD.replace("SAID", "Set 7 as the new price.")
    )
    field = seen.run.steps[0].action.target
    assert field is not None
    other = TOLD.replace("SAID", "Set 12 as the new price.")
    outcome = await stand.play(
        step("fill", field, param("price")), step("click", GO), READ, page=other, args={"price": "12"}
    )
    assert outcome.outputs == {"log": "12;"}, outcome.stopped


PIECES = f"""<p><label><input type=checkbox onclick="say('high')"> <b><i>priority</i><i>high</i></b></label>
<label><input type=checkbox onclick="say('row')"> <b><i>priority</i><i>high</i><i>row</i></b></label>
<label><input type=checkbox onclick="say('low')"> <b><i>priority</i><i>low</i></b></label></p>
<div role=listbox><div role=option tabindex=0 onclick="say('bug')"><b>type</b><b>bug</b></div></div>
<p><b onclick="say('two')"><button>Read</button><button>Write</button></b></p>
<p><b onclick="say('v4')"><i>v4</i><i>2</i></b></p>{LOG}"""


async def test_a_name_that_the_page_shows_in_pieces_may_be_written_with_a_mark_between(stand: Stand):
    label, option = t(role="checkbox", name=param("label")), t(text=param("kind"))
    steps = (step("check", label), step("click", option), READ)
    outcome = await stand.play(*steps, page=PIECES, args={"label": "priority::high", "kind": "Type / Bug"})
    assert outcome.outputs == {"log": "high;bug;"}, outcome.stopped
    for other in ("priority::hi", "priority::high::", "pri::orityhigh", "priority::medium"):
        assert (
            await stand.play(step("check", label), page=PIECES, args={"label": other}, settings=SOON)
        ).status == "target_not_found"
    for other in ("Read/Write", "v4.2"):
        assert (
            await stand.play(step("click", option), page=PIECES, args={"kind": other}, settings=SOON)
        ).status == "target_not_found"


async def test_a_stop_at_an_option_without_a_role_lists_the_options_that_are_there(stand: Stand):
    page = "<nav><a>Plums of the day</a></nav><div id=list><div class=item>Apples</div><div class=item>Pears</div></div>"
    target = t(text=param("fruit"), tag="div", css="#list > div.item:nth-child(2)")
    outcome = await stand.play(step("click", target), page=page, args={"fruit": "Plums"})
    assert outcome.status == "target_not_found" and outcome.stopped is not None
    assert [one.element for one in outcome.stopped.candidates][:2] == ['div "Apples"', 'div "Pears"']


AFTER = f"""<form onsubmit="event.preventDefault(); say([...this.querySelectorAll('input')].map(i => i.value).join('/'))">
%s<button>Go</button></form>{LOG}"""
GROUPS = "<div><input><small>Any text</small><label>First</label></div><div><input><label>Second</label></div>"
FLAT = "<input><label>First</label><br><input><label>Second</label><br>"


@pytest.mark.parametrize("drawn", [GROUPS, FLAT])
async def test_a_label_behind_its_field_is_that_fields_and_never_the_next_ones(drawn: str, stand: Stand):
    outcome = await stand.play(
        step("fill", t(role="textbox", label="First"), "1"), step("fill", t(role="textbox", label="Second"), "2"),
        step("click", GO), READ, page=AFTER % drawn,
    )  # fmt: skip
    assert outcome.outputs == {"log": "1/2;"}, outcome.stopped


BESIDE = """<div><label>Weight</label><div><input><span class=input-group-label>kg</span></div></div>
<input> <label>To</label> <input> <label>Cc</label>"""


async def test_a_unit_behind_a_field_and_labels_between_fields_of_one_line_name_what_they_did(stand: Stand):
    outcome = await stand.play(
        step("fill", t(role="textbox", label="Weight"), "1"), step("fill", t(role="textbox", label="To"), "2"),
        step("click", GO), READ, page=AFTER % BESIDE,
    )  # fmt: skip
    assert outcome.outputs == {"log": "1//2;"}, outcome.stopped


BOXES = f"""<div><div class=box tabindex=0 onclick="say('first')">Pick</div><label>First</label></div>
<div><div class=box tabindex=0 onclick="say('second')">Pick</div><label>Second</label></div>{LOG}"""


@pytest.mark.parametrize(("label", "log"), [("First", "first;"), ("Second", "second;")])
async def test_a_label_behind_a_box_that_opens_a_list_is_that_boxs(label: str, log: str, stand: Stand):
    outcome = await stand.play(step("click", t(label=label, tag="div")), READ, page=BOXES)
    assert outcome.outputs == {"log": log}, outcome.stopped


COLUMNS = """<div><span>First</span><span>Second</span></div><div><input><input></div>"""


async def test_labels_in_a_line_above_fields_in_a_line_belong_to_them_in_order(stand: Stand):
    second = step("fill", t(role="textbox", label="Second"), "2")
    outcome = await stand.play(second, step("click", GO), READ, page=AFTER % COLUMNS)
    assert outcome.outputs == {"log": "/2;"}, outcome.stopped


OPENED = f"""<style>[onclick] {{ cursor: pointer }}</style><div><label>Type</label><div>
<div class=box onclick="list.hidden = !list.hidden"><span>Project</span></div>
<div id=list hidden><div onclick="say('group')">Group</div><div onclick="say('project')">Project</div></div>
</div></div>{LOG}"""


async def test_an_entry_is_not_the_equal_choice_that_the_box_just_pressed_shows(stand: Stand):
    opened, chosen = step("click", t(label="Type", tag="div")), step("click", t(text="Project"))
    outcome = await stand.play(opened, chosen, READ, page=OPENED)
    assert outcome.outputs == {"log": "project;"}, outcome.stopped


async def test_headings_of_a_grid_before_it_are_no_label_of_the_field_that_its_cells_are_typed_into(stand: Stand):
    corner = "<div><table><tr><th>Select whole grid</th></tr></table></div>"
    seen = await stand.observe(
        step("fill", t(css="textarea"), "15"), page=f"<div>{corner}<div><textarea></textarea></div></div>"
    )
    assert seen.run.steps[0].action.target is not None
    assert seen.run.steps[0].action.target.label is None
