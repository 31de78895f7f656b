"""The documentation cannot lie: its commands exist, its configuration parses, its examples are accepted by the product."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import typer
import yaml
from typer.testing import CliRunner

from awm_mcp.cli.commands import cli
from awm_mcp.config import Settings
from awm_mcp.formats import run_report, workflow_yaml

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMMANDS_ELSEWHERE = {"claude", "export", "npx", "git", "python", "docker", "uvx", "curl"}


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def in_all(language: str) -> list[Any]:
    return [
        pytest.param(text, id=f"{page.stem}-{number}")
        for page in PAGES
        for number, text in enumerate(blocks(page, language), 1)
    ]


def reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location("awm_reference", ROOT / "scripts" / "reference.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def known_commands() -> set[tuple[str, ...]]:
    return set(reference()._paths(typer.main.get_command(cli)))


@pytest.mark.parametrize("name", ["cli.md", "configuration.md", "usage.md"])
def test_the_made_parts_of_a_page_are_what_the_program_says(name: str):
    page = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert page == reference().refreshed(name, page), "run scripts/reference.py"


def test_every_setting_is_explained():
    page = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    for name, field in Settings.model_fields.items():
        assert f"`{field.validation_alias or f'AWM_{name.upper()}'}`" in page


@pytest.mark.parametrize("text", in_all("json"))
def test_json_blocks_parse_and_client_entries_name_absolute_paths(text: str):
    data = json.loads(text)
    servers = data.get("mcpServers") or data.get("servers") or {}
    for entry in servers.values():
        if "command" in entry:
            assert entry["command"].startswith("/")
            assert all(part.startswith("/") or not part.endswith(".py") for part in entry["args"])
    if "steps" in data:
        run_report.parse(data)


@pytest.mark.parametrize("text", in_all("yaml"))
def test_yaml_blocks_parse_and_workflows_are_valid(text: str):
    data = yaml.safe_load(text)
    assert data
    if "steps" in data:
        loaded = workflow_yaml.load(text)
        assert workflow_yaml.load(workflow_yaml.dump(loaded)) == loaded


@pytest.mark.parametrize("text", in_all("sh"))
def test_shell_blocks_name_commands_that_exist(text: str):
    known = known_commands()
    for line in text.splitlines():
        words = shlex.split(line, comments=True)
        if not words or words[0] in COMMANDS_ELSEWHERE:
            continue
        if words[0].startswith("./"):
            assert (ROOT / words[0]).is_file(), line
        elif Path(words[0]).name == "awm-mcp":
            path = next((p for p in (tuple(words[1:3]), tuple(words[1:2])) if p in known), None)
            assert path, line
            assert_options_exist(path, [w.split("=")[0] for w in words if w.startswith("--")])
        else:
            assert words[0].startswith(".venv/bin/"), line


def assert_options_exist(path: tuple[str, ...], options: list[str]) -> None:
    shown = CliRunner().invoke(cli, [*path, "--help"]).output
    assert [option for option in options if option not in shown] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_to_files_lead_somewhere(page: Path):
    links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_awm_commands_in_running_text_exist():
    known = known_commands()
    for page in PAGES:
        for inline in re.findall(r"`(awm-mcp [a-z][^`]*)`", page.read_text(encoding="utf-8")):
            words = inline.split()[1:]
            assert tuple(words[:2]) in known or tuple(words[:1]) in known, f"{page.name}: {inline}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_no_page_names_this_machine(page: Path):
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"/work/|/root/|/opt/pypi|file:///", text) == []
