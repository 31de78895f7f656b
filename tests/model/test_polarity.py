"""Words that say on or off: which are opposites, how a slot of a template is read, and what a caller may send."""

from __future__ import annotations

import pytest

from awm_mcp.errors import InvalidArguments
from awm_mcp.formats.workflow_yaml import dump, load
from awm_mcp.model import Action, FlowStep, Param, Parameter, Target, Text, Workflow, value
from awm_mcp.model.arguments import bind
from awm_mcp.model.polarity import opposites, side_of, slot, state_said, undoes
from awm_mcp.model.templates import best_fill

BREAKFAST = Parameter(name="breakfast", type="boolean", required=False, examples=("true",))
GUEST = Parameter(name="guest", examples=("Ann Lee", "Bob Ray"))


def booking(*, form: str = "with|without") -> Workflow:
    told = value([Text(text="Book a room for "), Param(param="guest")])
    more = value([*told.root, Text(text=" "), Param(param="breakfast", format=form), Text(text=" breakfast")])
    box, name = Target(role="checkbox", name=value("Breakfast")), Target(role="textbox", name=value("Guest"))
    ticking = Action(type="check", target=box, checked=value([Param(param="breakfast")]))
    filling = Action(type="fill", target=name, value=value([Param(param="guest")]))
    return Workflow(
        name="inn_book_room",
        title="Book a room for a guest",
        site="inn.example",
        start=value("/book"),
        parameters=(GUEST, BREAKFAST),
        steps=(FlowStep(action=filling), FlowStep(action=ticking, optional=True)),
        templates=(more, told),
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("on", "off"), ("With", "without any"), ("turn on", "disable"), ("subscribe", "unsubscribe"), ("lock", "unlock"),
        ("featured", "not featured"), ("send", "don’t send"), ("mit", "ohne"), ("aktiviere", "deaktiviere"), ("oui", "non"),
        ("オンにする", "オフにする"), ("включи", "выключи"),
    ],
)  # fmt: skip
def test_what_says_the_opposite(one: str, other: str) -> None:
    assert opposites(one, other) and opposites(other, one)


@pytest.mark.parametrize(("one", "other"), [("on", "on"), ("on", "Ann"), ("ann", "bob"), ("with", "for"), ("", "off")])
def test_what_says_no_opposite(one: str, other: str) -> None:
    assert not opposites(one, other)


@pytest.mark.parametrize(
    ("form", "said", "state"),
    [
        ("on|off", "ON", "true"), ("on|off", "off", "false"), ("on|off", "disable", "false"), ("with|", "without", "false"),
        ("with|", "including the", "true"), ("Hide|Show", "hide", "true"), ("Hide|Show", "reveal", "false"),
        ("featured|", "not featured", "false"), ("Send|Don't send", "don’t send", "false"),
        ("Send|", "Don't send", None), ("on|off", "never", None), ("on|off", "sometimes", None), ("with|without", "", None),
    ],
)  # fmt: skip
def test_a_slot_is_read_by_its_words_and_by_what_surely_says_the_same_or_the_opposite(
    form: str, said: str, state: str | None
) -> None:
    assert state_said(form, said) == state


def test_a_slot_keeps_its_words_apart() -> None:
    assert slot(["on", "on"], ["off, or away"]) == "on|off  or away"
    assert [side_of(word) for word in ("without", "with", "the", "mug")] == [False, True, None, None]


@pytest.mark.parametrize(
    ("given", "bound"), [(True, "true"), (False, "false"), ("yes", "true"), ("Off", "false"), (1, "true"), ("nein", "false")]
)
def test_a_caller_may_say_it_in_words(given: object, bound: str) -> None:
    assert bind(booking(), {"guest": "Zoe", "breakfast": given})["breakfast"] == bound


def test_a_word_that_is_neither_is_refused() -> None:
    with pytest.raises(InvalidArguments, match="true or false"):
        bind(booking(), {"guest": "Zoe", "breakfast": "maybe"})


def test_the_words_of_a_slot_survive_the_file_format() -> None:
    assert load(dump(booking())).templates == booking().templates


def test_a_state_is_never_read_past_a_denial() -> None:
    workflow = booking()
    read = {
        "Book a room for Zoe Kim without breakfast": ("false", []),
        "Book a room for Zoe Kim never with breakfast": (None, ["breakfast"]),
        "Book a room for 'Dr. No' with breakfast": ("true", []),
        "Do not book a room for Zoe Kim with breakfast": (None, ["breakfast"]),
    }
    for task, state in read.items():
        arguments, missing = best_fill(workflow, task)
        assert (arguments.get("breakfast"), missing) == state


@pytest.mark.parametrize(
    ("task", "name"), [("Unpin Ann", "Pin"), ("Unfavourite it", "Favourite"), ("Remove my upvote from Ann", "Upvote")]
)
def test_a_task_undoes_what_a_control_is_called_after(task: str, name: str) -> None:
    assert undoes(task, name)


@pytest.mark.parametrize(
    ("task", "name"), [("Pin Ann", "Pin"), ("Cancel my order", "Cancel order"), ("Remove milk", "Confirm"), ("Unify", "If")]
)
def test_a_task_undoes_nothing_where_the_control_says_so_itself_or_is_about_something_else(task: str, name: str) -> None:
    assert not undoes(task, name)
