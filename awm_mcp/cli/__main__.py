"""``python -m awm_mcp.cli``: the same as ``awm-mcp``."""

from __future__ import annotations

from awm_mcp.cli.commands import main

main()
