"""Which browser is used, on every system."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from browser_fixtures import settings_for

from awm_mcp.errors import Unavailable
from awm_mcp.replay.browsing import find_browser as finding
from awm_mcp.replay.browsing.find_browser import find_browser, with_version


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any browser, with its home in a folder of the test."""
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for name in ("PLAYWRIGHT_BROWSERS_PATH", "XDG_CACHE_HOME", "PROGRAMFILES", "PROGRAMFILES(X86)"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "AppData"))
    return tmp_path


def put(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


def test_without_any_browser_the_command_that_installs_one_is_told(bare: Path) -> None:
    with pytest.raises(Unavailable, match="playwright install chromium"):
        find_browser(settings_for(bare))


def test_the_owners_choice_wins_and_a_wrong_one_is_told(tmp_path: Path) -> None:
    mine = put(tmp_path / "my-chrome")
    assert find_browser(settings_for(tmp_path, browser=str(mine))).path == str(mine)
    with pytest.raises(Unavailable, match="AWM_BROWSER"):
        find_browser(settings_for(tmp_path, browser=str(tmp_path / "none")))


def test_a_running_browser_is_attached_to(tmp_path: Path) -> None:
    found = find_browser(settings_for(tmp_path, cdp_endpoint="http://127.0.0.1:9222"))
    assert (found.kind, found.path) == ("remote", "http://127.0.0.1:9222")


def test_a_playwright_server_is_used(tmp_path: Path) -> None:
    found = find_browser(settings_for(tmp_path, browser_endpoint="ws://127.0.0.1:9777/secret"))
    assert (found.kind, found.path) == ("server", "ws://127.0.0.1:9777/secret")
    assert with_version(found) == found


def test_two_browsers_to_attach_to_are_one_too_many(tmp_path: Path) -> None:
    both = settings_for(tmp_path, cdp_endpoint="http://127.0.0.1:9222", browser_endpoint="ws://127.0.0.1:9777")
    with pytest.raises(Unavailable, match="two_browsers"):
        find_browser(both)


@pytest.mark.parametrize(
    ("program", "kind"),
    [("google-chrome", "chrome"), ("microsoft-edge", "edge"), ("chromium", "chromium"), ("chromium-browser", "chromium")],
)
def test_installed_browsers_are_found_on_linux(bare: Path, monkeypatch: pytest.MonkeyPatch, program: str, kind: str) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}" if name == program else None)
    assert find_browser(settings_for(bare)).kind == kind


@pytest.mark.parametrize("application", ["Google Chrome", "Microsoft Edge", "Chromium"])
def test_installed_browsers_are_found_on_a_mac(bare: Path, monkeypatch: pytest.MonkeyPatch, application: str) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    path = put(bare / "Applications" / f"{application}.app" / "Contents" / "MacOS" / application)
    assert find_browser(settings_for(bare)).path == str(path)


def test_installed_browsers_are_found_on_windows(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(finding, "_WINDOWS", (("edge", "Microsoft/Edge/msedge.exe"),))
    monkeypatch.setenv("PROGRAMFILES", str(bare / "Program Files"))
    path = put(bare / "Program Files" / "Microsoft" / "Edge" / "msedge.exe")
    assert find_browser(settings_for(bare)).path == str(path)


def test_playwrights_own_newest_browser_comes_last(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = bare / "browsers"
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(cache))
    put(cache / "chromium-999" / "chrome-linux" / "chrome")
    put(cache / "chromium_headless_shell-2000" / "chrome-headless-shell-linux64" / "chrome-headless-shell")
    newest = put(cache / "chromium-1200" / "chrome-linux64" / "chrome")
    found = find_browser(settings_for(bare))
    assert (found.kind, found.path) == ("playwright", str(newest))


@pytest.mark.browser
def test_the_version_is_asked_from_the_program(tmp_path: Path) -> None:
    version = with_version(find_browser(settings_for(tmp_path))).version
    assert version is not None and int(version.split(".")[0]) > 100


def test_a_program_that_does_not_answer_has_no_version(tmp_path: Path) -> None:
    found = find_browser(settings_for(tmp_path, browser=str(put(tmp_path / "dead"))))
    assert with_version(found).version is None
