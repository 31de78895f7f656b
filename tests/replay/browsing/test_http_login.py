"""Sites that ask for a user name and a password by HTTP: given to their own origin only, and told where they are missing."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable

import pytest
from browser_fixtures import Answer, Hit, site
from core_stage import Stand, step, t

from awm_mcp.errors import Refused
from awm_mcp.replay.browsing.login import http_login_file, write_http_login
from awm_mcp.replay.browsing.sign_in import save_login
from awm_mcp.replay.values.secrets import env_name

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
GO = t(role="button", name="Go")
RIGHT = "Basic " + base64.b64encode(b"ann:s3cret pass").decode()


def guarded(page: Answer) -> Callable[[Hit], Answer]:
    def answer(hit: Hit) -> Answer:
        if hit.headers.get("authorization") == RIGHT:
            return page
        return 401, {"www-authenticate": 'Basic realm="x"'}, "<h1>Keep out</h1>"

    return answer


def know(stand: Stand, monkeypatch: pytest.MonkeyPatch, password: str = "s3cret pass") -> None:
    monkeypatch.setenv(env_name(stand.site.host, "http_user"), "ann")
    monkeypatch.setenv(env_name(stand.site.host, "http_password"), password)


async def test_the_secrets_of_a_site_open_it(stand: Stand, monkeypatch: pytest.MonkeyPatch):
    know(stand, monkeypatch)
    stand.site.pages["/"] = guarded("<button>Go</button>")
    outcome = await stand.play(step("click", GO))
    assert outcome.ok, outcome.stopped


async def test_a_saved_login_opens_it_too(stand: Stand):
    write_http_login(stand.settings, stand.site.host, "ann", "s3cret pass")
    assert http_login_file(stand.settings, stand.site.host).stat().st_mode & 0o777 == 0o600
    stand.site.pages["/"] = guarded("<h1>s3cret pass</h1><button>Go</button>")
    outcome = await stand.play(step("click", GO), step("extract", t(role="heading"), output="said"))
    assert outcome.ok, outcome.stopped
    assert outcome.outputs == {"said": "<secret:http_password>"}


async def test_without_them_it_is_told_what_to_set(stand: Stand):
    stand.site.pages["/"] = guarded("<button>Go</button>")
    outcome = await stand.play(step("click", GO))
    assert outcome.stopped is not None and outcome.stopped.code == "auth_required"
    assert env_name(stand.site.host, "http_password") in outcome.next
    assert f"awm-mcp login {stand.site.host}" in outcome.next


async def test_a_wrong_password_is_refused_and_not_shown(stand: Stand, monkeypatch: pytest.MonkeyPatch):
    know(stand, monkeypatch, "wr0ng pass")
    stand.site.pages["/"] = guarded("<button>Go</button>")
    outcome = await stand.play(step("click", GO))
    assert outcome.stopped is not None and outcome.stopped.code == "auth_required"
    assert "refuses" in outcome.stopped.seen
    assert "wr0ng" not in json.dumps(outcome.model_dump(mode="json"))


async def test_a_link_that_leads_to_a_guarded_page_tells_the_same(stand: Stand):
    stand.site.pages["/in"] = guarded("<button>Go</button>")
    outcome = await stand.play(step("click", t(role="link", name="In")), step("click", GO), page="<a href=/in>In</a>")
    assert outcome.stopped is not None and outcome.stopped.code == "auth_required"
    assert env_name(stand.site.host, "http_password") in outcome.next


async def test_another_origin_is_never_given_them(stand: Stand, monkeypatch: pytest.MonkeyPatch):
    know(stand, monkeypatch)
    async with site({"/a.js": (401, {"www-authenticate": 'Basic realm="x"'}, ""), "/": guarded("<h1>in</h1>")}) as other:
        page = f"<button>Go</button><iframe src='http://{other.host}/'></iframe><script async src='http://{other.host}/a.js'></script>"
        stand.site.pages["/"] = guarded(page)
        outcome = await stand.play(step("click", GO), hosts=(other.host,))
        assert outcome.ok, outcome.stopped
        assert {hit.path for hit in other.hits} >= {"/", "/a.js"}
        assert all("authorization" not in hit.headers for hit in other.hits)


async def test_signing_in_once_asks_for_both_and_keeps_them_when_they_are_right(stand: Stand):
    stand.site.pages["/"] = guarded("<h1>Welcome</h1>")
    seen: list[str] = []

    async def done(page: object) -> None:
        seen.append(await page.inner_text("h1"))  # type: ignore[attr-defined]

    async def wrong() -> tuple[str, str]:
        return "ann", "guess"

    async def right() -> tuple[str, str]:
        return "ann", "s3cret pass"

    url = stand.site.origin + "/"
    with pytest.raises(Refused):
        await save_login(stand.browsers, stand.settings, url, done, wrong)
    assert not http_login_file(stand.settings, stand.site.host).exists()
    await save_login(stand.browsers, stand.settings, url, done, right)
    assert seen == ["Welcome"]
    outcome = await stand.play(step("extract", t(role="heading"), output="said"))
    assert outcome.outputs == {"said": "Welcome"}


async def test_a_last_click_that_leads_to_no_page_is_not_ok(stand: Stand):
    stand.site.pages["/in"] = guarded("<button>Go</button>")
    outcome = await stand.play(step("click", t(role="link", name="In")), page="<a href=/in>In</a>")
    assert outcome.stopped is not None and outcome.stopped.code == "auth_required", outcome
