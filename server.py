"""``python server.py``: the MCP server on stdio."""

from awm_mcp.server.stdio import main

if __name__ == "__main__":
    main()
