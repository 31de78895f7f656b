# ruff: noqa: E501  pages are easier to read as the markup they are
"""Rows that look alike: an element is told by what its row says, never by where the row stood."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, SOON, Stand, param, seldom, step, t

from awm_mcp.model import Gap, Param, Run, Target, value

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
ISSUES = ("Bad logo", "Slow search", "No mail", "Broken link", "Old price", "Typo")
CSS = "table > tbody > tr:nth-of-type(2) > td:nth-of-type(3) > a > button"


def row(number: int, title: str) -> str:
    send = f"fetch('/edit/{number}', {{method: 'POST'}}); say('{number}')"
    return f"""<tr><td>#{number}</td><td>{title}</td><td><a><button onclick="{send}">Edit</button></a></td>
      <td><form method=post action="/delete/{number}"><button>Delete</button></form></td></tr>"""


def table(*without: int) -> str:
    rows = [row(number, title) for number, title in enumerate(ISSUES, start=1) if number not in without]
    return f"<main><table><tbody>{''.join(rows)}</tbody></table></main>{LOG}"


@pytest.mark.parametrize("gone", [(), (1,), (2,)])
async def test_the_place_of_a_row_never_chooses_among_equal_rows(stand: Stand, gone: tuple[int, ...]):
    for told in ({"css": CSS}, {"xpath": "//tr[2]/td[3]/a/button"}, {"css": "tr:first-child + tr button"}):
        outcome = await stand.play(
            step("click", t(role="button", name="Edit", **told)), READ, page=table(*gone), settings=SOON
        )
        assert outcome.status == "ambiguous_target", outcome.outputs
    assert stand.sent() == []


async def test_cards_are_rows_too(stand: Stand):
    card = "<div class='card big'><h3>{0}</h3><p><button onclick=\"say('{0}')\">Buy</button></p></div>"
    page = f"<div>{''.join(card.format(one) for one in ('Tea', 'Mug'))}</div>{LOG}"
    target = t(role="button", name="Buy", css="div > div:nth-of-type(2) > p > button")
    assert (await stand.play(step("click", target), page=page, settings=SOON)).status == "ambiguous_target"


async def test_a_nameless_button_of_a_row_is_not_told_by_the_place_of_the_row(stand: Stand):
    line = "<tr><td>{0}</td><td><button onclick=\"say('{0}')\"><svg width=9 height=9></svg></button></td></tr>"
    page = f"<table>{''.join(line.format(one) for one in ('Tea', 'Mug', 'Cup'))}</table>{LOG}"
    target = t(role="button", css="tr:nth-of-type(2) > td:nth-of-type(2) > button")
    assert (await stand.play(step("click", target), page=page, settings=SOON)).status == "ambiguous_target"
    told = target.model_copy(update={"row": value("Mug")})
    assert (await stand.play(step("click", told), READ, page=page)).outputs == {"log": "Mug;"}


async def test_a_place_may_tell_the_columns_of_one_row(stand: Stand):
    page = f"<table><tr><td><a href='#1' onclick=\"say('title')\">Mug</a></td><td><a href='#2' onclick=\"say('picture')\">Mug</a></td></tr></table>{LOG}"
    target = t(role="link", name="Mug", css="tr > td:nth-of-type(1) > a")
    assert (await stand.play(step("click", target), READ, page=page)).outputs == {"log": "title;"}


async def test_a_place_may_tell_buttons_that_stand_in_no_rows(stand: Stand):
    page = f"<div><button onclick=\"say('a')\">Add</button><button onclick=\"say('b')\">Add</button></div>{LOG}"
    target = t(role="button", name="Add", css="div > button:nth-of-type(2)")
    assert (await stand.play(step("click", target), READ, page=page)).outputs == {"log": "b;"}


async def test_a_row_is_seen_with_the_texts_that_no_other_row_has(stand: Stand):
    stand.site.pages["/edit/2"] = "done"
    seen = await stand.observe(step("click", t(role="button", name="Edit", css=CSS)), page=table(), allow_writes=True)
    assert isinstance(seen.run, Run)
    target = seen.run.steps[0].action.target
    assert isinstance(target, Target) and target.seen is not None
    assert set(target.seen.row_texts) == {"#2", "Slow search"}
    assert target.row == value("Slow search")
    again = await stand.play(step("click", target.model_copy(update={"seen": None})), READ, page=table(1))
    assert again.outputs == {"log": "2;"}, again.stopped


HEADED = "".join(
    f"<h3>{one}</h3><p>fine {one.lower()}</p><button onclick=\"say('{one}')\">Add</button>" for one in ("Tea", "Mug", "Cup")
)
WRAPPED = "".join(f"<h3>{one}</h3><p><button onclick=\"say('{one}')\">Add</button></p>" for one in ("Tea", "Mug", "Cup"))
TEXTS = "".join(f"{one} <button onclick=\"say('{one}')\">Add</button> " for one in ("Tea", "Mug", "Cup"))
PARAGRAPHS = "".join(f"<p>{one}</p><p>$3</p><button onclick=\"say('{one}')\">Add</button>" for one in ("Tea", "Mug", "Cup"))
FLAT = {"headed": HEADED, "wrapped": WRAPPED, "texts": TEXTS, "paragraphs": PARAGRAPHS}


@pytest.mark.parametrize("way", FLAT)
async def test_in_a_flat_list_the_text_before_tells_and_the_place_never(stand: Stand, way: str):
    page = f"<div id=l>{FLAT[way]}</div>{LOG}"
    by_place = t(
        role="button", name="Add", css="#l button:nth-of-type(2)" if way != "wrapped" else "#l > p:nth-of-type(2) > button"
    )
    assert (await stand.play(step("click", by_place), page=page, settings=SOON)).status == "ambiguous_target"
    told = by_place.model_copy(update={"row": value("Mug")})
    assert (await stand.play(step("click", told), READ, page=page)).outputs == {"log": "Mug;"}
    gone = by_place.model_copy(update={"row": value("Pot")})
    assert (await stand.play(step("click", gone), page=page, settings=SOON)).status in (
        "target_not_found",
        "ambiguous_target",
    )


@pytest.mark.parametrize("way", FLAT)
async def test_in_a_flat_list_what_is_sold_out_has_no_button(stand: Stand, way: str):
    sold_out = {"texts": "Jar, ", "paragraphs": "<p>Jar</p><p>sold out</p>"}.get(way, "<h3>Jar</h3><p>sold out</p>")
    one_left = FLAT[way].split("</button>")[0] + "</button>"  # without headings nothing tells whose the last button is
    for rest in (FLAT[way], *([one_left] if way in ("headed", "wrapped") else [])):
        told = t(role="button", name="Add", row=param("item"), css="#l button:nth-of-type(1)")
        outcome = await stand.play(
            step("click", told), READ, page=f"<div id=l>{sold_out}{rest}</div>{LOG}", args={"item": "Jar"}, settings=SOON
        )
        assert outcome.status in ("target_not_found", "ambiguous_target"), outcome.outputs


async def test_a_flat_list_is_seen_with_the_heading_before_a_button(stand: Stand):
    seen = await stand.observe(
        step("click", t(role="button", name="Add", css="#l button:nth-of-type(2)")), page=f"<div id=l>{HEADED}</div>{LOG}"
    )
    target = seen.run.steps[0].action.target
    assert target is not None and target.row == value("Mug")


@pytest.mark.parametrize("wrapped", [(), (0,), (0, 1)])
async def test_a_box_around_a_row_changes_nothing(stand: Stand, wrapped: tuple[int, ...]):
    group = "<div class='group'><p>{0}</p><select><option>a<option>b</select><select><option>x<option>y</select></div>"
    groups = [group.format(one) for one in ("Tea", "Mug")]
    page = "".join(f"<div style='display:contents'>{one}</div>" if i in wrapped else one for i, one in enumerate(groups))
    target = Target(role="combobox", row=value("Mug"), css="select:nth-of-type(2)")
    outcome = await stand.play(step("select", target, "y"), page=f"<main>{page}</main>{LOG}")
    assert (outcome.status, outcome.stopped) == ("ok", None)


def parts(first: str, says: str) -> str:
    rows = ((first, says), ("Oak peg", "peg"))
    body = "".join(
        f"<tr><td>{name}</td><td><button onclick=\"say('{what}')\">Delete</button></td></tr>" for name, what in rows
    )
    return f"<table>{body}</table>{LOG}"


DELETE = step("click", t(role="button", name="Delete", row=param("part")))


@pytest.mark.parametrize(
    ("there", "done"),
    [
        ("Felt pad XL", ""),
        ("Small felt pad", ""),
        ("Felt pad-holder", ""),
        ("<mark>Felt pad</mark>ding", ""),
        seldom("<mark>Felt pad</mark> XL", ""),
        ("<span><mark>Felt pad</mark><span>ding</span></span>", ""),
        ("<mark>Felt</mark> pad", "it;"),
        ("Felt pad", "it;"),
        seldom("Felt pad, 12 pieces", "it;"),
        ("Felt pad (12)", "it;"),
        ("<b>Felt pad</b> <small>12 pieces</small>", "it;"),
    ],
)
async def test_a_row_with_a_longer_name_is_not_the_row_that_the_caller_names(there: str, done: str, stand: Stand):
    soon = None if done else SOON
    outcome = await stand.play(DELETE, READ, page=parts(there, "it"), args={"part": "Felt pad"}, settings=soon)
    assert (outcome.outputs.get("log", ""), outcome.status) == (done, "ok" if done else "target_not_found")


async def test_pages_are_turned_past_a_row_with_a_longer_name(stand: Stand):
    page = f'<main>{parts("Felt pad XL", "wrong")}<button onclick="turn()">Next page</button></main>' + (
        "<script>const turn = () => { const row = document.querySelector('td'); row.textContent = 'Felt pad';"
        " row.nextElementSibling.firstElementChild.setAttribute('onclick', \"say('right')\"); };</script>"
    )
    turning = step("click", t(role="button", name="Next page")).model_copy(update={"until_next": 5})
    outcome = await stand.play(turning, DELETE, READ, page=page, args={"part": "Felt pad"})
    assert outcome.outputs == {"log": "right;"}, outcome.stopped


async def test_of_two_rows_around_a_callers_words_the_one_that_says_them_whole_is_meant(stand: Stand):
    titles = enumerate(("Night watch II", "Night watch"))
    rows = "".join(f"<tr onmouseover=\"say('{n}')\"><td>{name}</td><td>Edit {name}</td></tr>" for n, name in titles)
    named = value([Gap(gap="text"), Param(param="post"), Gap(gap="text")])
    outcome = await stand.play(
        step("hover", t(role="row", name=named)), READ, page=f"<table>{rows}</table>{LOG}", args={"post": "Night watch"}
    )
    assert outcome.outputs == {"log": "1;"}, outcome.stopped


def _named(*names: str) -> str:
    rows = "".join(f"<tr><td>{n}</td><td><button onclick=\"say('{n}')\">Remove</button></td></tr>" for n in names)
    return f"<table>{rows}</table>{LOG}"


async def test_where_data_is_changed_a_row_says_the_callers_words_and_nothing_more(stand: Stand):
    remove = step("click", t(role="button", name="Remove", row=param("file")), writes=True)
    others = ("Report (2)", "Report, old", "Report +", "Report - copy", "Report / old", "Report, 12 pages")
    for risk in ("write", "destructive"):
        outcome = await stand.play(remove, page=_named(*others), args={"file": "Report"}, risk=risk)
        assert (outcome.status, outcome.steps_done) == ("target_not_found", 0)
    for name in ("Report", "Report:", "“Report”", "Report #17"):
        outcome = await stand.play(remove, READ, page=_named(*others, name), args={"file": "Report"}, risk="write")
        assert outcome.ok, (name, outcome.stopped)
        assert outcome.outputs["log"] == f"{name};"
    outcome = await stand.play(
        remove, READ, page=_named("Order #100023", "Order #100024"), args={"file": "100024"}, risk="write"
    )
    assert outcome.outputs["log"] == "Order #100024;"


async def test_of_rows_that_differ_in_capitals_only_the_one_in_the_callers_letters_is_meant(stand: Stand):
    for risk in ("read", "write"):
        remove = step("click", t(role="button", name="Remove", row=param("file")), writes=risk == "write")
        outcome = await stand.play(remove, READ, page=_named("REPORT", "Report"), args={"file": "Report"}, risk=risk)
        assert outcome.outputs == {"log": "Report;"}, outcome.stopped
    links = "".join(f"<li><a href='#' onclick=\"say('{n}')\">{n}</a></li>" for n in ("REPORT", "Report")) + LOG
    outcome = await stand.play(step("click", t(role="link", name=param("file"))), READ, page=links, args={"file": "Report"})
    assert outcome.outputs == {"log": "Report;"}, outcome.stopped


async def test_where_data_is_changed_a_row_in_other_capitals_alone_is_not_taken(stand: Stand):
    remove = step("click", t(role="button", name="Remove", row=param("file")), writes=True)
    outcome = await stand.play(remove, page=_named("REPORT"), args={"file": "Report"}, risk="write")
    assert (outcome.status, outcome.steps_done) == ("target_not_found", 0)
    assert outcome.stopped.candidates[0].why_not.startswith("written in other letters")
    styled = _named("Report").replace("<td>Report", "<td style='text-transform: uppercase'>Report")
    same = [("Linen towel", _named("Linen Towel")), ("linen towel", _named("Linen Towel")), ("REPORT", styled)]
    for file, page in same:
        assert (await stand.play(remove, READ, page=page, args={"file": file}, risk="write")).ok, file
    assert (await stand.play(remove.model_copy(update={"writes": False}), page=_named("REPORT"), args={"file": "Report"})).ok


async def test_a_row_that_says_the_callers_words_alone_comes_before_those_with_more(stand: Stand):
    remove = step("click", t(role="button", name="Remove", row=param("file")))
    page = _named("Report (2)", "Report copy", "Annual Report", "Report")
    outcome = await stand.play(remove, READ, page=page, args={"file": "Report"})
    assert outcome.outputs == {"log": "Report;"}, outcome.stopped


async def test_equal_links_that_only_a_script_makes_do_something_are_several(stand: Stand):
    page = "".join(f"<p><a href='#' onclick=\"say('{n}')\">Drop</a></p>" for n in "ab") + LOG
    assert (await stand.play(step("click", t(role="link", name="Drop")), page=page)).status == "ambiguous_target"


async def test_what_is_read_is_never_the_text_that_tells_its_row(stand: Stand):
    page = "<main><div class=m><label><div><p>Stock of Mug</p></div></label><div><div>VALUE</div></div></div></main>"
    read = step("extract", t(role="paragraph", tag="p", css="div > p", row=param("thing", "Stock of ")), output="count")
    there = await stand.play(read, page=page.replace("VALUE", "<p>12</p>"), args={"thing": "Mug"})
    assert there.outputs == {"count": "12"}
    yet_to_come = await stand.play(
        read, page=page.replace("VALUE", ""), args={"thing": "Mug"}, settings={"step_timeout_s": 0.3}
    )
    assert yet_to_come.status == "target_not_found", yet_to_come.outputs
