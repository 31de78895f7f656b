"""Workflows in all versions, and the catalogue of the published ones, in SQL."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from awm_mcp.errors import NotFound
from awm_mcp.memory import tables as t
from awm_mcp.memory.database import Database
from awm_mcp.memory.sql_finder import reindex
from awm_mcp.model import Catalogue, State, Workflow
from awm_mcp.model.names import unique_name

PROVEN = ("verified", "published")
GONE = ("quarantined", "retired")
_LATEST = (t.versions.c.workflow == t.workflows.c.id) & (t.versions.c.version == t.workflows.c.latest)


class SqlWorkflows:
    """``WorkflowStore`` in SQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, workflow: Workflow) -> Workflow:
        """Stores it; see ``WorkflowStore.save``."""
        async with self._database.write() as db:
            head = (await db.execute(select(t.workflows).where(t.workflows.c.id == workflow.id))).first()
            if head is None:
                saved = await _save_new(db, workflow)
            elif (known := await _version_of_same_content(db, workflow, head.latest)) is not None:
                saved = await _save_state(db, workflow, known, head.latest)
            else:
                saved = await _save_version(db, workflow)
            await reindex(db, saved.id)
        return saved

    async def get(self, ref: str, version: int | None = None) -> Workflow | None:
        """By id, or by name: of the latest version, else of the published one, else the last name it bore."""
        async with self._database.read() as db:
            found = await _id_of(db, ref)
            if found is None:
                return None
            wanted = _one(found, version) if version is not None else _all_latest().where(t.workflows.c.id == found)
            row = (await db.execute(wanted)).first()
        return _workflow(row) if row is not None else None

    async def of_site(self, site: str | None = None, states: Sequence[State] = ()) -> Sequence[Workflow]:
        """Latest versions, by name."""
        wanted = _all_latest().order_by(t.workflows.c.name, t.workflows.c.seq)
        if site is not None:
            wanted = wanted.where(t.workflows.c.site == site)
        if states:
            wanted = wanted.where(t.versions.c.state.in_(states))
        async with self._database.read() as db:
            rows = (await db.execute(wanted)).all()
        return [_workflow(row) for row in rows]

    async def history(self, ref: str) -> Sequence[Workflow]:
        """All versions, newest first."""
        async with self._database.read() as db:
            found = await _id_of(db, ref)
            wanted = _rows().where(t.versions.c.workflow == found).order_by(t.versions.c.version.desc())
            rows = (await db.execute(wanted)).all()
        return [_workflow(row) for row in rows]

    async def names(self, site: str | None = None, *, part: str = "", most: int = 1000) -> Sequence[tuple[str, str]]:
        """(id, name), by name, of those not retired; see ``WorkflowStore.names``."""
        heads = t.workflows
        wanted = select(heads.c.id, heads.c.name).where(heads.c.live).order_by(heads.c.name).limit(most)
        if part:
            holds = (column.contains(part, autoescape=True) for column in (heads.c.name, heads.c.id))
            wanted = wanted.where(or_(*holds))
        if site is not None:
            wanted = wanted.where(heads.c.site == site)
        async with self._database.read() as db:
            return [(row.id, row.name) for row in (await db.execute(wanted)).all()]

    async def sites(self) -> Sequence[str]:
        """Sites with a workflow that is not retired, sorted."""
        wanted = select(t.workflows.c.site).where(t.workflows.c.live).distinct()
        async with self._database.read() as db:
            return sorted((await db.execute(wanted)).scalars())


