"""What was asked for once and done twice: two equal new rows, a press that was sent twice; and what only looks like it."""

from __future__ import annotations

import json

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import FlowStep, Outcome
from awm_mcp.replay.judging.done_twice import more_alike, more_saying, twice_by_ids

EVIDENCE = {"runs": ("r1", "r2"), "tasks": ("Add the note Tea",), "support": 2}
FORM = "<form method=post action=/save><label>Note <input name=note></label><button>Add</button></form><ul>%s</ul>"
SENDS = "fetch('%s', {method: '%s', headers: {'content-type': 'application/json'}, body: JSON.stringify({note: n.value})})"
PAGE = """<label>Note <input id=n></label><button id=b>Add</button><ul id=l>%s</ul><script>
const show = x => l.insertAdjacentHTML('beforeend', '<li>' + x); b.onclick = async () => { %s };</script>"""
ADDS = (step("fill", t(role="textbox", name="Note"), param("n")), step("click", t(role="button", name="Add"), writes=True))


def _ended(outcome: Outcome) -> str:
    return outcome.stopped.code if outcome.stopped is not None else outcome.status


def _rows(notes: list[str]) -> str:
    return "".join(f"<li>{one}</li>" for one in notes)


async def _added(stand: Stand, note: str = "Oat milk", steps: tuple[FlowStep, ...] = ADDS) -> Outcome:
    return await stand.play(*steps, args={"n": note}, evidence=EVIDENCE, risk="write")


def test_equal_new_rows_are_counted_only_in_a_list_that_is_known() -> None:
    before, texts = {"/1": ["Tea", "Oat milk"], "/2": ["Tea"]}, ["Oat milk"]
    assert more_alike(before, {"/9": ["Tea", "Oat milk", "Oat milk", "Oat milk"]}, texts) == ("Oat milk", 2)
    assert more_alike(before, {"/1": ["Tea", "Oat milk", "Oat milk"]}, texts)[1] == 0  # an equal one stood there
    assert more_alike(before, {"/1": ["Tea", "Oat milk"], "/2": ["Tea", "Oat milk"]}, texts)[1] == 0  # in two lists
    assert more_alike({"/1": ["Rye"]}, {"/3": ["Oat milk", "Oat milk", "Bread"]}, texts)[1] == 0  # another list
    assert (
        more_alike(before, {"/1": ["Tea", "Rye", "Oat milk", "Oat milk", "Oat milk"]}, texts)[1] == 0
    )  # it shows more than it did
    assert more_alike({}, {"/1": ["Oat milk #4", "Oat milk #5"]}, texts, begins=True) == ("Oat milk #4", 2)
    assert (
        more_alike({"/1": ["Tea", "Tea"]}, {"/1": ["Tea", "Tea", "Oat milk", "Oat milk"]}, texts)[1] == 0
    )  # all are there twice
    assert more_alike({"/1": ["Rye"]}, {"/1": ["Rye", "Rye", "Rye"]}, texts)[1] == 0  # nothing of what was typed


def test_rows_with_numbers_of_their_own_are_equal_but_for_the_next_number() -> None:
    before, texts = {"/1": ["7 Tea", "8 Rye"]}, ["Oat milk"]
    assert twice_by_ids(before, {"/1": ["7 Tea", "8 Rye", "9 Oat milk", "10 Oat milk"]}, texts) == ("9 Oat milk", 2)
    assert twice_by_ids(before, {"/1": ["10 Oat milk", "9 Oat milk", "7 Tea", "8 Rye"]}, texts)[1] == 2
    assert twice_by_ids(before, {"/1": ["7 Tea", "8 Rye", "9 Oat milk", "16 Oat milk"]}, texts)[1] == 0  # days of a week
    assert twice_by_ids(before, {"/1": ["7 Tea", "8 Rye", "9 Oat milk"]}, texts)[1] == 0
    assert twice_by_ids({"/1": ["Tea"]}, {"/1": ["Tea", "1 Oat milk", "2 Oat milk"]}, texts)[1] == 0  # no list with numbers


