"""One browser context with a blank page, made ahead while nothing else is to do: making it takes longer than a step.

It has seen no page when it is taken, is taken once, and only for the very site, hosts and login that it was made for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from awm_mcp.errors import AwmError
from awm_mcp.replay.browsing.login import saved_login

if TYPE_CHECKING:
    from playwright.async_api import HttpCredentials

    from awm_mcp.config import Settings
    from awm_mcp.replay.browsing.browser import OpenContext

_log = logging.getLogger(__name__)
KEPT_S = 120.0
"""A spare that nobody takes is closed after so long, seconds."""


@dataclass(frozen=True)
class Wanted:
    """What a context is made for. ``login``: the saved login and when it was written; ``http``: user, password, origin."""

    site: str
    hosts: frozenset[str]
    login: tuple[Path, int] | None = None
    http: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, settings: Settings, site: str, hosts: frozenset[str], http: HttpCredentials | None) -> Wanted:
        """What a context for a site is made for now."""
        kept = saved_login(settings, site)
        login = None if kept is None else (kept, kept.stat().st_mtime_ns)
        given = () if http is None else tuple(sorted((name, str(value)) for name, value in http.items()))
        return cls(site, hosts, login, given)


class Spare:
    """Holds at most one context, made in the background by ``make``."""

    def __init__(self, make: Callable[[Wanted], Awaitable[OpenContext]]) -> None:
        self._make = make
        self._wanted: Wanted | None = None
        self._made: OpenContext | None = None
        self._making: asyncio.Task[None] | None = None
        self._expiry: asyncio.TimerHandle | None = None
        self._closing: set[asyncio.Task[None]] = set()

    def prepare(self, wanted: Wanted) -> None:
        """Begins to make a context unless one for the same is there or on its way."""
        if self._making is not None and not self._making.done():
            return
        if self._wanted == wanted and self._made is not None and self._made.alive:
            return
        self._drop()
        self._wanted = wanted
        self._making = asyncio.get_running_loop().create_task(self._fill(wanted))

    def take(self, wanted: Wanted) -> OpenContext | None:
        """The ready context, if it is for this; whoever takes it closes it."""
        made = self._made
        if made is None or self._wanted != wanted or not made.alive:
            return None
        self._forget()
        return made

    async def settled(self) -> None:
        """Returns when nothing is being made."""
        if self._making is not None:
            await asyncio.gather(self._making, return_exceptions=True)

    async def close(self) -> None:
        """Closes what is there or on its way."""
        if self._making is not None:
            self._making.cancel()
            await self.settled()
        self._drop()
        await asyncio.gather(*self._closing, return_exceptions=True)

    async def _fill(self, wanted: Wanted) -> None:
        from playwright.async_api import Error

        try:
            made = await self._make(wanted)
        except (AwmError, Error) as problem:
            _log.debug("no context was made ahead: %s", problem)
            return
        self._made = made
        self._expiry = asyncio.get_running_loop().call_later(KEPT_S, self._drop)

    def _drop(self) -> None:
        made = self._made
        self._forget()
        if made is not None:
            task = asyncio.get_running_loop().create_task(made.close())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    def _forget(self) -> None:
        if self._expiry is not None:
            self._expiry.cancel()
        self._made = self._wanted = self._expiry = None