class SqlCatalogue:
    """``CatalogueStore`` in SQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def current(self, most: int | None = None, *, site: str | None = None) -> Catalogue:
        """The published versions in the order of publication, then by name; see ``CatalogueStore.current``."""
        listed = (t.publications.c.workflow == t.versions.c.workflow) & (t.publications.c.version == t.versions.c.version)
        place = t.publications.c.place
        wanted = _rows().join(t.publications, listed).order_by(place, t.versions.c.name).limit(most)
        if site is not None:
            wanted = wanted.join(t.workflows, t.workflows.c.id == t.versions.c.workflow).where(t.workflows.c.site == site)
        elif most is not None:
            # Without this the names of all published ones are read to put a few into order.
            last = select(func.max(select(place).order_by(place).limit(most).subquery().c.place)).scalar_subquery()
            wanted = wanted.where(place <= last)
        async with self._database.read() as db:
            generation = await _generation(db)
            rows = (await db.execute(wanted)).all()
        return Catalogue(generation=generation, workflows=tuple(_workflow(row) for row in rows))

    async def generation(self) -> int:
        """The number of the current publication."""
        async with self._database.read() as db:
            return await _generation(db)

    async def publish(self, add: Sequence[Workflow] = (), remove: Sequence[str] = ()) -> int:
        """Changes the published set in one transaction; see ``CatalogueStore.publish``."""
        async with self._database.write() as db:
            gone = [await _take_out(db, workflow, "verified") for workflow in remove]
            place = 1 + ((await db.execute(select(func.max(t.publications.c.place)))).scalar() or 0)
            come = [await _put_in(db, workflow, place) for workflow in add]
            for touched in (*remove, *(workflow.id for workflow in add)):
                await reindex(db, touched)
            if any((*gone, *come)):
                await _next_generation(db)
            return await _generation(db)


async def _save_new(db: AsyncConnection, workflow: Workflow) -> Workflow:
    own = workflow.id or f"wf_{secrets.token_hex(8)}"
    named = await _named(db, workflow.model_copy(update={"id": own, "version": max(1, workflow.version)}))
    live = named.state != "retired"
    head = {"id": own, "name": named.name, "site": named.site, "latest": named.version, "live": live}
    await db.execute(insert(t.workflows).values(**head))
    await db.execute(insert(t.versions).values(**_version_row(named)))
    return named


async def _save_version(db: AsyncConnection, workflow: Workflow) -> Workflow:
    last = select(func.max(t.versions.c.version)).where(t.versions.c.workflow == workflow.id)
    version = 1 + (await db.execute(last)).scalar_one()
    named = await _named(db, workflow.model_copy(update={"version": version}))
    await db.execute(insert(t.versions).values(**_version_row(named)))
    if named.waits:
        return named
    head = {"name": named.name, "site": named.site, "latest": version, "live": named.state != "retired"}
    await db.execute(update(t.workflows).where(t.workflows.c.id == named.id).values(**head))
    return named


async def _save_state(db: AsyncConnection, workflow: Workflow, version: int, latest: int) -> Workflow:
    named = workflow.model_copy(update={"version": version})
    revived = version == latest and named.state != "retired"
    if revived and (await _named(db, named)).name != named.name:
        return await _save_version(db, workflow)
    row = _version_row(named)
    if row["verified_at"] is None:
        del row["verified_at"]
    await db.execute(update(t.versions).where(_is(named.id, version)).values(**row))
    if version >= latest and not named.waits:
        head = update(t.workflows).where(t.workflows.c.id == named.id)
        await db.execute(head.values(latest=version, name=named.name, live=named.state != "retired"))
    if named.state in GONE and await _take_out(db, named.id, named.state, version):
        await _next_generation(db)
    return named


def _version_row(workflow: Workflow) -> dict[str, Any]:
    return {
        "workflow": workflow.id,
        "version": workflow.version,
        "name": workflow.name,
        "digest": workflow.digest(),
        "state": workflow.state,
        "saved_at": time.time(),
        "verified_at": time.time() if workflow.state in PROVEN else None,
        "content": workflow.model_dump_json(),
    }


async def _version_of_same_content(db: AsyncConnection, workflow: Workflow, latest: int) -> int | None:
    same = select(t.versions.c.version).where(
        t.versions.c.workflow == workflow.id,
        t.versions.c.version.in_((workflow.version, latest)),
        t.versions.c.digest == workflow.digest(),
    )
    found = set((await db.execute(same)).scalars())
    return workflow.version if workflow.version in found else max(found, default=None)


async def _named(db: AsyncConnection, workflow: Workflow) -> Workflow:
    """The workflow under a name that no other live workflow and no other published version bears."""
    live = select(t.workflows.c.name).where(t.workflows.c.live, t.workflows.c.id != workflow.id)
    shown = (t.publications.c.workflow == t.versions.c.workflow) & (t.publications.c.version == t.versions.c.version)
    listed = select(t.versions.c.name).join(t.publications, shown).where(t.versions.c.workflow != workflow.id)
    base = workflow.name[:20]
    taken = {
        *(await db.execute(live.where(t.workflows.c.name.startswith(base, autoescape=True)))).scalars(),
        *(await db.execute(listed.where(t.versions.c.name.startswith(base, autoescape=True)))).scalars(),
    }
    return workflow.model_copy(update={"name": unique_name(workflow.name, taken)})


async def _put_in(db: AsyncConnection, workflow: Workflow, place: int) -> bool:
    known = (await db.execute(_one(workflow.id, workflow.version))).first()
    if known is None:
        raise NotFound(
            "unknown_workflow",
            expected="a workflow that is stored in this version",
            seen=f"{workflow.id or workflow.name!r} version {workflow.version}",
            next="save it first and publish what save returned",
        )
    table = t.publications
    before = (await db.execute(select(table).where(table.c.workflow == workflow.id))).first()
    if before is not None and before.version == workflow.version and known.state == "published":
        return False
    if before is not None and before.version != workflow.version:
        await _set_state(db, workflow.id, before.version, "retired")
    await db.execute(delete(table).where(table.c.workflow == workflow.id))
    kept = before.place if before is not None else place
    await db.execute(insert(table).values(workflow=workflow.id, version=workflow.version, place=kept))
    await _set_state(db, workflow.id, workflow.version, "published")
    return True


async def _take_out(db: AsyncConnection, workflow: str, state: State, version: int | None = None) -> bool:
    table = t.publications
    before = (await db.execute(select(table).where(table.c.workflow == workflow))).first()
    if before is None or version not in (None, before.version):
        return False
    await db.execute(delete(table).where(table.c.workflow == workflow))
    # Whoever quarantined or retired it first has said more than that it is no longer listed.
    if (await db.execute(select(t.versions.c.state).where(_is(workflow, before.version)))).scalar() == "published":
        await _set_state(db, workflow, before.version, state)
    return True


async def _set_state(db: AsyncConnection, workflow: str, version: int, state: State) -> None:
    await db.execute(update(t.versions).where(_is(workflow, version)).values(state=state))
    if state == "published":
        head = (t.workflows.c.id == workflow) & (t.workflows.c.latest == version)
        await db.execute(update(t.workflows).where(head).values(live=True))


async def _generation(db: AsyncConnection) -> int:
    return (await db.execute(select(t.catalogue.c.generation))).scalar_one()


async def _next_generation(db: AsyncConnection) -> None:
    await db.execute(update(t.catalogue).values(generation=t.catalogue.c.generation + 1))


async def _id_of(db: AsyncConnection, ref: str) -> str | None:
    heads, versions = t.workflows, t.versions
    shown = (t.publications.c.workflow == versions.c.workflow) & (t.publications.c.version == versions.c.version)
    ways = (
        select(heads.c.id).where(heads.c.id == ref),
        select(heads.c.id).where(heads.c.name == ref).order_by(heads.c.live.desc(), heads.c.seq.desc()),
        select(versions.c.workflow).join(t.publications, shown).where(versions.c.name == ref),
        select(versions.c.workflow).where(versions.c.name == ref).order_by(versions.c.saved_at.desc()),
    )
    for way in ways:
        if (found := (await db.execute(way.limit(1))).scalar()) is not None:
            return found
    return None


def _is(workflow: str, version: int) -> ColumnElement[bool]:
    return (t.versions.c.workflow == workflow) & (t.versions.c.version == version)


def _rows() -> Select[Any, Any, Any]:
    return select(t.versions.c.content, t.versions.c.state, t.versions.c.version)


def _all_latest() -> Select[Any, Any, Any]:
    return _rows().join(t.workflows, _LATEST)


def _one(workflow: str, version: int) -> Select[Any, Any, Any]:
    return _rows().where(_is(workflow, version))


def _workflow(row: Row[Any, Any, Any]) -> Workflow:
    found = Workflow.model_validate_json(row.content)
    return found if found.state == row.state else found.model_copy(update={"state": row.state})
