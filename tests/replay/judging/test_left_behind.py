# ruff: noqa: E501  pages are easier to read as the markup they are
"""A write is judged as a whole before a step that takes away what tells of it, and by what was said once it was answered."""

from __future__ import annotations

import asyncio

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import Evidence, value
from awm_mcp.replay.judging.all_dropped import has_blank_row
from awm_mcp.replay.judging.honest_end import Judge, Message

LEARNED = Evidence(runs=("run_1", "run_2"), support=2)
SAVE = (step("fill", t(role="textbox", name="Note"), param("n")), step("click", t(role="button", name="Save"), writes=True))
CLOSE = step("click", t(role="button", name="Close"))
PAGE = """<label>Note <input id=n></label><button id=b>Save</button><button>Close</button><p role=status id=s></p><ul id=l><li>Tea</ul><script>
const send = () => fetch('/api', { method: 'POST', body: n.value }), add = x => { const e = document.createElement('li'); e.textContent = x; l.append(e); return e; };
b.onclick = async () => { OWN };</script>"""


@pytest.mark.parametrize(
    ("own", "answer", "steps", "code"),
    [
        ("await send(); n.value = ''", "false", (*SAVE, CLOSE), "not_confirmed"),
        ("await send(); add(n.value); n.value = ''", '{"ok": true}', (*SAVE, CLOSE), ""),
        ("const e = add(n.value); s.textContent = 'Saved'; await send(); e.remove()", "{}", SAVE, "not_confirmed"),
    ],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_write_is_judged_before_what_tells_of_it_is_closed_and_by_more_than_what_was_said_too_soon(
    stand: Stand, own: str, answer: str, steps: tuple, code: str
) -> None:
    async def api(_: Hit) -> Answer:
        await asyncio.sleep(0.05)
        return (200, {"content-type": "application/json"}, answer)

    stand.site.pages["/api"] = api
    outcome = await stand.play(*steps, page=PAGE.replace("OWN", own), args={"n": "Sugar"}, risk="write", evidence=LEARNED)
    assert (outcome.stopped.code if outcome.stopped is not None else "") == code
    assert outcome.status == ("unknown" if code else "ok")


@pytest.mark.parametrize(
    ("said", "known", "complains"),
    [
        ("Could not be saved", "Saved", True),
        ("Could not be saved", "Could not be saved", False),
        ("Saved. 2 rows could not be read", "2 rows could not be read", False),
        ("Saved", "Saved", False),
    ],
)
def test_a_complaint_is_not_known_because_it_has_a_word_of_the_runs_in_it(said: str, known: str, complains: bool) -> None:
    message = Message(said, strong=False, tone="", heading=False)
    assert Judge([], [value(known)]).is_complaint(message) is complains


def test_a_new_row_is_blank_where_it_says_nothing_but_what_all_others_say() -> None:
    before = {"/1": ["Tea Edit", "Milk Edit"]}
    assert has_blank_row(before, {"/2": ["Tea Edit", "Milk Edit", "Edit"]})
    assert not has_blank_row(before, {"/2": ["Tea Edit", "Milk Edit", "Sugar Edit"]})
    assert not has_blank_row(before, {"/2": ["Tea Edit", "Edit"]})
    assert not has_blank_row({"/1": ["Edit", "Tea Edit"]}, {"/1": ["Edit", "Tea Edit", "Edit"]})
