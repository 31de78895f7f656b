# ruff: noqa: E501  pages are easier to read as the markup they are
"""Pages that write other things into what was found: recycled rows, boxes drawn anew, addresses set by scripts; and what only opens."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, param, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
GO = t(role="button", name="Go")

RECYCLED = f"""<div id=v style="height:300px;overflow:auto;position:relative"><div style="height:9000px"></div></div>{LOG}<script>
  const rows=Array.from({{length:AT_ONCE}},()=>{{const r=document.createElement('div');r.setAttribute('role','listitem');r.style='position:absolute;height:30px;left:0;right:0';
    r.innerHTML='<span></span> <button>Archive</button>';r.lastChild.onclick=()=>say(r.firstChild.textContent);v.appendChild(r);return r}});
  function draw(){{const first=Math.floor(v.scrollTop/30);rows.forEach((r,k)=>{{r.style.top=(first+k)*30+'px';r.firstChild.textContent='Letter '+(first+k+1)}})}}
  let late;v.onscroll=()=>{{clearTimeout(late);late=setTimeout(draw,60)}};draw()</script>"""


@pytest.mark.parametrize(("at_once", "letter"), [(14, "Letter 187"), (24, "Letter 23")])
async def test_the_row_that_is_clicked_in_a_recycled_list_is_the_one_that_is_meant(stand: Stand, at_once: int, letter: str):
    archive = step("click", t(role="button", name="Archive", row=param("letter")))
    page = RECYCLED.replace("AT_ONCE", str(at_once))
    outcome = await stand.play(archive, READ, page=page, args={"letter": letter})
    assert outcome.outputs == {"log": f"{letter};"}, outcome.stopped


BOXES = f"""<div id=b></div><button onclick=say(v.join(''))>Go</button>{LOG}<script>const v=['','','',''];function draw(at){{b.innerHTML='';v.forEach((x,i)=>{{
  const e=document.createElement('input');e.maxLength=1;e.setAttribute('aria-label','Digit '+(i+1));e.value=x;e.oninput=()=>{{v[i]=TAKES;draw(i+1)}};b.appendChild(e)}});if(b.children[at])b.children[at].focus()}}draw(0)</script>"""


async def test_boxes_that_are_drawn_anew_with_each_character_hold_the_whole_code(stand: Stand):
    code = step("fill", t(role="textbox", name="Digit 1"), param("code"))
    page = BOXES.replace("TAKES", "e.value")
    outcome = await stand.play(code, step("click", GO), READ, page=page, args={"code": "0427"})
    assert outcome.outputs == {"log": "0427;"}, outcome.stopped
    lost = await stand.play(
        code, step("click", GO), page=BOXES.replace("TAKES", "e.value=='2'?'':e.value"), args={"code": "0427"}
    )
    assert lost.stopped is not None and lost.stopped.code == "did_not_stick"


OPENS = f"""<style>.menu{{display:none}}.box:focus-within .menu{{display:block}}</style><button popovertarget=m>Actions</button><div id=m popover><button onclick=say('archived')>Archive</button></div>
  <div class=box tabindex=0 role=button aria-label=More>⋮<ul class=menu><li><a href=# onclick="say('muted')">Mute</a></li></ul></div><button>Nothing</button>{LOG}"""


async def test_a_menu_that_opens_without_any_change_of_the_document_is_a_change(stand: Stand):
    steps = [
        step("click", t(role="button", name="Actions"), expect={"changed": True}),
        step("click", t(role="button", name="Archive")),
        step("click", t(role="button", name="More"), expect={"changed": True}),
        step("click", t(role="link", name="Mute")),
    ]
    outcome = await stand.play(*steps, READ, page=OPENS)
    assert outcome.outputs == {"log": "archived;muted;"}, outcome.stopped
    idle = await stand.play(step("click", t(role="button", name="Nothing"), expect={"changed": True}), page=OPENS)
    assert idle.stopped is not None and idle.stopped.code == "not_as_expected"


CHAT = f"""<x-log></x-log><div id=m role=textbox aria-label=Message contenteditable></div>{LOG}<script>customElements.define('x-log',class extends HTMLElement{{connectedCallback(){{this.attachShadow({{mode:'open'}})}}}});
  const log=document.querySelector('x-log').shadowRoot;m.onkeydown=e=>{{if(e.key=='Enter'){{e.preventDefault();SENT}}}}</script>"""
SENT = "const p=document.createElement('p');p.textContent=m.innerText;log.append(p);m.innerText=''"


