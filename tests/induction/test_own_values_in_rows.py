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


def with_extras(*rows: tuple[str, ...], picked: str = "Gift wrap", role: str = "combobox", label: str = "Extras") -> Target:
    """The target of a key in a field that was clicked first, where an entry of its list was picked in between."""
    spots = [tuple(Spot(main=True) for _ in texts) for texts in rows]
    told = [Seen(row_texts=texts, row_spots=spots) for texts, spots in zip(rows, spots, strict=True)]
    fields = [
        Target(role=role, name=value(label), row=value(seen.row_texts[0]) if seen.row_texts else None, seen=seen)
        for seen in told
    ]
    steps = (
        Step(url="http://a.test/", action=Action(type="click", target=fields[0])),
        Step(url="http://a.test/", action=Action(type="click", target=Target(role="option", name=value(picked)))),
        Step(url="http://a.test/", action=Action(type="press", target=fields[1], value=value("Escape"))),
    )
    run = Run(
        task=f"Order with {picked}", site="a.test", origin="http://a.test", start_url="http://a.test/",
        outcome="success", steps=steps,
    )  # fmt: skip
    made = anchored(run).steps[2].action.target
    assert made is not None
    return made


def test_the_chip_of_what_was_picked_is_no_row_of_its_field() -> None:
    assert with_extras((), ("Gift wrap",)).row is None
    assert with_extras(("Ann",), ("Gift wrap", "Ann")).row == value("Ann")


def test_a_row_that_was_there_before_the_choice_stays_one() -> None:
    assert with_extras(("Gift wrap",), ("Gift wrap",)).row == value("Gift wrap")
    assert with_extras((), ("Ann",)).row == value("Ann")
    assert with_extras((), ("Gift wrap",), role="button", label="Delete").row == value("Gift wrap")


def opened(button: str, *typed: str) -> Target:
    """The target of a click in the row of "Photos", beside which it says "Unshared", before texts are typed."""
    texts = ("Photos", "Unshared")
    seen = Seen(row_texts=texts, row_spots=tuple(Spot(main=True) for _ in texts))
    target = Target(role="button", name=value(button), row=value("Photos"), seen=seen)
    field = Target(role="textbox", name=value("Folder label"))
    typing = [Step(action=Action(type="fill", target=field, value=value(text))) for text in typed]
    run = Run(
        task="Add the folder 'Photos'", site="a.test", origin="http://a.test", start_url="http://a.test/",
        outcome="success", steps=(Step(action=Action(type="click", target=target)), *typing),
    )  # fmt: skip
    made = anchored(run).steps[0].action.target
    assert made is not None
    return made


@pytest.mark.parametrize("button", ["Add folder", "New folder", "+", "Hinzufügen"])
def test_what_a_run_made_is_no_row_of_the_button_that_makes_more(button: str) -> None:
    made = opened(button, "Photos", "/srv/photos")
    assert made.row is None and made.seen is not None and made.seen.row_texts == ()


@pytest.mark.parametrize(("button", "typed"), [("Add folder", "Sub"), ("Delete", "Photos"), ("Edit", "Photos")])
def test_a_button_of_a_row_that_was_there_stays_one(button: str, typed: str) -> None:
    assert opened(button, typed).row == value("Photos")
