# ruff: noqa: E501  pages are easier to read as the markup they are
"""Lists as admin pages draw them: a toolbar with the same words as the rows, deletions that can be undone, and suggestions."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio
from core_stage import LOG, Stand, step, t

from awm_mcp.induction.library import induce
from awm_mcp.model import Became, Caller, Run, Target
from awm_mcp.replay.by_hand.primitives import BrowserTools
from awm_mcp.replay.values.secrets import Vault

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
ME = Caller(client="tests", connection="c1")
# One row is left by the filter; the toolbar deletes what is ticked; a deletion is sent when it can no longer be undone.
POSTS = """<main><label>Search <input id=q type=search oninput="draw()"></label><div><p>0 items selected</p><button>Delete</button></div>
<table><thead><tr><th><input type=checkbox aria-label="Select all"></th><th>Title</th><th></th></tr></thead><tbody id=b></tbody></table><p id=m role=alert></p></main><script>
let posts = ['Ants at home', 'Bees at home', 'Cats at home'];
const draw = () => b.innerHTML = posts.filter(p => p.includes(q.value)).map(p => `<tr><td><input type=checkbox aria-label="Select this row"></td><td>${p}</td><td><button onclick="gone('${p}')">Delete</button></td></tr>`).join('');
function gone(p) { posts = posts.filter(o => o !== p); draw(); m.textContent = 'Element deleted'; setTimeout(() => fetch('/set', { method: 'POST', body: p }), 700); } draw();</script>"""


@pytest_asyncio.fixture(loop_scope="session")
async def tools(stand: Stand) -> AsyncGenerator[BrowserTools]:
    stand.site.pages["/set"] = "ok"
    yield BrowserTools(stand.settings, stand.browsers, Vault(stand.settings), stand.pages)


async def test_a_row_that_is_left_alone_is_told_by_its_own_text_and_a_deletion_sent_later_is_its_writing(
    stand: Stand, tools: BrowserTools
):
    stand.site.pages["/"] = POSTS
    seen = await tools.call("browser_navigate", {"url": stand.site.origin}, ME)
    session = {"session": seen.session}
    await tools.call("browser_type", {"target": "#q", "text": "Cats", **session}, ME)
    await tools.call("browser_click", {"target": "tbody button", **session}, ME)
    await tools.call("browser_wait_for", {"text": "Element deleted", **session}, ME)
    await tools.call("browser_wait_for", {"time": 1, **session}, ME)
    steps = tools.recording(seen.session).steps
    (click,) = [one for one in steps if one.action.type == "click"]
    assert click.action.target is not None and click.action.target.row is not None
    assert click.action.target.row.literal == "Cats at home"
    assert click.effect is not None and click.effect.requests == ("POST /set",)
    run = Run(
        id="a", task="Delete the post 'Cats at home'", site=stand.site.host, origin=stand.site.origin,
        start_url=stand.site.origin, outcome="success", steps=steps, observed=True,
    )  # fmt: skip
    (flow,) = induce([run])
    assert flow.risk == "destructive"
    stand.site.hits.clear()
    await stand.replayer().replay(stand.request(flow, {"query": "Bees", "post": "Bees at home"}))
    assert stand.sent() == ["/set Bees at home"]


@pytest.mark.parametrize(("held", "code"), [("Apex", ""), ("Ap", "already_so")])
async def test_a_suggestion_that_the_field_shows_already_is_taken(stand: Stand, held: str, code: str):
    page = f"""<input role=combobox aria-label=Supplier aria-controls=p value="{held}"><div id=p><ul role=listbox><li role=option aria-selected=true data-p-selected=true onclick="say('taken')">Apex</li></ul></div>{LOG}"""
    typed = step("fill", t(role="combobox", name="Supplier"), held)
    taken = step(
        "click", t(role="option", name="Apex"), became=Became(target=None, marks=("[data-p-selected=true]",)), writes=True
    )
    outcome = await stand.play(typed, taken, page=page)
    assert (outcome.stopped.code if outcome.stopped else "") == code


async def test_a_key_that_only_leaves_goes_to_where_the_focus_is(stand: Stand, tools: BrowserTools):
    stand.site.pages["/"] = (
        """<label>Day <input id=d onfocus="c.focus()"></label><span id=c tabindex=0>24</span><button>Ok</button>"""
    )
    seen = await tools.call("browser_navigate", {"url": stand.site.origin}, ME)
    await tools.call("browser_click", {"target": "#d", "session": seen.session}, ME)
    await tools.call("browser_press_key", {"key": "Tab", "session": seen.session}, ME)
    pressed: Target | None = tools.recording(seen.session).steps[-1].action.target
    assert pressed is None
