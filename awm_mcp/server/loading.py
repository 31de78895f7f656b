"""Loads the real application beside a running server: its imports happen in a thread, after the transport is up."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import anyio.to_thread

from awm_mcp.config import Settings
from awm_mcp.server.application import Application, PrimitiveSpec
from awm_mcp.server.door import Factory

_HEAVY = ("awm_mcp.app", "awm_mcp.app.owning.wiring", "awm_mcp.memory.sql")
"""What brings in the database engine and the browser driver."""
_PRIMITIVES = "awm_mcp.replay.by_hand.primitive_specs"


def application_of(settings: Settings) -> Factory:
    """A factory of the real application; nothing is imported before it is used."""

    @asynccontextmanager
    async def opened() -> AsyncGenerator[Application]:
        app: Any = await anyio.to_thread.run_sync(_app)
        open_app: Callable[[Settings], AbstractAsyncContextManager[Application]] = app.opened
        async with open_app(settings) as application:
            yield application

    return opened


def primitive_specs(settings: Settings) -> Sequence[PrimitiveSpec] | None:
    """The definitions of the ``browser_*`` tools, so that the first list of a fresh home is complete already.

    Their module must be light: no browser driver at import.
    """
    if not settings.browser_tools or importlib.util.find_spec(_PRIMITIVES) is None:
        return None
    specs: Sequence[PrimitiveSpec] = importlib.import_module(_PRIMITIVES).PRIMITIVES
    return specs


def _app() -> Any:
    for name in _HEAVY:
        importlib.import_module(name)
    return importlib.import_module("awm_mcp.app").App
