# ruff: noqa: E501  pages are easier to read as the markup they are
"""What a page says of a write only a moment after a neutral answer and its own "Saved" is heard; what only tidies up is free."""

from __future__ import annotations

import pytest
from core_stage import Stand, param, step, t

from awm_mcp.model import Evidence, Expectation, value

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
LEARNED = Evidence(runs=("run_1", "run_2"), support=2)
PAGE = """<style>@keyframes k { from { opacity: 1 } to { opacity: .5 } }</style><label>Note <input id=n></label><button id=b>Save</button><ul id=l></ul><p role=status id=s></p><p role=alert id=a></p><script>
const post = x => fetch('/api', { method: 'POST', body: x }), fail = () => { a.textContent = 'Could not be saved'; };
b.onclick = async () => { const x = n.value; n.value = ''; await post(x); const e = document.createElement('li'); e.textContent = x; l.append(e); s.textContent = 'Saved'; THEN };</script>"""
BY_WORKER = "const w = new Worker(URL.createObjectURL(new Blob(['onmessage = () => setTimeout(() => postMessage(1), 900)']))); w.onmessage = fail; w.postMessage(1)"


async def end(stand: Stand, then: str, expects: str) -> str:
    seen = {"": None, "entry": param("n"), "Saved": value("Saved")}[expects]
    more = {"expect": Expectation(text=seen)} if seen is not None else {}
    steps = (
        step("fill", t(role="textbox", name="Note"), param("n")),
        step("click", t(role="button", name="Save"), writes=True, **more),
    )
    stand.site.pages |= {"/api": (200, {"content-type": "application/json"}, '{"status": "received"}')}
    page = PAGE.replace("THEN", then)
    outcome = await stand.play(*steps, page=page, args={"n": "Sugar"}, risk="write", evidence=LEARNED)
    return outcome.stopped.code if outcome.stopped is not None else outcome.status


@pytest.mark.parametrize(
    ("then", "expects"),
    [
        ("setTimeout(fail, 1200)", "Saved"),
        ("setTimeout(() => { s.textContent = 'Could not be saved'; }, 900)", "entry"),
        ("setTimeout(() => setTimeout(() => requestIdleCallback(fail), 500), 500)", ""),
        ("let k = 0; const h = setInterval(() => { if (++k === 2) { clearInterval(h); fail(); } }, 500)", "Saved"),
        ("b.onanimationend = fail; b.style.animation = 'k 1s'", ""),
        (BY_WORKER, ""),
    ],
    ids=["a timer", "beside an entry", "a chain", "a beat", "an animation", "a worker"],
)
async def test_a_complaint_that_comes_a_moment_after_a_neutral_answer_is_heard(stand: Stand, then: str, expects: str):
    assert await end(stand, then, expects) == "site_complained"


WORKS = [
    ("() => s.remove()", False),
    ("() => { s.textContent = ''; }", False),
    ("function () { if (s.parentNode) s.remove(); }", False),
    ("() => { s.classList.remove('show'); setTimeout(() => s.remove(), 300); }", False),
    ("() => setToast(null)", False),
    ("fail", True),
    ("() => fail()", True),
    ("() => { s.remove(); fail(); }", True),
    ("() => s.classList.remove('hidden')", True),
    ("() => setTimeout(fail, 100)", True),
]


async def test_only_a_timer_that_plainly_tidies_up_is_not_waited_for(stand: Stand):
    stand.site.pages["/"] = "<p id=s></p><script>const fail = () => { s.textContent = 'No'; };</script>"
    async with stand.browsers.context(site=stand.site.host) as context:
        page = await context.new_page()
        await page.goto(stand.site.origin)
        for work, waits in WORKS:
            left = await page.evaluate(
                f"() => {{ const id = setTimeout({work}, 1500), left = window[Symbol.for('awm.timers')].later(2000); clearTimeout(id); return left; }}"
            )
            assert (left > 0) is waits, work
