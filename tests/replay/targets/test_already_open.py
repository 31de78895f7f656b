"""A click that only opens something is not done where it is open already."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
MORE, DO = step("click", t(role="button", name="More")), step("click", t(role="button", name="Do"))
TOGGLES = (
    "const o = b.getAttribute('aria-expanded') != 'true'; b.setAttribute('aria-expanded', o); p.hidden = !o; say('toggled')"
)
BOX = f'<button id=b aria-expanded={{}} aria-controls=p onclick="{TOGGLES}">More</button>{{}}'
INSIDE, OUTSIDE = (
    "<div id=p {}><button onclick=\"say('done')\">Do</button></div>",
    "<div id=p {}>text</div><button onclick=\"say('done')\">Do</button>",
)


@pytest.mark.parametrize(
    ("state", "region", "log"),
    [
        ("true", INSIDE.format(""), "done;"),
        ("false", INSIDE.format("hidden"), "toggled;done;"),
        ("true", OUTSIDE.format(""), "toggled;done;"),
    ],
)
async def test_what_holds_the_next_element_and_is_open_is_not_closed(state: str, region: str, log: str, stand: Stand):
    outcome = await stand.play(MORE, DO, READ, page=BOX.format(state, region) + LOG)
    assert outcome.outputs == {"log": log}, outcome.stopped
    assert outcome.steps[0].note == ("" if log.startswith("toggled") else "was open already")
