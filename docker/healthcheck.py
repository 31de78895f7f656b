"""``HEALTHCHECK`` of the container: asks ``/healthz`` where the server speaks HTTP; on stdio there is nothing to ask."""

from __future__ import annotations

import sys
import urllib.request
from collections.abc import Sequence
from pathlib import Path

OF_THE_CONTAINER = Path("/proc/1/cmdline")
WITHIN_S = 4.0


def address(words: Sequence[str]) -> str | None:
    """Where a server that was started with such words tells that it is well; None when it serves on stdio."""
    for number, word in enumerate(words):
        name, _, given = word.partition("=")
        if name == "--http":
            host, _, port = (given or "".join(words[number + 1 : number + 2])).rpartition(":")
            inside = "127.0.0.1" if host in ("", "0.0.0.0") else "[::1]" if host in ("::", "[::]") else host
            return f"http://{inside}:{port}/healthz"
    return None


def main(started_by: Path = OF_THE_CONTAINER) -> int:
    """0 when the server is well, else 1."""
    url = address(started_by.read_bytes().decode("utf-8", "replace").split("\0"))
    if url is None:
        return 0
    try:
        with urllib.request.urlopen(url, timeout=WITHIN_S) as answer:
            return 0 if answer.status == 200 else 1
    except OSError as problem:
        sys.stderr.write(f"{url}: {problem}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main())
