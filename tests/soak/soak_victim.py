"""``python soak_victim.py ADDRESS N``: a client that calls without end and counts aloud, until it is killed.

Its call number N is of a page that never comes.
"""

from __future__ import annotations

import itertools
import sys

import anyio
from mcp import Client


async def main() -> None:
    async with Client(sys.argv[1]) as client:
        for number in itertools.count():
            sys.stdout.write(f"call {number}\n")
            sys.stdout.flush()
            name = "open_slow" if number == int(sys.argv[2]) else "open_page"
            await client.call_tool("run_workflow", {"workflow": name, "arguments": {"n": "0"}})


anyio.run(main)
