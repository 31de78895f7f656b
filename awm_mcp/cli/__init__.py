"""The command-line face: ``awm-mcp``. A command imports what is heavy when it needs it, so that ``serve`` starts fast."""

from __future__ import annotations

from awm_mcp.cli.commands import main

__all__ = ["main"]
