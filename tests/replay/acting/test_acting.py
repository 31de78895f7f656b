# ruff: noqa: E501  pages are easier to read as the markup they are
"""Clicks, keys, files, dialogs, tabs and other surprises (known faults, in docs/replay.md)."""

from __future__ import annotations

from pathlib import Path

import pytest
from core_stage import LOG, READ, Stand, param, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
GO = t(role="button", name="Go")


def click(name: str, **more):
    return step("click", t(role="button", name=name), **more)


async def test_states_are_set_not_toggled(stand: Stand):
    page = "<label><input type=checkbox checked onclick=\"fetch('/clicked',{method:'POST'})\"> Terms</label>"
    outcome = await stand.play(step("check", t(role="checkbox", name="Terms")), page=page)
    assert stand.sent() == []
    assert outcome.steps[0].note == "was so already"


async def test_hidden_boxes_and_switches_are_set_by_their_label(stand: Stand):
    page = """<input type=radio id=r name=n style="display:none"><label for=r>Red</label>
      <button role=switch aria-checked=false aria-label=Dark onclick="this.ariaChecked=String(this.ariaChecked!=='true')">o</button>"""
    steps = [step("check", t(role="radio", name="Red")), step("check", t(role="switch", name="Dark"))]
    assert (await stand.play(*steps, page=page)).ok


async def test_a_box_that_takes_itself_back_is_an_error(stand: Stand):
    page = "<label><input type=checkbox onclick='return false'> Terms</label>"
    outcome = await stand.play(step("check", t(role="checkbox", name="Terms")), page=page)
    assert outcome.stopped is not None
    assert outcome.stopped.code == "not_checked"


async def test_enter_submits_exactly_once(stand: Stand):
    stand.site.pages["/s"] = "<h1>Results</h1>"
    page = "<form method=post action=/s><label>Find <input name=q></label></form>"
    box = t(role="textbox", name="Find")
    outcome = await stand.play(
        step("fill", box, "tea"), step("press", box, "Enter"), page=page, postcondition={"text": "Results"}
    )
    assert outcome.ok, outcome.stopped
    assert stand.sent() == ["/s q=tea"]


async def test_chords_are_pressed_and_unknown_keys_refused(stand: Stand):
    page = f"<body onkeydown=\"say((event.ctrlKey?'C':'')+event.key)\">{LOG}</body>"
    assert "Ck" in (await stand.play(step("press", None, "ctrl+k"), READ, page=page)).outputs["log"]
    wrong = await stand.play(step("press", None, "browser-use{Enter}"), page=page)
    assert wrong.stopped is not None
    assert wrong.stopped.code == "unknown_key"


async def test_a_covered_button_names_what_covers_it(stand: Stand):
    page = f"<button onclick=\"say('x')\">Go</button><div class=veil style='position:fixed;inset:0'></div>{LOG}"
    outcome = await stand.play(step("click", GO), page=page)
    assert outcome.stopped is not None
    assert outcome.stopped.code == "covered"
    assert "veil" in outcome.stopped.seen


async def test_a_disabled_button_says_so_with_what_the_form_complains_about(stand: Stand):
    page = "<form><label>Mail <input type=email value=bad></label><button disabled>Go</button></form>"
    outcome = await stand.play(step("click", GO), page=page)
    assert outcome.stopped is not None
    assert outcome.stopped.code == "disabled"
    assert "Mail" in outcome.stopped.seen


async def test_a_sticky_header_does_not_swallow_a_click(stand: Stand):
    page = f"<div style='position:fixed;top:0;left:0;right:0;height:80px;background:#ccc;z-index:9'>Head</div><div style='height:3000px'></div><button onclick=\"say('ok')\">Go</button><div style='height:2000px'></div>{LOG}"
    assert (await stand.play(step("click", GO), READ, page=page)).outputs == {"log": "ok;"}


BANNER = """<div role=dialog aria-label='Cookie consent' style='position:fixed;inset:0;background:#eee'><button onclick="say('all')">Accept all</button>
  <button onclick="say('few');this.parentElement.remove()">Only necessary</button></div>"""


async def test_a_banner_over_the_target_is_rejected_and_told(stand: Stand):
    outcome = await stand.play(step("click", GO), READ, page=f"<button onclick=\"say('go')\">Go</button>{BANNER}{LOG}")
    assert outcome.outputs == {"log": "few;go;"}
    assert outcome.dismissed and "Only necessary" in outcome.dismissed[0]


