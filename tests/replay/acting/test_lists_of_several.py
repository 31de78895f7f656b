# ruff: noqa: E501  pages are easier to read as the markup they are
"""Lists that take several: what is chosen already stays chosen, also where the list goes with each choice."""

from __future__ import annotations

import pytest
from core_stage import Stand, step, t
from test_states_in_browser import SENT, clicks, code, recorded, replayed, tools

from awm_mcp.induction.library import induce
from awm_mcp.replay.by_hand.primitives import BrowserTools

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
__all__ = ["tools"]

SKILLS = """<div id=b role=combobox tabindex=0 aria-haspopup=listbox aria-expanded=false aria-label=Skills></div><ul id=o role=listbox aria-multiselectable={many} hidden></ul>
<button id=s onclick="sent(has.join()).then(() => m.textContent = 'Saved')">Save</button><p id=m></p><script>{sent} let has = [{has}];
const draw = () => b.textContent = has.join(', ') || '-'; draw();
b.onclick = () => {{ o.hidden = false; o.innerHTML = ['Excel', 'Java'].map(x => `<li role=option aria-selected=${{has.includes(x)}}>${{x}}</li>`).join('');
  for (const l of o.children) l.onclick = () => {{ const x = l.textContent; has = {then}; o.hidden = true; o.innerHTML = ''; draw(); }}; }};</script>"""
TURNS = "has.includes(x) ? has.filter(y => y !== x) : [...has, x]"


def skills(has: str, *, many: str = "true", then: str = TURNS) -> str:
    return SKILLS.format(sent=SENT, has=has, many=many, then=then)


async def test_an_entry_that_is_chosen_already_is_not_taken_off(stand: Stand, tools: BrowserTools):
    way = clicks("#b", "li >> text=Java", "#s")
    (gives,) = induce([await recorded(stand, tools, skills(""), "Give her the skill Java", *way)])
    assert (await replayed(stand, gives, skills("'Excel'"), skill="Java"))[1] == ["Excel,Java"]
    outcome, sent = await replayed(stand, gives, skills("'Java'"), skill="Java")
    assert (code(outcome), sent) == ("", ["Java"])
    (takes,) = induce([await recorded(stand, tools, skills("'Java'"), "Take the skill Java from her", *way)])
    given = dict.fromkeys((one.name for one in takes.callers_parameters), "Java")
    assert (await replayed(stand, takes, skills("'Excel', 'Java'"), **given))[1] == ["Excel"]
    assert (await replayed(stand, takes, skills("'Excel'"), **given))[1] == ["Excel"]


async def test_a_list_for_one_choice_is_chosen_from_again(stand: Stand):
    steps = [
        step("click", t(role="combobox", name="Skills")),
        step("click", t(role="option", name="Java")),
        step("click", t(role="button", name="Save"), writes=True),
    ]
    stand.site.pages["/set"] = "ok"
    assert (await stand.play(*steps, page=skills("'Java'", many="false", then="[x]"))).status == "ok"
    assert stand.sent() == ["/set Java"]


async def test_an_entry_that_is_chosen_is_not_clicked_where_no_run_shows_what_for(stand: Stand):
    steps = [
        step("click", t(role="combobox", name="Skills")),
        step("click", t(role="option", name="Java")),
        step("click", t(role="button", name="Save"), writes=True),
    ]
    stand.site.pages["/set"] = "ok"
    outcome = await stand.play(*steps, page=skills("'Java'"))
    assert (code(outcome), stand.sent()) == ("already_so", [])


LABELS = '<label>Labels <select id=l multiple><option>red<option {green}>green<option>grey</select></label><button id=s onclick="sent([...l.selectedOptions].map(o => o.value))">Save</button><script>{sent}</script>'


@pytest.mark.parametrize(
    ("keeps", "green", "then", "sent"),
    [
        (True, "selected", "", ["/set green,grey"]), (False, "selected", "", ["/set grey"]),
        (None, "selected", "others_chosen", []), (None, "", "", ["/set grey"]),
    ],
)  # fmt: skip
async def test_what_else_is_chosen_stays_or_goes_as_in_the_runs(
    stand: Stand, keeps: bool | None, green: str, then: str, sent: list[str]
):
    stand.site.pages["/set"] = "ok"
    steps = (
        step("select", t(role="listbox", name="Labels"), "grey", keeps=keeps),
        step("click", t(role="button", name="Save"), writes=True),
    )
    outcome = await stand.play(*steps, page=LABELS.format(sent=SENT, green=green))
    assert (code(outcome), stand.sent()) == (then, sent)


async def test_what_a_run_added_is_told_from_the_whole_choice_that_it_made(stand: Stand, tools: BrowserTools):
    page = LABELS.format(sent=SENT, green="selected")
    tasks = {"Add the label grey": ["green", "grey"], "Set the label to red": ["red"]}
    for task, values in tasks.items():
        calls = ("select_option", {"target": "#l", "values": values}), ("click", {"target": "#s"})
        (flow,) = induce([await recorded(stand, tools, page, task, *calls)])  # type: ignore[arg-type]
        given = dict.fromkeys((one.name for one in flow.callers_parameters), values[-1])
        sent = (await replayed(stand, flow, page.replace("<option>red", "<option selected>red"), **given))[1]
        assert sent == ["red,green,grey" if "Add" in task else "red"]
