"""Texts by which pages say that they are still at it, and those that only look so."""

from __future__ import annotations

import pytest

from awm_mcp.replay.traffic.under_way_words import says_under_way


@pytest.mark.parametrize(
    "text",
    [
        "In queue: 1 of 1", "processing | 3.3/0.2s", "Saving…", "Loading...", "Loading 45 %", "Please wait", "Bitte warten",
        "Daten werden gespeichert …", "Traitement en cours…", "Guardando...", "загрузка…", "正在保存…", "保存中…",
    ],
)  # fmt: skip
def test_what_counts_or_trails_off_is_under_way(text: str) -> None:
    assert says_under_way(text)


@pytest.mark.parametrize(
    "text",
    [
        "Processing", "Running", "Queued", "Pending orders", "Loading dock", "Processing 3 orders", "Saved", "Gespeichert",
        "Sending is free of charge", "Order 12 placed", "",
    ],
)  # fmt: skip
def test_states_of_entries_and_other_words_are_not(text: str) -> None:
    assert not says_under_way(text)
