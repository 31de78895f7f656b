# ruff: noqa: E501  pages are easier to read as the markup they are
"""An option that goes between being found and its click: the new one is clicked, once, and never what opened the list."""

from __future__ import annotations

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
PAGE = """<div id=box role=combobox aria-haspopup=listbox aria-expanded=false aria-label=Colour tabindex=0 style="width:200px;border:1px solid">Choose…</div><div id=pop></div><script>
const log = text => navigator.sendBeacon('/log', text), colours = ['Red', 'Green', 'Blue'];
const choose = c => { box.textContent = c; shut(); log(c); };
const shut = () => { pop.innerHTML = ''; box.setAttribute('aria-expanded', 'false'); };
const option = c => { const o = document.createElement('div'); o.setAttribute('role', 'option'); o.textContent = c; o.style.cssText = 'width:200px;height:20px'; OWN return o; };
const draw = () => { const list = document.createElement('div'); list.setAttribute('role', 'listbox'); list.append(...colours.map(option)); pop.replaceChildren(list); };
box.onclick = () => { log('opener'); if (pop.children.length) return shut(); box.setAttribute('aria-expanded', 'true'); draw(); };</script>"""
BLUE = step("select", t(role="combobox", name="Colour"), "Blue")
CLICK = "o.onclick = () => choose(c);"
ONCE = "if (!window.once) { window.once = 1; WHAT }"


async def chosen(stand: Stand, own: str) -> tuple[str, list[str]]:
    pressed: list[str] = []

    def log(hit: Hit) -> Answer:
        pressed.append(hit.body.decode())
        return (204, {}, "")

    stand.site.pages["/log"] = log
    outcome = await stand.play(BLUE, page=PAGE.replace("OWN", own), settings={"step_timeout_s": 4.0})
    return (outcome.stopped.code if outcome.stopped is not None else outcome.status), pressed


DRAWN_ANEW = {
    "not at all": CLICK,
    "once, when it is pointed at": f"{CLICK} o.onmouseenter = () => {{ {ONCE.replace('WHAT', 'draw();')} }};",
    "once, in another order": f"{CLICK} o.onmouseenter = () => {{ {ONCE.replace('WHAT', 'colours.reverse(); draw();')} }};",
    "taken by the press alone": "o.onmousedown = () => choose(c);",
}


@pytest.mark.parametrize("own", DRAWN_ANEW.values(), ids=DRAWN_ANEW)
async def test_an_option_that_is_drawn_anew_is_clicked_once(stand: Stand, own: str) -> None:
    assert await chosen(stand, own) == ("ok", ["opener", "Blue"])


async def test_where_the_list_is_closed_over_an_option_what_opened_it_is_not_clicked_again(stand: Stand) -> None:
    assert await chosen(stand, f"{CLICK} o.onmouseenter = shut;") == ("no_such_option", ["opener"])


async def test_an_option_that_took_no_click_is_not_told_as_chosen(stand: Stand) -> None:
    assert await chosen(stand, f"{CLICK} o.onmousedown = draw;") == ("did_not_stick", ["opener"])
