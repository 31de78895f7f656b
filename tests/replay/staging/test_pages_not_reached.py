"""What is told of an address, a key, a wait or a window that cannot be had: what was expected, and what helps."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from awm_mcp.config import Settings
from awm_mcp.errors import InvalidArguments, NotFound, Refused
from awm_mcp.model.site import with_scheme
from awm_mcp.replay.browsing import browser
from awm_mcp.replay.browsing.boundary import Boundary, web_endpoint
from awm_mcp.replay.browsing.browser import Browsers
from awm_mcp.replay.browsing.faults import stop_for
from awm_mcp.replay.browsing.handles import OpenPages
from awm_mcp.replay.browsing.proxy import Asked
from awm_mcp.replay.by_hand.acts import check_wait
from awm_mcp.replay.by_hand.primitives import BrowserTools
from awm_mcp.replay.values.secrets import Vault


@pytest.mark.parametrize(
    ("code", "seen"),
    [
        ("ERR_CONNECTION_REFUSED", "connection refused"),
        ("ERR_NAME_NOT_RESOLVED", "no host of that name"),
        ("ERR_CONNECTION_TIMED_OUT", "in time"),
        ("ERR_CERT_DATE_INVALID", "certificate"),
        ("ERR_SOMETHING_NEW", "did not load"),
    ],
)
def test_a_page_that_does_not_come_is_told_in_words_with_the_browsers_own(code: str, seen: str) -> None:
    stop = stop_for(
        Exception(f"Page.goto: net::{code} at http://127.0.0.1:1/\nCall log:\n"), "a page at http://127.0.0.1:1/"
    )
    assert (stop.code, stop.expected) == ("page_unreachable", "a page at http://127.0.0.1:1/")
    assert seen in stop.seen and f"net::{code}" in stop.seen
    assert "check the address" in stop.next and "element" not in stop.next


async def test_the_boundary_knows_that_a_host_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    async def resolve(host: str, port: int) -> list[str]:
        return ["127.0.0.1"] if host == "shop.example" else []

    monkeypatch.setattr("awm_mcp.replay.browsing.boundary._resolve", resolve)
    boundary = Boundary(["shop.example", "gone.example"])
    for host in ("shop.example", "gone.example"):
        await boundary.admit(Asked("GET", host, 80, f"http://{host}/"))
    assert boundary.knows_no_address_of("http://gone.example/a")
    assert not boundary.knows_no_address_of("http://shop.example/a")


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("127.0.0.1:8765", "http://127.0.0.1:8765"),
        ("localhost:3000/a?b=c", "http://localhost:3000/a?b=c"),
        ("shop.example", "https://shop.example"),
        ("[::1]:81/", "http://[::1]:81/"),
        ("https://shop.example/", "https://shop.example/"),
        ("javascript:1", "javascript:1"),
        ("data:text/html,x", "data:text/html,x"),
        ("//shop.example", "//shop.example"),
        ("/etc/passwd", "/etc/passwd"),
        ("shop.example@evil.example", "shop.example@evil.example"),
        ("", ""),
    ],
)
def test_a_bare_host_becomes_a_web_address_and_nothing_else_does(written: str, address: str) -> None:
    assert with_scheme(written) == address


@pytest.mark.parametrize("url", ["", "tea", "//a.example"])
def test_what_has_no_scheme_is_to_be_written_in_full(url: str) -> None:
    with pytest.raises(Refused, match="write the whole address, as http://"):
        web_endpoint(url)


@pytest.mark.parametrize(("text", "gone", "seconds"), [(None, None, None), ("", "", None)])
def test_a_wait_for_nothing_is_refused(text: str | None, gone: str | None, seconds: float | None) -> None:
    with pytest.raises(InvalidArguments, match="`text`, `textGone` or `time`"):
        check_wait(text, gone, seconds)
    check_wait("Saved", None, None)
    check_wait(None, None, 0)


@pytest.mark.parametrize(("display", "headless", "code"), [
    ("", False, "no_display"), (":99", False, "browser_does_not_start"), ("", True, "browser_does_not_start"),
])  # fmt: skip
def test_a_window_without_a_display_is_told_as_that(
    display: str, headless: bool, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", display)
    closed = Exception("Target page, context or browser has been closed")
    told = browser.no_start(closed, Settings(home=tmp_path, headless=headless))
    assert told.code == code
    assert ("xvfb-run" in told.next) == (code == "no_display")


def test_a_session_that_is_not_known_is_to_be_given_as_it_was_returned(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    tools = BrowserTools(settings, Browsers(settings), Vault(settings), OpenPages(settings))
    with pytest.raises(NotFound, match="give the session that browser_navigate returned, or send the steps"):
        tools.recording("nope")


@pytest.mark.browser
async def test_a_closed_port_and_an_unknown_key_are_told_by_the_browser_tools(tmp_path: Path) -> None:
    from browser_fixtures import settings_for, site

    from awm_mcp.errors import StepStopped

    settings = settings_for(tmp_path)
    pages, browsers = OpenPages(settings), Browsers(settings)
    tools = BrowserTools(settings, browsers, Vault(settings), pages)
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        closed = f"127.0.0.1:{held.getsockname()[1]}"
        with pytest.raises(StepStopped) as away:
            await tools.navigate(url=f"{closed}/a")
    assert away.value.expected == f"a page at http://{closed}/a" and "connection refused" in away.value.seen
    with pytest.raises(StepStopped, match=r"the host nowhere\.invalid is not known"):
        await tools.navigate(url="http://nowhere.invalid/")
    async with site({"/": "<input autofocus>"}) as served:
        seen = await tools.navigate(url=served.origin + "/")
        with pytest.raises(StepStopped, match="unknown_key: expected the name of a key as browsers spell it: Enter"):
            await tools.press_key(key="Foo", session=seen.session)
        assert len(tools.recording(seen.session).steps) == 1
    await pages.close_all()
    await browsers.close()
