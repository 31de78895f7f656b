"""Opens the memory: one file, shared by all server processes of a person."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import anyio.to_thread

from awm_mcp.errors import Unavailable
from awm_mcp.memory import sqlite
from awm_mcp.memory.database import Database
from awm_mcp.memory.port import (
    CatalogueStore,
    EventLog,
    Finder,
    JobTable,
    OutcomeStore,
    RunStore,
    SiteBook,
    WorkflowStore,
)
from awm_mcp.memory.sql_finder import SqlFinder
from awm_mcp.memory.sql_jobs import SqlJobs
from awm_mcp.memory.sql_runs import SqlEvents, SqlOutcomes, SqlRuns, SqlSites
from awm_mcp.memory.sql_workflows import SqlCatalogue, SqlWorkflows
from awm_mcp.memory.tables import SCHEMAS


class SqlMemory:
    """``Memory`` in SQL."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self.database = database
        self.runs: RunStore = SqlRuns(database)
        self.workflows: WorkflowStore = SqlWorkflows(database)
        self.catalogue: CatalogueStore = SqlCatalogue(database)
        self.finder: Finder = SqlFinder(database)
        self.outcomes: OutcomeStore = SqlOutcomes(database)
        self.events: EventLog = SqlEvents(database)
        self.jobs: JobTable = SqlJobs(database, clock)
        self.sites: SiteBook = SqlSites(database)

    async def close(self) -> None:
        """Closes the file; the memory cannot be used afterwards."""
        await self.database.close()


async def open_memory(database: Path | str, clock: Callable[[], float] = time.time) -> SqlMemory:
    """Opens the memory in a file, which is made or brought to this release's schema when needed.

    ``clock``: seconds since the epoch, for leases.

    Raises:
        Unavailable: the file cannot be used, or a newer release has written it.
    """
    path = _path(database)
    version = await sqlite.prepare(path)
    if version is not None and version not in SCHEMAS:
        raise _too_new(path, version)
    if version != SCHEMAS[-1]:
        await anyio.to_thread.run_sync(sqlite.upgrade, path, SCHEMAS[-1])
    return SqlMemory(Database(sqlite.engine_of(path)), clock)


def _path(database: Path | str) -> Path:
    if isinstance(database, str) and "://" in database:
        raise Unavailable(
            "store_not_supported",
            expected="the path of a SQLite file",
            seen=database.split("://", 1)[0] + "://…",
            next="set AWM_HOME to a folder; the file is made in it",
        )
    return Path(database).expanduser()


def _too_new(path: Path, version: str) -> Unavailable:
    return Unavailable(
        "store_is_newer",
        expected=f"a schema up to {SCHEMAS[-1]}",
        seen=f"schema {version} in {path}",
        next="upgrade this program: pip install --upgrade awm-mcp; or set AWM_HOME to another folder",
    )
