"""A value in a table is known by its row and column; a box to choose from by the name of its shrunk field."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, param, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
PEOPLE = [
    ("alma", "a@x.example", "Author", "3"),
    ("bo", "b@x.example", "Editor", "3"),
    ("carl", "c@x.example", "Author", "9"),
]
COLUMNS: tuple[str, ...] = ("User", "Email", "Role", "Posts")


def people(*shown: str) -> str:
    """The table of people with some of its columns, in the order given."""
    heads = "".join(f"<th><a href=#>{name}<i aria-hidden=true class=icon>arrow_up</i></a></th>" for name in shown)
    rows = (dict(zip(COLUMNS, person, strict=True)) for person in PEOPLE)
    body = "".join(
        f"<tr id=user-{number}>" + "".join(f"<td><span>{row[name]}</span></td>" for name in shown) + "</tr>"
        for number, row in enumerate(rows, 40)
    )
    return f"<main><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></main>"


async def test_a_cell_is_read_by_its_row_and_heading_wherever_its_column_went(stand: Stand):
    ends = await stand.observe(
        step("extract", t(css="#user-40 > td:nth-of-type(3)"), output="it"),
        page=people(*COLUMNS),
        task="What role does alma have?",
    )
    assert ends.complete, ends.why
    about = ends.run.steps[0].action.target
    assert about is not None and about.label is not None and about.row is not None
    assert (about.label.literal, about.row.literal) == ("Role", "alma")
    cell = step("extract", about.model_copy(update={"row": param("user"), "css": "* > td:nth-of-type(3)"}), output="it")
    for order in (COLUMNS, ("Role", "User", "Posts"), ("User", "Posts", "Email", "Role")):
        outcome = await stand.play(cell, page=people(*order), args={"user": "bo"})
        assert (outcome.status, outcome.outputs) == ("ok", {"it": "Editor"}), (order, outcome.stopped)
    gone = await stand.play(cell, page=people("User", "Email", "Posts"), args={"user": "bo"})
    assert (gone.status, gone.outputs) == ("target_not_found", {})


BOX = """<label class=field for=f1><div class=label>Supplier</div><div style="position:relative;width:200px;height:30px">
<span id=chosen></span><input id=f1 readonly role=combobox aria-label=Supplier onclick="firms.hidden = false"
 style="position:absolute;width:1px;height:1px;opacity:0"></div><i aria-hidden=true>arrow_drop_down</i></label>
<div role=listbox id=firms hidden><div role=option>Nordic</div><div role=option>Baltic</div></div>
<label for=f2>Deliver by <i aria-hidden=true>edit_calendar</i></label><input id=f2 oninput="say(value)">"""
CHOOSING = f"""{BOX}{LOG}<script>for (const o of firms.children) o.onclick = () => {{
  chosen.textContent = o.textContent; firms.hidden = true; say(o.textContent);
}};</script>"""


async def test_the_point_that_takes_the_focus_of_a_box_is_clicked_and_an_icon_is_no_name(stand: Stand):
    steps = (
        step("click", t(css="#f1")),
        step("click", t(role="option", name="Nordic")),
        step("fill", t(css="#f2"), "Monday"),
    )
    seen = await stand.observe(*steps, page=CHOOSING)
    assert seen.complete, seen.why
    box, _, field = (s.action.target for s in seen.run.steps)
    assert box is not None and box.name is not None and box.name.literal == "Supplier"
    assert field is not None and field.label is not None and field.label.literal == "Deliver by"
    moved = CHOOSING.replace("id=f1", "id=g1").replace("for=f1", "for=g1")
    again = (step("click", box), step("click", t(role="option", name=param("firm"))), step("fill", field, "Friday"), READ)
    outcome = await stand.play(*again, page=moved, args={"firm": "Baltic"})
    assert outcome.outputs == {"log": "Baltic;Friday;"}, outcome.stopped
    former = t(role="textbox", label="Deliver by edit_calendar")
    old = await stand.play(step("fill", former, "Friday"), READ, page=CHOOSING)
    assert old.outputs == {"log": "Friday;"}, old.stopped


NESTED = f"""<style>[role=combobox] {{ width: 200px; height: 30px }} #x {{ opacity: 0; pointer-events: none }}</style>
<h2>Edit member</h2>
<div role=combobox aria-expanded=false onclick="levels.hidden = false"><label id=l for=x>Level</label>
<div><input id=x role=combobox aria-labelledby=l size=1></div>
<span id=level>Gold</span></div><div role=combobox><label id=c for=y>City</label>
<input id=y role=combobox aria-labelledby=c></div>
<div role=listbox id=levels hidden><div role=option>Silver</div><div role=option>Gold</div></div>{LOG}
<script>
for (const o of levels.children) o.onclick = () => {{ level.textContent = o.textContent; say(o.textContent); }};
</script>"""


async def test_a_box_around_a_field_has_the_fields_name_and_is_what_is_clicked(stand: Stand):
    seen = await stand.observe(step("click", t(role="combobox", css="div[onclick]")), page=NESTED)
    assert seen.complete, seen.why
    box = seen.run.steps[0].action.target
    assert box is not None and box.label is not None and box.label.literal == "Level"
    steps = (step("click", box.model_copy(update={"css": None})), step("click", t(role="option", name="Silver")), READ)
    outcome = await stand.play(*steps, page=NESTED)
    assert outcome.outputs == {"log": "Silver;"}, outcome.stopped


async def test_what_did_not_come_of_a_change_is_told_with_what_the_page_complains_of(stand: Stand):
    page = """<div id=said class=error hidden><p>There is such a name already.</p></div>
    <button onclick="said.hidden = false">Add</button>"""
    add = step("click", t(role="button", name="Add"), writes=True, expect={"text": "Name added."})
    outcome = await stand.play(add, page=page)
    assert outcome.stopped is not None and outcome.stopped.code == "not_as_expected"
    assert "There is such a name already." in outcome.stopped.seen
