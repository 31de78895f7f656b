# ruff: noqa: E501  pages are easier to read as the markup they are
"""A state that a page takes back when it is answered is no success; what a page does for other reasons is none of these."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, step, t

from awm_mcp.model import Became, Evidence, FlowStep, Outcome, value

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
KEEP = "const save = async (value, set) => { const r = await (await fetch('/save', { method: 'POST', body: JSON.stringify({ value }) })).json(); set('value' in r ? r.value : value); };"
PLAN = "<label>Plan <select id=x><option>Basic<option>Plus</select></label>"
NICK = "<label>Nickname <input id=x value=old></label>"
NEWS = "<label><input type=checkbox id=x> Newsletter</label>"
STAR = "<button id=x class=star aria-label=Favourite>★</button>"
COUNT = "<button id=m aria-label='Decrease quantity'>-</button><input id=x aria-label=Quantity value=1 readonly><button id=p aria-label='Increase quantity'>+</button>"
FIELD = "x.onchange = () => save(x.value, v => { x.value = v; });"
TICK = "x.onchange = () => save(x.checked, v => { x.checked = v; });"
LIT = "x.onclick = () => { x.classList.add('on'); save(true, v => x.classList.toggle('on', v)); };"
LATER = "let due; p.onclick = () => { x.value = +x.value + 1; clearTimeout(due); due = setTimeout(() => save(+x.value, v => { x.value = v; }), 300); };"
CHOOSE = step("select", t(role="combobox", name="Plan"), "Plus", writes=True)
TYPE = step("fill", t(role="textbox", name="Nickname"), "new", writes=True)
CHECK = step("check", t(role="checkbox", name="Newsletter"), writes=True)
TO_STAR = step("click", t(role="button", name="Favourite"), became=Became(marks=(".on",), alone=True), writes=True)
TO_FIVE = step("fill", t(role="textbox", name="Quantity"), "5", stepper=True, writes=True)
LEAVE = step("press", None, "Tab")


async def answered(
    stand: Stand,
    page: str | None,
    answer: dict[str, Any],
    *steps: FlowStep,
    risk: str = "write",
    after_s: float = 0.0,
    **more: Any,
) -> Outcome:
    async def save(_: Hit) -> Answer:
        await asyncio.sleep(after_s)
        return (200, {"content-type": "application/json"}, json.dumps(answer))

    stand.site.pages["/save"] = save
    return await stand.play(*steps, page=page, risk=risk, **more)


def told(outcome: Outcome) -> tuple[str, str]:
    return (outcome.status, outcome.stopped.code if outcome.stopped is not None else "")


@pytest.mark.parametrize(
    ("markup", "script", "steps", "old", "kept", "anew", "after_s"),
    [
        (PLAN, FIELD, [CHOOSE], "Basic", "Plus", "x.value = 'Plus'", 0.4),
        (NICK, FIELD, [TYPE, LEAVE], "old", "new", "x.value = 'new'", 0.0),
        (NEWS, TICK, [CHECK], False, True, "x.checked = true", 0.4),
        (STAR, LIT, [TO_STAR], False, True, "x.classList.add('on')", 0.4),
        (COUNT, LATER, [TO_FIVE], 3, 5, "x.value = 5", 0.0),
    ],
)
async def test_what_a_page_takes_back_with_its_answer_is_no_success(
    stand: Stand, markup: str, script: str, steps: list[FlowStep], old: Any, kept: Any, anew: str, after_s: float
):
    page = f"{markup}<script>{KEEP}{script}</script>"
    outcome = await answered(stand, page, {"value": old}, *steps, after_s=after_s)
    assert told(outcome) == ("unknown", "did_not_stick")
    assert outcome.stopped is not None and outcome.stopped.step == 1
    stand.site.hits.clear()
    stand.site.pages["/"] = lambda _: f"{page}<script>{anew}</script>" if stand.sent() else page
    assert told(await answered(stand, None, {"value": kept}, *steps)) == ("ok", "")


async def test_a_state_that_was_taken_back_tells_more_than_that_nothing_was_seen(stand: Stand):
    page, evidence = f"{STAR}<script>{KEEP}{LIT}</script>", Evidence(runs=("run_1", "run_2"), support=2)
    outcome = await answered(stand, page, {"value": False}, TO_STAR, after_s=0.4, evidence=evidence)
    assert told(outcome) == ("unknown", "did_not_stick")


FILES = """<ul><li>Alpha <button>Delete</button><li>Beta <button>Delete</button></ul><script>
for (const b of document.querySelectorAll('button')) b.onclick = async () => { const row = b.closest('li'), next = row.nextSibling, list = row.parentNode; row.remove();
  const r = await (await fetch('/save', { method: 'POST', body: row.textContent })).json(); if (r.left) list.insertBefore(row.cloneNode(true), next); };
