# ruff: noqa: E501  pages are easier to read as the markup they are
"""What was sent in place and looks well is no success where the page, loaded anew, tells of something else; what others do tells nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.replay.judging.compared_on_load import Picture, Pictures, against

JSON = {"content-type": "application/json"}
DOCS = ["Budget Lee", "Roadmap Lee", "Minutes Lee", "Contract Lee", "Handbook Lee"]


def listed(
    came: list[str], now: list[str], anew: list[str], *typed: str,
    before: list[str] | None = None, headings: tuple[str, str] = ("", ""), given: tuple[str, ...] = ("Contract",),
) -> str:  # fmt: skip
    """What is said of a list that was loaded anew."""
    first = Picture(headings[0], {"0": came})
    was = first if before is None else Picture(headings[0], {"0": before})
    loaded = Picture(headings[1], {"0": anew} if anew else {})
    return against(Pictures(first, was, Picture(headings[0], {"0": now}), typed, given), loaded)


def counted(words: str, came: str, before: str, now: str, anew: str, *pressed: str) -> str:
    """What is said of a number that was loaded anew."""
    each = [Picture(numbers={words: one}) for one in (came, before, now, anew)]
    return against(Pictures(each[0], each[1], each[2], asked=pressed), each[3])


def without(*names: str) -> list[str]:
    """The documents without some."""
    return [row for row in DOCS if row.split()[0] not in names]


def test_other_rows_that_are_gone_and_the_row_that_is_back_are_told() -> None:
    assert "Handbook" in listed(DOCS, without("Contract"), without("Handbook"))
    assert "Contract" in listed(DOCS, without("Contract"), DOCS)
    assert "Minutes" in listed(DOCS, without("Contract"), without("Contract", "Minutes"))
    renamed = ["Budget Lee", "Roadmap Lee", "Minutes Lee", "Pact Lee", "Handbook Lee"]
    assert "Handbook" in listed(DOCS, renamed, [*DOCS[:4], "Pact Lee"], "Pact", before=[*DOCS[:3], "Lee", DOCS[4]])
    assert "Contract" in listed(DOCS, renamed, DOCS, "Pact", before=[*DOCS[:3], "Lee", DOCS[4]])


@pytest.mark.parametrize(
    ("came", "now", "anew"),
    [
        (DOCS, without("Contract"), without("Contract")),
        (DOCS, without("Contract"), [*without("Contract"), "Agenda Kim"]),  # the next page fills the list up
        (DOCS, ["Plan Lee", *DOCS], ["Plan Lee", *DOCS[:4]]),  # cut to as many rows as before
        (DOCS, [*DOCS, "Plan Lee"], ["Plan Lee", *DOCS[:4]]),
        (DOCS, [*DOCS, "Plan Lee"], DOCS),  # lists are behind: only absent
        (DOCS, without("Contract"), ["News Kim", "Poll Kim", *DOCS[:3]]),  # others wrote, and it is cut
        (DOCS, without("Contract"), ["A one", "B two", "C three", "D four"]),  # another list altogether
        (["A 2 min ago", "B 3 min ago", "C x 1 votes"], ["A 2 min ago", "C x 1 votes"], ["A 3 min ago", "C x 4 votes"]),
        (["Kim invited", "Lee invited"], ["Kim invited Reminder sent", "Lee invited"], ["Kim invited", "Lee invited"]),
        (DOCS, DOCS[::-1], [*DOCS[1:], DOCS[0]]),  # order alone is asked elsewhere
        (DOCS, [*DOCS, "Plan Lee"], []),  # in the page's memory only
        (DOCS, [], DOCS),  # hidden as a whole when it is done, as the choices of a vote are
        (DOCS, without("Contract"), [*DOCS[:2], "Sponsored: shoes", "Handbook Lee"]),  # adverts among the rows
    ],
)
def test_lists_that_are_cut_late_live_or_another_tell_nothing(came: list[str], now: list[str], anew: list[str]) -> None:
    assert not listed(came, now, anew)


def test_a_list_that_is_not_there_at_all_tells_where_the_rest_of_the_page_is() -> None:
    first, left = Picture("docs", {"0": DOCS}), without("Contract", "Roadmap")
    now = Picture("docs", {"0": left}, around=["docs", "archive selected", "new"])
    pictures = Pictures(first, first, now, given=("Contract",))
    for empty in ({}, {"0": ["No documents yet"]}):
        assert "Budget" in against(pictures, Picture("docs", empty, around=["docs", "archive selected", "new"]))
        assert not against(pictures, Picture("docs", empty, around=["docs", "user", "password", "sign in"]))
    assert not against(Pictures(first, first, Picture("docs", {"0": left})), Picture("docs"))


def test_a_list_is_found_where_a_message_moved_it_and_lists_that_hand_on_rows_stay_apart() -> None:
    first, now = Picture(lists={"0": DOCS}), Picture(lists={"0": without("Contract")}, around=["new"])
    pictures = Pictures(first, first, now, given=("Contract",))
    assert not against(pictures, Picture(lists={"1": without("Contract")}, around=["new"]))
    assert "Contract" in against(pictures, Picture(lists={"1": DOCS}, around=["new"]))
    open_, done = Picture(lists={"a": ["Milk soy"], "b": ["Bread rye"]}), Picture(lists={"b": ["Bread rye", "Milk soy"]})
    assert not against(Pictures(open_, open_, done, given=("Milk",)), done)


def test_a_row_that_was_changed_may_leave_a_filtered_list_and_is_told_where_another_one_changed_instead() -> None:
    came, now = ["Ash open", "Birch open", "Cedar open"], ["Ash open", "Birch closed", "Cedar open"]
    assert not listed(came, now, ["Ash open", "Cedar open"])
    assert not listed(came, now, now)
    assert not listed(came, now, came)  # lists are behind: only as before
    assert "Ash" in listed(came, now, ["Ash closed", "Birch open", "Cedar open"])


def test_numbers_of_others_and_of_rows_tell_nothing() -> None:
    assert not counted("likes #", "5", "5", "6", "9")
    assert not counted("alerts #", "2", "2", "3", "0")  # read when it was loaded
    assert counted("cart (#)", "0", "0", "5", "10")
    first, now = (
        (Picture(lists={"0": rows}, numbers={"showing # docs": str(len(rows))})) for rows in (DOCS, without("Contract"))
    )
    filled = Picture(lists={"0": [*without("Contract"), "Agenda Kim"]}, numbers={"showing # docs": "5"})
    assert not against(Pictures(first, first, now, given=("Contract",)), filled)


def test_a_view_that_was_changed_in_place_is_another_one_on_load() -> None:
    """A list of what is open, by a filter that is in no address, loads as the list of all."""
    assert not listed([*DOCS, "Done Kim"], without("Contract"), [*DOCS, "Done Kim"], before=DOCS)
    assert "Contract" in listed(DOCS, without("Contract"), DOCS)


def test_work_under_way_and_other_units_tell_nothing() -> None:
    assert not counted("jobs in queue: #", "0", "0", "1", "0")
    came = ["Tidy up 30 min"]
    assert not listed(came, [*came, "Plan 120 min"], [*came, "Plan 2 hours"], "Plan", "120")
    assert not listed(came, [*came, "Plan 1200"], [*came, "Plan 1.2k"], "Plan", "1200")
    assert "12" in listed(came, [*came, "Plan 120 min"], [*came, "Plan 12 min"], "Plan", "120")


def test_rows_that_a_filter_a_search_or_a_page_brought_or_hid_tell_nothing() -> None:
    found = ["Contract Lee", "Contractor Kim"]
    assert not listed(DOCS, found[1:], without("Contract"), before=found)  # searched for in the page
    assert not listed([], found[1:], [], before=found)
    assert not listed(DOCS, without("Budget", "Contract"), without("Contract"), before=without("Budget"))
    assert not listed(DOCS, without("Contract"), DOCS, given=())  # nobody named the row: it may be hidden
    assert not listed(DOCS, without("Contract"), [], headings=("documents", "sign in"))


def test_an_entry_with_another_day_or_number_than_typed_is_told() -> None:
    came, typed = ["Fair 2026-12-01 Oak 3"], ("Yoga", "2026-12-19", "12")
    now = [*came, "Yoga 2026-12-19 Ash 12"]
    assert "2026-09-12" in listed(came, now, [*came, "Yoga 2026-09-12 Ash 12"], *typed)
    assert "1" in listed(came, now, [*came, "Yoga 2026-12-19 Ash 1"], *typed)
    for same in (
        "Yoga 19.12.2026 Ash 12",
        "Yoga Dec 19, 2026 Ash 12.00",
        "Yoga 2026-12-19 created 2026-11-30 Ash 12",
        "Yoga Ash",
        "Yoga created 2026-11-30 Ash 12",
    ):
        assert not listed(came, now, [*came, same], *typed), same


def test_a_counter_that_is_as_before_or_says_another_number_is_told() -> None:
    assert counted("cart (#)", "0", "0", "5", "0")
    assert counted("cart (#)", "0", "0", "5", "1")
    assert counted("cart (#)", "0", "2", "7", "2")
    assert not counted("cart (#)", "0", "0", "5", "5")
    now, late = Picture("", {"0": ["A", "B"]}, {"# notes": "2"}), Picture("", {"0": ["A", "B"]}, {"# notes": "1"})
    first = Picture("", {"0": ["A"]}, {"# notes": "1"})
    assert not against(Pictures(first, first, now), late)  # the list tells that it was taken; the counter is behind
    assert not counted("# items", "1,204", "1,204", "1,205", "1205")


@pytest.mark.parametrize(
    ("words", "numbers", "pressed"),
    [
        ("# selected", "0210", ""),
        ("saved # min ago", "5000"[:4], ""),
        ("step #", "1121", ""),
        ("likes #", "3343", "Likes 3"),
        ("answered #", "0120", ""),  # counted in the page's memory since it came
        ("subtotal $#", "0057", ""),  # with shipping when it is loaded anew
    ],
)
def test_selections_times_steps_pressed_controls_and_sums_tell_nothing(words: str, numbers: str, pressed: str) -> None:
    assert not counted(words, *numbers, *filter(None, [pressed]))


PAGE = """<header><a href=/basket>Basket <b id=c></b></a></header><h1>Parts</h1><table><tbody id=l></tbody></table><p id=said role=status></p><script>
let rows = ROWS, count = COUNT; const draw = () => { c.textContent = count; l.innerHTML = rows.map((r, i) => `<tr><td>${r}</td><td><button class=d data-i=${i}>Delete</button></td></tr>`).join(''); };
const go = async (path, say) => { await fetch(path, { method: 'POST', body: '' }); say(); draw(); said.textContent = 'Deleted.'; };
l.onclick = e => { const i = e.target.dataset.i; if (i) go('/del?' + rows[i], () => { rows = rows.filter((_, n) => n != i); count = count + 1; }); };
LATE</script>"""


def parts(stand: Stand, takes: Callable[[dict[str, Any], str], None], late: str = "draw();") -> dict[str, Any]:
    """A site whose page draws itself what it sent; its answers affirm."""
    state: dict[str, Any] = {"rows": ["Bolt", "Nut", "Cog", "Belt"], "count": 3}

    def write(hit: Hit) -> Answer:
        takes(state, hit.path.partition("?")[2])
        return 200, JSON, json.dumps({"success": True, "deleted": True})

    def page(_: Hit) -> Answer:
        html = PAGE.replace("ROWS", json.dumps(state["rows"])).replace("COUNT", str(state["count"]))
        return html.replace("LATE", late)

    stand.site.pages |= {"/": page, "/del": write}
    return state


def well(state: dict[str, Any], name: str) -> None:
    """As asked for."""
    state["rows"].remove(name)
    state["count"] += 1


def other(state: dict[str, Any], name: str) -> None:
    """The next row instead."""
    rows = state["rows"]
    rows.remove(rows[(rows.index(name) + 1) % len(rows)])
    state["count"] += 1


def not_at_all(state: dict[str, Any], name: str) -> None:
    """The row is back, and the counter is as before."""
    assert name in state["rows"]


DELETE = step("click", t(role="button", name="Delete", row=param("n")), writes=True)
LATE = "fetch('/later').then(() => setTimeout(draw, 500));"


@pytest.mark.parametrize(
    ("takes", "late", "end"),
    [(well, "draw();", ""), (well, LATE, ""), (other, "draw();", "not_kept"), (not_at_all, "draw();", "not_kept")],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_the_page_is_loaded_anew_although_an_answer_affirms(
    stand: Stand, takes: Callable[[dict[str, Any], str], None], late: str, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("awm_mcp.replay.judging.another_on_load.PAUSES_AFFIRMED", (0.1,))
    parts(stand, takes, late)
    stand.site.pages["/later"] = lambda _: (200, JSON, "{}")
    outcome = await stand.play(DELETE, args={"n": "Nut"}, risk="destructive")
    assert (outcome.stopped.code if outcome.stopped is not None else "") == end, str(outcome.stopped)
    assert stand.sent() == ["/del?Nut"]


SETTINGS = """<h1>Settings</h1><label>Name <input id=name value="NAME"></label><label>Language <select id=lang>LANGS</select></label><p id=said role=status></p><script>
const save = (key, el) => async () => { await fetch('/set', { method: 'POST', body: JSON.stringify({ [key]: el.value }) }); said.textContent = 'Saved.'; };
document.getElementById('name').onchange = save('name', document.getElementById('name')); lang.onchange = save('lang', lang);</script>"""


@pytest.mark.parametrize(("keeps", "end"), [(("name", "lang"), ""), (("name",), "not_kept")])
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_setting_that_is_as_before_beside_one_that_is_kept_is_no_success(
    stand: Stand, keeps: tuple[str, ...], end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("awm_mcp.replay.judging.another_on_load.PAUSES_AFFIRMED", (0.1,))
    held = {"name": "Guest", "lang": "English"}

    def put(hit: Hit) -> Answer:
        held.update({key: text for key, text in json.loads(hit.body).items() if key in keeps})
        return 200, JSON, json.dumps({"success": True, "saved": True})

    def page(_: Hit) -> Answer:
        langs = "".join(f"<option{' selected' if one == held['lang'] else ''}>{one}" for one in ("English", "Polish"))
        return SETTINGS.replace("NAME", held["name"]).replace("LANGS", langs)

    stand.site.pages |= {"/": page, "/set": put}
    steps = (
        step("fill", t(role="textbox", name="Name"), param("n"), writes=True),
        step("select", t(role="combobox", name="Language"), param("l"), writes=True),
    )
    outcome = await stand.play(*steps, args={"n": "Silas", "l": "Polish"}, risk="write")
    assert (outcome.stopped.code if outcome.stopped is not None else "") == end, str(outcome.stopped)
