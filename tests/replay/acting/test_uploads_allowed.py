"""Which files may be uploaded: none of what the server keeps for itself, also where an upload folder holds its home."""

from __future__ import annotations

from pathlib import Path

import pytest

from awm_mcp.config import Settings
from awm_mcp.errors import Refused
from awm_mcp.replay.acting.uploads import allowed_file


def _settings(home: Path, **more: object) -> Settings:
    return Settings.model_validate({"home": home, "upload_roots": [home.parent], **more})


def _file(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("x")
    return path


@pytest.mark.parametrize("name", ["logins/shop.example.json", "awm.sqlite3", "secrets.yaml", "../tokens.yaml"])
def test_saved_logins_secrets_and_the_memory_are_never_uploaded(tmp_path: Path, name: str):
    home = tmp_path / "home"
    kept, settings = _file(home / name), _settings(home, http_tokens_file=tmp_path / "tokens.yaml")
    with pytest.raises(Refused, match="one of this server's own"):
        allowed_file(str(kept), settings)
    link = tmp_path / "photo.png"
    link.symlink_to(kept)
    with pytest.raises(Refused, match="one of this server's own"):
        allowed_file("photo.png", settings)


def test_what_a_replay_downloaded_may_be_uploaded_and_other_callers_state_may_not(tmp_path: Path):
    home = tmp_path / "home"
    mine = _settings(home / "principals" / "ada")
    mine = mine.model_copy(update={"upload_roots": [tmp_path]})
    own = _file(mine.runs_dir / "r1" / "bill.pdf")
    assert allowed_file(str(own), mine) == own.resolve()
    for other in (home / "principals" / "karl" / "runs" / "r2" / "bill.pdf", home / "logins" / "shop.json"):
        with pytest.raises(Refused):
            allowed_file(str(_file(other)), mine)
