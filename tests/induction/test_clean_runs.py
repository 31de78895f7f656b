from __future__ import annotations

from making_runs import ORIGIN, run, step, unchanged

from awm_mcp.induction.cleaning.clean import opening_of, trace_of
from awm_mcp.model import Effect, Step


def kept(*steps: Step) -> list[str]:
    return [s.action.words() for s in trace_of(run("Do it", *steps)).steps]


def test_failed_and_idle_steps_are_dropped_with_their_reason() -> None:
    steps = (
        step("click", "Menu", role="button", effect=Effect(failed="Timeout 500ms")),
        step("click", "Logo", role="link", effect=unchanged()),
        step("click", "Orders", role="link"),
    )
    trace = trace_of(run("Open the orders", *steps))
    assert [s.action.words() for s in trace.steps] == ['click link "Orders"']
    assert trace.dropped == ("step 1: failed: Timeout 500ms", "step 2: changed nothing")


def test_what_a_control_does_may_be_known_to_the_script_alone() -> None:
    steps = (
        step("click", "Add", role="button", effect=unchanged()),
        step("click", "Save", role="button", effect=unchanged()),
        step("click", "Notes", role="generic", effect=unchanged()),
        step("click", "Save", role="button", effect=unchanged()),
        step("click", "Done", role="generic", effect=unchanged()),
    )
    assert kept(*steps) == ['click button "Add"', 'click button "Save"', 'click generic "Done"']


def test_an_overwritten_fill_leaves_the_last_one() -> None:
    assert kept(
        step("fill", "Name", "Anna", role="textbox"),
        step("fill", "City", "Bonn", role="textbox"),
        step("fill", "Name", "Hanna", role="textbox"),
    ) == ['fill textbox "City" with "Bonn"', 'fill textbox "Name" with "Hanna"']


def test_the_same_field_filled_again_after_a_click_is_a_new_entry() -> None:
    steps = [
        step("fill", "Tag", "red", role="textbox"),
        step("click", "Add", role="button"),
        step("fill", "Tag", "blue", role="textbox"),
        step("click", "Add", role="button"),
    ]
    assert len(kept(*steps)) == 4


def test_a_look_at_another_page_and_back_is_a_detour() -> None:
    assert kept(
        step("click", "Help", role="link", url="/"),
        step("back", url="/help"),
        step("click", "Orders", role="link", url="/"),
    ) == ['click link "Orders"']


def test_a_round_trip_that_changed_something_is_no_detour() -> None:
    steps = [
        step("click", "Blue Cup", role="link", url="/list"),
        step("click", "Add to cart", role="button", url="/cup"),
        step("back", url="/cup"),
        step("click", "Red Cup", role="link", url="/list"),
    ]
    assert len(kept(*steps)) == 4


def test_a_navigation_that_only_echoes_a_click_is_dropped() -> None:
    steps = [
        step("goto", value=f"{ORIGIN}/"),
        step("click", "Orders", role="link", effect=Effect(url=f"{ORIGIN}/orders", changed=True)),
        step("goto", value=f"{ORIGIN}/orders", url="/orders"),
        step("click", "First", role="link", url="/orders"),
    ]
    assert kept(*steps) == ['click link "Orders"', 'click link "First"']


def test_the_leading_navigation_is_the_start_page() -> None:
    visited = run("See deals", step("goto", value=f"{ORIGIN}/deals?day=1"), step("click", "Deal", role="link", url="/deals"))
    assert opening_of(visited) == "/deals?day=1"


def test_scrolls_pauses_and_the_end_are_no_steps() -> None:
    steps = [step("scroll"), step("wait_for", value="2"), step("click", "Go", role="button"), step("stop", value="done")]
    assert kept(*steps) == ['click button "Go"']


def test_addresses_that_the_page_came_to_by_itself_are_no_steps() -> None:
    steps = (
        step("goto", value=f"{ORIGIN}/"),
        step("goto", value=f"{ORIGIN}/home", effect=Effect(url=f"{ORIGIN}/home#x", changed=False)),
        step("fill", "Title", "Hello", role="textbox", url="/home#x"),
    )
    assert kept(*steps) == ['fill textbox "Title" with "Hello"']
