"""What shows the choice of a field belongs to the field: it is named by it, and a click on it is a click on the field."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, param, step, t

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
