"""Which marks of a control say that something is set, and which only that it is pointed at."""

from __future__ import annotations

import pytest

from awm_mcp.replay.acting.set_marks import Sign, is_own, sign_of


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


@pytest.mark.parametrize(
    "mark", [".segment-button-after-checked", ".before-active", ".tab-active-next", ".is-prev-selected"]
)
def test_marks_of_the_control_beside_one_that_is_set_are_none_of_its_own(mark: str) -> None:
    assert not is_own(mark)


@pytest.mark.parametrize(
    "mark", [".segment-button-checked", ".btn-next--active", ".next", ".active", "[aria-selected=true]"]
)
def test_marks_of_the_control_itself_are_its_own(mark: str) -> None:
    assert is_own(mark)
