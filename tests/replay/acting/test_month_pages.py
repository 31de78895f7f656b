# ruff: noqa: E501  pages are easier to read as the markup they are
"""Calendars that are a part of the page: a day is a date there, whatever month is shown, and no cell of the layout is one."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio
from core_stage import Stand

from awm_mcp.induction.library import induce
from awm_mcp.model import Caller, Run
from awm_mcp.replay.by_hand.primitives import BrowserTools
from awm_mcp.replay.values.secrets import Vault

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
ME = Caller(client="tests", connection="c1")
# The day's number carries the date, its cell is named by it; a cell of the layout holds the grid; arrows say that they are not pressed in.
MONTH = """<main><h2 id=h></h2><button title="Previous month" aria-pressed=false onclick="turn(-1)">‹</button><button title="Next month" aria-pressed=false onclick="turn(1)">›</button>
<table role=grid><tbody role=rowgroup><tr role=presentation><td role=presentation><table role=presentation><tbody role=presentation id=b></tbody></table></td></tr></tbody></table></main>
<dialog id=d aria-label="New event"><label>Title <input id=t></label><button id=ok>Add event</button></dialog><ul id=l></ul><script>
const EN = ['January','February','March','April','May','June','July','August','September','October','November','December']; let at = new Date(2026, 11, 1), day = '';
const two = n => String(n).padStart(2, '0'), iso = x => `${x.getFullYear()}-${two(x.getMonth() + 1)}-${two(x.getDate())}`;
function draw() { h.textContent = `${EN[at.getMonth()]} ${at.getFullYear()}`; let s = ''; const x = new Date(at); x.setDate(1 - x.getDay());
  for (let w = 0; w < 6; w++) { s += '<tr role=row>'; for (let i = 0; i < 7; i++, x.setDate(x.getDate() + 1)) s += `<td role=gridcell data-date="${iso(x)}" aria-labelledby="c${iso(x)}" style="height:30px"><a id="c${iso(x)}" aria-label="${EN[x.getMonth()]} ${x.getDate()}, ${x.getFullYear()}">${x.getDate()}</a></td>`; s += '</tr>'; }
  b.innerHTML = s; b.querySelectorAll('td').forEach(c => c.onclick = () => { day = c.dataset.date; t.value = ''; d.showModal(); }); }
function turn(n) { at.setMonth(at.getMonth() + n); draw(); }
ok.onclick = () => fetch('/set', { method: 'POST', body: `${day} ${t.value}` }).then(() => { d.close(); l.innerHTML += `<li>${t.value}</li>`; }); draw();</script>"""


@pytest_asyncio.fixture(loop_scope="session")
async def tools(stand: Stand) -> AsyncGenerator[BrowserTools]:
    stand.site.pages["/set"] = "ok"
    stand.site.pages["/"] = MONTH
    yield BrowserTools(stand.settings, stand.browsers, Vault(stand.settings), stand.pages)


async def event(stand: Stand, tools: BrowserTools, title: str, day: str, turns: int) -> Run:
    seen = await tools.call("browser_navigate", {"url": stand.site.origin}, ME)
    clicks = ["[title='Next month']"] * turns + [f"td[data-date='{day}']"]
    for target in clicks:
        await tools.call("browser_click", {"target": target, "session": seen.session}, ME)
    await tools.call("browser_type", {"target": "#t", "text": title, "session": seen.session}, ME)
    await tools.call("browser_click", {"target": "#ok", "session": seen.session}, ME)
    found = tools.recording(seen.session)
    return Run(
        id=title, task=f"Add the event {title} on {day}", site=found.site, origin=found.origin, start_url=found.start_url,
        outcome="success", steps=found.steps, observed=True,
    )  # fmt: skip


async def test_a_day_clicked_in_a_month_on_the_page_is_a_date_that_the_page_is_turned_to(stand: Stand, tools: BrowserTools):
    runs = [await event(stand, tools, "Standup", "2026-12-14", 0), await event(stand, tools, "Retro", "2027-02-10", 2)]
    (flow,) = induce(runs)
    assert {p.type for p in flow.parameters} == {"date", "string"} and len(flow.steps) == 3
    day, title = (next(p.name for p in flow.parameters if p.type == kind) for kind in ("date", "string"))
    for given in ("2027-01-05", "2026-11-30"):
        stand.site.hits.clear()
        outcome = await stand.replayer().replay(stand.request(flow, {day: given, title: "Demo"}))
        assert (outcome.status, stand.sent()) == ("ok", [f"/set {given} Demo"])


async def test_a_button_that_says_it_is_not_pressed_in_before_and_after_is_clicked(stand: Stand, tools: BrowserTools):
    seen = await tools.call("browser_navigate", {"url": stand.site.origin}, ME)
    await tools.call("browser_click", {"target": "[title='Next month']", "session": seen.session}, ME)
    assert [one.action.type for one in tools.recording(seen.session).steps] == ["goto", "click"]
