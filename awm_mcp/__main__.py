"""``python -m awm_mcp``: the MCP server on stdio; with arguments the command line."""

from __future__ import annotations

import sys


def main() -> None:
    """Serves, or does what the command line says."""
    if len(sys.argv) > 1:
        from awm_mcp.cli import main as command_line

        command_line()
        return
    from awm_mcp.server.stdio import main as serve

    serve()


if __name__ == "__main__":
    main()
