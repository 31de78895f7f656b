"""The built wheel in an empty environment: it holds everything, its entry points start, and it answers clients."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import anyio
import pytest
from mcp import Client, StdioServerParameters, stdio_client

ROOT = Path(__file__).resolve().parents[2]
BUILD_WITHIN_S = 300
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def run(*command: str, home: Path | None = None, code: int | None = 0) -> str:
    env = {name: value for name, value in os.environ.items() if not name.startswith(("AWM_", "OPENAI_", "PYTHONPATH"))}
    done = subprocess.run(
        command,
        env={**env, **({"AWM_HOME": str(home)} if home else {})},
        capture_output=True,
        text=True,
        timeout=BUILD_WITHIN_S,
        check=False,
        cwd=home,
    )
    assert code is None or done.returncode == code, done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def uv() -> str:
    found = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
    if not Path(found).exists():
        pytest.skip("uv is not installed")
    return found


@pytest.fixture(scope="module")
def wheel(uv: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    run(uv, "build", "--quiet", "--wheel", "--out-dir", str(out), str(ROOT))
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def programs(uv: str, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment with nothing but the wheel."""
    venv = tmp_path_factory.mktemp("empty") / "venv"
    run(uv, "venv", "--quiet", "--python", sys.executable, str(venv))
    python = venv / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(uv, "pip", "install", "--quiet", "--python", str(python), str(wheel))
    return python.parent


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    sources = {
        str(f.relative_to(ROOT)) for f in (ROOT / "awm_mcp").rglob("*") if f.is_file() and "__pycache__" not in f.parts
    }
    packs = {str(Path("awm_mcp/packs") / f.relative_to(ROOT / "workflows")) for f in (ROOT / "workflows").rglob("*.yaml")}
    assert not (sources | packs) - held


def test_the_command_line_works_from_the_wheel(programs: Path, tmp_path: Path) -> None:
    assert "0." in run(str(programs / "awm-mcp"), "--version", home=tmp_path)
    told = json.loads(run(str(programs / "awm-mcp"), "doctor", "--json", home=tmp_path, code=None))
    assert told


@pytest.mark.parametrize("era", ["legacy", "2026-07-28"])
@pytest.mark.parametrize("command", [("python", "-m", "awm_mcp"), ("awm-mcp", "serve")], ids=["module", "entry-point"])
async def test_the_server_answers_from_the_wheel(command: tuple[str, ...], era: str, programs: Path, tmp_path: Path) -> None:
    program, *args = command
    env = {"PATH": os.environ["PATH"], "AWM_HOME": str(tmp_path), "HOME": str(tmp_path)}
    started = StdioServerParameters(command=str(programs / program), args=args, env=env, cwd=tmp_path)
    with anyio.fail_after(60):
        async with Client(stdio_client(started), mode=era) as client:
            assert (await client.list_tools()).tools[0].name == "find_workflows"
            found = await client.call_tool("find_workflows", {"task": "x"})
    assert not found.is_error and (found.structured_content or {})["verdict"] == "skip"
