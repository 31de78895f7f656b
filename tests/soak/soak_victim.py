"""``python soak_victim.py ADDRESS``: a client that calls without end, until it is killed."""

from __future__ import annotations

import sys

import anyio
from mcp import Client


async def main() -> None:
    async with Client(sys.argv[1]) as client:
        sys.stdout.write("calling\n")
        sys.stdout.flush()
        while True:
            await client.call_tool("run_workflow", {"workflow": "open_slow", "arguments": {"n": "0"}, "wait_s": 5})


anyio.run(main)
