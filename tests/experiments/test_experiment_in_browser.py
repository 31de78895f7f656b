"""The whole experiment on the practice shop: real servers over stdio, a real browser, learning between the tasks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
import yaml

from awm_mcp.experiments.task_file import BUILT_IN

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder():
    with tempfile.TemporaryDirectory(prefix="awm") as short:  # browsers put sockets there, whose paths must be short
        yield Path(short)


def few(folder: Path, family: str, count: int) -> Path:
    """The first tasks of one family of the file that comes with the product."""
    file = yaml.safe_load((BUILT_IN / "practice.yaml").read_text(encoding="utf-8"))
    file["tasks"] = [task for task in file["tasks"] if task["family"] == family][:count]
    path = folder / "few.yaml"
    path.write_text(yaml.safe_dump(file), encoding="utf-8")
    return path


def evaluated(*words: str, folder: Path) -> list[dict[str, object]]:
    done = subprocess.run(
        [sys.executable, "-m", "awm_mcp.cli", "eval", *words, "--json"],
        capture_output=True, text=True, check=False, timeout=170, cwd=ROOT, env=os.environ | {"TMPDIR": str(folder)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.browser
@pytest.mark.process
@pytest.mark.slow
@pytest.mark.timeout(200)
def test_after_one_task_by_hand_the_next_is_one_call_and_memories_are_apart(folder: Path):
    tasks, out = few(folder, "message", 2), folder / "out"
    words = (str(tasks), "--arms", "none,tools", "--agent", "script:follow", "--out", str(out))
    none, tools = evaluated(*words, folder=folder)
    assert none["solved"] == tools["solved"] == [True, True]
    assert none["called"] == [False, False]
    assert tools["called"] == [False, True]
    assert none["calls"] == [7, 7] and tools["calls"] == [8, 2]
    before = (out / "results.jsonl").read_bytes()
    assert evaluated(*words, folder=folder) == [none, tools]
    assert (out / "results.jsonl").read_bytes() == before
