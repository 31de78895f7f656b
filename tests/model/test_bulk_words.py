"""Which labels act on all that is ticked, and which only save what is."""

from __future__ import annotations

import pytest

from awm_mcp.model.bulk_words import acts_on_ticked


@pytest.mark.parametrize(
    ("label", "bulk"),
    [
        ("Mark as read", True), ("Archive", True), ("Auswahl archivieren", True), ("Déplacer vers…", True), ("选中项", True),
        ("Save", False), ("Save changes", False), ("Speichern", False), ("Send", False), ("Book now", False),
    ],
)  # fmt: skip
def test_labels_that_act_on_ticked_entries_are_told_from_those_that_save(label: str, bulk: bool):
    assert acts_on_ticked(label) is bulk
