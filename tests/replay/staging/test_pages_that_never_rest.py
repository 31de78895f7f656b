# ruff: noqa: E501  pages are easier to read as the markup they are
"""Pages on which something changes all the time: their beat is not waited out, and what comes of a step still is."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio
from core_stage import Stand, step, t
from playwright.async_api import Error, Page

from awm_mcp.replay.browsing.page_script import ask, call, in_time

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
BEATS = {
    "a text set anew": "setInterval(() => { c.textContent = n++ }, 50)",
    "a style each frame": "const f = () => { c.style.width = n++ % 90 + 'px'; requestAnimationFrame(f) }; f()",
    "drawn anew each frame": "const f = () => { c.innerHTML = '<b>' + n++ + '</b>'; requestAnimationFrame(f) }; f()",
}
CLOCK = "<p id=c>…</p><p id=d>…</p><input id=i><script>let n = 0; BEAT</script>"
GOES_ON = (
    "now => new Promise(done => { const from = n, look = () => n - from > 8 ? done() : setTimeout(look, 10); look(); })"
)
STILL = {"still": 700, "limit": 120_000, "from_now": True}
"""So long that no page is taken for still because the machine is busy."""


@pytest_asyncio.fixture(loop_scope="session")
async def page(stand: Stand) -> AsyncGenerator[Page]:
    async with stand.browsers.context(site=stand.site.host) as opened:
        yield await opened.new_page()


async def shown(stand: Stand, page: Page, beat: str) -> None:
    stand.site.pages["/"] = CLOCK.replace("BEAT", beat)
    await page.goto(stand.site.origin)
    await ask(page.main_frame, "changes", {})


async def rests(page: Page, within_s: float = 1.5) -> bool:
    """Whether the page is taken to be at rest in time, long before it is given up."""
    try:
        await in_time(call(page.main_frame, "changes", STILL), within_s)
    except Error:
        return False
    return True


@pytest.mark.parametrize("beat", BEATS.values(), ids=BEATS)
async def test_a_beat_from_before_the_action_on_is_not_waited_out(stand: Stand, page: Page, beat: str):
    await shown(stand, page, beat)
    await page.evaluate(GOES_ON)
    await ask(page.main_frame, "changes", {"mark": True})
    assert await rests(page, within_s=30)


@pytest.mark.parametrize("beat", BEATS.values(), ids=BEATS)
async def test_what_only_changes_since_the_action_is_no_beat(stand: Stand, page: Page, beat: str):
    await shown(stand, page, "")
    await ask(page.main_frame, "changes", {"mark": True})
    await page.evaluate(f"() => {{ {beat} }}")
    assert not await rests(page)


async def test_what_changes_beside_a_beat_since_the_action_is_waited_for(stand: Stand, page: Page):
    await shown(stand, page, BEATS["a text set anew"])
    await page.evaluate(GOES_ON)
    await ask(page.main_frame, "changes", {"mark": True})
    await page.evaluate("() => { setInterval(() => { d.textContent = n }, 50) }")
    assert not await rests(page)


async def test_what_was_drawn_anew_with_each_letter_has_no_beat_of_its_own(stand: Stand, page: Page):
    await shown(stand, page, "i.oninput = () => { c.textContent = i.value }")
    await page.locator("#i").press_sequentially("a long text", delay=40)
    await ask(page.main_frame, "changes", {"mark": True})
    await page.evaluate("() => { setInterval(() => { c.textContent = n++ }, 40) }")
    assert not await rests(page)


SENDS = """<p id=c>…</p><label>Note <input></label><button onclick="fetch('/save', {method: 'POST', body: 'x'}).then(() => setTimeout(() => { m.textContent = 'Error: the name is taken already' }, 100))">Save</button><p id=m role=alert></p>
<script>setInterval(() => { c.textContent = Date.now() }, 40)</script>"""


async def test_a_complaint_some_time_after_the_answer_is_heard_beside_a_beat(stand: Stand):
    stand.site.pages["/save"] = "{}"
    note, save = t(role="textbox", name="Note"), t(role="button", name="Save")
    outcome = await stand.play(step("fill", note, "x"), step("click", save, writes=True), page=SENDS, risk="write")
    assert outcome.stopped is not None
    assert outcome.stopped.code == "site_complained"
