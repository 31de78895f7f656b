"""Windows and macOS: POSIX-only calls have a branch, and the server does not need them."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from awm_mcp.server import stdio

ROOT = Path(__file__).resolve().parents[2]
POSIX_ONLY = {
    "fork", "geteuid", "getuid", "getgid", "getpgid", "getppid", "killpg", "setsid", "setpgid", "mkfifo", "chown", "uname",
    "SIGKILL", "SIGHUP", "SIGUSR1", "SIGALRM", "add_signal_handler", "open_signal_receiver", "WEXITSTATUS", "sysconf",
}  # fmt: skip
POSIX_MODULES = {"fcntl", "pwd", "grp", "resource", "termios", "pty", "tty"}
BRANCHED = {
    "awm_mcp/replay/browser.py": "linux",
    "awm_mcp/server/stdio.py": "win32",
}
"""Files that may use them, with the platform that their branch names."""


def uses(source: str) -> set[str]:
    """POSIX-only names and modules in a source."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in POSIX_ONLY:
            found.add(node.attr)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & POSIX_MODULES
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} & POSIX_MODULES | {
                a.name for a in node.names if node.module in ("os", "signal")
            } & POSIX_ONLY
    return found


def test_posix_only_calls_stand_behind_a_branch_on_the_platform() -> None:
    files = {str(f.relative_to(ROOT).as_posix()): f.read_text(encoding="utf-8") for f in (ROOT / "awm_mcp").rglob("*.py")}
    using = {name for name, source in files.items() if uses(source)}
    assert using <= set(BRANCHED)
    assert all(f'"{BRANCHED[name]}"' in files[name] for name in using)


@pytest.mark.parametrize("source", ["import os\nos.getuid()", "import fcntl", "from signal import SIGKILL"])
def test_the_search_for_posix_only_calls_finds_them(source: str) -> None:
    assert uses(source)


def test_no_event_loop_policy_is_set_since_windows_needs_its_own_for_processes() -> None:
    for file in (ROOT / "awm_mcp").rglob("*.py"):
        assert "EventLoopPolicy" not in file.read_text(encoding="utf-8"), file


def test_windows_watches_neither_a_parent_nor_posix_signals() -> None:
    assert [watch.__name__ for watch in stdio.watchers("win32")] == ["_windows_signals"]
    for platform in ("darwin", "linux"):
        assert [watch.__name__ for watch in stdio.watchers(platform)] == ["_posix_signals", "_parent_death"]


WITHOUT_POSIX = """
import asyncio, sys, tempfile
from pathlib import Path
import mcp, mcp.server.lowlevel, anyio, os, signal, platformdirs, uvicorn, sqlalchemy, playwright.async_api
for name in ("fork", "geteuid", "getuid", "getpgid", "getppid", "killpg", "setsid", "uname", "sysconf"):
    if hasattr(os, name): delattr(os, name)
for name in ("SIGKILL", "SIGHUP", "SIGUSR1", "SIGALRM"):
    if hasattr(signal, name): delattr(signal, name)
from mcp import Client
from awm_mcp.config import Settings
from awm_mcp.server import http
from awm_mcp.server.face import Face
from awm_mcp.server.loading import application_of, primitive_specs

async def main():
    with tempfile.TemporaryDirectory() as home:
        settings = Settings(home=Path(home))
        face = Face(settings, application_of(settings), primitive_specs(settings))
        http.http_app(face, settings)
        async with face.open() as server, Client(server) as client:
            assert (await client.list_tools()).tools
            found = await client.call_tool("find_workflows", {"task": "x"})
            assert found.structured_content["verdict"] == "skip", found
asyncio.run(main())
"""


def test_the_product_opens_and_answers_where_posix_calls_do_not_exist() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_POSIX], cwd=ROOT, capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
