# ruff: noqa: E501  pages are easier to read as the markup they are
"""A page that sends another option or row than was chosen, and shows that all went well."""

from __future__ import annotations

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import Outcome

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
EVIDENCE = {"runs": ("r1", "r2"), "tasks": ("Assign it to Ann Lee",), "support": 2}
SENDS = "await fetch('/api', {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(%s)})"
LIST = """<p><span id=l>Assignee</span> <button role=combobox id=w aria-labelledby=l aria-haspopup=listbox aria-expanded=false aria-controls=o>Nobody</button></p>
<ul id=o role=listbox aria-labelledby=l hidden><li role=option>Ann Lee</li><li role=option>Cleo Fox</li><li role=option>Dina Orr</li></ul><script>
w.onclick = () => { o.hidden = !o.hidden; w.setAttribute('aria-expanded', !o.hidden); };
o.onclick = async e => { const name = e.target.textContent; o.hidden = true; %s; w.textContent = name; };</script>"""
SHELF = """<p id=m role=status></p>%s<script>document.body.addEventListener('click', async e => { if (e.target.tagName !== 'BUTTON') return;
const card = e.target.closest('article'), name = card.querySelector('h2').textContent, n = card.querySelector('input').value; %s; m.textContent = name + ' is in your cart'; });</script>"""
CARDS = "".join(
    f"<article data-id=a{n}><h2>{name}</h2><p>${n}.00</p><label>Quantity <input type=number value=1></label><button>Add</button></article>"
    for n, name in enumerate(("Felt pad", "Brass hook", "Wool rug"), 4)
)


def _ended(outcome: Outcome) -> str:
    return outcome.stopped.code if outcome.stopped is not None else outcome.status


def _takes(_: Hit) -> Answer:
    return (200, {"content-type": "application/json"}, '{"ok": true}')


@pytest.mark.parametrize(
    ("body", "end"),
    [
        ("{assignee: 'Cleo Fox'}", "sent_otherwise"),
        ("{assignee: name}", "ok"),
        ("{assignee_id: 4, reporter: 'Cleo Fox'}", "ok"),
    ],
)
async def test_a_list_that_sends_another_option_is_not_ok(stand: Stand, body: str, end: str) -> None:
    stand.site.pages |= {"/api": _takes, "/": LIST % (SENDS % body)}
    steps = (
        step("click", t(role="combobox", name="Assignee")),
        step("click", t(role="option", name=param("who")), writes=True),
    )
    outcome = await stand.play(*steps, args={"who": "Dina Orr"}, evidence=EVIDENCE, risk="write")
    assert _ended(outcome) == end, outcome.stopped
    assert outcome.status == ("ok" if end == "ok" else "unknown")


@pytest.mark.parametrize(
    ("body", "end"),
    [
        ("{product: card.nextElementSibling.querySelector('h2').textContent, quantity: n}", "sent_otherwise"),
        ("{product: name, quantity: card.nextElementSibling.querySelector('input').value}", "sent_otherwise"),
        ("{product: name, quantity: n, seen: ['Felt pad', 'Wool rug']}", "ok"),
        ("{id: card.dataset.id, quantity: +n, beside: 'Wool rug'}", "ok"),
    ],
)
async def test_a_card_that_sends_another_one_or_the_old_number_is_not_ok(stand: Stand, body: str, end: str) -> None:
    stand.site.pages |= {"/api": _takes, "/": SHELF % (CARDS, SENDS % body)}
    steps = (
        step("fill", t(role="spinbutton", name="Quantity", row=param("what")), param("n")),
        step("click", t(role="button", name="Add", row=param("what")), writes=True),
    )
    outcome = await stand.play(*steps, args={"what": "Brass hook", "n": "5"}, evidence=EVIDENCE, risk="write")
    assert _ended(outcome) == end, outcome.stopped