async def test_a_banner_that_can_only_be_accepted_is_left_alone(stand: Stand):
    page = f"<button>Go</button><div role=dialog style='position:fixed;inset:0;background:#eee'><button onclick=\"say('all')\">Accept all</button></div>{LOG}"
    assert (await stand.play(step("click", GO), page=page)).stopped is not None


FOREIGN = """<div style='position:fixed;inset:0;background:#eee'><p>{about}</p><button onclick="say('ja');this.parentElement.remove()">Annehmen</button>
  <button onclick="say('nein');this.parentElement.remove()">Ablehnen</button></div>"""


async def test_a_banner_in_another_language_is_refused_where_it_asks_about_cookies(stand: Stand):
    page = f"<button onclick=\"say('go')\">Go</button>{FOREIGN.format(about='Wir verwenden Cookies')}{LOG}"
    assert (await stand.play(step("click", GO), READ, page=page)).outputs == {"log": "nein;go;"}


async def test_a_question_over_the_target_is_not_answered(stand: Stand):
    page = f"<button onclick=\"say('go')\">Go</button>{FOREIGN.format(about='Ann lädt Sie zu einer Besprechung ein')}{LOG}"
    outcome = await stand.play(step("click", GO), READ, page=page)
    assert outcome.stopped is not None
    assert outcome.stopped.code == "covered"
    assert outcome.dismissed == ()


async def test_an_optional_step_is_skipped_with_its_group(stand: Stand):
    page = f"<button onclick=\"say('go')\">Go</button>{LOG}"
    steps = [
        step("click", t(role="button", name="Accept"), optional=True, group="consent"),
        step("click", t(role="button", name="Sure"), optional=True, group="consent"),
        step("click", GO), READ,
    ]  # fmt: skip
    outcome = await stand.play(*steps, page=page)
    assert outcome.outputs == {"log": "go;"}
    assert [row.note for row in outcome.steps[:2]] == ["skipped: not shown", "skipped with its group"]


@pytest.mark.parametrize("how", ["<a href=/next target=_blank>Go</a>", "<a href=# onclick=\"window.open('/next','','noopener')\">Go</a>",
                                 "<a href=# onclick=\"setTimeout(()=>window.open('/next'),800)\">Go</a>"])  # fmt: skip
async def test_a_new_tab_is_followed_and_its_opener_returned_to(stand: Stand, how: str):
    stand.site.pages["/done"] = "ok"
    stand.site.pages["/next"] = "<button onclick=\"fetch('/done',{method:'POST'}).then(()=>window.close())\">Finish</button>"
    steps = [step("click", t(role="link", name="Go"), opens="popup"), click("Finish")]
    outcome = await stand.play(*steps, page=how)
    assert outcome.ok, outcome.stopped
    assert [s.strip() for s in stand.sent()] == ["/done"]


CONFIRM = f"<button onclick=\"if(confirm('Delete Apple?'))say('gone');else say('kept')\">Go</button>{LOG}"


async def test_an_unexpected_question_is_dismissed_and_reported(stand: Stand):
    outcome = await stand.play(step("click", GO), READ, page=CONFIRM)
    assert outcome.stopped is not None
    assert outcome.stopped.code == "unexpected_dialog"
    assert "Delete Apple?" in outcome.stopped.seen


async def test_only_the_recorded_dialog_is_accepted(stand: Stand):
    right = step("click", GO, dialog={"kind": "confirm", "message": "Delete Apple?"})
    wrong = step("click", GO, dialog={"kind": "confirm", "message": "Delete Pear?"})
    assert (await stand.play(right, READ, page=CONFIRM)).outputs == {"log": "gone;"}
    assert (await stand.play(wrong, READ, page=CONFIRM)).status == "step_failed"


async def test_an_alert_while_loading_does_not_block(stand: Stand):
    outcome = await stand.play(step("click", GO), page="<script>alert('hi')</script><button>Go</button>")
    assert outcome.ok, outcome.stopped
    assert any("hi" in told for told in outcome.dismissed)


async def test_a_prompt_is_answered_as_recorded(stand: Stand):
    page = f"<button onclick=\"say(prompt('Name?'))\">Go</button>{LOG}"
    asks = step("click", GO, dialog={"kind": "prompt", "message": "Name?", "prompt": "Ann"})
    assert (await stand.play(asks, READ, page=page)).outputs == {"log": "Ann;"}


