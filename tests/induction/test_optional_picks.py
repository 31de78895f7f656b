"""Entries of menus, segments, chips and filters that only some runs picked, as their tasks tell, are optional."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from making_runs import ORIGIN, run, step

from awm_mcp.induction import induce, lint
from awm_mcp.induction.texts.told_values import introduces, told_as_value
from awm_mcp.model import Effect, Landmark, Run, Seen, Step, Workflow
from awm_mcp.model.templates import best_fill


def listed(item: str, *picks: Callable[[str], Step], told: str = "") -> Run:
    page = f"/search?q={item.replace(' ', '+')}"
    return run(
        f"Show the price of {item}{told}",
        step("fill", "Search", item, role="searchbox"),
        step("click", "Go", role="button", effect=Effect(url=ORIGIN + page, changed=True)),
        *(pick(page) for pick in picks),
        step("extract", "", "$5", role="paragraph", css="p.price", url=page),
        id=item + told,
    )


def pick(
    name: str, role: str = "button", leads: str = "", options: tuple[str, ...] = (), group: str = ""
) -> Callable[[str], Step]:
    def at(page: str) -> Step:
        one = step("click", name, role=role, url=page, effect=Effect(url=ORIGIN + (leads or page), changed=True))
        marks = (Landmark(role="group", name=group),) if group else ()
        assert one.action.target is not None
        target = one.action.target.model_copy(
            update={"landmarks": marks, "seen": Seen(options=options) if options else None}
        )
        return one.model_copy(update={"action": one.action.model_copy(update={"target": target})})

    return at


def only(*runs: Run) -> Workflow:
    (one,) = [w for w in induce(runs, most=None) if w.kind == "task"]
    assert [f for f in lint(one) if f.severity == "error"] == []
    return one


def test_a_filter_button_that_one_run_pressed_is_an_optional_parameter_and_its_step_is_left_out_without_it():
    one = only(listed("Cups"), listed("Mugs", pick("Blue"), told=" in Blue"))
    assert {p.name: p.required for p in one.parameters} == {"query": True, "filter": False}
    assert [s.words() for s in one.steps][2] == 'click button "{filter}" (if given)'
    assert best_fill(one, "Show the price of Bowls in Red")[0] == {"query": "Bowls", "filter": "Red"}
    assert best_fill(one, "Show the price of Bowls")[0] == {"query": "Bowls"}


def test_an_entry_of_a_menu_is_one_with_what_opens_the_menu_and_is_named_by_it():
    menu = pick("Priority"), pick("High", "menuitem")
    one = only(listed("Cups"), listed("Mugs", *menu, told=" with priority High"))
    assert {p.name: p.required for p in one.parameters} == {"query": True, "priority": False}
    assert [s.group for s in one.steps] == [None, None, "choose_priority", "choose_priority", None]


def test_the_choices_that_the_runs_saw_beside_it_are_its_enum():
    colours, size = ("Blue", "Green", "Red"), ("S", "L")
    blue, red = (pick(c, options=colours, group="Colour") for c in ("Blue", "Red"))
    one = only(listed("Cups"), listed("Mugs", blue, told=" in Blue"), listed("Bowls", red, told=" in Red"))
    colour = one.parameter("colour")
    assert colour is not None and (colour.enum, colour.required) == (colours, False)
    seen_once = only(listed("Cups"), listed("Mugs", pick("L", options=size, group="Size"), told=" in L"))
    assert [p.enum for p in seen_once.parameters] == [(), ()]


APART = {
    "a further command": (pick("Compare"), " and compare"),
    "what changes data": (pick("Archive"), " in Archive"),
    "what leads elsewhere": (pick("Deals", "link", leads="/deals"), " in Deals"),
    "what the task does not tell": (pick("Blue"), " in a cold tone"),
}


@pytest.mark.parametrize(("pressed", "told"), APART.values(), ids=APART)
def test_another_click_of_some_runs_makes_another_task(pressed: Callable[[str], Step], told: str):
    runs = listed("Cups"), listed("Mugs", pressed, told=told)
    assert [w.evidence.support for w in induce(runs, most=None) if w.kind == "task"] == [1, 1]


@pytest.mark.parametrize(
    "task", ["Order mugs in blue", "Order 2 mugs, colour: blue", "Order 'Blue' mugs", "Zeige Tassen in Blue"]
)
def test_what_is_told_as_a_value(task: str):
    assert told_as_value("Blue", task)


@pytest.mark.parametrize(
    "task", ["Order mugs and compare", "Compare the mugs", "Order mugs. Compare them", "Zeige Tassen und compare"]
)
def test_what_is_told_as_a_command(task: str):
    assert not told_as_value("Compare", task)


def test_the_word_that_introduces_a_value():
    assert introduces("Size", "Large", "Order mugs of size 'Large'") and introduces("Size", "L", "mugs, size: L")
    assert not introduces("Blue", "Large", "Order mugs in Blue and Large")
