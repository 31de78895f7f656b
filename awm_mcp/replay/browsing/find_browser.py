"""Finds a Chromium-family browser: the owner's choice, an installed one, then Playwright's own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from awm_mcp.config import Settings
from awm_mcp.errors import Unavailable
from awm_mcp.model.base import Word

BrowserKind = Literal["chrome", "edge", "chromium", "playwright", "remote", "server"]

_ON_PATH: tuple[tuple[BrowserKind, tuple[str, ...]], ...] = (
    ("chrome", ("google-chrome-stable", "google-chrome", "chrome")),
    ("edge", ("microsoft-edge-stable", "microsoft-edge", "msedge")),
    ("chromium", ("chromium", "chromium-browser")),
)
_MAC: tuple[tuple[BrowserKind, str], ...] = (
    ("chrome", "Google Chrome.app/Contents/MacOS/Google Chrome"),
    ("edge", "Microsoft Edge.app/Contents/MacOS/Microsoft Edge"),
    ("chromium", "Chromium.app/Contents/MacOS/Chromium"),
)
_WINDOWS: tuple[tuple[BrowserKind, str], ...] = (
    ("chrome", r"Google\Chrome\Application\chrome.exe"),
    ("edge", r"Microsoft\Edge\Application\msedge.exe"),
    ("chromium", r"Chromium\Application\chrome.exe"),
)
_PLAYWRIGHT_BINARIES = (
    "chrome-linux*/chrome", "chrome-mac*/*.app/Contents/MacOS/*", "chrome-win*/chrome.exe",
    "chrome-headless-shell-*/chrome-headless-shell*", "chrome-*/headless_shell*",
)  # fmt: skip
_INSTALL = "run `playwright install chromium`, or set AWM_BROWSER to the path of a Chrome, Edge or Chromium"


class FoundBrowser(Word):
    """A browser to use. ``path`` is the executable, or the endpoint of a remote one; ``version`` only when known.

    ``kind``: ``remote`` is attached to over CDP, ``server`` is a Playwright server.
    """

    path: str
    kind: BrowserKind
    version: str | None = None


def find_browser(settings: Settings) -> FoundBrowser:
    """The browser that replays will use; nothing is started.

    Raises:
        Unavailable: ``no_browser``, with the command that installs one; ``two_browsers``, when two remote ones are set.
    """
    if settings.cdp_endpoint and settings.browser_endpoint:
        raise Unavailable(
            "two_browsers", expected="one browser to use", seen="AWM_CDP_ENDPOINT and AWM_BROWSER_ENDPOINT",
            next="unset one of them",
        )  # fmt: skip
    if settings.cdp_endpoint:
        return FoundBrowser(path=settings.cdp_endpoint, kind="remote")
    if settings.browser_endpoint:
        return FoundBrowser(path=settings.browser_endpoint, kind="server")
    if settings.browser:
        return _chosen(settings.browser)
    for found in (*_installed(), *_playwrights_own()):
        return found
    raise Unavailable("no_browser", expected="a Chrome, Edge or Chromium", seen="none is installed", next=_INSTALL)


def with_version(found: FoundBrowser) -> FoundBrowser:
    """The same browser with its version, asked from the program itself (takes up to a second; for ``doctor``)."""
    if found.kind in ("remote", "server") or sys.platform == "win32":
        return found
    try:
        said = subprocess.run([found.path, "--version"], capture_output=True, text=True, timeout=10, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return found
    number = re.search(r"\d+(\.\d+)+", said)
    return found.model_copy(update={"version": number.group()}) if number else found


def _chosen(given: str) -> FoundBrowser:
    path = shutil.which(given) or given
    if not Path(path).is_file():
        raise Unavailable("no_browser", expected="a browser at AWM_BROWSER", seen=f"no file {given}", next=_INSTALL)
    return FoundBrowser(path=path, kind=_kind_of(path))


def _kind_of(path: str) -> BrowserKind:
    name = Path(path).name.lower()
    if "edge" in name:
        return "edge"
    return "chrome" if "chrome" in name else "chromium"


def _installed() -> Iterator[FoundBrowser]:
    if sys.platform == "darwin":
        yield from _existing(_MAC, (Path("/Applications"), Path.home() / "Applications"))
    elif sys.platform == "win32":
        yield from _existing(_WINDOWS, _windows_roots())
    for kind, names in _ON_PATH:
        for name in names:
            if path := shutil.which(name):
                yield FoundBrowser(path=path, kind=kind)


def _existing(known: tuple[tuple[BrowserKind, str], ...], roots: tuple[Path, ...]) -> Iterator[FoundBrowser]:
    for kind, tail in known:
        for root in roots:
            if (path := root / tail).is_file():
                yield FoundBrowser(path=str(path), kind=kind)


def _windows_roots() -> tuple[Path, ...]:
    given = (os.environ.get(name) for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"))
    return tuple(Path(root) for root in given if root)


def _playwrights_own() -> Iterator[FoundBrowser]:
    folders = [*_playwright_cache().glob("chromium-*"), *_playwright_cache().glob("chromium_headless_shell-*")]
    for folder in sorted(folders, key=_revision, reverse=True):
        for pattern in _PLAYWRIGHT_BINARIES:
            for path in folder.glob(pattern):
                if path.is_file():
                    yield FoundBrowser(path=str(path), kind="playwright")


def _playwright_cache() -> Path:
    if (given := os.environ.get("PLAYWRIGHT_BROWSERS_PATH")) and given != "0":
        return Path(given)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ms-playwright"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "ms-playwright"
    return Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))) / "ms-playwright"


def _revision(folder: Path) -> tuple[bool, int]:
    number = re.search(r"-(\d+)$", folder.name)
    return (not folder.name.startswith("chromium_headless"), int(number.group(1)) if number else 0)
