# ruff: noqa: E501  pages are easier to read as the markup they are
"""What a page sends by itself, again and again, is no writing of the step that happens to be done meanwhile."""

from __future__ import annotations

import asyncio

import pytest
from browser_fixtures import Hit
from core_stage import LOG, READ, Stand, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
GO = t(role="button", name="Go")
POLLING = """<script>let beats = 0; const beat = async () => {{ fetch('{to}',{{method:'POST',body:JSON.stringify({{at:Date.now(),when:new Date().toISOString()}})}}).catch(() => 0);
  if (++beats === 4) document.body.insertAdjacentHTML('beforeend', `{then}`) }}; setInterval(beat, 60)</script>"""
READS = "<button onclick=\"say('done')\">Go</button>"
WRITES = "<button onclick=\"fetch('/save',{method:'POST',body:'x'}).then(() => say('done'))\">Go</button>"


def polling(to: str, then: str) -> str:
    return POLLING.format(to=to, then=then) + LOG


@pytest.mark.parametrize("to", ["/state", "/app/heartbeat"])
async def test_a_beat_with_the_time_in_it_holds_no_verification_up(stand: Stand, to: str):
    stand.site.pages[to] = "{}"
    outcome = await stand.play(step("click", GO), READ, page=polling(to, READS), request={"until_write": True})
    assert outcome.outputs == {"log": "done;"}, outcome.stopped


async def test_a_write_among_the_beats_is_still_held_back(stand: Stand):
    stand.site.pages.update({"/state": "{}", "/save": "{}"})
    outcome = await stand.play(step("click", GO), READ, page=polling("/state", WRITES), request={"until_write": True})
    assert outcome.status == "confirmation_required"
    assert not any(said.startswith("/save") for said in stand.sent())


async def test_a_beat_that_is_never_answered_is_no_unknown_end(stand: Stand):
    over = asyncio.Event()

    async def silent(hit: Hit) -> str:
        await over.wait()
        return ""

    stand.site.pages.update({"/state": silent, "/save": "{}"})
    page = polling("/state", WRITES).replace(
        "setInterval(beat, 60)", "const t = setInterval(() => beats < 4 ? beat() : clearInterval(t), 60)"
    )
    outcome = await stand.play(step("click", GO, writes=True), READ, page=page, settings={"navigation_timeout_s": 2.0})
    over.set()
    assert outcome.ok, outcome.stopped


async def test_a_reported_step_beside_beats_is_not_seen_to_write(stand: Stand):
    stand.site.pages["/state"] = "{}"
    seen = await stand.observe(step("click", GO), page=polling("/state", READS))
    assert seen.complete, seen.why
    assert seen.run.steps[0].effect is not None and seen.run.steps[0].effect.requests == ()
