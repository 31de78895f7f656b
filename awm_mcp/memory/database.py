"""One open database: read and write transactions that several processes may share. Portable part; see sqlite.py."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

WRITES = "awm_writes"
"""Execution option of a connection that is going to write: it takes the write lock when it begins, not half-way."""


class Database:
    """An engine with the two kinds of transactions.

    Transactions are shielded from cancellation: they last milliseconds, and a connection that is abandoned half-way would
    leave its worker thread and the write lock behind.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writing = anyio.Lock()

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[AsyncConnection]:
        """A consistent view of the store."""
        with anyio.CancelScope(shield=True):
            async with self._engine.connect() as connection, connection.begin():
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[AsyncConnection]:
        """All or nothing; waits for other writers, those of this process in the order they came."""
        async with self._writing:
            with anyio.CancelScope(shield=True):
                async with self._engine.connect() as connection:
                    connection = await connection.execution_options(**{WRITES: True})
                    async with connection.begin():
                        yield connection

    async def close(self) -> None:
        """Closes all connections; none of their threads stays."""
        with anyio.CancelScope(shield=True):
            await self._engine.dispose()
