"""``awm-mcp doctor``: what is there, what will be used, and what to do about anything missing."""

from __future__ import annotations

import os
import platform
import sqlite3
import stat
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any, Literal

import anyio

from awm_mcp.cli import own_server
from awm_mcp.config import Settings
from awm_mcp.errors import AwmError
from awm_mcp.memory.tables import SCHEMAS
from awm_mcp.replay.browsing.browser import Browsers
from awm_mcp.replay.browsing.find_browser import find_browser, with_version

PACKAGES = ("awm-mcp", "mcp", "playwright", "pydantic", "SQLAlchemy", "aiosqlite", "alembic", "openai")
START_WITHIN_S = 60.0
_MARKS = {"ok": "ok  ", "note": "note", "fault": "FIX "}
_INSTALL = "install the package again: pip install --force-reinstall awm-mcp"


@dataclass(frozen=True)
class Finding:
    """One thing looked at. ``note``: works, but is worth knowing; ``fault``: does not work until ``todo`` is done."""

    name: str
    state: Literal["ok", "note", "fault"]
    seen: str
    todo: str = ""

    @property
    def ok(self) -> bool:
        """Whether the product works with this."""
        return self.state != "fault"

    def as_data(self) -> dict[str, Any]:
        """JSON-ready data."""
        return asdict(self)


def examine(settings: Settings) -> list[Finding]:
    """Looks at everything, in the order in which one would mend it; starts the browser and the server for real."""
    quick = [look(settings) for look in (_python, _packages, _sqlite, _home, _database, _secrets, _model)]
    return [*quick, *anyio.run(_started, settings)]


def shown(findings: list[Finding]) -> str:
    """The findings as a table, with what to do below what needs it."""
    width = max(len(f.name) for f in findings)
    lines: list[str] = []
    for f in findings:
        lines.append(f"{_MARKS[f.state]}  {f.name:<{width}}  {f.seen}")
        if f.todo:
            lines.append(f"{'':<{width + 6}}  -> {f.todo}")
    faults = sum(not f.ok for f in findings)
    lines.append("all well" if not faults else f"{faults} thing{'' if faults == 1 else 's'} to fix")
    return "\n".join(lines)


async def _started(settings: Settings) -> list[Finding]:
    looks: tuple[tuple[str, Callable[[Settings], Awaitable[Finding]]], ...] = (("browser", _browser), ("server", _server))
    return [await _guarded(name, look, settings) for name, look in looks]


async def _guarded(name: str, look: Callable[[Settings], Awaitable[Finding]], settings: Settings) -> Finding:
    try:
        with anyio.fail_after(START_WITHIN_S):
            return await look(settings)
    except AwmError as problem:
        return Finding(name, "fault", problem.seen or problem.code, problem.next)
    except TimeoutError:
        return Finding(
            name, "fault", f"no answer within {START_WITHIN_S:.0f} s", "see whether the machine is overloaded, and try again"
        )
    except Exception as problem:
        return Finding(name, "fault", f"{type(problem).__name__}: {problem}"[:300], _INSTALL)


def _python(settings: Settings) -> Finding:
    seen = f"{platform.python_version()} on {platform.system()} {platform.machine()}, {sys.executable}"
    return Finding("python", "ok", seen)


def _packages(settings: Settings) -> Finding:
    found: list[str] = []
    missing: list[str] = []
    for name in PACKAGES:
        try:
            found.append(f"{name} {version_of(name)}")
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        return Finding("packages", "fault", f"missing: {', '.join(missing)}", _INSTALL)
    return Finding("packages", "ok", ", ".join(found))


def _sqlite(settings: Settings) -> Finding:
    seen = f"SQLite {sqlite3.sqlite_version}"
    try:
        with closing(sqlite3.connect(":memory:")) as store:
            store.execute("create virtual table words using fts5(text)")
    except sqlite3.OperationalError:
        return Finding("sqlite", "fault", f"{seen} without FTS5", "use a Python whose SQLite has FTS5, as python.org's has")
    return Finding("sqlite", "ok", f"{seen} with FTS5")


