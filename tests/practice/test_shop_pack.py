"""The pack that ships for the practice shop."""

from __future__ import annotations

from pathlib import Path

from awm_mcp.formats import pack
from awm_mcp.induction import lint
from awm_mcp.practice.__main__ import PORT

FOLDER = Path(__file__).resolve().parents[2] / "workflows"


def test_every_shipped_file_is_valid():
    assert pack.load_folder(FOLDER).problems == ()


def test_the_practice_shop_has_a_pack_at_its_usual_port_without_lint_errors():
    shipped = [w for w in pack.load_folder(FOLDER).workflows if w.site == f"127.0.0.1:{PORT}"]
    assert {w.risk for w in shipped} >= {"read", "write"}
    assert [f for w in shipped for f in lint(w) if f.severity == "error"] == []


def test_exported_again_the_files_are_the_same(tmp_path: Path):
    written = pack.write_folder(tmp_path, pack.load_folder(FOLDER).workflows)
    for file in written:
        assert file.read_text(encoding="utf-8") == (FOLDER / file.relative_to(tmp_path)).read_text(encoding="utf-8")