@pytest.fixture
def uploads(tmp_path: Path) -> Path:
    folder = tmp_path / "up"
    folder.mkdir()
    (folder / "my résumé.txt").write_text("hello")
    (folder / "link.txt").symlink_to("/etc/passwd")
    return folder


FILE = f"<label>File <input type=file onchange='say(this.files[0].name)'></label>{LOG}"


async def test_files_come_from_allowed_folders_only(stand: Stand, uploads: Path):
    where = {"upload_roots": [uploads]}
    send = step("upload", t(label="File"), param("file"))
    done = await stand.play(send, READ, page=FILE, args={"file": "my résumé.txt"}, settings=where)
    assert done.outputs == {"log": "my résumé.txt;"}
    for bad in ("/etc/passwd", "../x", "link.txt"):
        outcome = await stand.play(send, page=FILE, args={"file": bad}, settings=where)
        assert outcome.stopped is not None
        assert outcome.stopped.code == "upload_not_allowed"


async def test_a_zone_that_opens_a_chooser_gets_the_file_once(stand: Stand, uploads: Path):
    page = f"<button onclick=\"const i=document.createElement('input');i.type='file';i.onchange=()=>say(i.files[0].name);i.click()\">Go</button>{LOG}"
    outcome = await stand.play(step("upload", GO, "my résumé.txt"), READ, page=page, settings={"upload_roots": [uploads]})
    assert outcome.outputs == {"log": "my résumé.txt;"}


async def test_downloads_land_in_the_runs_own_folder(stand: Stand):
    stand.site.pages["/f"] = (200, {"content-disposition": "attachment; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf"}, "PDF")
    outcome = await stand.play(step("click", t(role="link", name="Get"), opens="download"), page="<a href=/f>Get</a>")
    assert outcome.ok, outcome.stopped
    assert [name for name in outcome.artifacts if name.endswith("résumé.pdf")]


async def test_things_are_dragged(stand: Stand):
    page = f"""<div id=a draggable=true style="width:80px;height:30px" aria-label=Card role=option>Card</div>
      <div role=listbox aria-label=Done style="width:200px;height:90px;background:#ddd" ondragover="event.preventDefault()" ondrop="say('dropped')"></div>{LOG}"""
    drag = step("drag", t(role="option", name="Card"), to=t(role="listbox", name="Done"))
    assert (await stand.play(drag, READ, page=page)).outputs == {"log": "dropped;"}


async def test_a_place_on_a_canvas_is_kept_as_a_fraction(stand: Stand):
    page = (
        f"<canvas role=img aria-label=Board width=200 height=100 onclick='say(Math.round(event.offsetX/20))'></canvas>{LOG}"
    )
    assert (await stand.play(step("click", t(role="img", name="Board", point=(0.75, 0.5))), READ, page=page)).outputs == {
        "log": "8;"
    }


MENU = """<style>ul ul{display:none}li:hover>ul{display:block}</style><ul><li class=menu-item><a href=#>Products</a><ul><li><a href=# onclick="say('tea')">Tea</a></li></ul></li></ul>"""


async def test_an_item_that_shows_on_hover_is_reached(stand: Stand):
    outcome = await stand.play(step("click", t(role="link", name="Tea")), READ, page=MENU + LOG)
    assert outcome.outputs == {"log": "tea;"}
    assert "hovered" in outcome.steps[0].note


async def test_a_recorded_hover_opens_the_menu(stand: Stand):
    steps = [step("hover", t(role="link", name="Products")), step("click", t(role="link", name="Tea")), READ]
    assert (await stand.play(*steps, page=MENU + LOG)).outputs == {"log": "tea;"}


async def test_the_entry_of_a_menu_that_is_drawn_late_is_meant_and_not_a_link_elsewhere(stand: Stand):
    page = f"""<nav><a href=# id=p>Products</a><ul id=m></ul></nav><footer><a href=# onclick="say('footer')">Tea</a></footer>{LOG}<script>
      p.onmouseenter = () => setTimeout(() => {{ m.innerHTML = `<li><a href=# onclick="say('menu')">Tea</a>`; }}, 400);</script>"""
    entry = t(role="link", name="Tea", landmarks=[{"role": "navigation"}])
    outcome = await stand.play(step("hover", t(role="link", name="Products")), step("click", entry), READ, page=page)
    assert outcome.outputs == {"log": "menu;"}


