"""What shows the choice of a field belongs to the field: it is named by it, and a click on it is a click on the field."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, param, step, t

from awm_mcp.model import Became

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
BOX = "position:relative;width:200px;height:32px;border:1px solid"
SELECT = f"""<label for=d>Department</label><div style="{BOX}" class=s><span style="position:absolute;inset:0">
  <input id=d role=combobox aria-haspopup=listbox aria-expanded=false readonly style="opacity:0;width:100%;height:100%">
  </span>
  <span id=v style="position:relative;display:block">Sales</span></div><div id=o hidden></div><button>Save</button>{LOG}
<script>const s = document.querySelector('.s');
  for (const x of ['Sales', 'Support']) {{
    const e = document.createElement('div'); e.textContent = x;
    e.onclick = () => {{ v.textContent = x; o.hidden = true; say(x); }}; o.append(e); }}
  s.onmousedown = () => {{ o.hidden = false; d.setAttribute('aria-expanded', 'true'); }};
</script>"""
BESIDE = """<div><span id=v>Sort by</span> <input role=combobox aria-label=Order style="margin-left:30px"></div>"""
LISTED = """<div><input role=combobox aria-label=Colour><div><div id=v>Red</div></div></div>"""
DEPARTMENT = t(role="combobox", name="Department")


@pytest.mark.parametrize("wanted", ["Support", "Sales"])
async def test_a_field_under_its_own_choice_is_opened_and_an_entry_is_told_from_what_is_chosen(stand: Stand, wanted: str):
    steps = [step("click", DEPARTMENT), step("click", t(tag="div", text=param("d"))), READ]
    outcome = await stand.play(*steps, page=SELECT, args={"d": wanted})
    assert outcome.outputs == {"log": f"{wanted};"}, outcome.stopped


async def test_what_shows_a_choice_is_remembered_as_its_field(stand: Stand):
    seen = await stand.observe(step("click", t(text="Sales")), step("click", t(text="Support")), page=SELECT)
    target = seen.run.steps[0].action.target
    assert target is not None and (target.role, target.name and target.name.literal) == ("combobox", "Department")
    assert target.css == "#d"


@pytest.mark.parametrize("page", [BESIDE, LISTED])
async def test_a_text_beside_a_field_and_an_entry_below_it_are_not_the_field(stand: Stand, page: str):
    seen = await stand.observe(step("click", t(css="#v", tag="span" if page is BESIDE else "div")), page=page)
    target = seen.run.steps[0].action.target
    assert target is not None and target.role != "combobox"


CHIPS = """<label>Tags <input id=i></label><div id=c>{given}</div><button id=s>Save tags</button><p id=m></p><script>
const max = {max}; i.onkeydown = e => {{ if (e.key !== 'Enter') return;
  const old = [...c.children].some(x => x.firstChild.data === i.value);
  if (!old && c.children.length < max) c.insertAdjacentHTML('beforeend', `<span>${{i.value}}<button>x</button></span>`);
  i.value = ''; }};</script>"""


@pytest.mark.parametrize("given", ["", "<span>blue<button>x</button></span>"])
async def test_a_reported_chip_is_seen_be_it_new_or_there_already(stand: Stand, given: str):
    told = [step("fill", t(label="Tags"), "blue"), step("press", t(label="Tags"), "Enter")]
    seen = await stand.observe(*told, page=CHIPS.format(max=9, given=given))
    effect = seen.run.steps[1].effect
    assert effect is not None and effect.taken == ("blue",)


@pytest.mark.parametrize(("most", "ok"), [(9, True), (1, False)])
async def test_a_chip_that_does_not_come_stops_the_replay(stand: Stand, most: int, ok: bool):
    alone = {"text": param("tag"), "alone": True}
    steps = [step("fill", t(label="Tags"), param("tag")), step("press", t(label="Tags"), "Enter", expect=alone)]
    page = CHIPS.format(max=most, given="<span>pinkish<button>x</button></span>")
    outcome = await stand.play(*steps, page=page, args={"tag": "pink"})
    assert outcome.ok is ok, outcome.stopped


PLAIN = """<div><span>Status</span><div><div id=v onclick="o.hidden = !o.hidden">%s</div><div id=o hidden></div></div></div>
LOG<script>for (const x of ['Open', 'Done', 'Held']) {
  const e = document.createElement('div'); e.textContent = x; o.append(e);
  e.onclick = () => { v.textContent = x; o.hidden = true; say(x); }; }
