"""What only the file does: schema, permissions, several processes."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import anyio
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect

from awm_mcp.errors import Unavailable
from awm_mcp.memory import ranking, schema
from awm_mcp.memory.sql import open_memory
from awm_mcp.memory.tables import SCHEMAS, metadata
from awm_mcp.model import Event, Parameter, Text, Workflow, value
from awm_mcp.model.value import Param

WRITER = """
import asyncio, sys
from awm_mcp.memory.sql import open_memory
from awm_mcp.model import Action, Event, Run, Step, Workflow, value

async def main(path: str, name: str, count: int) -> None:
    memory = await open_memory(path)
    step = Step(action=Action(type="goto", value=value("/")))
    origin = "http://s.example"
    for n in range(count):
        run = Run(task=f"{name} {n}", site="s", origin=origin, start_url=origin, outcome="success", steps=(step,))
        await memory.runs.add(run)
        await memory.runs.add(run.model_copy(update={"task": f"both {n}"}))
        made = Workflow(name="same_name", site="s", start=value("/"), steps=(), state="verified")
        flow = await memory.workflows.save(made)
        await memory.catalogue.publish([flow])
        await memory.events.add(Event(kind="called", at=float(n), client=name))
        job = await memory.jobs.claim(name, 60)
        if job is not None:
            await memory.jobs.finish(job.model_copy(update={"state": "done", "result": (name,)}))
    await memory.close()

asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
"""


def a_flow(number: int, site: str) -> Workflow:
    says = value([Text(text="Mend the "), Param(param="thing"), Text(text=f" of kind{number}")])
    return Workflow(
        name=f"mend_{number}",
        site=site,
        start=value("/"),
        steps=(),
        parameters=(Parameter(name="thing"),),
        templates=(says,),
    )


async def writers(path: Path, *names: str, count: int) -> None:
    started = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", WRITER, str(path), name, str(count), stderr=asyncio.subprocess.PIPE
        )
        for name in names
    ]
    for process in started:
        _, said = await asyncio.wait_for(process.communicate(), 60)
        assert process.returncode == 0, said.decode()


@pytest.mark.process
async def test_two_processes_open_and_write_one_new_file_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "new" / "awm.sqlite3"
    await writers(path, "one", "two", count=25)
    memory = await open_memory(path)
    assert {r.task for r in await memory.runs.of_site("s")} == {
        f"{w} {n}" for w in ("one", "two", "both") for n in range(25)
    }
    assert sorted((e.client, e.at) for e in await memory.events.since()) == [
        (w, float(n)) for w in ("one", "two") for n in range(25)
    ]
    shown = await memory.catalogue.current()
    assert shown.generation == 50
    assert len({w.name for w in shown.workflows}) == 50
    await memory.close()


@pytest.mark.process
async def test_two_processes_share_out_the_jobs(tmp_path: Path) -> None:
    memory = await open_memory(tmp_path / "m.sqlite3")
    for n in range(30):
        await memory.jobs.add("learn", f"site{n}", f"run_{n}")
    await writers(tmp_path / "m.sqlite3", "one", "two", count=30)
    done = [await memory.jobs.of_subject(f"run_{n}") for n in range(30)]
    assert [(job.state, job.attempts) for job in done if job is not None] == [("done", 1)] * 30
    await memory.close()


async def test_the_migrations_make_exactly_the_tables(tmp_path: Path) -> None:
    memory = await open_memory(tmp_path / "m.sqlite3")
    await memory.close()
    engine = create_engine(f"sqlite:///{tmp_path / 'm.sqlite3'}")
    with engine.connect() as connection:
        ours = MigrationContext.configure(connection, opts={"include_name": _is_ours, "compare_type": True})
        assert compare_metadata(ours, metadata) == []
        migrated = _shape(inspect(connection))
    engine.dispose()
    direct = create_engine("sqlite://")
    metadata.create_all(direct)
    with direct.connect() as connection:
        assert migrated == _shape(inspect(connection))
    direct.dispose()


def _is_ours(name: str | None, kind: str, _parents: object) -> bool:
    return kind != "table" or name in metadata.tables


def _shape(seen: object) -> dict[str, list[str]]:
    inspector = inspect(seen) if not hasattr(seen, "get_columns") else seen
    return {
        table: [
            *(f"{c['name']} {c['type']} {c['nullable']}" for c in inspector.get_columns(table)),  # type: ignore[attr-defined]
            f"{inspector.get_pk_constraint(table)['constrained_columns']}",  # type: ignore[attr-defined]
            *sorted(f"{i['name']} {i['column_names']} {i['unique']}" for i in inspector.get_indexes(table)),  # type: ignore[attr-defined]
            *sorted(str(f["constrained_columns"]) for f in inspector.get_foreign_keys(table)),  # type: ignore[attr-defined]
        ]
        for table in metadata.tables
    }


def test_the_known_schemas_are_the_migrations_in_their_order() -> None:
    scripts = ScriptDirectory.from_config(schema.config())
    assert tuple(reversed([s.revision for s in scripts.walk_revisions()])) == SCHEMAS
    assert scripts.get_current_head() == SCHEMAS[-1]


async def test_a_file_of_a_newer_release_is_left_alone_and_says_to_upgrade(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite3"
    await (await open_memory(path)).close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Unavailable, match=r"store_is_newer.*9999.*upgrade"):
        await open_memory(path)


async def test_a_file_that_is_no_database_is_told_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite3"
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(Unavailable, match="store_unusable"):
        await open_memory(path)
    assert path.read_bytes() == b"no database at all" * 100


async def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Unavailable, match="AWM_HOME"):
        await open_memory(tmp_path / "file" / "m.sqlite3")


async def test_an_address_of_another_database_is_refused_without_repeating_its_password() -> None:
    with pytest.raises(Unavailable, match="store_not_supported") as refused:
        await open_memory("postgresql://me:hunter2@host/db")
    assert "hunter2" not in str(refused.value)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX modes")
async def test_only_the_owner_may_read_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "m.sqlite3"
    memory = await open_memory(path)
    await memory.sites.remember("s", "http://s")
    files = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    await memory.close()
    assert files == dict.fromkeys(("m.sqlite3", "m.sqlite3-wal", "m.sqlite3-shm"), 384)
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in (path.parent, path.parent.parent)] == [0o700, 0o700]


@pytest.mark.process
def test_an_up_to_date_file_opens_without_alembic_and_the_process_ends(tmp_path: Path) -> None:
    opens = (
        "import asyncio, json, sys; from awm_mcp.memory.sql import open_memory\n"
        "async def main():\n m = await open_memory(sys.argv[1]); await m.catalogue.generation(); await m.close()\n"
        "asyncio.run(main()); print(json.dumps('alembic' in sys.modules))"
    )
    given = [sys.executable, "-X", "dev", "-W", "error", "-c", opens, str(tmp_path / "m.sqlite3")]
    told = [subprocess.run(given, capture_output=True, timeout=30, check=True).stdout for _ in range(2)]
    assert [json.loads(said) for said in told] == [True, False]


async def test_what_was_written_is_there_after_closing_and_opening(tmp_path: Path) -> None:
    memory = await open_memory(tmp_path / "m.sqlite3")
    await memory.workflows.save(a_flow(1, "s"))
    await memory.close()
    again = await open_memory(str(tmp_path / "m.sqlite3"))
    assert [hit.workflow.name for hit in await again.finder.search("mend the cup of kind1")] == ["mend_1"]
    await again.close()


async def test_any_file_name_will_do(tmp_path: Path) -> None:
    path = tmp_path / "50% of #1? é" / "m x.sqlite3"
    memory = await open_memory(path)
    await memory.sites.remember("s", "http://s")
    await memory.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


async def test_a_cancelled_caller_leaves_the_store_usable(tmp_path: Path) -> None:
    memory = await open_memory(tmp_path / "m.sqlite3")
    async with anyio.create_task_group() as group:
        for n in range(20):
            group.start_soon(memory.events.add, Event(kind="called", at=float(n)))
        await anyio.lowlevel.checkpoint()
        group.cancel_scope.cancel()
    await memory.events.add(Event(kind="called", at=99.0))
    assert (await memory.events.since(99.0))[0].at == 99.0
    await memory.close()


async def test_a_site_with_many_workflows_is_searched_through_the_index(tmp_path: Path) -> None:
    memory = await open_memory(tmp_path / "m.sqlite3")
    for n in range(230):
        await memory.workflows.save(a_flow(n, "big.example"))
    for n in (0, 117, 229):
        hits = await memory.finder.search(f"Mend the red cup of kind{n}", site="big.example", limit=3)
        assert hits[0].workflow.name == f"mend_{n}"
        assert (await memory.finder.search(f"Mend the red cup of kind{n}"))[0].workflow.name == f"mend_{n}"
    await memory.close()


async def test_search_sees_what_another_process_saved(tmp_path: Path) -> None:
    one, two = await open_memory(tmp_path / "m.sqlite3"), await open_memory(tmp_path / "m.sqlite3")
    saved = await one.workflows.save(a_flow(1, "s"))
    assert len(await two.finder.search("mend a cup of kind1")) == 1
    await one.workflows.save(saved.model_copy(update={"state": "quarantined"}))
    assert len(await two.finder.search("mend a cup of kind1")) == 0
    await one.close()
    await two.close()


def test_a_search_document_survives_its_storage() -> None:
    made = ranking.document(a_flow(1, "s").model_copy(update={"id": "wf_1", "title": "Mend it"}))
    assert ranking.from_json(made.to_json()) == made
