# ruff: noqa: E501  pages are easier to read as the markup they are
"""What steps chose, ticked and typed must hold when it is sent; what a page does with it for good reason is no fault of it."""

from __future__ import annotations

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, step, t

from awm_mcp.model import FlowStep

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SIZE = "<label>Size <select id=s><option>Small<option>Large</select></label>"
GIFT = "<label><input type=checkbox id=g> Gift</label>"
LIST = "<div id=d tabindex=0>Small</div><div id=o hidden><div class=it>Small</div><div class=it>Large</div></div>"
OPENS = "d.onclick = () => { o.hidden = false; }; for (const i of o.children) i.onclick = () => { d.textContent = i.textContent; o.hidden = true; LATER };"
TOWN = "<div id=box><label>Town <select id=w><option value=''>Choose…<option>Paris<option>Lyon</select></label></div>"
NOTE = "<label>Note <input id=n></label><button id=b>Order</button><p id=m></p>"
SENDS = "const send = said => fetch('/api', { method: 'POST', body: said }); b.onclick = async () => { await send('order'); m.textContent = 'Thank you'; };"
LATE = "setTimeout(() => { RESET }, 350)"
TO_SIZE = step("select", t(role="combobox", name="Size"), "Large")
TO_GIFT = step("check", t(role="checkbox", name="Gift"))
TO_LIST = [step("click", t(text="Small", tag="div")), step("click", t(text="Large", tag="div"))]
TO_TOWN = step("select", t(role="combobox", name="Town"), "Lyon")
TYPE = step("fill", t(role="textbox", name="Note"), "thanks")
ORDER = step("click", t(role="button", name="Order"), writes=True)


async def played(stand: Stand, markup: str, script: str, *steps: FlowStep) -> tuple[str, str, int]:
    def api(_: Hit) -> Answer:
        return (200, {"content-type": "application/json"}, "{}")

    stand.site.pages["/api"] = api
    outcome = await stand.play(*steps, ORDER, page=f"{markup}{NOTE}<script>{SENDS}{script}</script>", risk="write")
    return (outcome.status, *((outcome.stopped.code, outcome.stopped.step) if outcome.stopped is not None else ("", 0)))


@pytest.mark.parametrize(
    ("markup", "script", "steps", "number", "wrong"),
    [
        (SIZE, f"s.onchange = () => {LATE};", [TO_SIZE, TYPE], 1, "s.value = 'Small'"),
        (GIFT, f"g.onchange = () => {LATE};", [TO_GIFT, TYPE], 1, "g.checked = false"),
        (LIST, OPENS.replace("LATER", LATE), [*TO_LIST, TYPE], 2, "d.textContent = 'Small'"),
        (TOWN, f"w.onchange = () => {LATE};", [TO_TOWN, TYPE], 1, "box.innerHTML = box.innerHTML"),
        (TOWN, f"w.onchange = () => {LATE};", [TO_TOWN, TYPE], 1, "w.innerHTML = '<option>Bern<option>Basel'"),
        ("", f"n.oninput = () => {LATE};", [TYPE], 2, "n.value = ''"),
    ],
)
async def test_what_a_page_resets_before_it_is_sent_is_not_sent(
    stand: Stand, markup: str, script: str, steps: list[FlowStep], number: int, wrong: str
) -> None:
    stopped = await played(stand, markup, script.replace("RESET", wrong), *steps)
    assert (stopped, stand.sent()) == (("step_failed", "did_not_stick", number), [])
    assert (await played(stand, markup, script.replace("RESET", ""), *steps))[0] == "ok"


ADD = "<button id=a>Add</button><ul id=l></ul>"
TO_ADD = step("click", t(role="button", name="Add"))
PRICE = "<label>Price <input id=p value='1,000.00'></label>"
TO_PRICE = step("fill", t(role="textbox", name="Price"), "1000")
ADDS = "a.onclick = () => { l.innerHTML += '<li>' + s.value; GO };"


