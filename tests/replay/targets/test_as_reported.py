# ruff: noqa: E501  pages are easier to read as the markup they are
"""Steps in the words that agents report them in: no frame told, an icon's letter or a list item's text as name, a full basket."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, param, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
GO = t(role="button", name="Go")


async def test_a_report_that_does_not_tell_the_frame_is_followed_into_the_only_one_that_has_the_element(stand: Stand):
    form = f"<label>City <input id=c></label><button onclick=say('city:'+c.value)>Go</button>{LOG}"
    stand.site.pages |= {"/outer": "<iframe src=/inner></iframe>", "/inner": form, "/ad": "<p>Buy</p>"}
    steps = [step("fill", t(role="textbox", name="City"), "Rome"), step("click", GO)]
    seen = await stand.observe(*steps, page="<iframe src=/ad></iframe><iframe src=/outer></iframe>")
    assert seen.complete, seen.why
    hops = [[hop.url_path for hop in one.action.target.frame] for one in seen.run.steps if one.action.target]
    assert hops == [["/outer", "/inner"]] * 2
    read = step("extract", t(role="status", frame=[{"url_path": "/outer"}, {"url_path": "/inner"}]), output="log")
    told = await stand.play(*steps, read)
    assert told.outputs == {"log": "city:Rome;"}, told.stopped
    stand.site.pages["/ad"] = form
    two = await stand.play(*steps)
    assert two.status == "target_not_found", "two frames have it"


async def test_what_was_seen_in_the_page_itself_is_not_looked_for_in_its_frames(stand: Stand):
    stand.site.pages["/ad"] = f"<button onclick=say('ad')>Go</button>{LOG}"
    outcome = await stand.play(
        step("click", t(role="button", name="Go", css="main > button")), page="<iframe src=/ad></iframe>"
    )
    assert outcome.status == "target_not_found"


PAGE = f"""<a href=#c onclick=say('cart')>Cart: 0 items - $0.00</a> <a href=#d onclick=say('twenty')>Donate $20</a>
  <ul><li onclick=say('bonn')>Bonn</li><li onclick=say('rome')>Rome</li></ul>
  <button id=rep onclick=say('report')><i class=icon>&#xe099;</i></button><button id=ex onclick=say('exit')><i class=icon>&#xe012;</i></button>
  <canvas id=c width=200 height=100 onclick="say(event.offsetX<100?'left':'right')"></canvas>{LOG}"""


async def test_names_as_snapshots_write_them_find_their_elements(stand: Stand):
    steps = [
        step("click", t(role="link", name="Cart: 2 items - $15.00")),
        step("click", t(role="listitem", name="Rome")),
        step("click", t(role="button", name="\ue011", css="#rep")),
        step("click", t(tag="canvas", css="#c", point=(0.75, 0.5))),
    ]
    outcome = await stand.play(*steps, READ, page=PAGE)
    assert outcome.outputs == {"log": "cart;rome;report;right;"}, outcome.stopped
    sum_alone = await stand.play(step("click", t(role="link", name="Donate $10")), page=PAGE)
    assert sum_alone.status == "target_not_found", "a sum tells things apart"
    nowhere = await stand.play(step("click", t(tag="canvas", css="#c")), page=PAGE)
    assert nowhere.status == "target_not_found", "in a drawing the point is what is meant"


async def test_a_field_that_hears_only_keys_reacts_to_a_value_filled_at_once(stand: Stand):
    page = f"""<label>Search <input id=q></label><ul id=r></ul><script>q.addEventListener('keyup',()=>{{r.innerHTML=['Apple','Pear']
      .filter(x=>q.value&&x.startsWith(q.value)).map(x=>`<li><a href=# onclick="say('${{x}}')">${{x}}</a></li>`).join('')}})</script>{LOG}"""
    steps = [
        step("fill", t(role="textbox", name="Search"), param("fruit")),
        step("click", t(role="link", name=param("fruit"))),
    ]
    outcome = await stand.play(*steps, READ, page=page, args={"fruit": "Pear"})
    assert outcome.outputs == {"log": "Pear;"}, outcome.stopped


async def test_a_start_page_whose_first_button_was_renamed_names_what_is_there_instead(stand: Stand):
    buy = t(role="button", name="Buy", css="button:nth-of-type(1)")
    page = f"<button onclick=say('DELETED')>Delete account</button><button onclick=say('bought')>Buy now</button>{LOG}"
    outcome = await stand.play(step("click", buy), page=page, precondition={"target": buy.model_dump()})
    assert outcome.status == "target_not_found"
    assert outcome.stopped is not None
    near = outcome.stopped.candidates[0]
    assert (near.element, near.why_not) == ('button "Buy now"', "its name differs")


TOGGLES = """<label><input type=checkbox id=k> News</label> <button aria-pressed=false id=m
  onclick="this.setAttribute('aria-pressed',this.getAttribute('aria-pressed')!='true')">Mute</button>
  <button onclick="say(k.checked+' '+m.getAttribute('aria-pressed'))">Save</button>"""
KINDS = [t(role="checkbox", name="News"), t(role="button", name="Mute")]


async def test_a_reported_click_on_a_toggle_is_the_state_it_led_to(stand: Stand):
    clicks = [step("click", kind) for kind in KINDS]
    seen = await stand.observe(*clicks, page=TOGGLES + LOG)
    said = [one.action.words() for one in seen.run.steps]
    assert said == ['check checkbox "News"', 'check button "Mute"'], seen.why
    ticked = TOGGLES.replace("id=k", "id=k checked").replace("aria-pressed=false", "aria-pressed=true") + LOG
    steps = [step("check", one.action.target, checked=True) for one in seen.run.steps]
    outcome = await stand.play(*steps, step("click", t(role="button", name="Save")), READ, page=ticked)
    assert outcome.outputs == {"log": "true true;"}, outcome.stopped


async def test_a_list_that_is_drawn_a_second_after_the_click_is_an_effect_of_the_click(stand: Stand):
    page = f"""<div id=c role=combobox tabindex=0 aria-expanded=false aria-label=City>Pick</div><ul id=lb role=listbox></ul>
      <script>c.onclick=()=>setTimeout(()=>{{lb.innerHTML='<li role=option>Rome';lb.firstChild.onclick=()=>say('Rome')}},900)</script>{LOG}"""
    steps = [step("click", t(role="combobox", name="City")), step("click", t(role="option", name="Rome"))]
    seen = await stand.observe(*steps, page=page)
    assert [one.effect.changed for one in seen.run.steps if one.effect] == [True, True], seen.why


async def test_what_a_page_shows_when_sending_is_held_back_is_no_effect(stand: Stand):
    page = """<button onclick="fetch('/save',{method:'POST'}).then(()=>say('saved'),()=>say('failed'))">Keep</button>"""
    seen = await stand.observe(step("click", t(role="button", name="Keep")), page=page + LOG)
    assert not seen.complete
    effect = seen.run.steps[0].effect
    assert effect is not None and (effect.requests, effect.shown, effect.changed) == (("POST /save",), (), None)


AMOUNT = f"""<label>Amount <input id=d onchange="const n=Number(this.value.replace(/\\./g,'').replace(',','.'));this.value=n.toLocaleString('de-DE',{{minimumFractionDigits:2}})"></label>
  <label>Plain <input id=e oninput="this.value=this.value.replace(/\\./g,'')"></label><button onclick=say(d.value)>Go</button>{LOG}"""


@pytest.mark.parametrize(("given", "held"), [("1234,5", "1.234,50;"), ("1.234,5", "1.234,50;"), ("99.5", None)])
async def test_an_amount_that_the_field_reads_otherwise_is_not_sent(stand: Stand, given: str, held: str | None):
    amount = step("fill", t(role="textbox", name="Amount"), param("amount"))
    outcome = await stand.play(amount, step("click", GO), READ, page=AMOUNT, args={"amount": given})
    assert outcome.outputs.get("log") == held, outcome.stopped
    if held is None:
        assert outcome.stopped is not None and outcome.stopped.code == "did_not_stick"
        assert "995,00" in outcome.stopped.seen
        point_lost = await stand.play(step("fill", t(role="textbox", name="Plain"), "99.5"), page=AMOUNT)
        assert point_lost.stopped is not None and point_lost.stopped.code == "did_not_stick"


async def test_what_a_worker_makes_of_a_typed_text_is_waited_for_and_entries_are_no_openers(stand: Stand):
    page = f"""<label>Term <input id=t></label><p id=r></p><button id=b>Use</button><div id=c onclick="m.hidden=false">red</div>
      <ul id=m hidden><li onclick="say('red')">red</li></ul><script>t.oninput=()=>setTimeout(()=>r.textContent=t.value.toUpperCase(),300);
      b.onclick=()=>say('use '+r.textContent)</script>{LOG}"""
    steps = [
        step("fill", t(role="textbox", name="Term"), param("term"), expect={"changed": True}),
        step("click", t(role="button", name="Use")),
    ]
    entry = [step("click", t(text="red", css="#c")), step("click", t(role="listitem", name="red"))]
    outcome = await stand.play(*steps, *entry, READ, page=page, args={"term": "ab"})
    assert outcome.outputs == {"log": "use AB;red;"}, outcome.stopped
    seen = await stand.observe(step("fill", t(role="textbox", name="Term"), "ab"), page=page)
    assert seen.run.steps[0].effect is not None and seen.run.steps[0].effect.shown == ("AB",)


async def test_the_editor_that_is_all_of_an_inline_frame_is_filled_by_its_frame(stand: Stand):
    stand.site.pages["/editor"] = "<body contenteditable=true></body>"
    page = f"""<iframe title=Editor src=/editor id=f></iframe><button onclick="say(f.contentDocument.body.innerText.trim())">Keep</button>{LOG}"""
    body = step("fill", t(tag="body", css="body", frame=[{"title": "Editor"}]), param("text"))
    outcome = await stand.play(
        body, step("click", t(role="button", name="Keep")), READ, page=page, args={"text": "hello you"}
    )
    assert outcome.outputs == {"log": "hello you;"}, outcome.stopped
