"""How the command line starts this package's own server as a process, as an MCP client would."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TextIO

from mcp import Client, Implementation, StdioServerParameters, stdio_client

_CHECKOUT = Path(__file__).parents[2] / "server.py"
_NOT_PASSED = ("OPENAI_", "AWM_")


def command() -> list[str]:
    """``python server.py`` in a checkout, else the installed module."""
    return [sys.executable, str(_CHECKOUT)] if _CHECKOUT.is_file() else [sys.executable, "-m", "awm_mcp.cli", "serve"]


def client_of(env: Mapping[str, str], errors: TextIO) -> Client:
    """A client that starts the server with exactly this environment; its messages go to ``errors``."""
    program, *arguments = command()
    transport = stdio_client(StdioServerParameters(command=program, args=arguments, env=dict(env)), errlog=errors)
    return Client(transport, client_info=Implementation(name="awm-mcp-cli", version=version("awm-mcp")))


def own_environment() -> dict[str, str]:
    """The owner's environment as it is."""
    return dict(os.environ)


def clean_environment(**given: str) -> dict[str, str]:
    """The environment without the owner's settings and keys, but with the browser that was chosen."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_NOT_PASSED) or name == "AWM_BROWSER"}
    return kept | given
