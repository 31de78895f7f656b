"""The image: what it copies is there, it runs without rights, its check tells a dead server from a live one.

No engine is needed: the steps that an engine would take are done by the tests of the wheel.
"""

from __future__ import annotations

import runpy
import shlex
import socket
import threading
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from awm_mcp.config import Settings

ROOT = Path(__file__).resolve().parents[2]
CHECK: dict[str, Any] = runpy.run_path(str(ROOT / "docker" / "healthcheck.py"))
address: Callable[[Sequence[str]], str | None] = CHECK["address"]
check: Callable[[Path], int] = CHECK["main"]


def instructions() -> list[tuple[str, str]]:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.split(maxsplit=1)[0], line.split(maxsplit=1)[1]) for line in lines]


def last_stage() -> list[tuple[str, str]]:
    said = instructions()
    start = max(number for number, (kind, _) in enumerate(said) if kind == "FROM")
    return said[start:]


def value_of(kind: str) -> str:
    return next(given for one, given in last_stage() if one == kind)


def test_everything_that_is_copied_from_the_checkout_is_there_and_not_ignored() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split()
    for kind, given in instructions():
        if kind == "COPY" and not given.startswith("--from"):
            for source in given.split()[:-1]:
                assert (ROOT / source).exists() and source.split("/")[0] not in ignored, source


def test_the_base_images_are_of_one_python_that_the_package_allows() -> None:
    bases = {given.split(" AS ")[0] for kind, given in instructions() if kind == "FROM"}
    (base,) = bases
    assert base.startswith("python:3.") and base.endswith("-slim-bookworm")


def test_it_runs_without_rights_and_keeps_its_state_in_a_volume() -> None:
    user = value_of("USER")
    made = next(given for kind, given in last_stage() if kind == "RUN")
    assert user != "root" and f"--uid 10001 {user}" in made
    assert f"chown {user} {value_of('VOLUME')}" in made
    order = [kind for kind, _ in last_stage()]
    assert order.index("RUN") < order.index("USER") < order.index("ENTRYPOINT")


def test_its_environment_is_made_of_settings_that_exist() -> None:
    given = dict(word.split("=", 1) for word in shlex.split(value_of("ENV")))
    known = {f"AWM_{name.upper()}" for name in Settings.model_fields}
    assert {name for name in given if name.startswith("AWM_")} <= known
    assert given["AWM_HOME"] == value_of("VOLUME")


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (("tini", "--", "awm-mcp", "serve"), None),
        (("tini", "--", "awm-mcp", "serve", "--http", "0.0.0.0:8931", ""), "http://127.0.0.1:8931/healthz"),
        (("awm-mcp", "serve", "--http=127.0.0.1:99"), "http://127.0.0.1:99/healthz"),
        (("awm-mcp", "serve", "--http", "[::]:8931"), "http://[::1]:8931/healthz"),
        (("awm-mcp", "serve", "--http", "awm.internal:8931"), "http://awm.internal:8931/healthz"),
    ],
)
def test_the_check_asks_where_the_server_listens(words: tuple[str, ...], asked: str | None) -> None:
    assert address(words) == asked


class _Answers(BaseHTTPRequestHandler):
    status = 200

    def do_GET(self) -> None:
        self.send_response(self.status if self.path == "/healthz" else 404)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the test's output is not a server's log."""


def started(tmp_path: Path, port: int) -> Path:
    file = tmp_path / "cmdline"
    file.write_bytes(b"\0".join([b"awm-mcp", b"serve", b"--http", f"0.0.0.0:{port}".encode(), b""]))
    return file


@pytest.mark.parametrize(("status", "code"), [(200, 0), (503, 1)])
def test_the_check_tells_a_server_that_is_well_from_one_that_is_not(
    tmp_path: Path, status: int, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Answers, "status", status)
    server = HTTPServer(("127.0.0.1", 0), _Answers)
    serving = threading.Thread(target=server.handle_request)
    serving.start()
    try:
        assert check(started(tmp_path, server.server_address[1])) == code
    finally:
        serving.join()
        server.server_close()


def test_the_check_fails_where_nobody_listens_and_passes_on_stdio(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    assert check(started(tmp_path, port)) == 1
    (tmp_path / "cmdline").write_bytes(b"tini\0--\0awm-mcp\0serve\0")
    assert check(tmp_path / "cmdline") == 0
