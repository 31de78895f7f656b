"""``python server.py``: the MCP server on stdio, with the options of ``awm-mcp serve``."""

from awm_mcp.__main__ import serve

if __name__ == "__main__":
    serve()
