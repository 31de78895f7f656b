"""MiniWoB++ pages: seeded episodes, and the reward as the task's check. A stand-in page takes the package's place."""

from __future__ import annotations

from pathlib import Path

import httpx2
import pytest

from awm_mcp.errors import InvalidInput
from awm_mcp.experiments import miniwob
from awm_mcp.experiments.checks import Final, check
from awm_mcp.experiments.task_file import Check

SOLVED = Check(python="awm_mcp.experiments.miniwob:rewarded")


@pytest.fixture
def origin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "miniwob").mkdir()
    (tmp_path / "miniwob" / "enter-text.html").write_text("<body><p>Enter it</p></body>", encoding="utf-8")
    monkeypatch.setattr(miniwob, "_html", lambda: tmp_path)
    with miniwob.served(0) as address:
        yield address


def test_a_seeded_page_starts_its_episode_and_others_are_as_they_are(origin: str):
    seeded = httpx2.get(f"{origin}/miniwob/enter-text.html?seed=7").text
    assert "Math.seedrandom(7)" in seeded and seeded.endswith("</body>")
    for address in ("/miniwob/enter-text.html", "/miniwob/enter-text.html?seed=x"):
        assert "<script>" not in httpx2.get(origin + address).text
    assert httpx2.get(f"{origin}/miniwob/other.html?seed=1").status_code == 404


@pytest.mark.parametrize(("raw", "solved"), [("1", True), ("0.5", True), ("0", False), ("-1", False), ("much", False)])
def test_a_task_is_solved_by_a_positive_reward_at_its_own_address(origin: str, raw: str, solved: bool):
    page = f"{origin}/miniwob/enter-text.html?seed=7"
    httpx2.get(page)
    httpx2.get(f"{origin}/reward", params={"page": page, "raw": raw})
    assert check(SOLVED, Final(start_url=page)).solved is solved
    assert not check(SOLVED, Final(start_url=page.replace("7", "8"))).solved


def test_loading_a_page_anew_forgets_its_reward(origin: str):
    page = f"{origin}/miniwob/enter-text.html?seed=7"
    httpx2.get(f"{origin}/reward", params={"page": page, "raw": "1"})
    httpx2.get(page)
    assert not check(SOLVED, Final(start_url=page)).solved


def test_a_missing_package_is_told_with_the_command_that_brings_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(miniwob.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(InvalidInput) as caught, miniwob.served(0):
        pass
    assert "pip install --no-deps miniwob" in caught.value.next
