"""How long one call of a ``browser_*`` tool may take: it answers in time, also where its page or the browser is busy."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Generator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from typing import TypeVar

import anyio

from awm_mcp.errors import StepStopped, Unavailable

FOR_WAITING = 2 / 3
"""Of the time of a call, what may be waited for a page in use or for the browser's start: the rest is for acting."""
_ENDS: ContextVar[float | None] = ContextVar("ends", default=None)
Answered = TypeVar("Answered")


class CallTime:
    """The time of the call in hand. ``longest_s``: the bound of any call."""

    def __init__(self, longest_s: float) -> None:
        self._longest_s = longest_s

    @contextmanager
    def counting(self, within_s: float) -> Generator[None]:
        """What is done in the block is one call, which ends within so many seconds."""
        mark = _ENDS.set(anyio.current_time() + min(within_s, self._longest_s))
        try:
            yield
        finally:
            _ENDS.reset(mark)

    @property
    def left_s(self) -> float:
        """What is left of it, seconds."""
        ends = _ENDS.get()
        return self._longest_s if ends is None else max(0.0, ends - anyio.current_time())

    @asynccontextmanager
    async def alone(self, lock: anyio.Lock) -> AsyncGenerator[None]:
        """Holds the lock of a page, and ends what is done meanwhile in time.

        Raises:
            Unavailable: ``page_busy``; nothing was done.
            StepStopped: ``call_timeout``; what was begun may have happened.
        """
        try:
            with anyio.fail_after(self.left_s * FOR_WAITING):
                await lock.acquire()
        except TimeoutError:
            raise _busy() from None
        left_s = self.left_s
        try:
            with anyio.fail_after(left_s):
                yield
        except TimeoutError:
            raise _late(left_s) from None
        finally:
            lock.release()

    async def started(self, opening: Awaitable[Answered]) -> Answered:
        """What needs the browser to be there.

        Raises:
            Unavailable: ``browser_starts``; nothing was opened.
        """
        try:
            with anyio.fail_after(self.left_s * FOR_WAITING):
                return await opening
        except TimeoutError:
            raise Unavailable(
                "browser_starts", expected="a browser that has started", seen="it is still starting on a busy machine",
                next="nothing was opened; call again in a few seconds",
            ) from None  # fmt: skip


def _busy() -> Unavailable:
    return Unavailable(
        "page_busy", expected="the page to be free", seen="an earlier call is still acting on it",
        next="nothing was done; when that call has answered, take a browser_snapshot and go on",
    )  # fmt: skip


def _late(after_s: float) -> StepStopped:
    return StepStopped(
        "call_timeout", status="unknown", expected="the action to end", seen=f"no end within {after_s:.0f} s",
        next="it may have happened: take a browser_snapshot before doing it again",
    )  # fmt: skip
