"""``python -m awm_mcp``: the MCP server on stdio; with arguments the command line."""

from __future__ import annotations

import sys


def main() -> None:
    """Serves, or does what the command line says."""
    if len(sys.argv) > 1:
        from awm_mcp.cli import main as command_line

        command_line()
        return
    serve()


def serve() -> None:
    """Serves on stdio; with arguments as ``awm-mcp serve`` does. Without any the command line is not even imported."""
    if len(sys.argv) > 1:
        from awm_mcp.cli import main as command_line

        command_line(["serve", *sys.argv[1:]])
        return
    from awm_mcp.server.stdio import main as serve_stdio

    serve_stdio()


if __name__ == "__main__":
    main()
