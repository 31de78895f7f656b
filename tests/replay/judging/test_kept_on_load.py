# ruff: noqa: E501  pages are easier to read as the markup they are
"""An entry that a page only shows by itself is gone when it is loaded anew; where that tells nothing, nothing is said."""

from __future__ import annotations

import json

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.replay.judging.kept_on_load import changed_lists

PAGE = """<ul id=l>{rows}</ul><label>Note <input id=n></label><button id=b>Add</button>{more}<script>{own}
b.onclick = async () => {{ const x = n.value, e = document.createElement('li'); e.textContent = x; l.append(e); n.value = ''; await fetch('/api', {{ method: 'POST', body: x }}); }};</script>"""
ADD = (step("fill", t(role="textbox", name="Note"), param("n")), step("click", t(role="button", name="Add"), writes=True))
OWN = "for (const x of JSON.parse(localStorage.notes || '[\"Tea\"]')) l.innerHTML += '<li>' + x; b.addEventListener('click', () => { localStorage.notes = JSON.stringify(['Tea', n.value]); });"


def test_a_list_has_changed_that_has_a_new_row_with_a_text_or_another_order() -> None:
    before = {"0/1": ["Tea", "Rye"], "0/2": ["Home"]}
    assert changed_lists(before, {**before, "0/1": ["Tea", "Rye", "Oat milk x"]}, ["oat milk"], moved=False) == {
        "0/1": ["Tea", "Rye"]
    }
    assert changed_lists(before, {**before, "0/1": ["Rye", "Tea"]}, [], moved=True) == {"0/1": ["Tea", "Rye"]}
    assert not changed_lists(before, {**before, "0/1": ["Rye", "Tea"]}, ["Tea"], moved=False)
    assert not changed_lists(before, {**before, "0/1": ["Tea", "Rye", "1 selected"]}, ["oat"], moved=False)
    assert not changed_lists({}, {"0/1": ["Oat"]}, ["Oat"], moved=False)


@pytest.mark.parametrize(
    ("keeps", "answer", "more", "own", "end"),
    [
        (True, {"k": 1}, "", "", ""),
        (False, {"k": 1}, "", "", "not_kept"),
        (False, {"id": 7}, "", "", ""),
        (
            False,
            {"k": 1},
            "<nav aria-label=pagination><a href='/?page=2'>2</a> <a href='/?page=2' rel=next>Next</a></nav>",
            "",
            "",
        ),
        (None, {"k": 1}, "", OWN, ""),
    ],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_an_entry_that_is_gone_when_the_page_is_loaded_anew_is_no_success(
    stand: Stand, keeps: bool | None, answer: dict[str, int], more: str, own: str, end: str
) -> None:
    notes = ["Tea"] if keeps is not None else []

    def api(hit: Hit) -> Answer:
        notes.extend([hit.body.decode()] if keeps else [])
        return (200, {"content-type": "application/json"}, json.dumps(answer))

    stand.site.pages |= {
        "/api": api,
        "/": lambda _: PAGE.format(rows="".join(f"<li>{note}" for note in notes), more=more, own=own),
    }
    outcome = await stand.play(*ADD, args={"n": "Sugar"}, postcondition={"text": param("n")}, risk="write")
    assert (outcome.stopped.code if outcome.stopped is not None else "") == end
    assert stand.sent() == ["/api Sugar"]


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_message_above_a_list_makes_it_no_other_list(stand: Stand) -> None:
    own = "const m = document.createElement('p'); m.textContent = 'Hello'; b.addEventListener('click', () => document.body.prepend(m));"
    page = PAGE.format(rows="<li>Tea", more="", own=own)
    stand.site.pages["/api"] = (200, {"content-type": "application/json"}, '{"k": 1}')
    outcome = await stand.play(*ADD, page=page, args={"n": "Oat milk"}, risk="write")
    assert outcome.stopped is not None and outcome.stopped.code == "not_kept"