</script>""".replace("LOG", LOG)


@pytest.mark.parametrize(("now", "found"), [("Open", True), ("Held", True), ("Something else", False)])
async def test_a_box_that_is_known_by_the_choice_it_showed_is_opened_whatever_choice_of_its_list_it_shows(
    stand: Stand, now: str, found: bool
) -> None:
    opener = step("click", t(text="Open", tag="div", css="#v"))
    taken = step("click", t(text=param("status"), tag="div"))
    outcome = await stand.play(opener, taken, READ, page=PLAIN % now, args={"status": "Done"})
    assert (outcome.status == "ok", outcome.outputs.get("log")) == (found, "Done;" if found else None)


MENU = """<button id=b aria-haspopup=menu aria-controls=m aria-expanded=false onclick="m.hidden = false">%s</button>
<div id=m role=menu hidden></div>LOG<script>for (const x of ['Open', 'Done', 'Held']) {
  const e = document.createElement('button'); e.role = 'menuitem'; e.textContent = x; m.append(e);
  e.onclick = () => { b.textContent = x; m.hidden = true; say(x); }; }
</script>""".replace("LOG", LOG)


@pytest.mark.parametrize(("now", "found"), [("Held", True), ("Delete all", False)])
async def test_a_button_that_opens_a_menu_is_found_under_the_choice_of_it_that_it_shows_now(
    stand: Stand, now: str, found: bool
):
    opener = step("click", t(role="button", name="Choose one", css="#b", attrs={"aria-haspopup": "menu"}))
    outcome = await stand.play(
        opener, step("click", t(role="menuitem", name=param("s"))), READ, page=MENU % now, args={"s": "Done"}
    )
    assert (outcome.status, outcome.outputs.get("log")) == (("ok", "Done;") if found else ("target_not_found", None))


TOLD_TWICE = """<span id=l>Colour</span>
<button id=b aria-haspopup=listbox aria-labelledby="v l"><span id=v>Red</span>▼</button>
<button aria-haspopup=listbox aria-label=Suggestions id=s aria-labelledby="s l">▼</button>"""


async def test_the_choice_that_a_box_shows_is_no_part_of_what_it_is_called(stand: Stand):
    seen = await stand.observe(
        step("click", t(role="button", css="#b")), step("click", t(role="button", css="#s")), page=TOLD_TWICE
    )
    names = [one.action.target.name.literal for one in seen.run.steps if one.action.target and one.action.target.name]
    assert names[0] == "Colour" != names[1]


KEPT_OPEN = """<input aria-label=Title><div style="position:relative">
<button id=b role=combobox aria-haspopup=listbox aria-controls=o aria-expanded=false>Red</button>
<div id=o role=listbox hidden style="position:absolute;top:22px;width:300px;height:90px;background:#fff"></div></div>
<button id=s onclick="say(b.textContent)">Save</button>LOG<script>
for (const x of ['Red', 'Blue']) {
  const e = document.createElement('div'); e.role = 'option'; e.textContent = x; o.append(e);
  e.setAttribute('aria-selected', x === 'Red');
  e.onclick = () => { b.textContent = b.textContent === x ? '-' : x; close(); }; }
const close = () => { o.hidden = true; };
b.onclick = () => { o.hidden = false; };
b.onkeydown = e => { if (e.key === 'Escape') close(); };
</script>""".replace("LOG", LOG)
CHOSEN = Became(marks=("[aria-selected=true]",), lost=("[aria-selected=false]",))


@pytest.mark.parametrize("wanted", ["Red", "Blue"])
async def test_what_is_chosen_in_a_box_already_is_left_and_its_list_with_it(stand: Stand, wanted: str):
    """A further click would take it off in some libraries; the list hears Escape in its field only."""
    steps = [
        step("fill", t(label="Title"), "x"), step("click", t(role="combobox", css="#b")),
        step("click", t(role="option", name=param("c")), became=CHOSEN), step("click", t(role="button", name="Save")), READ,
    ]  # fmt: skip
    outcome = await stand.play(*steps, page=KEPT_OPEN, args={"c": wanted})
    assert outcome.outputs == {"log": f"{wanted};"}, outcome.stopped
