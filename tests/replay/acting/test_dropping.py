# ruff: noqa: E501  pages are easier to read as the markup they are
"""Entries dragged to another place of a list: by hand, learned, and replayed; where they came to stand decides."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio
from core_stage import Stand, step, t

from awm_mcp.induction.library import induce
from awm_mcp.model import Caller, Run, Workflow
from awm_mcp.replay.by_hand.primitives import BrowserTools
from awm_mcp.replay.values.secrets import Vault

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
ME = Caller(client="tests", connection="c1")
ITEMS = ("Ale", "Bun", "Cod", "Dip", "Egg")


def sortable(*, redraws: bool = False, keeps: bool = True) -> str:
    """A list that makes room while an entry is dragged over it. ``redraws``: the entries say other words then, instead of
    moving; without ``keeps`` an entry that comes from above goes to the end."""
    done = "const order = names(); l.innerHTML = ''; order.forEach(add);" if redraws else ""
    end = "" if keeps else "if (from < names().indexOf(d.textContent)) l.append(d);"
    return f"""<style>li {{ padding: 12px; width: 200px }}</style><ol id=l></ol><p id=s></p><script>
let d = null, from = 0; const names = () => [...l.children].map(n => n.textContent);
const add = name => {{ const n = document.createElement('li'); n.textContent = name; n.draggable = true; l.append(n); }};
{list(ITEMS)}.forEach(add);
l.ondragstart = e => {{ d = e.target; from = names().indexOf(d.textContent); }};
l.ondragover = e => {{ e.preventDefault(); const n = e.target.closest('li'); if (!n || n === d || n.busy) return; const down = d.compareDocumentPosition(n) & 4; n.busy = true; setTimeout(() => n.busy = false, 120); l.insertBefore(d, down ? n.nextSibling : n); }};
l.ondragend = () => {{ {end} {done} fetch('/set', {{ method: 'POST', body: names().join(',') }}).then(() => s.textContent = 'Saved'); }};
</script>"""


@pytest_asyncio.fixture(loop_scope="session")
async def tools(stand: Stand) -> AsyncGenerator[BrowserTools]:
    stand.site.pages["/set"] = "ok"
    yield BrowserTools(stand.settings, stand.browsers, Vault(stand.settings), stand.pages)


async def moved(stand: Stand, tools: BrowserTools, page: str, *pairs: tuple[str, str]) -> Workflow:
    runs: list[Run] = []
    for number, (what, where) in enumerate(pairs):
        stand.site.pages["/"] = page
        seen = await tools.call("browser_navigate", {"url": stand.site.origin}, ME)
        dragged = {"startTarget": f"text={what}", "endTarget": f"text={where}", "session": seen.session}
        await tools.call("browser_drag", dragged, ME)
        found = tools.recording(seen.session)
        runs.append(Run(
            id=str(number), task=f"Move {what} to the place of {where}.", site=found.site, origin=found.origin,
            start_url=found.start_url, outcome="success", steps=found.steps, observed=True,
        ))  # fmt: skip
    (flow,) = induce(runs)
    return flow


@pytest.mark.parametrize("redraws", [False, True])
async def test_an_entry_takes_the_place_of_the_one_that_it_is_dragged_onto_up_and_down(
    stand: Stand, tools: BrowserTools, redraws: bool
):
    page = sortable(redraws=redraws)
    flow = await moved(stand, tools, page, ("Egg", "Bun"), ("Cod", "Ale"))
    (drag,) = [one for one in flow.steps if one.action is not None and one.action.type == "drag"]
    assert drag.action is not None and drag.action.landed == "place"
    what, where = (next(p.name for p in flow.parameters if first in p.examples) for first in ("Egg", "Bun"))
    for given, order in ((("Dip", "Ale"), "Dip,Ale,Bun,Cod,Egg"), (("Ale", "Dip"), "Bun,Cod,Dip,Ale,Egg")):
        stand.site.hits.clear()
        outcome = await stand.replayer().replay(stand.request(flow, dict(zip((what, where), given, strict=True))))
        assert (outcome.status, stand.sent()) == ("ok", [f"/set {order}"])


async def test_an_entry_that_comes_to_stand_elsewhere_than_in_the_runs_is_no_success(stand: Stand):
    drag = step("drag", t(role="listitem", name="Ale"), to=t(role="listitem", name="Cod"), landed="place", writes=True)
    stand.site.pages["/set"] = "ok"
    outcome = await stand.play(drag, page=sortable(keeps=False))
    assert outcome.status == "unknown" and outcome.stopped is not None
    assert (outcome.stopped.code, outcome.stopped.seen) == ("did_not_stick", "it is after the other entry")
    assert stand.sent() == ["/set Bun,Cod,Dip,Egg,Ale"]
