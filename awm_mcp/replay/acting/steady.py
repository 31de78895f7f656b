"""Waiting for what is read to be still: numbers are counted up for show, and texts are written letter by letter."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

import anyio

LOOK_S = 0.06
"""What has not changed between two looks so far apart is taken as it is."""
STILL_S, GAPS = 0.25, 3
"""What has changed is to be unchanged for so long, and for so many times the last pause: counting grows slow at its end."""
MOST_S = 3.0
PAUSE_S = 0.03


async def steady(look: Callable[[], Awaitable[Any]], first: Any) -> tuple[Any, bool]:
    """What is read once it is still, and whether it came to rest. ``first``: what was read just now.

    What never rests, such as a clock, is given as it is after a time.
    """
    await anyio.sleep(LOOK_S)
    last, changed = await look(), time.monotonic()
    if last == first:
        return last, True
    deadline, still = changed + MOST_S, STILL_S
    while (now := time.monotonic()) - changed < still:
        if now > deadline:
            return last, False
        await anyio.sleep(PAUSE_S)
        read, now = await look(), time.monotonic()
        if read != last:
            still = max(STILL_S, min(1.0, GAPS * (now - changed)))
            last, changed = read, now
    return last, True
