"""A page of which nothing more can come is not looked at for the whole time of a step; one that is only late is."""

from __future__ import annotations

import anyio
import pytest
from core_stage import Stand, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SLOWLY = {"step_timeout_s": 12.0}
GONE = step("click", t(role="button", name="Zwölf"))
ADDS = "document.body.insertAdjacentHTML('beforeend', '<button>Zwölf</button>')"
LATE = {
    "a timer": f"setTimeout(() => {ADDS}, 4500)",
    "frames": f"const on = at => at > 4500 ? {ADDS} : requestAnimationFrame(on); requestAnimationFrame(on)",
    "an answer": f"fetch('/slow').then(() => {ADDS})",
}


async def test_a_page_that_rests_without_the_target_is_told_at_once(stand: Stand):
    outcome = await stand.play(GONE, page="<h1>Home</h1><button>Elf</button>", settings=SLOWLY)
    assert outcome.status == "target_not_found"
    assert outcome.ms < 9000


@pytest.mark.parametrize("script", LATE.values(), ids=LATE.keys())
async def test_what_a_page_still_has_to_do_is_waited_for(stand: Stand, script: str):
    async def slow(_: object) -> str:
        await anyio.sleep(4.5)
        return "done"

    stand.site.pages["/slow"] = slow
    first = step("click", t(role="button", name="Elf"))
    outcome = await stand.play(first, GONE, page=f"<button>Elf</button><script>{script}</script>", settings=SLOWLY)
    assert outcome.ok, outcome.stopped
