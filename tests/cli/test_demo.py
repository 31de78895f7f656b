"""The demonstration from outside, as a newcomer runs it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder():
    with tempfile.TemporaryDirectory(prefix="awm") as short:  # browsers put sockets there, whose paths must be short
        yield Path(short)


def demo(folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "awm_mcp.cli", "demo"],
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(folder), "COLUMNS": "200"} | env,
    )


@pytest.mark.browser
@pytest.mark.process
@pytest.mark.slow
def test_the_demonstration_learns_a_tool_uses_it_and_leaves_nothing_behind(folder: Path):
    done = demo(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "report_run" in done.stdout
    assert "no model asked" in done.stdout
    assert list(folder.iterdir()) == []


@pytest.mark.process
def test_a_demonstration_that_cannot_work_says_so_and_what_to_do(folder: Path):
    done = demo(folder, AWM_BROWSER=str(folder / "no-browser"))
    assert done.returncode == 1
    assert "the demonstration failed" in done.stderr
    assert "awm-mcp doctor" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(folder.iterdir()) == []
