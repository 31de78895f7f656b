"""What is done by hand and reported: forms that the site refused, actions that failed, answers spelled otherwise."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from urllib.parse import parse_qs

import pytest
import pytest_asyncio
from browser_fixtures import Hit, settings_for, site

from awm_mcp.errors import InvalidArguments
from awm_mcp.model import Caller
from awm_mcp.replay.browsing.browser import Browsers
from awm_mcp.replay.browsing.handles import OpenPages
from awm_mcp.replay.by_hand.primitives import BrowserTools
from awm_mcp.replay.by_hand.seen import Seen
from awm_mcp.replay.values.secrets import Vault

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]
ME = Caller(client="tests")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def tools(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[BrowserTools]:
    settings = settings_for(tmp_path_factory.mktemp("home"))
    browsers, pages = Browsers(settings), OpenPages(settings)
    yield BrowserTools(settings, browsers, Vault(settings), pages)
    await pages.close_all()
    await browsers.close()


def _contact(hit: Hit) -> str | tuple[int, dict[str, str], str]:
    given = {key: texts[0] for key, texts in parse_qs(hit.body.decode()).items()}
    if hit.method == "POST" and given.get("name"):
        return "<title>Sent</title><h1>Thank you</h1>"
    wrong = '<p class="error" id="why">Your name is missing</p>' if hit.method == "POST" else ""
    form = f"""<title>Contact</title><form method="post" action="/contact" novalidate>
      <label>Your name <input name="name" aria-describedby="why"></label>{wrong}
      <label>Message <input name="message" value="{given.get("message", "")}"></label><button>Send</button></form>"""
    return (422, {}, form) if wrong else form


ORDER = """<title>Order</title><nav><a href="/">Home</a></nav><main><h1>Order 1001 placed</h1><p>Thank you</p>
<dl><dt>Item</dt><dd>2 x Plate</dd><dt>Total</dt><dd class=total>$10.00</dd><dt>Due</dt><dd>3 November</dd></dl></main>"""


def _ref(seen: Seen, element: str) -> str:
    found = re.search(re.escape(element) + r".*?\[ref=(\w+)\]", seen.snapshot)
    assert found, seen.snapshot
    return found.group(1)


async def test_a_form_that_the_site_refused_is_a_step_that_failed_until_it_is_taken(tools: BrowserTools) -> None:
    async with site({"/contact": _contact}) as served:
        page = await tools.navigate(url=served.origin + "/contact")
        page = await tools.type(text="Where is it?", target=_ref(page, 'textbox "Message"'), session=page.session)
        page = await tools.click(target=_ref(page, 'button "Send"'), session=page.session)
        assert "the site answered 422: Your name is missing" in page.note
        (*_, sent) = tools.recording(page.session).steps
        assert sent.effect is not None and sent.effect.failed == "the site answered 422: Your name is missing"
        page = await tools.type(text="Ann", target=_ref(page, 'textbox "Your name"'), session=page.session)
        page = await tools.call("browser_click", {"target": _ref(page, 'button "Send"'), "session": page.session}, ME)
        (*_, sent) = tools.recording(page.session).steps
        assert sent.effect is not None and sent.effect.failed is None and sent.effect.requests == ("POST /contact",)
        assert tools.recording(page.session).failed == ""
        with pytest.raises(InvalidArguments):
            await tools.call("browser_click", {"session": page.session}, ME)
        assert "the last action of the session failed" in tools.recording(page.session).failed


async def test_an_answer_is_read_at_the_smallest_place_that_shows_its_value(tools: BrowserTools) -> None:
    wanted = {"The total is $10.": "$10.00", "Nov 3": "3 November", "$1": None}
    async with site({"/order": ORDER}) as served:
        for told, read in wanted.items():
            page = await tools.navigate(url=served.origin + "/order")
            assert await tools.note_answer(page.session, told, task="Order plates and tell the total") is (read is not None)
            last = tools.recording(page.session).steps[-1].action
            if read is None:
                assert last.type == "goto"
            else:
                assert last.value is not None and last.value.literal == read and last.target is not None
                assert last.target.tag == "dd" and not last.part
