"""Windows and macOS: POSIX-only calls have a branch, and the server does not need them."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from awm_mcp.app.catalogue.publish import Publisher
from awm_mcp.cli.streams import take_any_text
from awm_mcp.config import Settings
from awm_mcp.formats import pack
from awm_mcp.memory.fake import FakeMemory
from awm_mcp.replay.browsing.login import login_file
from awm_mcp.replay.browsing.run_folder import RunFolder
from awm_mcp.server import stdio
from awm_mcp.server.fake import fake_workflow

ROOT = Path(__file__).resolve().parents[2]
POSIX_ONLY = {
    "fork", "geteuid", "getuid", "getgid", "getpgid", "getppid", "killpg", "setsid", "setpgid", "mkfifo", "chown", "uname",
    "SIGKILL", "SIGHUP", "SIGUSR1", "SIGALRM", "add_signal_handler", "open_signal_receiver", "WEXITSTATUS", "sysconf",
}  # fmt: skip
POSIX_MODULES = {"fcntl", "pwd", "grp", "resource", "termios", "pty", "tty"}
BRANCHED = {
    "awm_mcp/replay/browsing/browser.py": "linux",
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


def fits_windows(name: str) -> bool:
    return (
        not re.search(r'[<>:"/\\|?*\x00-\x1f]', name)
        and not name.endswith((".", " "))
        and len(name) <= 255
        and not re.match(r"(?i)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", name)
    )


@pytest.mark.parametrize(
    "site", ["127.0.0.1:8765", "[::1]:8080", "aux", "nul.example", "com1.example:80", "xn--bcher-kva.example"]
)
def test_files_of_a_site_have_names_that_windows_takes(site: str, tmp_path: Path) -> None:
    flow = fake_workflow("con", site=site)
    written = pack.write_folder(tmp_path, [flow])[0]
    login = login_file(Settings(home=tmp_path), site)
    assert written.is_file() and login.parent == tmp_path / "logins"
    assert all(fits_windows(part) for part in (*written.relative_to(tmp_path).parts, login.name))
    assert pack.load_folder(tmp_path).workflows[0].site == site


@pytest.mark.parametrize("run_id", ["replay_0123", "con", "LPT1", "a:b", "..\\..\\x", "x" * 300, "", "nul."])
def test_the_folder_of_a_run_has_a_name_that_windows_takes(run_id: str, tmp_path: Path) -> None:
    folder = RunFolder(tmp_path, run_id).path
    assert folder.parent == tmp_path and fits_windows(folder.name)


async def test_a_publication_holds_where_its_copy_cannot_be_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_by_another(self: Path, target: Path) -> Path:
        raise PermissionError(13, "The process cannot access the file because it is being used by another process")

    memory, told = FakeMemory(), list[str]()
    publisher = Publisher(memory, tmp_path)

    async def heard() -> None:
        told.append("published")

    publisher.on_publication(heard)
    stored = await memory.workflows.save(fake_workflow("shop_find_price").model_copy(update={"id": "", "state": "verified"}))
    monkeypatch.setattr(Path, "replace", read_by_another)
    generation = await publisher.publish([stored])
    assert (await publisher.catalogue()).generation == generation == 1 and told == ["published"]
    assert list(tmp_path.iterdir()) == []  # noqa: ASYNC240 - a test


@pytest.mark.parametrize(
    ("platform", "given", "written"),
    [
        ("win32", None, "Größe 時間 ▁".encode()),
        ("win32", "cp1252", "Größe \\u6642\\u9593 \\u2581".encode("cp1252")),
        ("linux", None, "Größe \\u6642\\u9593 \\u2581".encode("cp1252")),
    ],
)
def test_a_text_of_any_language_is_written_whatever_the_code_page(
    platform: str, given: str | None, written: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    if given is not None:
        monkeypatch.setenv("PYTHONIOENCODING", given)
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="cp1252")
    take_any_text(platform, [stream])
    stream.write("Größe 時間 ▁")
    stream.flush()
    assert raw.getvalue() == written
