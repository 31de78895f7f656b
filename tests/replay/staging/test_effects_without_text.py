"""Actions whose effect is no new text: they did something, so the run keeps them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio
from browser_fixtures import Hit, Site
from core_stage import Stand, step, t

from awm_mcp.model import Effect, Step
from awm_mcp.replay.browsing.browser import Browsers
from awm_mcp.replay.by_hand.primitives import BrowserTools
from awm_mcp.replay.targets.expectations import change_count, count_before, differ
from awm_mcp.replay.values.secrets import Vault

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PAGE = """<title>Groups</title>
<select id="from" multiple aria-label="Available"><option>Drama</option><option>Poetry</option></select>
<button onclick="to.append(...from.selectedOptions)">Move</button>
<select id="to" multiple aria-label="Chosen"></select>
<button onclick="ticked.checked = true">Tick all</button><label><input id="ticked" type="checkbox"> All</label>
<button onclick="this.setAttribute('aria-pressed', 'true')">Pin</button>
<p><x-switch></x-switch></p>
<button>Decoration</button>
<iframe title="Inner" srcdoc="<button onclick='n.value = 5'>Five inside</button><input id=n aria-label=Number>"></iframe>
<script>const [from, to] = ['from', 'to'].map(id => document.getElementById(id)), ticked = document.getElementById('ticked');
customElements.define('x-switch', class extends HTMLElement { connectedCallback() {
  const root = this.attachShadow({mode: 'open'}); root.innerHTML = '<button>Shaded</button><i></i>';
  root.querySelector('button').onclick = () => root.querySelector('i').className = 'on'; } });</script>"""
QUIET_BUTTONS = ("Move", "Tick all", "Pin", "Shaded", "Five inside")


@pytest_asyncio.fixture(loop_scope="session")
async def tools(core_browsers: Browsers, stand: Stand) -> AsyncGenerator[BrowserTools]:
    stand.site.pages["/"] = PAGE
    yield BrowserTools(stand.settings, core_browsers, Vault(stand.settings), stand.pages)


def ref(snapshot: str, element: str) -> str:
    found = re.search(re.escape(element) + r".*?\[ref=(\w+)\]", snapshot)
    assert found, snapshot
    return found.group(1)


def effect_of(one: Step) -> Effect:
    assert one.effect is not None
    return one.effect


async def test_a_click_by_hand_that_shows_no_new_text_is_recorded_as_a_change_unless_it_does_nothing(
    tools: BrowserTools, page_site: Site
) -> None:
    seen = await tools.navigate(url=page_site.origin + "/")
    await tools.select_option(ref=ref(seen.snapshot, 'listbox "Available"'), values=["Poetry"], session=seen.session)
    changed = dict[str, bool | None]()
    for button in ("Decoration", *QUIET_BUTTONS):
        await tools.click(ref=ref(seen.snapshot, f'button "{button}"'), session=seen.session)
        changed[button] = effect_of(tools.recording(seen.session).steps[-1]).changed

    assert changed == {"Decoration": False, **dict.fromkeys(QUIET_BUTTONS, True)}


async def test_a_frame_that_loads_late_is_no_change_but_what_it_shows_later_is(stand: Stand) -> None:
    async def late(_: Hit) -> str:
        await asyncio.sleep(0.3)
        return "<p>late</p>"

    stand.site.pages |= {"/": "<iframe src=/late></iframe>", "/late": late}
    opened = await stand.browsers.open_context(site=stand.site.host)
    try:
        page = await opened.context.new_page()
        await page.goto(stand.site.origin, wait_until="domcontentloaded")
        before = await count_before(page)
        await page.wait_for_load_state("load")
        assert not differ(before, await change_count(page))
        await page.frames[1].evaluate("document.body.append('new')")
        assert differ(before, await change_count(page))
    finally:
        await opened.close()


async def test_a_frame_that_gave_no_answer_is_not_compared() -> None:
    assert not differ("1:2 ?", "1:2 5:1")
    assert not differ("1:2 5:1", "1:2 ?")
    assert differ("1:2 ?", "1:3 ?")
    assert differ("1:2", "1:2 5:1")


async def test_a_run_looked_at_again_tells_the_same(stand: Stand) -> None:
    chosen = step("select", t(role="listbox", name="Available"), "Poetry")
    frames = {"Five inside": [{"title": "Inner"}]}
    buttons = ("Decoration", *QUIET_BUTTONS)
    clicks = [step("click", t(role="button", name=one, frame=frames.get(one, []))) for one in buttons]

    observed = await stand.observe(chosen, *clicks, page=PAGE)

    assert observed.why == ""
    assert [effect_of(one).changed for one in observed.run.steps[1:]] == [False, *(True for _ in QUIET_BUTTONS)]
