# ruff: noqa: E501  pages are easier to read as the markup they are
"""Pages that were drawn anew since the runs: fields that ask for dates otherwise, lists without roles, keys, quick boxes."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, param, step, t

from awm_mcp.model import Expectation

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

REDRAWN = f"""<label>Fällig <input id=d placeholder=TT.MM.JJJJ></label>
  <label for=e>Umgebung</label><select id=e hidden><option>Alt<option>Neu<option>Neu 2</select>
  <div id=box tabindex=0><span id=now>Alt</span><ul id=l hidden><li>Alt<li>Neu<li>Neu 2</ul></div>
  <script>box.onclick=c=>{{if(c.target.tagName=='LI'){{e.value=now.textContent=c.target.textContent;l.hidden=true}}else l.hidden=!l.hidden}}</script>
  <button onclick="say(e.value);document.body.append('Fällig am '+d.value)">Weiter ›</button>{LOG}"""


async def test_a_date_a_list_and_a_button_are_taken_as_the_page_draws_them_now(stand: Stand):
    steps = [
        step("fill", t(role="textbox", name="Fällig"), param("day")),
        step("select", t(role="combobox", name="Umgebung"), param("where")),
        step("click", t(role="button", name="Weiter"), expect=Expectation(text=param("day", "Fällig am "))),
    ]
    outcome = await stand.play(*steps, READ, page=REDRAWN, args={"day": "2027-03-05", "where": "Neu"})
    assert outcome.outputs == {"log": "Neu;"}, outcome.stopped
    assert outcome.steps[0].note == "wrote the date as the field asks for it: 05.03.2027"


KEYS = f"""<label>Procurar <input id=q></label><p id=r></p><script>q.onkeydown=()=>setTimeout(()=>r.innerHTML=q.value?`<a href=# onclick="say('${{q.value}}')">${{q.value}}</a>`:'',100)</script>{LOG}"""


async def test_a_page_that_hears_keys_as_they_go_down_is_typed_to_once_more(stand: Stand):
    steps = [
        step("fill", t(role="textbox", name="Procurar"), param("what")),
        step("click", t(role="link", name=param("what"))),
    ]
    outcome = await stand.play(*steps, READ, page=KEYS, args={"what": "Uva"})
    assert outcome.outputs == {"log": "Uva;"}, outcome.stopped
    assert outcome.steps[1].note == "typed the last value once more, key by key"


BOXES = f"""<input maxlength=1 aria-label='Digit 1' id=a><input maxlength=1 aria-label='Digit 2' id=b><button onclick="say(a.value+b.value)">Go</button>{LOG}
  <script>let last=0;for(const i of [a,b])i.addEventListener('input',()=>{{const quick=performance.now()-last<200;last=performance.now();if(quick)i.value=''}})</script>"""


async def test_boxes_that_lose_what_comes_too_quickly_are_filled_slowly(stand: Stand):
    steps = [step("fill", t(role="textbox", name="Digit 1"), param("code")), step("click", t(role="button", name="Go"))]
    outcome = await stand.play(*steps, READ, page=BOXES, args={"code": "47"})
    assert outcome.outputs == {"log": "47;"}, outcome.stopped
