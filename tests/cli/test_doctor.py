"""What ``doctor`` finds, and what it says to do."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from awm_mcp.cli import doctor
from awm_mcp.cli.commands import cli
from awm_mcp.cli.doctor import Finding
from awm_mcp.config import Settings
from awm_mcp.memory.tables import SCHEMAS

posix = pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX")


def with_schema(home: Path, version: str) -> Settings:
    settings = Settings(home=home)
    home.mkdir(mode=0o700, exist_ok=True)
    with closing(sqlite3.connect(settings.database)) as store, store:
        store.execute("create table alembic_version (version_num text)")
        store.execute("insert into alembic_version values (?)", (version,))
    return settings


def test_python_packages_and_sqlite_are_named_with_their_versions(tmp_path: Path):
    settings = Settings(home=tmp_path)
    assert doctor._python(settings).ok
    assert "mcp 2." in doctor._packages(settings).seen
    assert "FTS5" in doctor._sqlite(settings).seen


def test_a_missing_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(doctor, "PACKAGES", ("mcp", "no-such-package-here"))
    finding = doctor._packages(Settings(home=tmp_path))
    assert (finding.ok, finding.seen) == (False, "missing: no-such-package-here")


def test_a_home_that_cannot_be_written_says_how_to_choose_another(tmp_path: Path):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    finding = doctor._home(Settings(home=tmp_path / "file" / "home"))
    assert not finding.ok
    assert "AWM_HOME" in finding.todo


@posix
def test_a_home_that_others_can_read_is_remarked(tmp_path: Path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home").chmod(0o755)
    finding = doctor._home(Settings(home=tmp_path / "home"))
    assert (finding.state, finding.ok) == ("note", True)
    assert "chmod 700" in finding.todo


def test_a_memory_that_is_not_there_yet_is_fine(tmp_path: Path):
    assert doctor._database(Settings(home=tmp_path)).ok


def test_the_memorys_schema_is_told(tmp_path: Path):
    finding = doctor._database(with_schema(tmp_path, SCHEMAS[-1]))
    assert finding.state == "ok"
    assert SCHEMAS[-1] in finding.seen


def test_a_memory_of_a_newer_release_asks_for_an_upgrade(tmp_path: Path):
    finding = doctor._database(with_schema(tmp_path, "9999"))
    assert not finding.ok
    assert "upgrade" in finding.todo


def test_a_damaged_memory_is_a_fault(tmp_path: Path):
    settings = Settings(home=tmp_path)
    settings.database.write_bytes(b"this is no database" * 100)
    assert not doctor._database(settings).ok


@posix
def test_a_secrets_file_must_be_there_and_private(tmp_path: Path):
    file = tmp_path / "secrets.yaml"
    settings = Settings(home=tmp_path, secrets_file=file)
    assert "not there" in doctor._secrets(settings).seen
    file.write_text("a.example: {password: x}", encoding="utf-8")
    file.chmod(0o644)
    assert "chmod 600" in doctor._secrets(settings).todo
    file.chmod(0o600)
    assert doctor._secrets(settings).state == "ok"


def test_secrets_of_the_environment_are_counted_never_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("AWM_SECRET_A_EXAMPLE_PASSWORD", "hush-hush")
    finding = doctor._secrets(Settings(home=tmp_path))
    assert finding.seen.startswith("1 in the environment")
    assert "hush" not in str(finding)


def test_a_model_is_optional_and_its_key_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert "not needed" in doctor._model(Settings(home=tmp_path)).seen
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    finding = doctor._model(Settings(home=tmp_path, model="small"))
    assert "small at" in finding.seen
    assert "sk-very" not in str(finding)


async def test_a_browser_that_is_not_there_says_how_to_get_one(tmp_path: Path):
    settings = Settings(home=tmp_path, browser=str(tmp_path / "no-browser"))
    finding = await doctor._guarded("browser", doctor._browser, settings)
    assert not finding.ok
    assert "playwright install chromium" in finding.todo


async def test_a_server_that_does_not_start_is_told_in_its_own_last_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    script = tmp_path / "broken.py"
    script.write_text("raise SystemExit('no such module: anything')", encoding="utf-8")
    monkeypatch.setattr(doctor.own_server, "command", lambda: [doctor.sys.executable, str(script)])
    finding = await doctor._guarded("server", doctor._server, Settings(home=tmp_path))
    assert not finding.ok
    assert "no such module: anything" in finding.seen


def test_the_table_ends_with_how_many_things_are_to_fix():
    well = Finding("a", "ok", "fine")
    assert doctor.shown([well]).endswith("all well")
    said = doctor.shown([well, Finding("b", "fault", "gone", "bring it back")])
    assert "-> bring it back" in said
    assert said.endswith("1 thing to fix")


@pytest.mark.browser
@pytest.mark.process
def test_on_a_sound_machine_everything_is_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("AWM_HOME", str(tmp_path / "home"))
    result = CliRunner().invoke(cli, ["doctor", "--json"])
    told = json.loads(result.output)
    assert (result.exit_code, told["ok"]) == (0, True), told
    assert [f["name"] for f in told["findings"]][-2:] == ["browser", "server"]
