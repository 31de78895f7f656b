"""Brings a store to this release's schema. Imports alembic, so it is imported only when the schema is behind."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Engine

MIGRATIONS = Path(__file__).parent / "migrations"


def config() -> Config:
    """Alembic's settings without an ini file."""
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return settings


def upgrade(engine: Engine, to: str) -> None:
    """Runs the missing migrations in one transaction; none when another process was faster.

    The engine takes the write lock when a transaction begins, so of two processes one migrates and one finds it done.
    """
    with engine.begin() as connection:
        if MigrationContext.configure(connection).get_current_revision() != to:
            _run(connection, to)


def _run(connection: Connection, to: str) -> None:
    settings = config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, to)