</script>"""
DELETE = step("click", t(role="button", name="Delete", row=value("Alpha")), writes=True)


async def test_a_row_that_comes_back_after_it_was_deleted_is_no_success(stand: Stand):
    outcome = await answered(stand, FILES, {"left": 1}, DELETE, risk="destructive")
    assert told(outcome) == ("unknown", "did_not_stick")
    assert outcome.stopped is not None and "Alpha" in outcome.stopped.seen

    def page(_: Hit) -> str:
        return FILES if not stand.sent() else FILES.replace("<li>Alpha <button>Delete</button>", "")

    stand.site.hits.clear()
    stand.site.pages["/"] = page
    assert told(await answered(stand, None, {"left": 0}, DELETE, risk="destructive")) == ("ok", "")


MENU = "<label>Plan <select id=x><option value=''>Choose…<option>Plus</select></label>"
ADDED = "x.onclick = () => { x.classList.add('on'); save(true, () => setTimeout(() => x.classList.remove('on'), 600)); };"
REUSED = "x.onchange = () => save(1, () => { x.checked = false; document.querySelector('label').lastChild.data = ' Tea'; });"
SENDS = "<button id=s>Save</button>"
SEND = "s.onclick = () => save(1, () => { x.value = x.defaultValue; });"
TO_SEND = step("click", t(role="button", name="Save"), writes=True)


@pytest.mark.parametrize(
    ("markup", "script", "steps"),
    [
        (MENU, "x.onchange = () => save(1, () => { x.value = ''; });", [CHOOSE]),
        (STAR, ADDED, [TO_STAR]),
        (NEWS, REUSED, [CHECK]),
        (NICK + SENDS, SEND, [TYPE, TO_SEND]),
        (COUNT + SENDS, "p.onclick = () => { x.value = +x.value + 1; };" + SEND, [TO_FIVE, TO_SEND]),
        (NICK, "x.onchange = () => save(1, () => { x.value = 'NEW'; });", [TYPE, LEAVE]),
    ],
)
async def test_a_menu_a_passing_mark_a_row_used_again_and_a_form_that_was_sent_take_nothing_back(
    stand: Stand, markup: str, script: str, steps: list[FlowStep]
):
    assert told(await answered(stand, f"{markup}<script>{KEEP}{script}</script>", {}, *steps, after_s=0.3)) == ("ok", "")


async def test_what_a_later_step_of_the_workflow_sets_back_is_not_taken_back_by_the_page(stand: Stand):
    untick = (
        CHECK.model_copy(update={"action": CHECK.action.model_copy(update={"checked": False})}) if CHECK.action else CHECK
    )
    page = f"{NEWS}<script>{KEEP}{TICK}</script>"
    assert told(await answered(stand, page, {}, CHECK, untick)) == ("ok", "")


UNDO = """<button id=x>Delete Alpha</button><p role=status id=s></p><script>
x.onclick = () => { x.hidden = true; s.textContent = 'Deleted. Undo?'; setTimeout(() => fetch('/save', { method: 'POST', body: 'gone' }), 6500); };
</script>"""


async def test_a_write_that_is_put_off_for_an_undo_is_waited_for(stand: Stand):
    to_delete = step("click", t(role="button", name="Delete Alpha"), writes=True)
    assert told(await answered(stand, UNDO, {}, to_delete, risk="destructive")) == ("ok", "")
    assert stand.sent() == ["/save gone"]