async def test_an_entry_that_moved_into_the_overflow_menu_is_found(stand: Stand):
    page = f"""<nav><a href=#>One</a><button aria-haspopup=menu aria-expanded=false aria-label='More options'
      onclick="document.getElementById('m').style.display='block'">⋯</button>
      <div id=m role=menu style='display:none'><a href=# role=menuitem onclick="say('boards')">Boards</a></div></nav>{LOG}"""
    outcome = await stand.play(step("click", t(role="link", name="Boards")), READ, page=page)
    assert outcome.outputs == {"log": "boards;"}
    assert "opened" in outcome.steps[0].note


LAZY = """<div id=l></div><script>let n=0;const more=()=>{for(let i=0;i<10&&n<100;i++){const d=document.createElement('div');d.style.height='120px';
  d.innerHTML=`<a href=#>Item ${++n}</a>`;document.getElementById('l').append(d)}};more();
  addEventListener('scroll',()=>{if(innerHeight+scrollY>document.body.scrollHeight-300)setTimeout(more,30)});</script>"""


async def test_lazy_lists_are_scrolled_until_found_or_ended(stand: Stand):
    assert (await stand.play(step("click", t(role="link", name="Item 60")), page=LAZY, settings={"step_timeout_s": 5.0})).ok
    assert (await stand.play(step("click", t(role="link", name="Item 999")), page=LAZY)).status == "target_not_found"


async def test_a_post_without_an_answer_is_unknown_and_never_sent_twice(stand: Stand):

    page = "<form method=post action=/slow><button>Go</button></form>"
    stand.site.pages["/slow"] = lambda hit: (200, {}, "late")
    outcome = await stand.play(step("click", GO), page=page, postcondition={"text": "late"})
    assert outcome.ok, outcome.stopped
    assert len(stand.sent()) == 1


async def test_a_page_that_polls_for_ever_does_not_hold_up_a_replay(stand: Stand):
    stand.site.pages["/poll"] = "x"
    page = f"<script>setInterval(()=>fetch('/poll'),100)</script><button onclick=\"history.pushState({{}},'','/#x');say('go')\">Go</button>{LOG}"
    assert (await stand.play(step("click", GO), READ, page=page)).outputs == {"log": "go;"}


async def test_a_list_that_is_drawn_again_after_typing_is_not_used_too_early(stand: Stand):
    page = f"""<input aria-label=Search oninput="setTimeout(draw,300)"><div id=l></div>{LOG}<script>
      const draw=()=>{{document.getElementById('l').innerHTML='<label><input type=checkbox onclick="say(1)"> Ann</label>'}};draw();</script>"""
    steps = [step("fill", t(role="textbox", name="Search"), "A"), step("check", t(role="checkbox", name="Ann"))]
    still = step("extract", t(role="checkbox", name="Ann"), read="attribute", attribute="checked", output="v")
    outcome = await stand.play(*steps, still, READ, page=page)
    assert outcome.outputs["log"] == "1;"


async def test_choices_are_handed_to_the_agent_and_taken_from_it(stand: Stand):
    page = f"<ul><li role=option onclick=\"say('JFK')\">New York JFK</li><li role=option onclick=\"say('LGA')\">New York LGA</li></ul>{LOG}"
    pick = step("choose", t(role="option"), param("airport"))
    parameters = [{"name": "airport", "required": False}]
    asked = await stand.play(pick, READ, page=page, parameters=parameters)
    assert asked.status == "needs_input"
    assert asked.stopped is not None
    assert asked.stopped.options == ("New York JFK", "New York LGA")
    assert asked.next.startswith(
        "resume at this step with choice set to one of the options, or give it as the argument airport"
    )
    given = await stand.play(pick, READ, page=page, parameters=parameters, args={"airport": "New York LGA"})
    assert given.outputs == {"log": "LGA;"}


async def test_a_block_is_repeated_for_each_item(stand: Stand):
    page = f"<label><input type=checkbox onclick=\"say('a')\"> Ann</label><label><input type=checkbox onclick=\"say('b')\"> Bob</label>{LOG}"
    block = {"item": "who", "parameter": "people", "steps": [step("check", t(role="checkbox", name=param("who")))]}
    from awm_mcp.model import FlowStep, ForEach

    each = FlowStep(for_each=ForEach(**block))
    assert (await stand.play(each, READ, page=page, args={"people": ["Bob", "Ann"]})).outputs == {"log": "b;a;"}
