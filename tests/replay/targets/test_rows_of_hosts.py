# ruff: noqa: E501  pages are easier to read as the markup they are
"""Rows that are web components: what stands in the shadow roots of a row is in the row, be it in one root or in one for each cell."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, param, step, t

from awm_mcp.model import Run, Spot, Target, value

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
HOSTS = """<script>
const host = (name, html) => customElements.define(name, class extends HTMLElement {
  connectedCallback() {
    const root = this.shadowRoot || this.attachShadow({ mode: 'open' }), of = this.getAttribute('n') || this.getRootNode().host?.getAttribute('n');
    root.innerHTML = html(this, of);
    for (const b of root.querySelectorAll('button')) b.onclick = () => say(b.textContent + ' ' + of);
  } });
host('x-row', (e, n) => `<span class=who>${n}</span> <em>of ${e.getAttribute('b')}</em> <i>${n.length} days</i> <button>Open</button>`);
host('x-cell', e => e.getAttribute('html'));
host('x-acts', () => '<button>Open</button><button>Edit</button>');
host('x-line', (_, n) => `<x-cell html="<span>${n}</span>"></x-cell><x-cell html="<i>${n.length} days</i>"></x-cell><x-acts></x-acts>`);
host('x-list', e => e.getAttribute('rows').split(',').map(r => r.split(':')).map(([n, b]) => `<${e.getAttribute('as')} n="${n}" b="${b}"></${e.getAttribute('as')}>`).join(''));
</script>"""
LIKE = "Ann Leeds:Zoe,Ann Lee:Zoe,Bob:Ann Lee"


def rows(said: str, kind: str = "x-row") -> str:
    return f"{LOG}{HOSTS}<h1>People</h1><x-list rows='{said}' as='{kind}'></x-list>"


async def test_a_button_and_a_value_are_those_of_the_row_whose_shadow_says_the_name(stand: Stand) -> None:
    press = step("click", t(role="button", name="Open", row=param("p"), row_spot=Spot(main=True)), writes=True)
    read = step("extract", t(css="i", tag="i", row=param("p")), output="days")
    outcome = await stand.play(press, read, READ, page=rows(LIKE, "x-line"), args={"p": "Ann Lee"}, risk="destructive")
    assert outcome.outputs == {"days": "7 days", "log": "Open Ann Lee;"}, outcome.stopped


async def test_a_row_that_says_more_or_says_it_as_something_else_is_another_one(stand: Stand) -> None:
    press = step("click", t(role="button", name="Open", row=param("p"), row_spot=Spot(main=True)), writes=True)
    page = rows("Ann Leeds:Zoe,Bob:Ann Lee").replace("<em>of ${", "<em>${")
    outcome = await stand.play(
        press, READ, page=page, args={"p": "Ann Lee"}, risk="destructive", settings={"step_timeout_s": 0.5}
    )
    assert outcome.status == "target_not_found", outcome.outputs


async def test_the_row_of_a_host_is_seen_with_what_tells_it(stand: Stand) -> None:
    pressed = step("click", t(role="button", name="Open", row=value("Ann Lee")))
    seen = await stand.observe(pressed, page=rows(LIKE, "x-line"), allow_writes=True)
    assert isinstance(seen.run, Run)
    target = seen.run.steps[0].action.target
    assert isinstance(target, Target) and target.seen is not None
    assert target.row == value("Ann Lee")
    assert target.seen.row_texts == ("Ann Lee",) or "Ann Lee" in target.seen.row_texts
    assert [spot.way for spot in target.seen.row_spots][:1] == ["x-cell"]
