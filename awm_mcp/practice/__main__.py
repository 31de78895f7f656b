"""``python -m awm_mcp.practice [--port N] [--seed N]``: the practice shop alone, until Ctrl-C."""

from __future__ import annotations

import argparse
import sys

import anyio

from awm_mcp.practice.host import serving
from awm_mcp.practice.shop import demo_account

PORT = 8765
"""Where it is served unless told otherwise."""


def main() -> None:
    """Reads the options and serves."""
    options = argparse.ArgumentParser(prog="python -m awm_mcp.practice", description="A small shop to practise on.")
    options.add_argument("--port", type=int, default=PORT, help="port on loopback; 0 takes a free one")
    options.add_argument("--seed", type=int, default=1, help="which shop: products and prices come from it")
    given = options.parse_args()
    try:
        anyio.run(_serve, given.port, given.seed)
    except KeyboardInterrupt:
        sys.exit(0)
    except OSError as problem:
        sys.exit(f"port {given.port} cannot be used: {problem}; try --port 0")


async def _serve(port: int, seed: int) -> None:
    email, password = demo_account()
    async with serving(port, seed) as origin:
        sys.stdout.write(f"practice shop at {origin} (sign in as {email} with {password}); Ctrl-C ends it\n")
        sys.stdout.flush()
        await anyio.sleep_forever()


if __name__ == "__main__":
    main()
