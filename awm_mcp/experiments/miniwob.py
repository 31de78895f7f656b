"""MiniWoB++ (arXiv 1802.08802) from its PyPI package: seeded episodes, checked by the reward that the page itself gives."""

from __future__ import annotations

import contextlib
import importlib.util
import re
import threading
from collections.abc import Generator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from awm_mcp.errors import InvalidInput
from awm_mcp.experiments.checks import Final

HOST = "127.0.0.1"
EPISODE_MS = 3_600_000
_PAGE = re.compile(r"/miniwob/([a-z0-9-]+)\.html")
_REWARDS: dict[str, float] = {}
_START = """<script>window.addEventListener('load', () => {{
  const end = core.endEpisode;
  core.endEpisode = function (...given) {{
    const first = !WOB_DONE_GLOBAL, done = end.apply(this, given);
    if (first) new Image().src = '/reward?page=' + encodeURIComponent(location.href) + '&raw=' + WOB_RAW_REWARD_GLOBAL;
    return done;
  }};
  core.EPISODE_MAX_TIME = {ms}; Math.seedrandom({seed}); core.startEpisodeReal(); }});</script>"""


def rewarded(final: Final) -> bool:
    """Whether the episode at the task's own start address ended with a positive raw reward since it was last loaded."""
    return _REWARDS.get(final.start_url, 0.0) > 0


@contextlib.contextmanager
def served(port: int) -> Generator[str]:
    """Serves the package's pages on loopback; yields the origin.

    Raises:
        InvalidInput: the package is not installed. OSError: the port is taken.
    """
    server = ThreadingHTTPServer((HOST, port), partial(_Pages, directory=str(_html())))
    serving = threading.Thread(target=server.serve_forever, daemon=True, name="miniwob")
    serving.start()
    try:
        yield f"http://{HOST}:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        serving.join(timeout=5)


class _Pages(SimpleHTTPRequestHandler):
    """The package's files. A page asked for with ``?seed=N`` starts its seeded episode by itself and tells its reward."""

    def do_GET(self) -> None:
        asked = urlsplit(self.path)
        query = parse_qs(asked.query)
        page, seed = _PAGE.fullmatch(asked.path), query.get("seed", [""])[0]
        if asked.path == "/reward":
            self._take_reward(query)
        elif page is None or not seed.isdecimal():
            super().do_GET()
        else:
            self._send_seeded(page.group(1), int(seed))

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: standard error belongs to the command line."""

    def _take_reward(self, query: dict[str, list[str]]) -> None:
        with contextlib.suppress(ValueError):
            _REWARDS[query.get("page", [""])[0]] = float(query.get("raw", [""])[0])
        self.send_response(204)
        self.end_headers()

    def _send_seeded(self, name: str, seed: int) -> None:
        file = Path(self.directory) / "miniwob" / f"{name}.html"
        if not file.is_file():
            self.send_error(404)
            return
        _REWARDS.pop(f"http://{self.headers.get('Host', '')}{self.path}", None)
        body = _seeded(file.read_text(encoding="utf-8"), seed).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)


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
