"""What a field shows beside itself of what was put in there tells no row: chips, suggestions, sentences for readers."""

from __future__ import annotations

import pytest

from awm_mcp.induction.cleaning.row_anchor import anchored
from awm_mcp.model import Action, Run, Seen, Spot, Step, Target, value


def put_in(kind: str, given: str, row: str, *others: str) -> Target:
    texts = (row, *others)
    seen = Seen(row_texts=texts, row_spots=tuple(Spot(main=True) for _ in texts))
    target = Target(role="combobox", name=value("Skills"), row=value(row), seen=seen)
    step = Step(action=Action(type=kind, target=target, value=value(given)))  # pyright: ignore[reportArgumentType]
    run = Run(
        task=f"Give Ann the skill {given}", site="a.test", origin="http://a.test", start_url="http://a.test/",
        outcome="success", steps=(step,),
    )  # fmt: skip
    made = anchored(run).steps[0].action.target
    assert made is not None
    return made


@pytest.mark.parametrize("kind", ["fill", "select"])
@pytest.mark.parametrize("shown", ["Python", "1 result available for search term Python."])
def test_what_was_put_in_is_no_row(kind: str, shown: str) -> None:
    alone = put_in(kind, "Python", shown)
    assert alone.row is None and alone.seen is not None and alone.seen.row_texts == ()
    beside = put_in(kind, "Python", shown, "Ann")
    assert beside.row == value("Ann") and beside.seen is not None and len(beside.seen.row_spots) == 1


def test_a_row_that_says_more_than_a_number_that_was_put_in_is_kept() -> None:
    assert put_in("fill", "12", "Felt pad, 12 pieces").row == value("Felt pad, 12 pieces")
    assert put_in("fill", "Python", "Ann").row == value("Ann")


def test_a_click_is_in_the_row_that_it_is_in() -> None:
    assert put_in("click", "Ann", "Ann").row == value("Ann")
