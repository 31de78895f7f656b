"""Waiting for what a page comes to: asked again and again, never longer than a bound."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

import anyio


async def becomes_true(asked: Callable[[], Awaitable[bool]], longest_s: float, *, pause_s: float = 0.05) -> bool:
    """Whether something becomes true within so many seconds; asked once at least. ``pause_s``: between two questions."""
    deadline = time.monotonic() + longest_s
    while not await asked():
        if time.monotonic() > deadline:
            return False
        await anyio.sleep(pause_s)
    return True