def test_rows_that_say_all_that_was_typed_are_counted_whatever_else_they_say() -> None:
    before = {"/1": ["1 Tea, hot", "2 Milk"]}
    now = {"/1": ["1 Tea, hot", "2 Milk", "3 Oat milk, cold", "4 Oat milk, cold"]}
    assert more_saying(before, now, ["Oat milk", "cold"]) == 2
    assert more_saying(before, {"/1": [*before["/1"], "3 Oat milk, cold"]}, ["Oat milk", "cold"]) == 1
    assert more_saying(before, {"/7": ["Oat milk, cold"]}, ["Oat milk"]) == 0


@pytest.mark.parametrize(
    ("beforehand", "times", "end"), [(0, 2, "done_twice"), (0, 1, "ok"), (1, 1, "ok"), (1, 2, "done_twice")]
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_an_entry_that_a_form_brought_twice_is_not_ok(stand: Stand, beforehand: int, times: int, end: str) -> None:
    notes = ["Tea", *["Oat milk"] * beforehand]

    def save(_: Hit) -> Answer:
        notes.extend(["Oat milk"] * times)
        return (303, {"location": "/"}, "")

    stand.site.pages |= {"/save": save, "/": lambda _: FORM % _rows(notes)}
    outcome = await _added(stand)
    assert _ended(outcome) == end, outcome.stopped
    assert outcome.status == ("unknown" if end == "done_twice" else "ok")


@pytest.mark.parametrize(
    ("kept", "shows", "end"),
    [
        (2, "show(n.value)", "done_twice"),  # only the page, loaded anew, has it twice
        (1, "show(n.value); show(n.value)", "ok"),  # its own entry and that of the site stand there together
        (1, "show(n.value); show(n.value); setTimeout(() => l.lastChild.remove(), 300)", "ok"),
    ],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_the_page_loaded_anew_tells_how_often_an_entry_is_there(stand: Stand, kept: int, shows: str, end: str) -> None:
    notes = ["Tea", "Rye"]

    def api(hit: Hit) -> Answer:
        notes.extend([json.loads(hit.body)["note"]] * kept)
        return (201, {"content-type": "application/json"}, '{"id": 3}')

    sends = f"await {SENDS % ('/api', 'POST')}; {shows}; n.value = ''"
    stand.site.pages |= {"/api": api, "/": lambda _: PAGE % (_rows(notes), sends)}
    assert _ended(outcome := await _added(stand)) == end, outcome.stopped


ONCE, TWICE = "await %s; show(n.value)", "%s; await %s; show(n.value)"


@pytest.mark.parametrize(
    ("where", "method", "keeps", "end"),
    [
        ("/api", "POST", "each", "done_twice"),
        ("/api", "POST", "one", "ok"),  # the site knows that it is one
        ("/note", "PUT", "one", "ok"),
        ("/note/update", "POST", "one", "ok"),
    ],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_press_that_sends_the_same_twice_has_to_be_one_entry(
    stand: Stand, where: str, method: str, keeps: str, end: str
) -> None:
    notes, sent = ["Tea", "Rye"], list[str]()

    def api(hit: Hit) -> Answer:
        sent.append(note := json.loads(hit.body)["note"])
        notes.extend([note] if keeps == "each" or note not in notes else [])
        return (200, {"content-type": "application/json"}, json.dumps({"ok": True, "id": len(notes)}))

    sends = SENDS % (where, method)
    stand.site.pages |= {where: api, "/": lambda _: PAGE % (_rows(notes), TWICE % (sends, sends))}
    assert _ended(outcome := await _added(stand)) == end, outcome.stopped
    assert sent == ["Oat milk"] * 2


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_as_many_equal_rows_as_the_caller_asked_for_are_well(stand: Stand) -> None:
    notes = ["Tea", "Rye"]

    def save(_: Hit) -> Answer:
        notes.extend(["Oat milk"] * 3)
        return (303, {"location": "/"}, "")

    form = FORM.replace("<button>", "<label>How many <input name=many value=1></label><button>")
    stand.site.pages |= {"/save": save, "/": lambda _: form % _rows(notes)}
    steps = (ADDS[0], step("fill", t(role="textbox", name="How many"), "3"), ADDS[1])
    assert _ended(outcome := await _added(stand, steps=steps)) == "ok", outcome.stopped
