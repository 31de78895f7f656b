"""Which file is meant where the runs had theirs in one folder: one of that name, there or in an upload folder, or a path."""

from __future__ import annotations

from pathlib import Path

import pytest

from awm_mcp.config import Settings
from awm_mcp.errors import Refused, StepStopped
from awm_mcp.model import Param, Parameter, Text, Value, Workflow, value
from awm_mcp.replay.acting.uploads import _files  # pyright: ignore[reportPrivateUsage]
from awm_mcp.replay.values.binding import Arguments
from awm_mcp.replay.values.secrets import Vault


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    for name in ("root/runs/a.txt", "root/b.txt", "outside.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    return Settings.model_validate({"home": tmp_path / "home", "upload_roots": [tmp_path / "root"]})


def chosen(settings: Settings, tmp_path: Path, given: str) -> str:
    used: Value = value([Text(text=f"{tmp_path}/root/runs/"), Param(param="file")])
    flow = Workflow.model_validate(
        {"name": "s_do", "site": "s.test", "start": "/", "parameters": [Parameter(name="file")], "steps": []}
    )
    (path,) = _files(used, Arguments.of(flow, {"file": given}, Vault(settings)), settings)
    return str(path.relative_to(tmp_path))


def test_a_name_is_looked_for_in_the_folder_of_the_runs_then_in_the_upload_folders(settings: Settings, tmp_path: Path):
    assert chosen(settings, tmp_path, "a.txt") == "root/runs/a.txt"
    assert chosen(settings, tmp_path, "b.txt") == "root/b.txt"
    with pytest.raises(StepStopped, match="no_such_file"):
        chosen(settings, tmp_path, "c.txt")


def test_a_path_is_taken_as_it_is_told_and_only_from_the_upload_folders(settings: Settings, tmp_path: Path):
    assert chosen(settings, tmp_path, f"{tmp_path}/root/b.txt") == "root/b.txt"
    for outside in (f"{tmp_path}/outside.txt", "../../outside.txt"):
        with pytest.raises(Refused, match="upload_not_allowed"):
            chosen(settings, tmp_path, outside)
