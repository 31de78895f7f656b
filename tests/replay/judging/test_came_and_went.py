# ruff: noqa: E501  pages are easier to read as the markup they are
"""An entry that a page shows at once and takes back without a word is no success; lists and messages that come and go are none of these."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, seldom, step, t

from awm_mcp.model import Evidence, Outcome

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
PAGE = """<h1>Notes</h1><ul id=l>ROWS</ul><label>Note <input id=n></label><button id=b>Add</button><p id=m></p><script>
const post = x => fetch('/api', { method: 'POST', body: x }), made = (x, name = 'li') => { const e = document.createElement(name); e.textContent = x; return e; };
const add = x => { const e = made(x); l.append(e); return e; };
b.onclick = async () => { const x = n.value, no = x.startsWith('No'); n.value = ''; OWN };</script>"""
ADD = (step("fill", t(role="textbox", name="Note"), param("n")), step("click", t(role="button", name="Add"), writes=True))
LEARNED = Evidence(runs=("run_1", "run_2"), support=2)


class Notes:
    """Notes that a page shows before it has an answer; those that begin with "No" are not kept."""

    def __init__(self, stand: Stand, own: str, answer: Answer = (200, {}, ""), after_s: float = 0.05) -> None:
        self.kept, self.stand, self.answer, self.after_s, self.own = ["Tea", "Rye"], stand, answer, after_s, own
        stand.site.pages |= {"/api": self._api, "/": lambda _: self.page(self.kept)}

    async def _api(self, hit: Hit) -> Answer:
        await asyncio.sleep(self.after_s)
        note = hit.body.decode()
        self.kept += [] if note.startswith("No") else [note]
        return self.answer

    def page(self, rows: list[str]) -> str:
        return PAGE.replace("ROWS", "".join(f"<li>{row}</li>" for row in rows)).replace("OWN", self.own)

    async def add(self, note: str, *steps: Any) -> str:
        outcome: Outcome = await self.stand.play(*(steps or ADD), args={"n": note}, risk="write", evidence=LEARNED)
        return outcome.stopped.code if outcome.stopped is not None else outcome.status


TAKEN_BACK = {
    "at once": ("const e = add(x); await post(x); if (no) e.remove();", 0.0),
    "after a slow answer": ("const e = add(x); await post(x); if (no) e.remove();", 0.5),
    "when it has faded": ("const e = add(x); await post(x); if (no) setTimeout(() => e.remove(), 600);", 0.0),
    "by its style": ("const e = add(x); await post(x); if (no) e.hidden = true;", 0.0),
    "of no list": ("const e = made(x, 'div'); m.before(e); await post(x); if (no) e.remove();", 0.0),
    "by a list that is drawn anew": ("const was = l.innerHTML; add(x); await post(x); if (no) l.innerHTML = was;", 0.0),
    "by what it says itself": (
        "const e = add(x); await post(x); if (no) e.append(' ', made('could not be saved', 'small'));",
        0.0,
    ),
}


ALIKE = ("after a slow answer", "of no list")


@pytest.mark.parametrize(
    ("own", "after_s"),
    [(seldom if name in ALIKE else pytest.param)(*case, id=name) for name, case in TAKEN_BACK.items()],
)
async def test_an_entry_that_is_taken_back_without_a_word_is_no_success(stand: Stand, own: str, after_s: float) -> None:
    notes = Notes(stand, own, after_s=after_s)
    assert await notes.add("Oats") == "ok"
    assert await notes.add("No tea") == "not_confirmed"
    assert notes.kept == ["Tea", "Rye", "Oats"]


STAYS = {
    "a list that is sorted and drawn anew": "add(x); await post(x); const all = [...l.children].map(e => e.textContent).sort(); l.innerHTML = ''; all.forEach(y => add(y));",
    "a list that is loaded anew": "add(x); await post(x); l.innerHTML = '<li>…</li>'; const t = await (await fetch('/')).text(); setTimeout(() => { l.innerHTML = new DOMParser().parseFromString(t, 'text/html').getElementById('l').innerHTML; }, 300);",
    "a message that goes": "await post(x); const d = made('', 'div'); d.className = 'toast'; d.append(made(x, 'b')); document.body.append(d); setTimeout(() => d.remove(), 300);",
    "a box over the page that goes": "await post(x); const d = made('', 'ol'); d.style.position = 'fixed'; d.append(made(x)); document.body.append(d); setTimeout(() => d.remove(), 300);",
    "a dialog that is closed": "const d = made('', 'dialog'); d.append(made(x, 'p')); document.body.append(d); d.showModal(); await post(x); d.close(); d.remove();",
    "an entry in the words of the site": "const e = add(x); await post(x); e.textContent = 'Item #77';",
    "an entry of which another takes the place": "const e = add(x); await post(x); e.replaceWith(made('Item #77'));",
    "a part of a list that is shown": "const e = add(x); await post(x); e.remove();",
    "a message of success": "const e = add(x); await post(x); e.remove(); m.textContent = 'Note added';",
}


STAYS_ALIKE = ("a list that is loaded anew", "a box over the page that goes", "an entry of which another takes the place")


@pytest.mark.parametrize(
    "own", [(seldom if name in STAYS_ALIKE else pytest.param)(own, id=name) for name, own in STAYS.items()]
)
async def test_what_comes_and_goes_otherwise_is_a_good_end(stand: Stand, own: str) -> None:
    assert await Notes(stand, own).add("Oats") == "ok"


async def test_an_entry_that_went_although_the_answer_tells_of_it_was_taken(stand: Stand) -> None:
    made = (200, {"content-type": "application/json"}, '{"id": 7}')
    notes = Notes(stand, "const e = add(x); await post(x); e.remove();", made)
    notes.stand.site.pages["/"] = notes.page(["Tea"])
    assert await notes.add("Oats") == "ok"
    notes.answer = (200, {}, "")
    assert await notes.add("Oats") == "not_confirmed"


async def test_the_first_of_two_entries_is_missed_before_the_second_is_sent(stand: Stand) -> None:
    notes = Notes(stand, "const e = add(x); await post(x); if (no) e.remove();")
    second = (step("fill", t(role="textbox", name="Note"), "Sugar"), ADD[1])
    assert await notes.add("No tea", *ADD, *second) == "not_confirmed"
    assert stand.sent() == ["/api No tea"]
    assert await notes.add("Oats", *ADD, *second) == "ok"
