"""Experiments: agents do tasks through our own MCP server, with and without its memory, and what came of it is counted."""
