"""All that is SQLite's own: files and pragmas, the write lock, the FTS5 index. Another database gets a file like this."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from awm_mcp.errors import Unavailable
from awm_mcp.memory.database import WRITES
from awm_mcp.memory.ranking import Document

BUSY_S = 30
"""How long a transaction waits for another process's write, seconds."""

_MATCHING = "SELECT rowid FROM workflow_index WHERE workflow_index MATCH"


async def prepare(path: Path) -> str | None:
    """Makes the file (0600, in folders of 0700) and puts it in WAL mode; returns the schema version it holds, if any.

    Raises:
        Unavailable: the file cannot be made or is no database.
    """
    try:
        with anyio.fail_after(BUSY_S):
            await anyio.to_thread.run_sync(_make_file, path)
            await _until_wal(path)
            return await anyio.to_thread.run_sync(_schema_version, path)
    except (OSError, sqlite3.DatabaseError, TimeoutError) as problem:
        raise Unavailable(
            "store_unusable",
            expected=f"a writable SQLite file at {path}",
            seen=f"{type(problem).__name__}: {problem}",
            next="set AWM_HOME to a folder that you may write to, or move the damaged file away",
        ) from problem


async def _until_wal(path: Path) -> None:
    # The other side is another process: there is no event to wait for.
    while True:
        if await anyio.to_thread.run_sync(_into_wal, path):
            return
        await anyio.sleep(0.02)


def _make_file(path: Path) -> None:
    missing = [folder for folder in (path.parent, *path.parent.parents) if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(mode=0o700, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _into_wal(path: Path) -> bool:
    # SQLite does not call its busy handler when the journal mode changes, so a process that opens at the same moment shows
    # up as an error here, and the caller asks again.
    with contextlib.closing(sqlite3.connect(path, timeout=BUSY_S)) as connection:
        try:
            return connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] == "wal"
        except sqlite3.OperationalError as problem:
            if "locked" in str(problem):
                return False
            raise


def _schema_version(path: Path) -> str | None:
    with contextlib.closing(sqlite3.connect(path, timeout=BUSY_S)) as connection:
        known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone() if known else None
        return row[0] if row else None


def engine_of(path: Path) -> AsyncEngine:
    """An engine whose writing transactions take the write lock when they begin."""
    address = URL.create("sqlite+aiosqlite", database=str(path))
    engine = create_async_engine(address, connect_args={"timeout": BUSY_S})
    _listen(engine.sync_engine)
    return engine


def upgrade(path: Path, to: str) -> None:
    """Brings the file to a schema; blocks, and imports alembic, so it belongs into a thread."""
    # Alembic takes a third of a second to import, and a store that is up to date does not need it.
    from awm_mcp.memory import schema

    address = URL.create("sqlite", database=str(path))
    engine = create_engine(address, poolclass=NullPool, execution_options={WRITES: True}, connect_args={"timeout": BUSY_S})
    _listen(engine)
    schema.upgrade(engine, to)


def _listen(engine: Engine) -> None:
    event.listen(engine, "connect", _set_pragmas)
    event.listen(engine, "begin", _begin)


def _set_pragmas(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("foreign_keys = ON", "synchronous = NORMAL", "cache_size = -32000", "mmap_size = 268435456"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


async def index(connection: AsyncConnection, seq: int, document: Document) -> None:
    """Puts a workflow's document into the full-text index, in place of an earlier one."""
    await unindex(connection, seq)
    await connection.execute(
        text("INSERT INTO workflow_index (rowid, terms) VALUES (:seq, :terms)"),
        {"seq": seq, "terms": " ".join((*document.signatures, *document.all_words))},
    )


async def unindex(connection: AsyncConnection, seq: int) -> None:
    """Takes a workflow out of the full-text index."""
    await connection.execute(text("DELETE FROM workflow_index WHERE rowid = :seq"), {"seq": seq})


async def frequencies(connection: AsyncConnection, terms: Sequence[str], most: int) -> list[int]:
    """In how many documents each term occurs, counted up to ``most``; terms are words of letters and digits only."""
    if not terms:
        return []
    # Straight to the driver: to compile some dozens of parameters would take longer than the counting.
    count = f"(SELECT count(*) FROM ({_MATCHING} ? LIMIT {most:d}))"
    given = tuple(f'"{term}"' for term in terms)
    row = (await connection.exec_driver_sql(f"SELECT {', '.join([count] * len(terms))}", given)).one()
    return [int(count) for count in row]


async def candidates(
    connection: AsyncConnection, any_of: Sequence[str], *, all_of: Sequence[str] = (), limit: int
) -> list[int]:
    """Row numbers of documents with any (or all) of the terms, the newest first."""
    parts = [" OR ".join(f'"{term}"' for term in any_of), " AND ".join(f'"{term}"' for term in all_of)]
    wanted = " AND ".join(f"({part})" for part in parts if part)
    if not wanted:
        return []
    rows = await connection.exec_driver_sql(f"{_MATCHING} ? ORDER BY rowid DESC LIMIT ?", (wanted, limit))
    return [int(row[0]) for row in rows]
