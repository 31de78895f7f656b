# ruff: noqa: E501  pages are easier to read as the markup they are
"""Pages that are drawn anew with each press, of boxes without roles: fields in added lines, chips, icons, editors."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, SOON, Stand, param, step, t

from awm_mcp.model import value

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
PHONES = f"""<main><div id=form></div></main>{LOG}<script>
const lines = [{{ number: '', kind: 'Mobile' }}];
const draw = () => {{
  const order = window.turned ? [...lines.keys()].reverse() : [...lines.keys()];
  document.getElementById('form').innerHTML = order.map(i => `<div class=phone><input placeholder=Phone data-i=${{i}} value="${{lines[i].number}}"><select data-i=${{i}}>${{['Mobile', 'Work', 'Home'].map(k => `<option${{k === lines[i].kind ? ' selected' : ''}}>${{k}}</option>`).join('')}}</select></div>`).join('')
    + '<div class=link data-action=add style="cursor:pointer">Add phone</div><button>Save</button>';
}};
document.addEventListener('input', e => {{ if (e.target.placeholder) lines[e.target.dataset.i].number = e.target.value; }});
document.addEventListener('change', e => {{ if (e.target.matches('select')) lines[e.target.dataset.i].kind = e.target.value; }});
document.addEventListener('click', e => {{
  if (e.target.dataset.action) {{ lines.push({{ number: '', kind: 'Mobile' }}); draw(); }}
  if (e.target.matches('button')) say(lines.map(l => l.kind + ' ' + l.number).join(' / '));
}});
draw();
</script>"""
SECOND = "#form > div.phone:nth-child(2)"
ADD, SAVE = step("click", t(text="Add phone")), step("click", t(role="button", name="Save"))


def phone(css: str, given: object) -> object:
    return step("fill", t(role="textbox", placeholder="Phone", css=css), given)


@pytest.mark.parametrize("turned", [False, True], ids=["in order", "newest first"])
async def test_of_equal_fields_that_a_button_adds_the_empty_one_is_filled_next(stand: Stand, turned: bool):
    page = PHONES.replace("const lines", f"window.turned = {str(turned).lower()}; const lines")
    page = page if not turned else page.replace("class=phone", "class=line")
    flow = (phone("#form > div > input", param("a")), ADD, phone(f"{SECOND} > input", param("b")), SAVE, READ)
    outcome = await stand.play(*flow, page=page, args={"a": "0151 10", "b": "030 20"})
    assert outcome.outputs == {"log": "Mobile 0151 10 / Mobile 030 20;"}, outcome.stopped


async def test_of_two_empty_fields_that_are_called_alike_none_is_filled(stand: Stand):
    flow = (ADD, phone(f"{SECOND} > input", "030 20"), SAVE, READ)
    assert (await stand.play(*flow, page=PHONES, settings=SOON)).status == "ambiguous_target"


async def test_a_line_of_fields_is_told_by_what_was_put_into_it(stand: Stand):
    said = {"page": PHONES, "task": "Add the numbers 0151 10 and 030 20, a work number", "allow_writes": True}
    kind = step("select", t(role="combobox", css=f"{SECOND} > select"), "Work")
    seen = await stand.observe(
        phone("#form > div > input", "0151 10"), ADD, phone(f"{SECOND} > input", "030 20"), kind, **said
    )
    target = seen.run.steps[3].action.target
    assert seen.why == "" and target is not None and target.row == value("030 20")
    flow = (
        phone("#form > div > input", param("a")),
        ADD,
        phone(f"{SECOND} > input", param("b")),
        step("select", target.model_copy(update={"row": param("b")}), "Work"),
        SAVE,
        READ,
    )
    turned = PHONES.replace("const lines", "window.turned = true; const lines").replace("class=phone", "class=line")
    outcome = await stand.play(*flow, page=turned, args={"a": "0151 11", "b": "030 21"})
    assert outcome.outputs == {"log": "Mobile 0151 11 / Work 030 21;"}, outcome.stopped


async def test_a_chip_before_a_field_is_no_label_of_it(stand: Stand):
    chip = "<span class=chip>Ann Bell<span data-action=remove>×</span></span>"
    page = f"<div class=line><span>To</span><div class=chips>{chip}{chip.replace('Ann Bell', 'Bob Cole')}<input id=to></div></div>"
    seen = await stand.observe(step("fill", t(role="textbox", css="#to"), "Cid"), page=page)
    target = seen.run.steps[0].action.target
    assert seen.why == "" and target is not None and target.label == value("To")


async def test_what_only_a_test_id_told_is_told_by_its_row_and_marks_where_no_test_ids_are_served(stand: Stand):
    line = "<div class=mail><div data-action=tick{2} onclick=\"say('tick {0}')\" style='width:9px;height:9px'></div><div data-action=star{1} onclick=\"say('star {0}')\" style='width:9px;height:9px'></div><span>{0}</span></div>"
    star = t(testid=value("star-1"), tag="div", attrs={"data-action": "star"}, row=param("mail"))
    for ids, status in (((" data-testid=star-9", ""), "target_not_found"), (("", ""), "ok")):
        page = f"<main>{''.join(line.format(one, *ids) for one in ('Tea', 'Mug', 'Cup'))}</main>{LOG}"
        outcome = await stand.play(step("click", star), READ, page=page, args={"mail": "Mug"}, settings=SOON)
        assert (outcome.status, outcome.outputs.get("log")) == (status, "star Mug;" if status == "ok" else None)


async def test_a_text_that_was_recorded_within_what_is_clicked_keeps_its_place(stand: Stand):
    menu = "<div class=entry data-action=tick onclick=\"say('menu')\"><span></span><span>Legal</span></div>"
    page = f"<div id=side><div data-route=x onclick=\"say('side')\"><span>Legal</span></div></div><div id=menu>{menu}</div>{LOG}"
    seen = await stand.observe(
        step("click", t(text="Legal", css="#menu > div.entry:nth-child(1) > span:nth-child(2)")), READ, page=page
    )
    assert seen.why == "" and seen.run.steps[1].action.value == value("menu;")


async def test_an_editor_that_nothing_is_called_is_found_where_its_id_is_another(stand: Stand):
    editor = "<div id={0} contenteditable oninput=\"say('{0}')\" style='min-height:30px'></div>"
    target = t(role="textbox", tag="div", css="#replyEditor")
    page = f"<input placeholder=Search><main>{editor.format('e7')}</main>{LOG}"
    assert (await stand.play(step("fill", target, "Yes"), READ, page=page)).outputs == {"log": "e7;"}
    two = page.replace("</main>", f"{editor.format('e8')}</main>")
    assert (await stand.play(step("fill", target, "Yes"), READ, page=two, settings=SOON)).status == "ambiguous_target"


async def test_a_suggestion_comes_before_an_equal_text_that_was_there_when_it_was_typed(stand: Stand):
    page = f"""<ul><li onclick="say('mail')">Ann Bell</li><li>Bob Cole</li></ul><div id=box></div>{LOG}<script>
    const draw = q => {{ document.getElementById('box').innerHTML = `<input placeholder=To value="${{q}}"><div>${{q ? `<div class=hit style="cursor:pointer" onclick="say('hit')"><span>Ann Bell</span><span>ann@example.org</span></div>` : ''}}</div>`; const i = document.querySelector('#box input'); i.oninput = () => draw(i.value); i.focus(); i.setSelectionRange(99, 99); }};
    draw('');</script>"""
    flow = (
        step("fill", t(role="textbox", placeholder="To"), param("to")),
        step("click", t(text=param("to"), tag="span")),
        READ,
    )
    outcome = await stand.play(*flow, page=page, args={"to": "Ann Bell"})
    assert outcome.outputs == {"log": "hit;"}, outcome.stopped
    assert (
        await stand.play(
            *flow[1:], page=page + "<p style='cursor:pointer'>Ann Bell</p>", args={"to": "Ann Bell"}, settings=SOON
        )
    ).status == "ambiguous_target"


async def test_a_form_that_comes_in_the_place_of_what_opened_it_is_no_state_of_it(stand: Stand):
    form = "<div class=form><label for=n>Name</label><input id=n><button>Create</button></div>"
    page = f"""<main><div class=list>Default</div><div class=link style="cursor:pointer">+ New</div></main><script>
    document.querySelector('.link').onclick = e => e.target.outerHTML = '{form}';</script>"""
    seen = await stand.observe(step("click", t(text="+ New")), page=page, allow_writes=True)
    assert seen.why == "" and seen.run.steps[0].action.became is None
