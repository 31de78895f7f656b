"""Which way a control was turned, and what a reported click on one was to bring about."""

from __future__ import annotations

from typing import Any

import pytest
from core_stage import t

from awm_mcp.model import Action, Became
from awm_mcp.replay.acting.set_marks import Sign, inflected, sign_of, signing
from awm_mcp.replay.acting.turned import Way, same_words, way_between, way_of
from awm_mcp.replay.by_hand.meant_click import as_meant_click, as_untold_click


def shows(*marks: str, name: str = "star", count: int | None = None, **more: Any) -> dict[str, Any]:
    shown: dict[str, Any] = {"filled": False, "echoes": 0, "apart": [], "peers": 0, "around": ""}
    return {"marks": list(marks), "name": name, "count": count, **shown, **more}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Follow", "Following"), ("Follow", "Unfollow"), ("Like", "♥ Liked"), ("Watch", "Stop watching"),
        ("Add to favourites", "Remove from favourites"), ("Enable", "Disable"), ("Notifications off", "Notifications on"),
        ("Mark as read", "Mark as unread"), ("Abonnieren", "Abonniert"),
    ],
)  # fmt: skip
def test_a_name_tells_which_way_it_was_turned(before: str, after: str) -> None:
    assert (way_between(before, after), way_between(after, before)) == (Way.ON, Way.OFF)


@pytest.mark.parametrize(("before", "after"), [("Join", "Leave"), ("Star 41", "Star 42"), ("Order", "Confirm")])
def test_names_that_tell_no_way(before: str, after: str) -> None:
    assert way_between(before, after) is Way.UNKNOWN


def test_a_name_that_says_more_is_the_same() -> None:
    assert same_words("Star", "Star this repository 41") and not same_words("Follow", "Following")


@pytest.mark.parametrize(
    ("off", "on"),
    [
        (shows("path[fill=none]"), shows("path[fill=#e0245e]")), (shows("i.far"), shows("i.fas")),
        (shows('"☆"'), shows('"★"')), (shows('i"star_border"'), shows('i"star"')), (shows(".off"), shows(".on")),
        (shows(), shows(".starred")), (shows(name="favourite"), shows(".is-fav", name="favourite")),
        (shows(count=41), shows(".hot", count=42)), (shows("[data-set=false]"), shows("[data-set=true]")),
    ],
)  # fmt: skip
def test_marks_tell_which_way_it_was_turned(off: dict[str, Any], on: dict[str, Any]) -> None:
    assert (way_of(off, on), way_of(on, off)) == (Way.ON, Way.OFF)


def test_a_mark_that_says_nothing_tells_no_way() -> None:
    assert way_of(shows(".xyz"), shows()) is Way.UNKNOWN
    assert way_of(shows(count=41, name="downvote"), shows(".xyz", count=40, name="downvote")) is not Way.OFF


def test_what_a_control_is_called_after_says_in_its_class_that_it_was_done() -> None:
    assert sign_of([".star", ".starred"], "Favourite") is Sign.SET and inflected("pin", "pinned")
    assert signing([".btn", ".is-fav"], "favourite") == (".is-fav",)
    for plain in (".is-primary", ".star", ".unstarred", ".star-button"):
        assert sign_of([".btn", plain], "star") is Sign.NONE, plain


CLICK = Action(type="click", target=t(role="button", name="Star"))


def meant(was: dict[str, Any], now: dict[str, Any], task: str = "Star Ann", name: str = "Star", **led: Any) -> Action:
    clicked = Action(type="click", target=t(role="button", name=was["name"]), became=Became(**led))
    return as_meant_click(clicked, was, now, reported=t(role="button", name=name), task=task)


def became(action: Action) -> Became:
    assert action.became is not None
    return action.became


def test_a_click_that_took_off_what_the_run_had_set_is_turned_round() -> None:
    led = became(meant(shows(".starred"), shows(), lost=(".starred",)))
    assert (led.marks, led.lost, led.alone) == ((".starred",), (), True)
    led = became(meant(shows(), shows(".starred"), marks=(".starred",)))
    assert (led.marks, led.lost) == ((".starred",), ())
    led = became(meant(shows(), shows(".starred"), "Unstar Ann", marks=(".starred",)))
    assert (led.marks, led.lost) == ((), (".starred",))


def test_the_reported_name_tells_which_of_two_names_was_there_before() -> None:
    before, after = shows(name="following"), shows(name="follow")
    action = meant(before, after, "Follow Ann", "Follow", target=t(role="button", name="Follow"))
    after_it = became(action).target
    assert action.target is not None and after_it is not None
    assert (action.target.words(), after_it.words()) == ('button "Follow"', 'button "following"')
    action = meant(before, after, "Press it", "Following", target=t(role="button", name="Follow"))
    assert action.target is not None and action.target.words() == 'button "following"'


def test_a_change_that_tells_no_way_is_not_known() -> None:
    led = became(meant(shows(".xyz"), shows(), lost=(".xyz",)))
    assert led.unset and led.marks == (".xyz",)
    led = became(meant(shows("path[d=a]"), shows("path[d=b]"), marks=("path[d=b]",), lost=("path[d=a]",)))
    assert led.unset and (led.marks, led.lost) == (("path[d=a]",), ("path[d=b]",))


@pytest.mark.parametrize(
    ("was", "task", "name", "led"),
    [
        (shows(), "Star Ann", "Star", Became(unset=True, wanted=True, echoes=1)),
        (shows(".starred"), "Star Ann", "Star", Became(unset=True, wanted=True, marks=(".starred",))),
        (shows(".is-active"), "Star Ann", "Star", Became(unset=True, wanted=True, marks=(".is-active",))),
        (shows(".starred"), "Unstar Ann", "Star", Became(unset=True, wanted=False, lost=(".starred",))),
        (shows(".selected", peers=3, apart=[".selected"]), "Star Ann", "Star", Became(unset=True)),
        (shows(".selected", peers=3), "Star Ann", "Star", None),
        (
            shows(".starred", peers=3, apart=[".starred"], around="bob"), "Star Bob", "Star",
            Became(unset=True, wanted=True, marks=(".starred",)),
        ),
        (shows(".selected"), "Star Ann without a note", "Star", None),
    ],
)  # fmt: skip
def test_what_is_known_of_a_control_that_did_not_change(
    was: dict[str, Any], task: str, name: str, led: Became | None
) -> None:
    assert as_untold_click(CLICK, was, reported=t(role="button", name=name), task=task).became == led


def test_a_control_that_is_called_otherwise_by_now_was_clicked_by_the_run() -> None:
    clicked = Action(type="click", target=t(role="button", name="Following", css="#x"))
    action = as_untold_click(clicked, shows(name="following"), reported=t(name="Follow"), task="Follow Ann")
    after = became(action).target
    assert action.target is not None and after is not None and action.target.css == "#x"
    assert (action.target.words(), after.words()) == ('button "Follow"', 'button "Following"')
