# ruff: noqa: E501  pages are easier to read as the markup they are
"""Ends of which nothing tells: the site is asked anew, as a person would, whether it lists or holds what was sent."""

from __future__ import annotations

import json
from typing import Any

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import Evidence, Outcome

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
LEARNED = Evidence(runs=("run_1", "run_2"), support=2)
FILL = step("fill", t(role="textbox", name="Title"), param("n"))
SEND = (FILL, step("click", t(role="button", name="Add"), writes=True))
NOTES = ["Ash", "Birch", "Cedar", "Elm", "Fir"]
SCRIPT = """<label>Title <input id=n></label><button id=b>Add</button><ul id=l></ul><div id=p></div><script>
let page = 1, all = [];
const draw = () => { %s };
const load = async () => { all = await (await fetch('/notes')).json(); draw(); };
b.onclick = async () => { await (await fetch('/notes', { method: 'POST', body: n.value })).text(); await load(); };
load();</script>"""
ROWS = "l.innerHTML = all.slice(%s, 2 * page).map(one => `<li>${one}</li>`).join('');"
PAGER = (
    ROWS % "2 * page - 2"
    + "p.innerHTML = `<nav>Page ${page} of ${Math.ceil(all.length / 2)} <button id=x>Next</button></nav>`; x.disabled = 2 * page >= all.length; x.onclick = () => { page++; draw(); };"
)


def code_of(outcome: Outcome) -> str:
    return outcome.stopped.code if outcome.stopped is not None else outcome.status


def as_json(data: object) -> Answer:
    return (200, {"content-type": "application/json"}, json.dumps(data))


async def test_a_new_entry_is_seen_on_a_page_that_a_script_turns_to_and_an_old_one_proves_nothing(stand: Stand) -> None:
    kept = list(NOTES)

    def notes(hit: Hit) -> Answer:
        new = hit.body.decode()
        kept.extend([new] if hit.method == "POST" and new not in kept else [])
        return as_json(kept if hit.method == "GET" else {"k": 1})

    stand.site.pages |= {"/": SCRIPT % PAGER, "/notes": notes}
    codes = [code_of(await stand.play(*SEND, args={"n": one}, evidence=LEARNED)) for one in ("Sugar", "Fir")]
    assert codes == ["ok", "not_confirmed"]
    assert kept == [*NOTES, "Sugar"]


async def test_a_list_that_was_passed_shows_what_a_script_that_leads_elsewhere_does_not(stand: Stand) -> None:
    kept = list(NOTES)

    def send(hit: Hit) -> Answer:
        kept.extend([hit.body.decode()] if len(kept) < 6 else [])
        return as_json({"k": 1})

    form = "<label>Title <input id=n></label><button id=b>Add</button><script>b.onclick = async () => { await fetch('/send', { method: 'POST', body: n.value }); location.href = '/desk'; };</script>"
    stand.site.pages |= {
        "/": lambda _: "<a href=/new>New</a><ul>" + "".join(f"<li>{one}" for one in kept),
        "/new": form,
        "/send": send,
        "/desk": "<h1>My desk</h1><p>Things to do</p>",
    }
    flow = (step("click", t(role="link", name="New")), *SEND)
    codes = [code_of(await stand.play(*flow, args={"n": one}, evidence=LEARNED)) for one in ("Sugar", "Sugar", "Oat")]
    assert codes == ["ok", "not_confirmed", "not_confirmed"]


FORM = "<label>Title <input id=n value='%s'></label><button id=b>Add</button><script>%s b.onclick = async () => { %s await (await fetch('/send', { method: 'PUT', body: JSON.stringify({ title: n.value }) })).json(); };</script>"
DRAFT = "n.value = localStorage.draft || n.value;", "localStorage.draft = n.value;"


@pytest.mark.parametrize(
    ("keeps", "draft", "end"), [(True, False, "ok"), (False, False, "not_confirmed"), (False, True, "not_confirmed")]
)
async def test_an_answer_with_the_record_as_before_is_no_refusal_where_the_page_holds_the_new_value_when_loaded_anew(
    stand: Stand, keeps: bool, draft: bool, end: str
) -> None:
    record: dict[str, Any] = {"_id": "65a", "title": "Old"}

    def save(hit: Hit) -> Answer:
        before = dict(record)
        record.update(json.loads(hit.body) if keeps else {})
        return as_json(before)

    stand.site.pages |= {"/": lambda _: FORM % (record["title"], *(DRAFT if draft else ("", ""))), "/send": save}
    assert code_of(await stand.play(*SEND, args={"n": "New one"}, evidence=LEARNED)) == end


async def test_an_answer_with_the_id_of_what_was_made_is_a_sign_though_the_form_stays(stand: Stand) -> None:
    stand.site.pages |= {"/": FORM % ("", "", ""), "/send": as_json({"acknowledged": True, "insertedId": "65a"})}
    assert code_of(await stand.play(*SEND, args={"n": "New one"}, evidence=LEARNED)) == "ok"
