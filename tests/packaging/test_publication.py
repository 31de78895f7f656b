"""What registries and hosts read of us: they agree with each other, and the official tool takes the bundle."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from registry_rules import faults

from awm_mcp.config import Settings

ROOT = Path(__file__).resolve().parents[2]
from node_tools import tools  # noqa: E402

SERVER: dict[str, Any] = json.loads((ROOT / "server.json").read_text())
MANIFEST: dict[str, Any] = json.loads((ROOT / "mcpb" / "manifest.json").read_text())
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_all_descriptions_of_the_package_are_of_one_version() -> None:
    assert {SERVER["version"], SERVER["packages"][0]["version"], MANIFEST["version"]} == {PROJECT["version"]}
    assert SERVER["packages"][0]["identifier"] == MANIFEST["name"] == PROJECT["name"]


def test_the_registry_finds_the_servers_name_in_the_readme() -> None:
    assert f"<!-- mcp-name: {SERVER['name']} -->" in (ROOT / "README.md").read_text()
    assert len(SERVER["description"]) <= 100


def test_the_registry_takes_the_servers_description() -> None:
    assert faults(SERVER) == []


@pytest.mark.parametrize(
    ("where", "given"),
    [
        (("name",), "awm-mcp"),
        (("name",), "io.github.awm-mcp/awm/mcp"),
        (("description",), "x" * 101),
        (("description",), ""),
        (("version",), "latest"),
        (("version",), "^0.1.0"),
        (("titel",), "a typo"),
        (("repository",), {"url": "https://github.com/awm-mcp/awm-mcp"}),
        (("packages", 0, "version"), "1.x"),
        (("packages", 0, "transport"), {"type": "streamable-http"}),
        (("packages", 0, "registryBaseUrl"), "https://mirror.example"),
        (("packages", 0, "packageArguments"), [{"type": "positional"}]),
        (("packages", 0, "packageArguments"), [{"type": "named", "value": "x"}]),
        (("packages", 0, "environmentVariables"), [{"description": "no name"}]),
        (("packages", 0, "environmentVariables"), [{"name": "A", "format": "path"}]),
        (("packages", 0, "registryType"), "mcpb"),
    ],
)
def test_what_the_registry_refuses_is_seen(where: tuple[str | int, ...], given: Any) -> None:
    changed: Any = copy.deepcopy(SERVER)
    inner = changed
    for key in where[:-1]:
        inner = inner[key]
    inner[where[-1]] = given
    assert faults(changed)


def test_a_server_is_found_by_what_the_registry_needs_most() -> None:
    for name in ("name", "description", "version"):
        assert faults({key: value for key, value in SERVER.items() if key != name})


def test_the_readme_has_the_privacy_section_that_the_manifest_names() -> None:
    assert "\n## Privacy" in (ROOT / "README.md").read_text() and MANIFEST["privacy_policies"][0].endswith("#privacy")


def test_what_a_user_can_set_is_a_setting() -> None:
    known = {str(field.validation_alias or f"AWM_{name.upper()}") for name, field in Settings.model_fields.items()}
    asked = {variable["name"] for variable in SERVER["packages"][0]["environmentVariables"]}
    assert asked <= known and set(MANIFEST["server"]["mcp_config"]["env"]) <= known
    given = {value.removeprefix("${user_config.").rstrip("}") for value in MANIFEST["server"]["mcp_config"]["env"].values()}
    assert given == set(MANIFEST["user_config"])


def test_settings_that_a_host_leaves_empty_count_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    unset = Settings()
    for name in MANIFEST["server"]["mcp_config"]["env"]:
        monkeypatch.setenv(name, "")
    empty = Settings()
    assert empty.home.is_absolute() and empty.openai_api_key is None and empty.browser is None
    assert empty.model_dump(include={"usage", "publish"}) == unset.model_dump(include={"usage", "publish"})


@pytest.mark.conformance
@pytest.mark.slow
def test_the_official_tool_validates_and_packs_the_bundle(tmp_path: Path) -> None:
    node, out = tools(), tmp_path / "awm.mcpb"
    env = {**node.env, "MCPB": str(node.bin("mcpb"))}
    done = subprocess.run(
        [str(ROOT / "scripts" / "build_mcpb"), str(out)], env=env, capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    held = set(zipfile.ZipFile(out).namelist())
    assert {"manifest.json", "pyproject.toml", "server.py", "awm_mcp/server/face.py"} <= held
    assert "awm_mcp/replay/browsing/page/match.js" in held
    assert not [name for name in held if name.startswith((".", "tests", os.sep)) or "__pycache__" in name]
