"""``awm-mcp serve``: hands over to the server room."""

from __future__ import annotations

import logging
import sys

from awm_mcp.cli.opening import fail
from awm_mcp.config import Settings


def serve(settings: Settings, http: str | None) -> None:
    """Serves on stdio until the client leaves, or on HTTP until the process is ended.

    Raises:
        AwmError: the server cannot be opened as asked.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="awm-mcp %(levelname)s %(name)s: %(message)s")
    if http is None:
        from awm_mcp.server.stdio import serve as serve_stdio

        serve_stdio(settings)
    else:
        from awm_mcp.server.http import serve as serve_http

        serve_http(settings, *address(http))


def address(text: str) -> tuple[str, int]:
    """``127.0.0.1:8000``, ``[::1]:8000``, ``:8000`` or ``8000`` as host and port; loopback when no host is given."""
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or int(port) > 65535:
        fail("unreadable_address", repr(text), "write for example --http 127.0.0.1:8000")
    return host.strip("[]") or "127.0.0.1", int(port)
