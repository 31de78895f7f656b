# ruff: noqa: E501  pages are easier to read as the markup they are
"""Lists that libraries draw for choices: selects hidden behind them, what they filter late, leave open, or only point at."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, param, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SAVE = step("click", t(role="button", name="Save"))
HIDDEN = "position:absolute;width:1px;height:1px;clip-path:inset(50%)"
# A library that keeps its own account of what is chosen, and one that reads its select again when it changes.
OWN_ACCOUNT = """a.onclick=()=>{{l.hidden=false;{focus}}};l.onclick=e=>{{a.textContent=chosen=e.target.textContent;l.hidden=true}};{heeds}"""
HEEDS = "k.onchange=()=>{a.textContent=chosen=k.value}"
OPTIONS = "<option>Tent</option><option>Rope</option><option>Map</option>"
ENTRIES = "<div role=option>Tent</div><div role=option>Rope</div><div role=option>Map</div>"


def hidden_select(script: str, style: str, options: str = OPTIONS, entries: str = ENTRIES) -> str:
    return f"""<label for=k>Kit</label><select id=k style="{style}"><option value="">-</option>{options}</select><span><span id=a role=button tabindex=0 aria-haspopup=listbox>None</span></span>
      <div id=l role=listbox hidden>{entries}</div><button onclick=say(chosen)>Save</button>{LOG}<script>let chosen='';{script}</script>"""


@pytest.mark.parametrize("style", ["display:none", HIDDEN])
@pytest.mark.parametrize("heeds", ["", HEEDS])
async def test_a_select_behind_a_drawn_list_is_chosen_there_where_its_library_takes_no_notice_of_it(
    stand: Stand, style: str, heeds: str
):
    page = hidden_select(OWN_ACCOUNT.format(focus="", heeds=heeds), style)
    outcome = await stand.play(
        step("select", t(role="combobox", name="Kit"), param("kit")), SAVE, READ, page=page, args={"kit": "Rope"}
    )
    assert outcome.outputs == {"log": "Rope;"}, outcome.stopped


SEARCH = "<input id=s type=search>"
FETCHES = (
    "s.oninput=()=>setTimeout(()=>{{l.querySelectorAll('[role=option]').forEach(o=>o.remove());"
    "if(s.value)l.insertAdjacentHTML('beforeend','<div role=option>'+s.value+'</div>')}},200)"
)


async def test_options_that_come_with_what_is_typed_into_the_drawn_list_are_looked_up_there(stand: Stand):
    script = OWN_ACCOUNT.format(focus="s.focus()", heeds=FETCHES.format())
    page = hidden_select(script, HIDDEN, options="", entries=SEARCH)
    outcome = await stand.play(
        step("select", t(role="combobox", name="Kit"), param("kit")), SAVE, READ, page=page, args={"kit": "Rope"}
    )
    assert outcome.outputs == {"log": "Rope;"}, outcome.stopped


LATE = f"""<div style="position:relative"><input id=i role=combobox aria-label=Kit aria-controls=l aria-expanded=false><div id=l role=listbox hidden style="position:absolute;top:100%;left:0;width:200px;background:#fff">{ENTRIES}</div></div>
  <button onclick=say(picked.join('+'))>Save</button>{LOG}<script>const picked=[];let late;const open=on=>{{l.hidden=!on;i.setAttribute('aria-expanded',on)}};i.onclick=()=>open(true);
  i.oninput=()=>{{clearTimeout(late);late=setTimeout(()=>{{for(const o of l.children)o.hidden=!o.textContent.startsWith(i.value);open(true)}},250)}};
  l.onmousedown=e=>{{e.preventDefault();if(!e.target.matches('[role=option]'))return;picked.push(e.target.textContent);i.value='';AFTER}};i.onblur=()=>open(false)</script>"""


@pytest.mark.parametrize("after", ["open(false)", ""])
async def test_a_list_that_is_filtered_late_or_stays_open_does_not_lie_over_what_comes_next(stand: Stand, after: str):
    steps = [step("select", t(role="combobox", name="Kit"), param("kit")), SAVE, READ]
    outcome = await stand.play(*steps, page=LATE.replace("AFTER", after), args={"kit": "Rope"})
    assert outcome.outputs == {"log": "Rope;"}, outcome.stopped


POINTS = f"""<div id=l role=listbox aria-multiselectable=true aria-label=Kit>{ENTRIES}</div><button onclick=say(picked.join('+'))>Save</button>{LOG}<script>const picked=PICKED,all=[...l.children];
  const point=o=>all.forEach(x=>x.setAttribute('aria-selected',SAYS));point(all[0]);l.onmouseover=e=>e.target!==l&&point(e.target);
  l.onclick=e=>{{const s=e.target.textContent,at=picked.indexOf(s);at<0?picked.push(s):picked.splice(at,1);point(e.target)}}</script>"""


async def test_an_entry_that_its_list_only_points_at_is_not_taken_for_chosen(stand: Stand):
    steps = [step("click", t(role="option", name=param("kit"), landmarks=[{"role": "listbox", "name": "Kit"}])), SAVE, READ]
    pointed = POINTS.replace("PICKED", "[]").replace("SAYS", "x===o")
    outcome = await stand.play(*steps, page=pointed, args={"kit": "Tent"})
    assert outcome.outputs == {"log": "Tent;"}, outcome.stopped
    chosen = POINTS.replace("PICKED", "['Tent']").replace("SAYS", "picked.includes(x.textContent)")
    stopped = await stand.play(*steps, page=chosen, args={"kit": "Tent"})
    assert stopped.stopped is not None and stopped.stopped.code == "already_so"


PILLS = f"""<label for=i>Kit</label><div id=b style="width:200px;height:24px;border:1px solid"><input id=i aria-haspopup=listbox readonly style="opacity:0;width:60px;pointer-events:none"></div>
  <div id=l role=listbox hidden>{ENTRIES}</div><button onclick=say(b.textContent)>Save</button>{LOG}<script>b.onclick=()=>l.hidden=false;l.onclick=e=>{{b.prepend(e.target.textContent);l.hidden=true}}</script>"""


async def test_a_field_whose_box_takes_the_click_is_opened_by_its_box(stand: Stand):
    steps = [step("select", t(role="textbox", label="Kit"), param("kit")), SAVE, READ]
    outcome = await stand.play(*steps, page=PILLS, args={"kit": "Rope"})
    assert outcome.outputs == {"log": "Rope;"}, outcome.stopped


APART = f"""<div><label for=u>Urgent</label><div><div id=b><input id=u type=checkbox role=switch style="position:absolute;width:0;height:0;opacity:0;margin:0"><span style="display:inline-block;width:40px;height:20px;background:#ccc"></span></div></div></div>
  <button onclick=say(u.checked)>Save</button>{LOG}<script>b.onclick=e=>{{e.preventDefault();if(e.target!==u)setTimeout(()=>u.checked=!u.checked)}}</script>"""


async def test_a_switch_that_is_drawn_by_itself_is_pressed_and_not_its_label_elsewhere(stand: Stand):
    outcome = await stand.play(step("check", t(role="switch", name="Urgent")), SAVE, READ, page=APART)
    assert outcome.outputs == {"log": "true;"}, outcome.stopped
