"""The owner's decisions from the command line, against a real memory in a temporary home; no browser is started."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from awm_mcp.app import App
from awm_mcp.cli.commands import cli
from awm_mcp.config import Settings
from awm_mcp.memory.sql import open_memory
from awm_mcp.practice.runs import FAMILIES
from awm_mcp.replay.fake import FakeReplayer

Invoke = Callable[..., str]
ORIGIN = "http://store.example"


@pytest.fixture
def awm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Invoke:
    monkeypatch.setenv("AWM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("AWM_PUBLISH", "manual")

    def invoke(*words: str, code: int = 0) -> str:
        result = CliRunner().invoke(cli, list(words))
        assert result.exit_code == code, result.output
        return result.output

    return invoke


@pytest.fixture
def learnt(awm: Invoke, tmp_path: Path) -> str:
    """The name of a workflow learnt from two runs, verified by a browser that always says yes.

    Version 1 goes through the search form, version 2 by its address.
    """
    home = tmp_path / "home"
    home.mkdir()

    async def learn() -> str:
        memory = await open_memory(home / "awm.sqlite3")
        app = App(Settings(home=home, publish="manual"), memory, FakeReplayer)
        async with app.running(learning=False):
            for report in FAMILIES[0].reports(ORIGIN):
                await app.report(report)
            await app.learn_site("store.example")
            (workflow,) = await app.workflows_of(None)
        await memory.close()
        return workflow.name

    return asyncio.run(learn())


def state(awm: Invoke) -> list[tuple[str, str, int]]:
    return [(row["name"], row["state"], row["version"]) for row in json.loads(awm("workflows", "list", "--json"))]


def test_what_waits_is_listed_and_approved(awm: Invoke, learnt: str):
    assert f"{learnt} version 2" in awm("workflows", "approve")
    assert state(awm) == [(learnt, "verified", 2)]
    assert "is published" in awm("workflows", "approve", "--all")
    assert state(awm) == [(learnt, "published", 2)]
    assert "nothing waits" in awm("workflows", "approve")


def test_the_evidence_tells_runs_values_left_out_steps_with_reasons_and_proofs(awm: Invoke, learnt: str):
    said = awm("workflows", "show", learnt, "--evidence")
    assert "learned from 2 runs on 2" in said
    assert "Find the price of Copper Kettle" in said
    assert "with product=Oak Stool" in said
    assert "the end of the run" in said
    assert "verified on 2" in said
    assert "history: v2 verified, v1 verified" in said


def test_a_renamed_workflow_is_shown_under_both_names(awm: Invoke, learnt: str):
    assert "version 3, verified" in awm("workflows", "rename", learnt, "store_price")
    assert state(awm) == [("store_price", "verified", 3)]
    assert awm("workflows", "show", learnt) == awm("workflows", "show", "store_price")
    assert "bad_name" in awm("workflows", "rename", "store_price", "Store Price", code=1)
    assert "rename" not in awm("workflows", "show", "store_price", "--version", "1")


def test_a_pin_is_told_and_undone(awm: Invoke, learnt: str):
    assert "pinned" in awm("workflows", "pin", learnt)
    assert "pinned" in awm("workflows", "show", learnt, "--evidence")
    assert "open to learning" in awm("workflows", "pin", learnt, "--undo")
    assert "pinned" not in awm("workflows", "show", learnt, "--evidence")


def test_an_edited_file_is_a_pinned_new_version(awm: Invoke, learnt: str, tmp_path: Path):
    awm("workflows", "export", str(tmp_path / "out"))
    (file,) = (tmp_path / "out").rglob("*.yaml")
    title = json.loads(awm("workflows", "show", learnt, "--json"))["title"]
    file.write_text(file.read_text("utf-8").replace(f"title: {title}", "title: What does it cost?"), "utf-8")
    assert f"{learnt} v3, verified, pinned" in awm("workflows", "import", str(tmp_path / "out"))
    assert "+title: What does it cost?" in awm("workflows", "diff", learnt)


def test_nothing_young_is_tidied_away(awm: Invoke, learnt: str):
    assert "nothing to retire" in awm("workflows", "tidy", "--dry-run")
    assert state(awm) == [(learnt, "verified", 2)]


def test_runs_can_be_taken_into_the_offline_memory(awm: Invoke, tmp_path: Path):
    for number, report in enumerate(FAMILIES[0].reports(ORIGIN)):
        (tmp_path / f"run{number}.json").write_text(json.dumps(report), encoding="utf-8")
        awm("import", "--memory", "offline", str(tmp_path / f"run{number}.json"))
    awm("induce")
    (row,) = json.loads(awm("workflows", "list", "--json"))
    assert json.loads(awm("workflows", "show", row["name"], "--json"))["memory"] == "offline"
    assert row["state"] == "draft"
