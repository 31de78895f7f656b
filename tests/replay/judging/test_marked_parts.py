"""A part of a page that is worked in and marked for what it holds ("has-error") is no complaint about what was sent."""

from __future__ import annotations

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import Evidence

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
FORM = "<form method=post action=/send><label>Title <input name=n></label><button>Send</button></form>"
LIST = """<div class="wrapper has-error"><b>Feeds</b><table><tr><th>Page</th><th>Checked</th></tr>
<tr><td>Sugar</td><td>Not yet</td></tr></table></div>"""
BAR = """<div class="bar has-error"><a href=/a>All</a> <a href=/b>Unread</a> <button>Recheck</button> <button>Pause</button>
<button>Mute</button></div>"""
COMPLAINT = "<div class='wrapper has-error'>Sugar could not be saved</div>"
THANKS = "<h2>Feeds</h2><ul><li>Sugar</li></ul>"


async def ended(stand: Stand, part: str, *, by_script: bool) -> str:
    """How a call ends after which the page shows the part, from the beginning on or put in by a script."""

    def sent(_: Hit) -> Answer:
        script = f"<script>setTimeout(() => document.body.insertAdjacentHTML('afterbegin', {part!r}), 50)</script>"
        return THANKS + (script if by_script else part)

    stand.site.pages |= {"/": FORM, "/send": sent}
    send = step("click", t(role="button", name="Send"), writes=True)
    fill = step("fill", t(role="textbox", name="Title"), param("n"))
    learned = Evidence(runs=("run_1", "run_2"), support=2)
    outcome = await stand.play(fill, send, args={"n": "Sugar"}, evidence=learned, postcondition={"url": "/send"})
    return outcome.stopped.code if outcome.stopped is not None else outcome.status


@pytest.mark.parametrize("by_script", [False, True])
@pytest.mark.parametrize("part", [LIST, BAR])
async def test_what_is_worked_in_is_no_complaint(stand: Stand, part: str, by_script: bool) -> None:
    assert await ended(stand, part, by_script=by_script) == "ok"


async def test_a_box_that_only_says_something_is_one(stand: Stand) -> None:
    assert await ended(stand, COMPLAINT, by_script=False) == "site_complained"
