"""Three twins of the honesty bench, so that it cannot rot: learned through the product, replayed on pages that deceive."""

from __future__ import annotations

import asyncio
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(180)]


def test_a_dropped_entry_and_a_question_stop_and_a_slow_page_is_ok(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in (ROOT, ROOT / "bench", ROOT / "tests" / "rig"):
        monkeypatch.syspath_prepend(str(folder))
    honesty = importlib.import_module("bench.honesty")
    family = next(one for one in honesty.FAMILIES if one.name == "entry")
    options = honesty.Options(names=("drop, bare", "confirm", "slow"), share=1, at_once=1)
    trials = asyncio.run(honesty.tried(tmp_path, [family], options))
    assert {one.twin.name: one.verdict for one in trials} == {
        "honest page": "ok", "drop, bare": "stop", "confirm": "stop", "slow": "ok",
    }, [one.line() for one in trials]  # fmt: skip
