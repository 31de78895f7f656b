# ruff: noqa: E501  pages are easier to read as the markup they are
"""Fields of the caller's row that are another widget than when the workflow was recorded: set in that row and in no other."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, param, step, t

from awm_mcp.app.versions.healed_versions import with_targets
from awm_mcp.model import FlowStep

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
QUICK = {"step_timeout_s": 1.0}
SAVE = step("click", t(role="button", name="Save"))
ITEMS = ("Mug XL", "Mug", "Plate")
AMOUNTS = "<select><option>1<option>2<option>3</select>"
INPUT = "<input type=number value=1>"
STEPS = "<button type=button onclick='this.nextElementSibling.textContent--'>-</button> <span>1</span> <button type=button onclick='this.previousElementSibling.textContent++'>+</button>"
STATES = "<select><option>Open<option>Done</select>"
GROUP = "".join(
    f"<button type=button class=btn onclick='for (const o of this.parentElement.children) o.setAttribute(\"aria-pressed\", o === this)' aria-pressed={pressed}>{one}</button>"
    for one, pressed in (("Open", "true"), ("Done", "false"))
)
DRAWN = "<div class=dropdown style='cursor:pointer' onclick='if (this.lastChild.contains(event.target)) this.firstChild.textContent = event.target.textContent; this.lastChild.hidden = !this.lastChild.hidden'><span>Open</span><div hidden><div class=dropdown-item>Open</div><div class=dropdown-item>Done</div></div></div>"
SHOWN = "[...document.querySelectorAll('.row')].map(r => [...r.querySelectorAll('.f')].map(c => (e => !e ? c.firstElementChild.firstChild.textContent : e.value || e.textContent)(c.querySelector('select,input,span:not(.dropdown span),[aria-pressed=true]'))).join('/')).join(' ')"


def table(amount: str, state: str) -> str:
    rows = "".join(f"<tr class=row><td>{one}</td><td class=f>{amount}</td><td class=f>{state}</td></tr>" for one in ITEMS)
    return shown(f"<table><tr><th>Item</th><th>Qty</th><th>State</th></tr>{rows}</table>")


def cards(amount: str, state: str) -> str:
    rows = "".join(
        f"<li class=row><h3>{one}</h3><div><label>Qty</label> <div class=f>{amount}</div></div><div><label>State</label> <div class=f>{state}</div></div></li>"
        for one in ITEMS
    )
    return shown(f"<ul>{rows}</ul>")


def shown(rows: str) -> str:
    return f'<main>{rows}</main><button onclick="say({SHOWN})">Save</button>{LOG}'


def amount_of(role: str = "spinbutton") -> FlowStep:
    return step("fill", t(role=role, label="Qty", name="Qty", row=param("item")), param("count"))


def state_of() -> FlowStep:
    return step("select", t(role="combobox", label="State", name="State", tag="select", row=param("item")), "Done")


@pytest.mark.parametrize("page", [table, cards])
@pytest.mark.parametrize(("amount", "state"), [(AMOUNTS, GROUP), (STEPS, DRAWN)])
async def test_a_field_of_a_row_is_set_in_that_row_in_whatever_widget_it_became(stand: Stand, page, amount: str, state: str):
    args = {"item": "Mug", "count": "3"}
    outcome = await stand.play(amount_of(), state_of(), SAVE, READ, page=page(amount, state), args=args, settings=QUICK)
    assert outcome.outputs == {"log": "1/Open 3/Done 1/Open;"}, (outcome.stopped, outcome.healed)


async def test_a_block_that_is_repeated_sets_the_field_of_each_row_in_the_widget_that_it_became(stand: Stand):
    block = {"parameter": "items", "item": "item", "steps": [state_of()]}
    repeated = FlowStep.model_validate({"for_each": block})
    args = {"items": ["Mug", "Plate"]}
    outcome = await stand.play(repeated, SAVE, READ, page=table(INPUT, GROUP), args=args, settings=QUICK)
    assert outcome.outputs == {"log": "1/Open 1/Done 1/Done;"}, (outcome.stopped, outcome.healed)
    assert [one.target.widget for one in outcome.healed_targets] == ["choices"]
    again = await stand.play(
        *with_targets(stand.workflow(repeated), outcome.healed_targets, 0.0).steps, SAVE, READ, args=args, settings=QUICK
    )
    assert (again.outputs, again.healed) == ({"log": "1/Open 1/Done 1/Done;"}, ()), again.stopped


@pytest.mark.parametrize("row", ["Bowl", "Mu"])
async def test_a_row_that_is_not_there_is_no_reason_to_set_the_field_of_another(stand: Stand, row: str):
    args = {"item": row, "count": "3"}
    outcome = await stand.play(amount_of(), SAVE, page=table(AMOUNTS, STATES), args=args, settings=QUICK)
    assert outcome.stopped is not None and outcome.stopped.code == "target_not_found"
