# ruff: noqa: E501  pages are easier to read as the markup they are
"""What a page's own script says is done, and the site does not have: the page, loaded anew, tells."""

from __future__ import annotations

import json

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import Outcome
from awm_mcp.replay.judging.kept_on_load import entries_of, is_without
from awm_mcp.replay.traffic.answered_without import shortened_in
from awm_mcp.replay.traffic.answered_yes import only_echoes

EVIDENCE = {"runs": ("r1", "r2"), "tasks": ("Add the note Tea",), "support": 2}
SENDS = "fetch('/api', {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify({note: x})})"
ADDS = f"""<ul id=l>%s</ul><label>Note <input id=n></label><button id=b>Add</button><p id=m role=status></p>
<script>b.onclick = async () => {{ const x = n.value; await {SENDS}; l.innerHTML += '<li>' + x; n.value = ''; m.textContent = 'Note added'; }}</script>"""
SWITCH = """<button role=switch aria-checked=%s id=s aria-label=Alerts>Alerts</button><p id=m role=status></p>
<script>s.onclick = async () => { await fetch('/api', {method: 'POST', body: 'x'}); s.setAttribute('aria-checked', true); m.textContent = 'Saved'; }</script>"""
EDIT = "<form method=post action=/save><label>City <input name=city value='%s'></label><button>Save</button></form>"
CONFIRMS = """<button id=b>Delete</button><ul id=l>%s</ul><div id=d hidden>Sure? <button id=y>Yes</button></div>
<script>b.onclick = () => { d.hidden = false; }; y.onclick = async () => { await fetch('/api', {method: 'DELETE'}); l.firstElementChild.remove(); d.hidden = true; }</script>"""


def _ended(outcome: Outcome) -> str:
    return outcome.stopped.code if outcome.stopped is not None else outcome.status


def test_a_list_loaded_anew_is_without_an_entry_when_only_the_rows_beside_it_are_there() -> None:
    before, now = {"0": ["Tea", "Rye"]}, {"0": ["Tea", "Rye", "Oat milk"]}
    assert entries_of(before, now, ["oat milk"]) == {"0": ["Oat milk"]}
    assert is_without(["Oat milk"], now["0"], ["Tea", "Rye"], ["oat milk"])
    assert is_without(["Oat milk"], now["0"], ["Tea", "Rye", "klim taO"], ["oat milk"])
    assert not is_without(["Oat milk"], now["0"], ["Oat milk, new", "Rye", "Tea"], ["oat milk"])
    assert not is_without(["Oat milk"], now["0"], ["Bread", "Rye"], ["oat milk"])  # another part of the list


def test_an_answer_that_only_says_again_what_was_sent_is_told_from_one_with_an_id() -> None:
    assert only_echoes(200, '{"note": "Tea"}', '{"note": "Tea"}')
    assert not only_echoes(200, '{"note": "Tea", "id": 3}', '{"note": "Tea"}')
    assert not only_echoes(201, '{"note": "Tea"}', '{"note": "Tea"}')


def test_a_text_is_shortened_where_only_its_beginning_comes_back_under_its_name() -> None:
    sent = '{"title": "Yoga class"}'
    assert shortened_in('{"ok": true, "event": {"title": "Yoga"}}', sent, ["Yoga class"]) == "Yoga"
    assert not shortened_in('{"title": "Yoga class"}', sent, ["Yoga class"])
    assert not shortened_in('{"title": "Yoga", "full": "Yoga class"}', sent, ["Yoga class"])
    assert not shortened_in('{"title": "yoga-class"}', sent, ["Yoga class"])


@pytest.mark.parametrize(
    ("answer", "keeps", "end"), [("{}", False, "not_kept"), ('{"note": "Oat"}', False, "not_kept"), ("{}", True, "ok")]
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_an_entry_beside_a_message_of_the_script_has_to_be_there_anew(
    stand: Stand, answer: str, keeps: bool, end: str
) -> None:
    notes = ["Tea"]

    def api(hit: Hit) -> Answer:
        notes.extend([json.loads(hit.body)["note"]] if keeps else [])
        return (200, {"content-type": "application/json"}, answer)

    stand.site.pages |= {"/api": api, "/": lambda _: ADDS % "".join(f"<li>{one}" for one in notes)}
    steps = (
        step("fill", t(role="textbox", name="Note"), param("n")),
        step("click", t(role="button", name="Add"), writes=True),
    )
    outcome = await stand.play(*steps, args={"n": "Oat"}, evidence=EVIDENCE, risk="write")
    assert _ended(outcome) == end, outcome.stopped
    assert len(stand.sent()) == 1


@pytest.mark.parametrize(("keeps", "end"), [(False, "not_kept"), (True, "ok")])
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_switch_has_to_be_on_anew_whatever_the_script_says(stand: Stand, keeps: bool, end: str) -> None:
    state = {"on": False}

    def api(_: Hit) -> Answer:
        state["on"] = keeps
        return (200, {"content-type": "application/json"}, '{"r": 1}')

    stand.site.pages |= {"/api": api, "/": lambda _: SWITCH % str(state["on"]).lower()}
    flip = step("check", t(role="switch", name="Alerts"), checked=True, writes=True)
    outcome = await stand.play(flip, evidence=EVIDENCE, risk="write")
    assert _ended(outcome) == end, outcome.stopped


@pytest.mark.parametrize(("keeps", "end"), [(False, "not_kept"), (True, "ok")])
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_form_left_for_a_page_that_does_not_show_it_has_to_hold_what_was_typed_anew(
    stand: Stand, keeps: bool, end: str
) -> None:
    city = ["York"]

    def save(hit: Hit) -> Answer:
        city[0] = "Truro" if keeps else city[0]
        return (303, {"location": "/done"}, "")

    stand.site.pages |= {
        "/save": save,
        "/": lambda _: EDIT % city[0],
        "/done": "<h1>People</h1><p role=status>Changes saved</p>",
    }
    steps = (
        step("fill", t(role="textbox", name="City"), param("c")),
        step("click", t(role="button", name="Save"), writes=True),
    )
    outcome = await stand.play(*steps, args={"c": "Truro"}, evidence=EVIDENCE, risk="write")
    assert _ended(outcome) == end, outcome.stopped


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_step_that_sends_after_the_one_that_was_taken_for_the_write_is_judged(stand: Stand) -> None:
    stand.site.pages |= {
        "/api": (200, {"content-type": "application/json"}, "{}"),
        "/": CONFIRMS % "<li>Tea</li><li>Rye</li>",
    }
    steps = (step("click", t(role="button", name="Delete"), writes=True), step("click", t(role="button", name="Yes")))
    outcome = await stand.play(*steps, evidence=EVIDENCE, risk="destructive")
    assert _ended(outcome) == "not_kept", outcome.stopped


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_form_whose_page_never_came_may_have_been_taken(stand: Stand) -> None:
    def cut(_: Hit) -> Answer:
        raise ConnectionResetError

    page = "<label>Note <input name=n></label><button>Add</button>"
    stand.site.pages |= {"/save": cut, "/": f"<form method=post action=/save>{page}</form>"}
    steps = (
        step("fill", t(role="textbox", name="Note"), param("n")),
        step("click", t(role="button", name="Add"), writes=True),
    )
    outcome = await stand.play(*steps, args={"n": "Oat"}, evidence=EVIDENCE, risk="write")
    assert (outcome.status, _ended(outcome)) == ("unknown", "page_unreachable"), outcome.stopped
