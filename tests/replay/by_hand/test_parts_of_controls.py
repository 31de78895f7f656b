"""What is done by hand on the text of a control is done on the control; and what its page says of it some time later."""

from __future__ import annotations

import pytest
from core_stage import Stand

from awm_mcp.model import value
from awm_mcp.replay.by_hand.primitives import BrowserTools
from awm_mcp.replay.values.secrets import Vault

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
PAGE = """<button onclick="setTimeout(() => said.textContent = 'Changes saved', 900)"><div><p>Keep it</p></div></button>
<input type=number value=0 id=n disabled aria-label=Stock><button id=look onclick="n.value = 7">Look up</button>
<a href="#x"><p>Tea</p><p>12 left</p></a><label><input type=checkbox><span id=gift>Gift wrap</span></label><p id=said></p>"""


async def test_the_text_of_a_control_is_the_control_and_what_it_brings_late_is_its_effect(stand: Stand):
    stand.site.pages["/keep"] = PAGE
    tools = BrowserTools(stand.settings, stand.browsers, Vault(stand.settings), stand.pages)
    session = (await tools.navigate(url=stand.site.origin + "/keep")).session
    await tools.click(target="button p", session=session)
    await tools.wait_for(time=0.8, session=session)
    for part in ("a p >> nth=0", "#gift", "#look"):
        await tools.click(target=part, session=session)
    kept, card, gift, look = tools.recording(session).steps[-4:]
    assert kept.action.target is not None
    assert (kept.action.target.role, kept.action.target.name) == ("button", value("Keep it"))
    assert kept.effect is not None
    assert "Changes saved" in kept.effect.shown
    assert card.action.target is not None
    assert card.action.target.text == value("Tea")  # a text of a card that has others is known by itself
    assert (gift.action.type, gift.action.checked) == ("check", True)
    assert look.action.type == "click"  # and not the number that it filled in, as of a button that steps it
