"""Servers as processes on a free loopback port, for tools that only speak HTTP."""

from __future__ import annotations

import os
import queue
import re
import subprocess
import sys
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
START_WITHIN_S, END_WITHIN_S = 60, 20
REAL = (sys.executable, "-m", "awm_mcp.cli", "serve", "--http", "127.0.0.1:0")
FIXTURES = (sys.executable, str(Path(__file__).with_name("fixture_server.py")))
_LISTENING = re.compile(r"listening on (http://\S+)")


def environment(home: Path, **given: str) -> dict[str, str]:
    """An environment without the owner's settings, on a home of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("AWM_", "OPENAI_"))}
    return {**kept, "AWM_HOME": str(home), "PYTHONPATH": str(ROOT), **given}


@contextmanager
def serving(command: Sequence[str], env: Mapping[str, str]) -> Generator[str]:
    """Starts a server; gives the address it says it listens on. It must end by itself when asked to."""
    process = subprocess.Popen(
        list(command), env=dict(env), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    lines: queue.Queue[str | None] = queue.Queue()
    reader = threading.Thread(target=_drain, args=(process, lines), daemon=True)
    reader.start()
    try:
        yield _address(lines)
    finally:
        process.terminate()
        try:
            process.wait(END_WITHIN_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
        finally:
            reader.join(5)


def _drain(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    with process.stderr or open(os.devnull) as errors:  # noqa: PTH123 - the null device is no path
        for line in errors:
            lines.put(line)
    lines.put(None)


def _address(lines: queue.Queue[str | None]) -> str:
    said: list[str] = []
    while (line := lines.get(timeout=START_WITHIN_S)) is not None:
        said.append(line)
        if found := _LISTENING.search(line):
            return found[1]
    raise AssertionError("the server ended before it listened: " + "".join(said)[-2000:])
