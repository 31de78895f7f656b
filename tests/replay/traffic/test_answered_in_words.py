# ruff: noqa: E501  pages are easier to read as the markup they are
"""An answer that is a message and nothing else decides by its words, whatever the page's own script says."""

from __future__ import annotations

import json

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import Evidence, Outcome
from awm_mcp.replay.traffic.answer_kinds import Answer as Body
from awm_mcp.replay.traffic.answered_in_words import only_words, tells_of_success

BASQUE = "Izen hori hartuta dago"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('{"message": "Izen hori hartuta dago"}', BASQUE),
        ('{"data": {"msg": "Izen hori hartuta dago"}}', BASQUE),
        ('{"message": "Izen hori hartuta dago", "data": null, "errors": [], "timestamp": 17}', BASQUE),
        ('"Izen hori hartuta dago"', BASQUE),
        ('{"message": "その名前は使われています"}', "その名前は使われています"),
        ('{"message": "Izen hori hartuta dago", "id": 7}', ""),
        ('{"message": "Izen hori hartuta dago", "status": "done"}', ""),
        ('{"code": "NAME_TAKEN", "message": "Izen hori hartuta dago"}', BASQUE),
        ('{"status": "created", "message": "Izen hori hartuta dago"}', ""),
        ('{"code": 200, "message": "Izen hori hartuta dago"}', ""),
        ('{"title": "Izen hori hartuta dago"}', ""),
        ('{"text": "Buy milk today"}', ""),
        ('{"message": "Gordeta"}', ""),
        ('{"message": ""}', ""),
        ('["Izen hori hartuta dago"]', ""),
        ("{}", ""),
        ("", ""),
        ("no json {", ""),
    ],
)
def test_an_answer_is_only_words_where_it_holds_one_message_and_no_more(body: str, words: str) -> None:
    answer = Body({"content-type": "application/json"}, body.encode())
    assert only_words(200, answer, '{"text": "Buy milk today"}') == words


def test_a_plain_sentence_is_only_words_and_a_created_record_or_a_page_is_not() -> None:
    said = f'{{"message": "{BASQUE}"}}'.encode()
    assert only_words(200, Body({"content-type": "text/plain"}, BASQUE.encode())) == BASQUE
    assert only_words(200, Body({"content-type": "text/html"}, BASQUE.encode())) == ""
    assert only_words(201, Body({}, said)) == only_words(202, Body({}, said)) == ""


@pytest.mark.parametrize(
    ("said", "well"),
    [
        ("Item wurde gespeichert", True),
        ("Request successful", True),
        ("Card moved to Done", True),
        ("To-do snoozed", True),
        ("The job is queued", True),
        ("Preferences synced", True),
        (BASQUE, False),
        ("Registrations are closed", False),
        ("Only members are connected here", False),
        ("0 rows stored", False),
        ("Not stored", False),
        ("The seat went to somebody else", False),
    ],
)
def test_the_words_of_an_answer_tell_of_success_only_where_they_are_known_to(said: str, well: bool) -> None:
    assert tells_of_success(said, "Snooze a to-do item\nSave") is well


PAGE = "<label>Title <input id=n></label><button id=b>Send</button><p id=m></p><ul id=l>{rows}</ul><script>b.onclick = async () => {{ const r = await fetch('/send', {{ method: 'POST', body: n.value }}); {then} }};</script>"
SEND = (step("fill", t(role="textbox", name="Title"), param("n")), step("click", t(role="button", name="Send"), writes=True))
LEARNED = Evidence(runs=("run_1", "run_2"), support=2)
SHOWS = "const a = await r.json(); m.innerHTML = `<span role=status>${a.message}</span> created`;"
ENTRY = "m.textContent = 'created'; l.innerHTML += `<li>${n.value}</li>`; n.value = '';"
NEITHER: dict[str, object] = {}
TEXT: dict[str, object] = {"postcondition": {"text": "created"}}


@pytest.mark.parametrize(
    ("answer", "then", "known", "end"),
    [
        ({"message": BASQUE}, "m.textContent = 'created';", TEXT, "not_confirmed"),
        ({"message": BASQUE}, "m.textContent = 'created';", NEITHER, "not_confirmed"),
        ({"message": BASQUE}, ENTRY, TEXT, "not_confirmed"),
        ({"message": "Item wurde gespeichert"}, "m.textContent = 'created';", TEXT, "ok"),
        ({"message": "Elementua gorde egin da"}, SHOWS, TEXT, "ok"),
        ({"message": BASQUE, "id": 7}, "m.textContent = 'created';", TEXT, "ok"),
        ({}, "m.textContent = 'created';", TEXT, "ok"),
    ],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_page_that_says_created_is_not_believed_against_the_words_of_the_answer(
    stand: Stand, answer: dict[str, object], then: str, known: dict[str, object], end: str
) -> None:
    stand.site.pages["/send"] = (200, {"content-type": "application/json"}, json.dumps(answer))
    outcome = await stand.play(
        *SEND, page=PAGE.format(rows="<li>Tea</li>", then=then), args={"n": "Sugar"}, evidence=LEARNED, **known
    )
    assert _end(outcome) == end


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_an_entry_that_is_there_when_the_list_is_loaded_anew_was_taken_whatever_the_answer_says(stand: Stand) -> None:
    kept = ["Tea"]

    def send(hit: Hit) -> Answer:
        kept.append(hit.body.decode())
        return (200, {"content-type": "application/json"}, '{"message": "Elementua gorde egin da"}')

    def home(_: Hit) -> Answer:
        return PAGE.format(rows="".join(f"<li>{one}</li>" for one in kept), then=ENTRY)

    stand.site.pages |= {"/": home, "/send": send}
    assert _end(await stand.play(*SEND, args={"n": "Sugar"}, evidence=LEARNED, **TEXT)) == "ok"


def _end(outcome: Outcome) -> str:
    return outcome.stopped.code if outcome.stopped is not None else outcome.status
