# ruff: noqa: E501  pages are easier to read as the markup they are
"""Finding the element that is meant (known faults, in docs/replay.md)."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, param, step, t

from awm_mcp.model import Frame, Gap, Landmark, Place, Seen, Text, value

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_renamed_button_is_not_replaced_by_the_one_at_its_old_place(stand: Stand):
    page = "<button onclick=\"fetch('/gone',{method:'POST'})\">Delete account</button><button onclick=\"fetch('/now',{method:'POST'})\">Buy now</button>"
    outcome = await stand.play(step("click", t(role="button", name="Buy", css="button:nth-of-type(1)")), page=page)
    assert outcome.status == "target_not_found"
    assert outcome.stopped is not None
    assert 'button "Buy now"' in [c.element for c in outcome.stopped.candidates]
    assert stand.sent() == []


async def test_random_ids_and_classes_do_not_matter(stand: Stand):
    page = """<div id=x></div><script>const r=()=>'c'+Math.random().toString(36).slice(2);
      document.getElementById('x').innerHTML=`<label for=${(window.i=r())}>City</label><input id=${window.i} class=${r()}>`;</script>"""
    for _ in range(3):
        outcome = await stand.play(step("fill", t(role="textbox", name="City", label="City"), "Bonn"), page=page)
        assert outcome.ok, outcome.stopped


async def test_names_are_compared_whole_and_landmarks_tell_equal_ones_apart(stand: Stand):
    page = f"""<nav><button onclick="say('nav')">Add</button></nav><main><button onclick="say('main')">Add</button>
      <button>Add all</button><button>Address book</button></main>{LOG}"""
    told = t(role="button", name="Add", landmarks=(Landmark(role="main"),))
    assert (await stand.play(step("click", told), READ, page=page)).outputs == {"log": "main;"}


async def test_two_equal_buttons_in_one_place_are_ambiguous(stand: Stand):
    page = "<main><button>Add</button><button>Add</button></main>"
    outcome = await stand.play(step("click", t(role="button", name="Add", landmarks=(Landmark(role="main"),))), page=page)
    assert outcome.status == "ambiguous_target"
    assert outcome.stopped is not None
    assert len(outcome.stopped.candidates) == 2


async def test_a_css_witness_breaks_the_tie_between_equals_only(stand: Stand):
    page = f"<div id=a><button onclick=\"say('a')\">Add</button></div><div id=b><button onclick=\"say('b')\">Add</button></div>{LOG}"
    outcome = await stand.play(step("click", t(role="button", name="Add", css="#b > button")), READ, page=page)
    assert outcome.outputs == {"log": "b;"}


async def test_a_hidden_copy_of_a_link_is_never_used(stand: Stand):
    page = f"<a href='#1' style='display:none' onclick=\"say('mobile')\">Sign in</a><a href='#2' onclick=\"say('desk')\">Sign in</a>{LOG}"
    outcome = await stand.play(step("click", t(role="link", name="Sign in")), READ, page=page)
    assert outcome.outputs == {"log": "desk;"}


async def test_the_row_decides_which_of_many_equal_buttons(stand: Stand):
    rows = "".join(
        f"<tr><td>{n}</td><td><button onclick=\"say('{n}')\">Edit</button></td></tr>" for n in ("Apple", "Pear", "Pear tart")
    )
    target = t(role="button", name="Edit", row=param("item"))
    page = f"<table>{rows}</table>{LOG}"
    assert (await stand.play(step("click", target), READ, page=page, args={"item": "Pear"})).outputs == {"log": "Pear;"}
    gone = await stand.play(step("click", target), page=page, args={"item": "Plum"})
    assert gone.status == "target_not_found"


async def test_the_only_button_of_another_row_is_not_taken(stand: Stand):
    page = f"<table><tr><td>Apple</td><td><button onclick=\"say('x')\">Edit</button></td></tr></table>{LOG}"
    target = t(role="button", name="Edit", row=param("item"))
    assert (await stand.play(step("click", target), page=page, args={"item": "Pear"})).status == "target_not_found"


async def test_counters_in_names_may_change(stand: Stand):
    page = f"<a href='#' onclick=\"say('cart')\">View cart (3)</a>{LOG}"
    assert (await stand.play(step("click", t(role="link", name="View cart (1)")), READ, page=page)).ok
    gap = t(role="link", name=value([Text(text="Inbox "), Gap(gap="number")]))
    assert (await stand.play(step("click", gap), page="<a href='#'>Inbox <b>42</b></a>")).ok


async def test_numbers_that_tell_things_apart_are_not_counters(stand: Stand):
    outcome = await stand.play(step("click", t(role="link", name="Page 1")), page="<a href='#2'>Page 2</a>")
    assert outcome.status == "target_not_found"


async def test_option_text_is_no_part_of_a_label(stand: Stand):
    page = "<label>Size <select><option>Small<option>Medium<option>Large</select></label>"
    outcome = await stand.play(step("select", t(role="combobox", name="Size"), "Large"), page=page)
    assert outcome.ok, outcome.stopped
    again = await stand.play(step("select", t(role="combobox", label="Size SmallMedium", name="Size"), "Large"), page=page)
    assert again.ok, again.stopped


async def test_required_marks_and_colons_do_not_matter(stand: Stand):
    page = "<label>Login: <input></label><label for=p>Title *</label><input id=p>"
    steps = [
        step("fill", t(role="textbox", name="Login"), "x"),
        step("fill", t(role="textbox", name="Title", label="Title"), "y"),
    ]
    assert (await stand.play(*steps, page=page)).ok


async def test_a_glyph_in_a_name_may_change(stand: Stand):
    page = f"<button onclick=\"say('r')\"><i class=icon>&#xe012;</i> Report</button>{LOG}"
    assert (await stand.play(step("click", t(role="button", name="\ue011 Report")), READ, page=page)).outputs == {
        "log": "r;"
    }


async def test_an_icon_word_in_a_name_may_change(stand: Stand):
    page = "<button><span class=material-icons>forum</span> Start thread</button>"
    assert (await stand.play(step("click", t(role="button", name="chat Start thread")), page=page)).ok


async def test_things_without_a_role_are_found_by_their_own_text(stand: Stand):
    page = f"""<div data-action=go onclick="say('outer')"><span>Open</span></div><div><p>Open the door</p></div>{LOG}"""
    assert (await stand.play(step("click", t(text="Open")), READ, page=page)).outputs == {"log": "outer;"}


async def test_a_test_id_must_agree_where_the_page_has_it(stand: Stand):
    page = f"<button data-testid=buy onclick=\"say('now')\">Buy now</button><button onclick=\"say('buy')\">Buy</button>{LOG}"
    assert (
        await stand.play(step("click", t(role="button", name="Buy", testid="buy")), page=page)
    ).status == "target_not_found"


async def test_stripped_test_ids_leave_the_meaning_to_decide(stand: Stand):
    page = f"<button onclick=\"say('buy')\">Buy</button>{LOG}"
    assert (await stand.play(step("click", t(role="button", name="Buy", testid="buy-btn")), READ, page=page)).ok


async def test_a_test_id_alone_names_an_element(stand: Stand):
    page = f"<div data-testid=card onclick=\"say('c')\"><img alt=''>x</div>{LOG}"
    assert (await stand.play(step("click", t(testid="card")), READ, page=page)).ok


async def test_a_nameless_field_needs_role_and_witness(stand: Stand):
    page = "<select id=kind><option>a<option>b</select><input>"
    assert (await stand.play(step("select", t(role="combobox", css="#kind"), "b"), page=page)).ok
    other = await stand.play(step("select", t(role="combobox", css="#other"), "b"), page=page)
    assert other.status == "target_not_found"


async def test_css_alone_never_decides(stand: Stand):
    page = "<div id=x onclick='1'></div>"
    assert (await stand.play(step("click", t(css="#x")), page=page)).status == "target_not_found"


async def test_the_label_beside_a_field_counts_where_it_has_none(stand: Stand):
    page = "<div><label>From</label><input></div><div><label>To</label><input id=to></div>"
    outcome = await stand.play(
        step("fill", t(role="textbox", label="To"), "z"),
        step("extract", t(role="textbox", label="To"), read="value", output="v"),
        page=page,
    )
    assert outcome.outputs == {"v": "z"}


async def test_position_counts_where_it_is_the_meaning(stand: Stand):
    rows = "".join(f"<li class=r><a href='#{n}' onclick=\"say('{n}')\">{n}</a></li>" for n in "abc")
    first = t(role="link", place=Place(index=value("1"), items="ul > li.r > a", of="results"))
    last = t(role="link", place=Place(index=value("-1"), items="ul > li.r > a", of="results"))
    outcome = await stand.play(step("click", first), step("click", last), READ, page=f"<ul>{rows}</ul>{LOG}")
    assert outcome.outputs == {"log": "a;c;"}


async def test_two_links_to_one_address_are_one_target(stand: Stand):
    page = "<li><a href='/p'><img alt='Tea'></a> <a href='/p'>Tea</a></li>"
    stand.site.pages["/p"] = "<h1>Tea page</h1>"
    outcome = await stand.play(step("click", t(role="link", name="Tea")), page=page, postcondition={"text": "Tea page"})
    assert outcome.ok, outcome.stopped


async def test_open_shadow_roots_are_looked_into(stand: Stand):
    page = f"""<x-box></x-box>{LOG}<script>const r=document.querySelector('x-box').attachShadow({{mode:'open'}});
      r.innerHTML='<button>Inside</button>';r.querySelector('button').onclick=()=>say('in');</script>"""
    assert (await stand.play(step("click", t(role="button", name="Inside")), READ, page=page)).outputs == {"log": "in;"}


async def test_a_closed_shadow_root_is_named(stand: Stand):
    page = """<x-box style="display:block;width:90px;height:30px"></x-box><script>
      document.querySelector('x-box').attachShadow({mode:'closed'}).innerHTML='<button>Inside</button>';</script>"""
    outcome = await stand.play(step("click", t(role="button", name="Inside")), page=page)
    assert outcome.stopped is not None
    assert outcome.stopped.code == "closed_shadow_root"
    assert "<x-box>" in outcome.stopped.seen


async def test_a_frame_is_told_by_name_whatever_stands_before_it(stand: Stand):
    stand.site.pages |= {
        "/form": "<iframe title=inner src='/inner'></iframe>",
        "/inner": "<label>Code <input></label>",
        "/ad": "<label>Code <input></label>",
    }
    page = "<iframe src='/ad'></iframe><iframe name=pay src='/form'></iframe>"
    target = t(role="textbox", name="Code", frame=(Frame(name="pay"), Frame(title="inner")))
    outcome = await stand.play(step("fill", target, "77"), step("extract", target, read="value", output="v"), page=page)
    assert outcome.outputs == {"v": "77"}, outcome.stopped


async def test_a_missing_frame_is_named(stand: Stand):
    target = t(role="textbox", name="Code", frame=(Frame(name="pay"),))
    outcome = await stand.play(step("fill", target, "77"), page="<label>Code <input></label>")
    assert outcome.stopped is not None
    assert outcome.stopped.code == "frame_not_found"


async def test_strict_content_policies_do_not_hinder(stand: Stand):
    policy = "default-src 'none'; require-trusted-types-for 'script'; form-action 'self'"
    stand.site.pages["/"] = (200, {"content-security-policy": policy}, "<label>City <input></label><button>Go</button>")
    outcome = await stand.play(
        step("fill", t(role="textbox", name="City"), "Ulm"),
        step("click", t(role="button", name="Go")),
        postcondition={"text": "City"},
    )
    assert outcome.ok, outcome.stopped


async def test_a_page_of_twenty_thousand_rows_does_not_slow_a_step(stand: Stand):
    page = """<table id=t></table><script>let h='';for(let i=1;i<=20000;i++)h+=`<tr><td>Item ${i}</td><td>x</td><td><button>Edit</button></td></tr>`;
      document.getElementById('t').innerHTML=h;</script><button>Unique</button>"""
    outcome = await stand.play(
        step("click", t(role="button", name="Unique")),
        step("click", t(role="button", name="Edit", row=param("item"))),
        page=page, args={"item": "Item 777"}, settings={"step_timeout_s": 20.0},
    )  # fmt: skip
    assert outcome.ok, outcome.stopped
    assert len(outcome.model_dump_json()) < 4000


async def test_a_page_that_was_observed_tells_no_region_from_some_region(stand: Stand):
    page = f"<nav><button onclick=\"say('nav')\">Add</button></nav><button onclick=\"say('page')\">Add</button>{LOG}"
    outcome = await stand.play(step("click", t(role="button", name="Add", seen=Seen(equals=1))), READ, page=page)
    assert outcome.outputs == {"log": "page;"}


async def test_a_field_to_fill_may_be_told_by_its_selector_but_not_by_its_place(stand: Stand):
    page = "<div id=text>Note</div><form><input aria-label=Title><textarea id=wiki__text>old</textarea></form>"
    told = await stand.play(step("fill", t(css="#wiki__text"), "new"), page=page)
    assert told.status == "ok", told.stopped
    for other in ("form > :nth-child(2)", "#text"):
        assert (await stand.play(step("fill", t(css=other), "new"), page=page)).status == "target_not_found"