@pytest.mark.parametrize(
    ("markup", "script", "steps"),
    [
        (SIZE, f"s.onchange = () => {LATE};".replace("RESET", "s.options[1].label = 'Large (2 left)'"), [TO_SIZE, TYPE]),
        (TOWN, "w.onchange = async () => { await send('town'); setTimeout(() => { w.value = ''; }, 200); };", [TO_TOWN, TYPE]),
        (SIZE + ADD, ADDS.replace("GO", "send('x').then(() => setTimeout(() => { s.value = 'Small'; }, 200))"), [TO_SIZE, TO_ADD, TYPE]),
        (f"<div id=x>{SIZE}{ADD}</div>", ADDS.replace("GO", "setTimeout(() => { x.hidden = true; s.value = 'Small'; }, 200)"), [TO_SIZE, TO_ADD, TYPE]),
        (PRICE, "p.onblur = () => setTimeout(() => { p.value = '1,000.00'; }, 100);", [TO_PRICE, TYPE]),
        ("<span id=c></span>", "n.oninput = () => setTimeout(() => { c.textContent = n.value; n.value = ''; }, 100);", [TYPE, TO_GIFT]),
    ],
)  # fmt: skip
async def test_labels_written_anew_menus_that_did_their_work_and_forms_that_went_are_no_reason_to_stop(
    stand: Stand, markup: str, script: str, steps: list[FlowStep]
) -> None:
    assert await played(stand, markup + (GIFT if TO_GIFT in steps else ""), script, *steps) == ("ok", "", 0)


HOURS = (
    "<label>Hours <input id=h value=30></label><label>Day <input id=d></label><label>Code <input id=c value=AB-12></label>"
)
SETTLES = """const settle = {h: v => +v > 60 ? '60' : Number(v).toFixed(2), d: v => v > '2025' ? '2024-03-12' : v && 'Mar 13, 2024', c: v => v === 'zz-99' ? 'AB-12' : v.toUpperCase()};
for (const f of [h, d, c]) { f.onblur = () => { f.value = settle[f.id](f.value); }; f.onkeydown = e => { if (e.key === 'Enter') f.onblur(); }; }"""


def typed(name: str, text: str) -> FlowStep:
    return step("fill", t(role="textbox", name=name), text)


ENTER = step("press", t(role="textbox", name="Day"), "Enter")


@pytest.mark.parametrize(
    "steps",
    [
        [typed("Hours", "80")], [typed("Code", "zz-99")], [typed("Hours", "80"), TYPE], [typed("Code", "zz-99"), TYPE],
        [typed("Day", "2026-12-26")], [typed("Day", "2026-12-26"), ENTER],
    ],
)  # fmt: skip
async def test_a_field_that_takes_back_or_bounds_what_was_typed_when_it_is_left_is_not_sent(
    stand: Stand, steps: list[FlowStep]
) -> None:
    assert await played(stand, HOURS, SETTLES, *steps) == ("step_failed", "did_not_stick", 1)
    assert stand.sent() == []


async def test_a_field_that_writes_the_same_in_its_own_way_when_it_is_left_is_sent(stand: Stand) -> None:
    steps = typed("Hours", "50"), typed("Code", "ef-56"), typed("Day", "2024-03-13"), ENTER
    assert await played(stand, HOURS, SETTLES, *steps) == ("ok", "", 0)


PICK = "<label>Town <input id=w></label><div id=z role=listbox hidden><div role=option id=y>Bern</div></div><p id=k></p>"
PICKS = "w.onfocus = () => { z.hidden = false; }; w.onblur = () => { z.hidden = true; }; y.onmousedown = e => e.preventDefault(); y.onclick = () => { w.value = 'Bern'; send('town'); k.textContent = 'Kept'; };"


async def test_a_field_is_not_left_for_what_would_go_with_it(stand: Stand) -> None:
    option = step("click", t(role="option", name="Bern"), writes=True)
    assert await played(stand, PICK, PICKS, typed("Town", "Be"), option) == ("ok", "", 0)
