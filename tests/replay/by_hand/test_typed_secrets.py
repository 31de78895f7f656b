"""A typed password that a server sends back in an address: no answer and no recorded step holds it in any spelling."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import quote, quote_plus, unquote_plus

import pytest
from browser_fixtures import Hit, settings_for, site
from hypothesis import example, given, settings
from hypothesis import strategies as st

from awm_mcp.replay.browsing.browser import Browsers
from awm_mcp.replay.browsing.handles import OpenPages
from awm_mcp.replay.by_hand.primitives import BrowserTools
from awm_mcp.replay.by_hand.seen import Seen
from awm_mcp.replay.staging.page_view import masked
from awm_mcp.replay.values.secrets import Vault

PASSWORD = "Sword fish#77/é&?"
FORM = """<title>Sign in</title><form method=post action="/login"><label>User <input name=user></label>
  <label>Password <input type=password name=pw></label><button>Sign in</button></form>
  <a id=e href="">Why?</a><script>e.href = '/help' + location.search</script>"""


def _small(encoded: str) -> str:
    return re.sub("%..", lambda code: code.group().lower(), encoded)


@settings(deadline=None)
@example("00 \xa0")
@given(st.text(min_size=4, alphabet=st.characters(exclude_characters="<>", exclude_categories=["Cs", "Cc"])))
def test_an_encoded_secret_is_masked_in_each_spelling(secret: str) -> None:
    secret = f"x{secret}x"
    spellings = (secret, quote(secret), quote(secret, safe=""), quote_plus(secret), _small(quote_plus(secret)))
    for spelled in (*spellings, quote(quote(secret, safe=""))):
        assert masked(f"/?e=Wrong+{spelled}&x=1", [secret]) == "/?e=Wrong+<secret>&x=1"


def _refs(seen: Seen, element: str) -> str:
    found = re.search(rf"{re.escape(element)}[^\n]*\[ref=(\w+)\]", seen.snapshot)
    assert found, seen.snapshot
    return found.group(1)


def _back(hit: Hit) -> tuple[int, dict[str, str], str]:
    typed = unquote_plus(hit.body.decode().partition("pw=")[2])
    return 303, {"location": f"/?e=Wrong+password+{quote(typed, safe='')}&again={quote_plus(typed)}"}, ""


@pytest.mark.browser
async def test_a_failed_sign_in_tells_the_typed_password_nowhere(tmp_path: Path) -> None:
    given_settings = settings_for(tmp_path)
    browsers, pages = Browsers(given_settings), OpenPages(given_settings)
    tools = BrowserTools(given_settings, browsers, Vault(given_settings), pages)
    async with site({"/": FORM, "/login": _back, "/help": "<h1>Help</h1>"}) as served:
        try:
            seen = await tools.navigate(url=served.origin + "/")
            at = seen.session
            typed = await tools.type(target=_refs(seen, 'textbox "Password"'), text=PASSWORD, session=at)
            failed = await tools.click(target=_refs(typed, 'button "Sign in"'), session=at)
            asked = await tools.click(target=_refs(failed, 'link "Why?"'), session=at)
            listed = await tools.tabs(action="list", session=at)
            steps = tools.recording(at).steps
        finally:
            await pages.close_all()
            await browsers.close()
    assert "e=Wrong+password+<secret>" in failed.url
    said = json.dumps([one.as_data() for one in (typed, failed, asked, listed)], ensure_ascii=False)
    kept = "".join(step.model_dump_json() for step in steps)
    for part in ("Sword", "fish", "%2377", "#77"):
        assert part not in said and part not in kept
