"""Runs, outcomes, events and origins of sites in SQL."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence

from sqlalchemy import case, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from awm_mcp.memory import tables as t
from awm_mcp.memory.database import Database
from awm_mcp.memory.port import NOT_TRIED, VERIFICATION, counted_as
from awm_mcp.model import Event, Outcome, Run


class SqlRuns:
    """``RunStore`` in SQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, run: Run) -> tuple[Run, bool]:
        """Stores a run under a fresh id, or returns the known one of equal content with True."""
        digest = run.digest()
        async with self._database.write() as db:
            known = (await db.execute(select(t.runs.c.content).where(t.runs.c.digest == digest))).scalar()
            if known is not None:
                return Run.model_validate_json(known), True
            fresh = run.model_copy(update={"id": f"run_{secrets.token_hex(8)}"})
            row = {"id": fresh.id, "digest": digest, "site": fresh.site, "outcome": fresh.outcome, "added_at": time.time()}
            revision = await _next_revision(db, fresh.site)
            await db.execute(insert(t.runs).values(**row, revision=revision, content=fresh.model_dump_json()))
            return fresh, False

    async def get(self, run_id: str) -> Run | None:
        """The run of that id."""
        async with self._database.read() as db:
            found = (await db.execute(select(t.runs.c.content).where(t.runs.c.id == run_id))).scalar()
        return Run.model_validate_json(found) if found is not None else None

    async def of_site(self, site: str, *, solved_only: bool = True) -> Sequence[Run]:
        """Runs of a site, oldest first."""
        wanted = select(t.runs.c.content).where(t.runs.c.site == site).order_by(t.runs.c.seq)
        if solved_only:
            wanted = wanted.where(t.runs.c.outcome == "success")
        async with self._database.read() as db:
            found = (await db.execute(wanted)).scalars().all()
        return [Run.model_validate_json(content) for content in found]

    async def changed(self, site: str, since: int = 0) -> tuple[Sequence[Run], int]:
        """Runs of a site since a mark; see ``RunStore.changed``."""
        wanted = select(t.runs.c.content, t.runs.c.revision).where(t.runs.c.site == site, t.runs.c.revision > since)
        async with self._database.read() as db:
            rows = (await db.execute(wanted.order_by(t.runs.c.seq))).all()
        return [Run.model_validate_json(row.content) for row in rows], max((row.revision for row in rows), default=since)

    async def replace(self, run: Run) -> None:
        """Puts an enriched version in place; the digest stays that of the report, so a repeated report is still known."""
        changed = {"site": run.site, "outcome": run.outcome, "content": run.model_dump_json()}
        async with self._database.write() as db:
            revision = await _next_revision(db, run.site)
            await db.execute(update(t.runs).where(t.runs.c.id == run.id).values(**changed, revision=revision))


async def _next_revision(db: AsyncConnection, site: str) -> int:
    """The number of the next change of a site's runs."""
    return 1 + ((await db.execute(select(func.max(t.runs.c.revision)).where(t.runs.c.site == site))).scalar() or 0)


class SqlOutcomes:
    """``OutcomeStore`` in SQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, outcome: Outcome) -> None:
        """Stores it, in place of an earlier one of the same replay."""
        row = {"run_id": outcome.run_id, "workflow": outcome.workflow, "status": counted_as(outcome), "put_at": time.time()}
        async with self._database.write() as db:
            await db.execute(delete(t.outcomes).where(t.outcomes.c.run_id == outcome.run_id))
            await db.execute(insert(t.outcomes).values(**row, content=outcome.model_dump_json()))

    async def get(self, run_id: str) -> Outcome | None:
        """The outcome of that replay."""
        async with self._database.read() as db:
            found = (await db.execute(select(t.outcomes.c.content).where(t.outcomes.c.run_id == run_id))).scalar()
        return Outcome.model_validate_json(found) if found is not None else None

    async def record_of(self, workflow: str) -> tuple[int, int]:
        """(worked, tried) of a workflow in use."""
        worked = func.coalesce(func.sum(case((t.outcomes.c.status == "ok", 1), else_=0)), 0)
        wanted = select(worked, func.count()).where(
            t.outcomes.c.workflow == workflow,
            t.outcomes.c.status.not_in(NOT_TRIED),
            ~t.outcomes.c.run_id.startswith(VERIFICATION, autoescape=True),
        )
        async with self._database.read() as db:
            row = (await db.execute(wanted)).one()
        return int(row[0]), int(row[1])

    async def latest(self, workflow: str, *, most: int, since: float = 0.0) -> Sequence[Outcome]:
        """Outcomes of a workflow in use, newest first."""
        wanted = select(t.outcomes.c.content).where(
            t.outcomes.c.workflow == workflow,
            t.outcomes.c.put_at >= since,
            t.outcomes.c.status.not_in(NOT_TRIED),
            ~t.outcomes.c.run_id.startswith(VERIFICATION, autoescape=True),
        )
        async with self._database.read() as db:
            rows = await db.execute(wanted.order_by(t.outcomes.c.put_at.desc(), t.outcomes.c.run_id.desc()).limit(most))
            found = rows.scalars().all()
        return [Outcome.model_validate_json(content) for content in found]


class SqlEvents:
    """``EventLog`` in SQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, *events: Event) -> None:
        """Appends events."""
        if not events:
            return
        rows = [{"at": event.at, "site": event.site, "content": event.model_dump_json()} for event in events]
        async with self._database.write() as db:
            await db.execute(insert(t.events), rows)

    async def since(self, at: float = 0.0, *, site: str | None = None) -> Sequence[Event]:
        """Events from a time on, in the order they happened."""
        wanted = select(t.events.c.content).where(t.events.c.at >= at).order_by(t.events.c.at, t.events.c.seq)
        if site is not None:
            wanted = wanted.where(t.events.c.site == site)
        async with self._database.read() as db:
            found = (await db.execute(wanted)).scalars().all()
        return [Event.model_validate_json(content) for content in found]


class SqlSites:
    """``SiteBook`` in SQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def origin(self, site: str) -> str | None:
        """Where the site was last seen."""
        async with self._database.read() as db:
            return (await db.execute(select(t.sites.c.origin).where(t.sites.c.site == site))).scalar()

    async def remember(self, site: str, origin: str) -> None:
        """Keeps the current origin."""
        async with self._database.write() as db:
            await db.execute(delete(t.sites).where(t.sites.c.site == site))
            await db.execute(insert(t.sites).values(site=site, origin=origin))

    async def aliases(self, site: str) -> Sequence[str]:
        """Further origins that the owner listed, sorted."""
        wanted = select(t.aliases.c.origin).where(t.aliases.c.site == site).order_by(t.aliases.c.origin)
        async with self._database.read() as db:
            return list((await db.execute(wanted)).scalars())

    async def all(self) -> Sequence[str]:
        """Every site that was ever seen, sorted."""
        async with self._database.read() as db:
            return list((await db.execute(select(t.sites.c.site).order_by(t.sites.c.site))).scalars())

    async def add_alias(self, site: str, origin: str) -> None:
        """Lists an origin as one of the site's."""
        same = (t.aliases.c.site == site) & (t.aliases.c.origin == origin)
        async with self._database.write() as db:
            await db.execute(delete(t.aliases).where(same))
            await db.execute(insert(t.aliases).values(site=site, origin=origin))