def _home(settings: Settings) -> Finding:
    home = settings.home
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=home):
            pass
    except OSError as problem:
        return Finding(
            "state", "fault", f"{home} cannot be written: {problem.strerror}", "set AWM_HOME to a folder of yours"
        )
    if os.name == "posix" and stat.S_IMODE(home.stat().st_mode) & 0o077:
        return Finding("state", "note", f"{home}, readable by others", f"chmod 700 '{home}'")
    return Finding("state", "ok", str(home))


def _database(settings: Settings) -> Finding:
    if not settings.database.is_file():
        return Finding("memory", "ok", "empty; made by the first start")
    try:
        with closing(sqlite3.connect(f"{settings.database.as_uri()}?mode=ro", uri=True)) as store:
            sound = store.execute("pragma quick_check(1)").fetchone()[0]
            row = store.execute("select version_num from alembic_version").fetchone()
    except sqlite3.Error as problem:
        todo = f"move {settings.database} away; the next start makes a new one"
        return Finding("memory", "fault", f"{settings.database.name}: {problem}", todo)
    if sound != "ok":
        return Finding("memory", "fault", f"damaged: {sound}", f"restore {settings.database} from a copy")
    return _schema(row[0] if row else "unknown", settings.database.stat().st_size / 1e6)


def _schema(version: str, megabytes: float) -> Finding:
    seen = f"schema {version}, {megabytes:.1f} MB"
    if version not in SCHEMAS:
        todo = "upgrade: pip install --upgrade awm-mcp; or set AWM_HOME to another folder"
        return Finding("memory", "fault", f"{seen}, written by a newer release", todo)
    if version != SCHEMAS[-1]:
        return Finding("memory", "note", f"{seen}, of an older release; the next start brings it up to date")
    return Finding("memory", "ok", seen)


def _secrets(settings: Settings) -> Finding:
    given = sum(name.startswith("AWM_SECRET_") for name in os.environ)
    seen = f"{given} in the environment"
    file = settings.secrets_file
    if file is None:
        return Finding("secrets", "ok", f"{seen}, no file")
    if not file.is_file():
        return Finding("secrets", "fault", f"{file} is not there", "make it, or unset AWM_SECRETS_FILE")
    if os.name == "posix" and stat.S_IMODE(file.stat().st_mode) & 0o077:
        return Finding("secrets", "fault", f"{file} can be read by others", f"chmod 600 '{file}'")
    return Finding("secrets", "ok", f"{seen}, and {file}")


def _model(settings: Settings) -> Finding:
    if settings.openai_api_key is None and settings.openai_base_url is None:
        return Finding("model", "ok", "none; not needed, learning goes by rules")
    where = settings.openai_base_url or "the endpoint of the openai package"
    return Finding("model", "ok", f"{settings.model or 'the default model'} at {where}")


async def _browser(settings: Settings) -> Finding:
    found = with_version(find_browser(settings))
    browsers, began = Browsers(settings), time.monotonic()
    try:
        opened = await browsers.open_context(site="doctor.invalid")
        try:
            page = await opened.context.new_page()
            await page.set_content("<title>well</title>")
            said = await page.title()
        finally:
            await opened.close()
    finally:
        await browsers.close()
    seen = f"{found.kind} {found.version or ''} at {found.path}, starts in {time.monotonic() - began:.1f} s"
    return Finding("browser", "ok" if said == "well" else "fault", seen.replace("  ", " "))


async def _server(settings: Settings) -> Finding:
    began = time.monotonic()
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        try:
            async with own_server.client_of(_environment(settings), errors) as client:
                tools = (await client.list_tools()).tools
                took = time.monotonic() - began
        except Exception as problem:
            return Finding(
                "server", "fault", _last_words(errors) or str(problem), f"try it: {' '.join(own_server.command())}"
            )
    return Finding("server", "ok", f"lists {len(tools)} tools after {took:.1f} s")


def _environment(settings: Settings) -> dict[str, str]:
    return own_server.own_environment() | {"AWM_HOME": str(Path(settings.home).absolute())}


def _last_words(errors: Any) -> str:
    errors.seek(0)
    lines = [line.strip() for line in errors.read().splitlines() if line.strip()]
    return lines[-1][:300] if lines else ""
