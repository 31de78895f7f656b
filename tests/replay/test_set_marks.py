"""Which marks of a control say that something is set, and which only that it is pointed at."""

from __future__ import annotations

import pytest

from awm_mcp.replay.acting.set_marks import Sign, sign_of


@pytest.mark.parametrize(
    "mark", [".selected", ".item--checked", ".is-on", ".ant-select-item-option-selected", 'i"✓"', "[data-state=checked]"]
)
def test_marks_of_what_is_set(mark: str) -> None:
    assert sign_of([".opt", mark]) is Sign.SET


@pytest.mark.parametrize("mark", [".active", ".nav-current", "[aria-selected=true]", "[data-selected=true]"])
def test_marks_of_what_may_only_be_pointed_at(mark: str) -> None:
    assert sign_of([".opt", mark]) is Sign.PERHAPS


@pytest.mark.parametrize(
    "mark", [".opt", ".add-on", ".unselected", ".not-checked", ".button", "span.dot", "[data-state=unchecked]"]
)
def test_marks_of_neither(mark: str) -> None:
    assert sign_of([mark]) is Sign.NONE
