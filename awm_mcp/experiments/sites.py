"""The practice applications of task files, served on loopback while an experiment runs."""

from __future__ import annotations

import contextlib
import importlib.util
import re
import threading
from collections.abc import AsyncGenerator, Generator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from awm_mcp.errors import InvalidInput, Unavailable
from awm_mcp.experiments.task_file import TaskFile

HOST = "127.0.0.1"
EPISODE_MS = 3_600_000
_PAGE = re.compile(r"/miniwob/([a-z0-9-]+)\.html")
_START = """<script>window.addEventListener('load', () => {{
  core.EPISODE_MAX_TIME = {ms}; Math.seedrandom({seed}); core.startEpisodeReal(); }});</script>"""


@contextlib.asynccontextmanager
async def served(file: TaskFile, port: int) -> AsyncGenerator[str | None]:
    """Serves the file's application; yields its origin, None when the file needs none. ``port`` 0 takes a free one.

    Raises:
        Unavailable: the port is taken. InvalidInput: the pages of MiniWoB++ are not installed.
    """
    try:
        async with _application(file, port) as origin:
            yield origin
    except OSError as problem:
        if not problem.errno:
            raise
        raise Unavailable(
            "port_taken", expected=f"port {port} to be free", seen=str(problem), next="end what uses it, then go on"
        ) from problem


@contextlib.asynccontextmanager
async def _application(file: TaskFile, port: int) -> AsyncGenerator[str | None]:
    if file.app == "practice":
        from awm_mcp.practice.host import serving

        async with serving(port, file.app_seed) as origin:
            yield origin
    elif file.app == "miniwob":
        with _miniwob(port) as origin:
            yield origin
    else:
        yield None


class _Pages(SimpleHTTPRequestHandler):
    """MiniWoB++'s own files; a page asked for with ``?seed=N`` starts its episode by itself, seeded."""

    def do_GET(self) -> None:
        asked = urlsplit(self.path)
        page, seed = _PAGE.fullmatch(asked.path), parse_qs(asked.query).get("seed", [""])[0]
        if page is None or not seed.isdecimal():
            super().do_GET()
            return
        file = Path(self.directory) / "miniwob" / f"{page.group(1)}.html"
        if not file.is_file():
            self.send_error(404)
            return
        self._send(_seeded(file.read_text(encoding="utf-8"), int(seed)))

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: standard error belongs to the command line."""

    def _send(self, html: str) -> None:
        body = html.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)


@contextlib.contextmanager
def _miniwob(port: int) -> Generator[str]:
    server = ThreadingHTTPServer((HOST, port), partial(_Pages, directory=str(_html())))
    serving = threading.Thread(target=server.serve_forever, daemon=True, name="miniwob")
    serving.start()
    try:
        yield f"http://{HOST}:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        serving.join(timeout=5)


def _html() -> Path:
    """The pages in the PyPI package, found without importing it: it would import gymnasium and selenium."""
    found = importlib.util.find_spec("miniwob")
    folder = Path(next(iter(found.submodule_search_locations or ()), "")) / "html" if found is not None else None
    if folder is None or not (folder / "miniwob").is_dir():
        raise InvalidInput(
            "miniwob_missing", expected="the PyPI package miniwob beside awm-mcp", seen="it is not installed",
            next="pip install --no-deps miniwob, then send the command again",
        )  # fmt: skip
    return folder


def _seeded(html: str, seed: int) -> str:
    end = html.rfind("</body>")
    end = len(html) if end < 0 else end
    return html[:end] + _START.format(ms=EPISODE_MS, seed=seed) + html[end:]
