"""The pack that ships runs, as it is, against the practice shop; no run was reported before."""

from __future__ import annotations

from pathlib import Path

import pytest

from awm_mcp.app import App
from awm_mcp.config import Settings
from awm_mcp.formats import pack
from awm_mcp.model import Workflow
from awm_mcp.model.run_options import RunOptions
from awm_mcp.practice.__main__ import PORT
from awm_mcp.practice.host import serving
from awm_mcp.practice.runs import FAMILIES

pytestmark = pytest.mark.browser
FOLDER = Path(__file__).resolve().parents[2] / "workflows"
SITE = f"127.0.0.1:{PORT}"
READING = [w for w in pack.load_folder(FOLDER).workflows if w.site == SITE and w.risk == "read"]
PRICE = FAMILIES[0]


def settings(home: Path) -> Settings:
    return Settings(home=home, browser="/usr/bin/chromium", browser_tools=False)


def at(workflow: Workflow, origin: str) -> Workflow:
    """The workflow as it would be in the pack of a shop at another port."""
    return workflow.model_copy(update={"site": origin.removeprefix("http://")})


@pytest.mark.parametrize("workflow", READING, ids=lambda workflow: workflow.name)
async def test_every_reading_workflow_of_the_pack_runs_on_another_port_by_an_alias(workflow: Workflow, tmp_path: Path):
    async with serving() as origin, App.opened(settings(tmp_path)) as app, app.running(learning=False):
        await app.library.import_pack(FOLDER)
        await app.library.add_alias(SITE, origin)
        outcome = await app.run(workflow.name, PRICE.new, RunOptions(start_url=origin))
        assert outcome.ok, outcome.next
        if workflow.outputs:
            assert PRICE.answer() in outcome.outputs.values()


async def test_an_imported_pack_runs_without_any_origin_being_told(tmp_path: Path):
    async with serving() as origin, App.opened(settings(tmp_path / "home")) as app, app.running(learning=False):
        moved = [at(workflow, origin) for workflow in READING]
        pack.write_folder(tmp_path / "pack", moved)
        await app.library.import_pack(tmp_path / "pack")
        for workflow in moved:
            assert (await app.run(workflow.name, PRICE.new)).ok


async def test_a_pack_without_source_runs_is_verified_with_the_examples_of_its_parameters(tmp_path: Path):
    async with serving() as origin, App.opened(settings(tmp_path / "home")) as app, app.running(learning=False):
        bare = [at(w, origin).model_copy(update={"evidence": type(w.evidence)()}) for w in READING]
        pack.write_folder(tmp_path / "pack", bare)
        await app.library.import_pack(tmp_path / "pack")
        for workflow in bare:
            (said,) = await app.verify(workflow.name)
            assert "holds" in said