async def test_what_stands_in_an_editor_is_not_shown_before_it_was_sent_and_a_shadow_root_shows_it(stand: Stand):
    target = t(role="textbox", name="Message")
    typed = [step("fill", target, param("text")), step("press", target, "Enter", expect={"text": [{"param": "text"}]})]
    sent, kept = CHAT.replace("SENT", SENT), CHAT.replace("SENT", "")
    outcome = await stand.play(*typed, page=sent, args={"text": "good night all"})
    assert outcome.ok, outcome.stopped
    unsent = await stand.play(*typed, page=kept, args={"text": "good night all"})
    assert unsent.stopped is not None and "good night all" in unsent.stopped.seen
    seen = await stand.observe(step("fill", target, "see you soon"), step("press", target, "Enter"), page=sent)
    assert seen.run.steps[1].effect is not None and seen.run.steps[1].effect.shown == ("see you soon",)


PLAN = """<table><tr><th rowspan=2>Room<th colspan=2>Day<th colspan=2>Night<tr><th>Who<th>Price<th>Who<th>Price
  <tr><td>Blue<td>Ada<td>10<td>Karl<td>12<tr><td>Green<td>Ole<td>20<td>Per<td>22</table>"""


async def test_a_cell_that_says_the_rows_text_itself_is_not_for_that_the_cell_that_is_meant(stand: Stand):
    any_cell = t(role="cell", tag="td", css="tr > td", row=param("room"))
    several = await stand.play(step("extract", any_cell, output="price"), page=PLAN, args={"room": "Green"})
    assert several.status == "ambiguous_target"
    fifth = any_cell.model_copy(update={"css": "tr > td:nth-of-type(5)"})
    read = await stand.play(step("extract", fifth, output="price"), page=PLAN, args={"room": "Green"})
    assert read.outputs == {"price": "22"}, read.stopped


async def test_addresses_that_a_script_set_are_not_opened_again_when_a_run_is_followed(stand: Stand):
    page = f"""<label>Title <input id=i></label><button onclick="history.pushState({{}},'','/home?tab=2')">More</button><button onclick=say(i.value)>Go</button>{LOG}
      <script>history.replaceState({{}},'','/home#x')</script>"""
    stand.site.pages |= {"/": (302, {"location": "/home"}, ""), "/home": page}
    origin = stand.site.origin
    opened = [step("goto", None, f"{origin}{path}") for path in ("/", "/home", "/home#x", "/home?tab=2")]
    title, more = step("fill", t(role="textbox", name="Title"), "Hello"), step("click", t(role="button", name="More"))
    seen = await stand.observe(*opened[:3], title, more, opened[3], step("click", GO))
    assert seen.complete, seen.why
    effects = [one.effect for one in seen.run.steps]
    assert [effect.changed for effect in effects if effect] == [True, False, False, True, True, False, True]
    assert effects[-1] is not None and effects[-1].shown == ("Hello;",)
    assert [hit.path for hit in stand.site.hits if hit.path.startswith("/home")] == ["/home"]


SHIFTS = f"""<ul id=u></ul>{LOG}<script>const all=['Ada','Karl','Mia','Noor'];let left=TIMES;for(let k=0;k<8;k++){{const li=document.createElement('li');
  li.innerHTML='<span></span> <button>Close</button>';li.lastChild.onclick=()=>say(li.firstChild.textContent);u.append(li)}}
  function draw(){{[...u.children].forEach((li,i)=>{{li.hidden=!all[i];li.firstChild.textContent=all[i]||''}})}}draw();
  document.addEventListener('pointermove',()=>{{if(left-->0){{all.push(all.shift());draw()}}}})</script>"""


async def test_what_is_pressed_in_a_row_that_shows_another_entry_by_then_is_kept_from_the_page(stand: Stand):
    close = step("click", t(role="button", name="Close", row=param("who")))
    once = await stand.play(close, READ, page=SHIFTS.replace("TIMES", "1"), args={"who": "Mia"})
    assert once.outputs == {"log": "Mia;"}, once.stopped
    always = await stand.play(close, page=SHIFTS.replace("TIMES", "99"), args={"who": "Mia"})
    assert always.stopped is not None and always.stopped.code == "row_moved"


async def test_a_list_that_gets_more_a_moment_after_its_end_was_reached_is_scrolled_on(stand: Stand):
    page = f"""<div role=dialog aria-label=Seats id=d style="height:200px;overflow:auto"><ul id=u></ul><div id=e style="height:20px"></div></div>{LOG}<script>
      let k = 0; const more = () => {{ for (let i = 0; i < 10 && k < 40; i++) {{ k++; u.insertAdjacentHTML('beforeend',
        `<li style="height:30px"><b>Seat ${{k}}</b> <button onclick="say('${{k}}')">Take</button></li>`); }} }};
      more(); new IntersectionObserver(es => es[0].isIntersecting && setTimeout(more, 600), {{ root: d }}).observe(e);</script>"""
    take = step("click", t(role="button", name="Take", row="Seat 33"))
    assert (await stand.play(take, READ, page=page)).outputs == {"log": "33;"}
