"""Looking at reported runs again never changes an application unless its owner allows it."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import shared_rig
from mcp_process import secret_variable

from awm_mcp.app.application import App
from awm_mcp.app.owning.wiring import BrowserSide
from awm_mcp.config import Settings
from awm_mcp.memory.sql import open_memory

pytestmark = [pytest.mark.rig, pytest.mark.process, pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1800)]
PASSING = ("session", "token", "last_login", "analytics", "user_preferences", "thumbnail", "sqlite_sequence")
"""What signing in and looking around writes: sessions and tokens, times of visits, counts of views, small pictures."""


@pytest.mark.parametrize("app", ["shop", "tracker"])
def test_observing_every_solved_run_leaves_the_application_as_it_was(app: str, tmp_path: Path) -> None:
    if reason := shared_rig.why_absent(app):
        pytest.skip(reason)
    with shared_rig.served(app):
        before = contents(app)
        followed = asyncio.run(_observe_all(app, tmp_path))
        after = contents(app)

    assert followed > 0
    assert after == before


async def _observe_all(app: str, home: Path) -> int:
    """Observes every solved run without leave to write; the number of steps that were followed."""
    site = urlsplit(shared_rig.origin(app)).netloc
    side = BrowserSide(Settings(home=home), {secret_variable(site, "password"): shared_rig.PASSWORDS[app]})
    memory = await open_memory(home / "memory.sqlite3")
    try:
        reporting = App(Settings(home=home), memory, side.replayer)
        for report in shared_rig.reports(app):
            await reporting.report(report)
        runs = await memory.runs.of_site(site)
        return sum([(await side.replayer().observe(run)).followed for run in runs])
    finally:
        await side.close()
        await memory.close()


def contents(app: str) -> dict[str, str]:
    """A digest of each table's rows, apart from what merely looking writes."""
    [database] = list((shared_rig.rig_home() / app / "data").rglob("*.sqlite3"))
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as open_database:
        names = [str(name) for (name,) in open_database.execute("select name from sqlite_master where type = 'table'")]
        kept = sorted(name for name in names if not any(word in name for word in PASSING))
        return {name: _digest(open_database, name) for name in kept}


def _digest(database: sqlite3.Connection, table: str) -> str:
    columns = [str(row[1]) for row in database.execute(f'pragma table_info("{table}")')]
    shown = ", ".join(f'"{column}"' for column in columns if not any(word in column for word in PASSING))
    rows = sorted(map(repr, database.execute(f'select {shown} from "{table}"')))
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()
