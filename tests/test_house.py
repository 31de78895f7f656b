"""The house's own rules: who imports whom, how long things are, what may not be in the product."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = sorted((ROOT / "awm_mcp").rglob("*.py"))
SOURCES = [*PRODUCT, ROOT / "server.py", *sorted((ROOT / "tests").rglob("*.py")), *sorted((ROOT / "bench").rglob("*.py"))]
MOST_LINES, MOST_FUNCTION_LINES = 500, 80
HEAVY = ("playwright", "sqlalchemy", "alembic", "openai", "mcp", "uvicorn", "rich.table")


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def functions() -> list[tuple[Path, ast.FunctionDef | ast.AsyncFunctionDef]]:
    return [
        (path, node)
        for path in PRODUCT
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]


def test_lower_floors_never_import_higher_ones(capsys: pytest.CaptureFixture[str]):
    code = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert code == EXIT_STATUS_SUCCESS, capsys.readouterr().out


def test_every_file_is_short():
    long = {relative(p): n for p in SOURCES if (n := len(p.read_text(encoding="utf-8").splitlines())) > MOST_LINES}
    assert long == {}


def test_every_function_is_short_and_nearly_all_are_very_short():
    lengths = {f"{relative(path)}:{node.name}": (node.end_lineno or 0) - node.lineno + 1 for path, node in functions()}
    assert {name: n for name, n in lengths.items() if n > MOST_FUNCTION_LINES} == {}
    assert sum(n <= 30 for n in lengths.values()) / len(lengths) > 0.9


def test_every_function_says_what_it_returns():
    assert [f"{relative(path)}:{node.name}" for path, node in functions() if node.returns is None] == []


def test_every_file_that_holds_code_says_what_it_is_for():
    silent = [
        relative(p)
        for p in PRODUCT
        if (text := p.read_text(encoding="utf-8")).strip() and not ast.get_docstring(ast.parse(text))
    ]
    assert silent == []


def test_nothing_is_left_unfinished_or_silenced():
    unwanted = re.compile(
        r"\b(TODO|FIXME|XXX|HACK)\b|NotImplementedError|# type: ignore(?!\[)|# pyright: ignore(?!\[)|# noqa(?!:)"
    )
    found = [f"{relative(p)}: {m.group()}" for p in PRODUCT for m in unwanted.finditer(p.read_text(encoding="utf-8"))]
    assert found == []


def test_nobody_sleeps_where_an_event_can_be_awaited():
    sleeps = re.compile(r"\btime\.sleep\(|\.wait_for_timeout\(")
    assert [relative(p) for p in PRODUCT if sleeps.search(p.read_text(encoding="utf-8"))] == []


def test_no_file_is_a_drawer_of_odds_and_ends():
    drawers = {"utils.py", "helpers.py", "misc.py", "common.py"}
    assert [relative(p) for p in SOURCES if p.name in drawers] == []


def test_server_py_is_one_call():
    tree = ast.parse((ROOT / "server.py").read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    definitions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    assert len(calls) == 1
    assert definitions == []


def test_the_locks_pin_every_direct_dependency_and_name_no_registry():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for lock, section in (("requirements.lock", "dependencies"), ("requirements-dev.lock", "dev")):
        lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
        pins = {re.split(r"[=<>~\[ ;]", line, maxsplit=1)[0].lower() for line in lines}
        wanted = re.search(rf"^{section} = \[\n(.*?)^\]", project, re.DOTALL | re.MULTILINE)
        assert wanted
        names = re.findall(r'^\s*"([A-Za-z0-9_.-]+)', wanted.group(1), re.MULTILINE)
        assert {name.lower() for name in names} <= pins
        assert [line for line in lines if not re.match(r"[A-Za-z0-9_.\[\]-]+==\S+( ; .+)?$", line)] == []


@pytest.mark.parametrize("script", ["scripts/demo", "scripts/test", "scripts/lock", "scripts/setup.sh"])
@pytest.mark.skipif(shutil.which("sh") is None, reason="needs a POSIX shell")
def test_scripts_are_valid_posix_sh(script: str):
    done = subprocess.run(["sh", "-n", str(ROOT / script)], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert script.endswith(".sh") or os.access(ROOT / script, os.X_OK)


@pytest.mark.process
@pytest.mark.parametrize("module", ["awm_mcp.cli.commands", "awm_mcp.model", "awm_mcp.app"])
def test_what_is_heavy_is_not_imported_before_it_is_needed(module: str):
    code = f"import {module}, sys; print(*[name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split() == []


def test_every_bench_finds_what_it_imports():
    """``browser_use_runner`` runs in a virtual environment of its own."""
    benches = sorted(f"bench.{p.stem}" for p in (ROOT / "bench").glob("*.py") if p.stem != "browser_use_runner")
    done = subprocess.run([sys.executable, "-c", f"import {', '.join(benches)}"], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
