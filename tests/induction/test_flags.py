"""Boxes and switches that runs of one task set both ways, or only some touched: one workflow with a true/false value."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from making_runs import ORIGIN, run, step

from awm_mcp.induction import Inducer, induce, lint
from awm_mcp.induction.cleaning.meant_states import side_told, with_told_states
from awm_mcp.model import Became, Effect, Parameter, Run, Seen, Step, Workflow, value
from awm_mcp.model.templates import best_fill


def turned(task: str, setting: str, on: bool, role: str = "checkbox", kind: str = "check") -> Run:
    box = step(kind, setting, role=role, url="/settings", **({"checked": on} if kind == "check" else {}))
    save = step("click", "Save", role="button", url="/settings")
    return run(task, step("click", "Settings", role="link"), box, save, id=f"{task} {on} {kind}")


def booked(name: str, ticked: bool | None = None, told: str = "", held: str | None = None) -> Run:
    box = step("check", "Breakfast", role="checkbox", url="/book", checked=bool(ticked), seen=Seen(held=held))
    sent = Effect(url=ORIGIN + "/done", requests=("POST /book",), shown=("Booked",), changed=True)
    return run(
        f"Book a room for {name}{told}",
        step("click", "Book", role="link", effect=Effect(url=ORIGIN + "/book", changed=True)),
        step("fill", "Guest", name, role="textbox", url="/book"),
        *([box] if ticked is not None else []),
        step("click", "Reserve", role="button", url="/book", effect=sent),
        id=name,
    )


def created(title: str, *ticks: tuple[str, bool], told: str = "") -> Run:
    boxes = [step("check", label, role="checkbox", url="/new", checked=on) for label, on in ticks]
    sent = Effect(url=ORIGIN + "/items", requests=("POST /items",), shown=("Created",), changed=True)
    fill, send = (
        step("fill", "Title", title, role="textbox", url="/new"),
        step("click", "Create", role="button", url="/new", effect=sent),
    )
    return run(f"Create an item '{title}'{told}", fill, *boxes, send, id=title)


def tasks(*runs: Run) -> list[Workflow]:
    return [workflow for workflow in induce(list(runs), most=None) if workflow.kind == "task"]


def only(*runs: Run) -> Workflow:
    (workflow,) = tasks(*runs)
    assert [found for found in lint(workflow) if found.severity == "error"] == []
    return workflow


def flag(workflow: Workflow, name: str) -> Parameter:
    found = workflow.parameter(name)
    assert found is not None
    assert found.type == "boolean"
    return found


DARK = turned("Turn on dark mode", "Dark mode", True), turned("Turn off dark mode", "Dark mode", False)


def test_a_box_that_one_run_turns_on_and_another_off_is_one_true_or_false_value() -> None:
    workflow = only(*DARK)
    found = flag(workflow, "dark_mode")
    assert (found.examples, found.required, found.default) == (("true", "false"), True, None)
    assert found.description == (
        'The dark mode: true ticks the checkbox "Dark mode", false unticks it on the settings page.'
    )
    assert workflow.input_schema()["properties"]["dark_mode"]["examples"] == [True, False]
    assert [s.words() for s in workflow.steps][1] == 'set checkbox "Dark mode" to {dark_mode}'
    assert (workflow.title, [t.words() for t in workflow.templates]) == (
        "Turn on or off dark mode",
        ["Turn {dark_mode} dark mode"],
    )
    assert workflow.evidence.arguments == ({"dark_mode": "true"}, {"dark_mode": "false"})


@pytest.mark.parametrize(
    ("on", "off", "label", "name"),
    [
        ("Enable the weekly digest", "Disable the weekly digest", "Weekly digest", "weekly_digest"),
        ("Subscribe me", "Unsubscribe me", "Newsletter", "newsletter"),
        ("Turn on alarms", "Disable alarms", "Alarms", "alarms"),
        ("Send me updates", "Don't send me updates", "Updates by mail", "updates_by_mail"),
        ("Lock the door", "Unlock the door", "Locked", "locked"),
        ("Schalte den Alarm ein", "Schalte den Alarm aus", "Alarm", "alarm"),
        ("Active les notifications", "Désactive les notifications", "Notifications", "notifications"),
        ("ダークモードをオンにする", "ダークモードをオフにする", "ダークモード", "ticked"),
    ],
)
def test_the_words_that_differ_tell_it_whatever_they_are(on: str, off: str, label: str, name: str) -> None:
    workflow = only(turned(on, label, True), turned(off, label, False))
    assert flag(workflow, name).examples == ("true", "false")
    assert best_fill(workflow, on) == ({name: "true"}, [])
    assert best_fill(workflow, off) == ({name: "false"}, [])


def test_which_word_means_which_state_is_what_the_runs_show() -> None:
    workflow = only(turned("Show the sidebar", "Hide sidebar", False), turned("Hide the sidebar", "Hide sidebar", True))
    assert best_fill(workflow, "Show the sidebar")[0] == {"hide_sidebar": "false"}
    assert best_fill(workflow, "Hide the sidebar")[0] == {"hide_sidebar": "true"}


def test_the_order_in_which_the_runs_come_does_not_matter() -> None:
    runs = (*DARK, turned("Enable dark mode", "Dark mode", True))
    made: set[tuple[int, str, tuple[str, ...]]] = set()
    for order in permutations(runs):
        inducer = Inducer(most=8)
        assert all(map(inducer.put, order))
        (workflow,) = [w for w in inducer.workflows() if w.kind == "task"]
        made.add((workflow.evidence.support, workflow.title, flag(workflow, "dark_mode").examples))
    assert made == {(3, "Turn on or off dark mode", ("true", "false"))}


@pytest.mark.parametrize(
    ("task", "given"),
    [
        ("Turn dark mode off", "false"),
        ("Please switch on dark mode", "true"),
        ("Deactivate the dark mode", "false"),
        ("Don't turn on dark mode", None),
        ("Do not turn dark mode off", None),
        ("Never enable dark mode", None),
        ("Change dark mode", None),
        ("I do not like it: turn on dark mode", None),
    ],
)
def test_a_task_in_other_words_gives_the_state_that_it_asks_for_or_none(task: str, given: str | None) -> None:
    arguments, missing = best_fill(only(*DARK), task)
    assert (arguments.get("dark_mode"), missing) == (given, [] if given else ["dark_mode"])


def switched(*names: str) -> list[Run]:
    words = {True: "on", False: "off"}
    return [turned(f"Turn {words[on]} {n.lower()} in the settings", n, on) for n in names for on in (True, False)]


def test_setting_and_state_are_two_values_where_the_tasks_name_one_of_three_settings() -> None:
    workflow = only(*switched("Alarms", "Reports", "Sounds"))
    assert (workflow.evidence.support, flag(workflow, "ticked").required) == (6, True)
    assert workflow.parameters[1].enum == ("Alarms", "Reports", "Sounds")
    said = best_fill(workflow, "Turn off sounds in the settings")
    assert said == ({"ticked": "false", workflow.parameters[1].name: "Sounds"}, [])


def test_two_boxes_of_a_page_that_are_switched_on_and_off_are_two_workflows() -> None:
    found = sorted(tasks(*switched("Alarms", "Reports")), key=lambda w: w.name)
    assert [[(p.name, p.type) for p in w.parameters] for w in found] == [[("alarms", "boolean")], [("reports", "boolean")]]
    assert [w.evidence.support for w in found] == [2, 2]


def test_boxes_of_entries_of_a_list_have_no_fixed_choices() -> None:
    def done(name: str, on: bool) -> Run:
        box = step("check", name, role="checkbox", checked=on, row=value(name), url="/list")
        return run(f"Tick {'on' if on else 'off'} '{name}' in the list", box, id=f"{name} {on}")

    runs = [done(name, on) for name in ("Buy Milk", "Call Bob", "Ask Eve") for on in (True, False)]
    assert all(p.enum == () for w in tasks(*runs) for p in w.parameters)


def test_a_switch_is_one_task_where_the_small_word_after_the_verb_changes_with_it() -> None:
    runs = [
        turned("Subscribe to the weekly letter", "Weekly letter", True, "switch"),
        turned("Unsubscribe from the weekly letter", "Weekly letter", False, "switch"),
    ]
    workflow = only(*runs)
    assert [(p.name, p.type) for p in workflow.parameters] == [("weekly_letter", "boolean")]
    assert best_fill(workflow, "Unsubscribe from the weekly letter") == ({"weekly_letter": "false"}, [])
    assert best_fill(workflow, "Subscribe to the weekly letter") == ({"weekly_letter": "true"}, [])


def test_a_tick_that_only_some_runs_made_is_optional_and_its_default_is_what_the_form_held() -> None:
    workflow = only(booked("Ann Lee", True, " with breakfast", "false"), booked("Bob Ray"))
    found = flag(workflow, "breakfast")
    assert (found.required, found.default, found.examples) == (False, "false", ("true",))
    assert found.description.endswith("Leave it out to skip it; the form then keeps its default false.")
    assert workflow.input_schema()["properties"]["breakfast"]["default"] is False
    assert [s.words() for s in workflow.steps if s.optional] == ['set checkbox "Breakfast" to {breakfast} (if given)']


@pytest.mark.parametrize("held", [None, "true"])
def test_a_box_that_was_not_looked_at_or_shows_what_is_stored_has_no_default(held: str | None) -> None:
    workflow = only(booked("Ann Lee", True, " with breakfast", held), booked("Bob Ray"))
    assert flag(workflow, "breakfast").default is None


@pytest.mark.parametrize(
    ("task", "given", "missing"),
    [
        ("Book a room for Zoe Kim with breakfast", "true", []),
        ("Book a room for Zoe Kim including breakfast", "true", []),
        ("Book a room for Zoe Kim without breakfast", "false", []),
        ("Book a room for Zoe Kim, no breakfast", "false", []),
        ("Book a room for Zoe Kim", None, []),
        ("Book a room for Zoe Kim, breakfast please", None, ["breakfast"]),
        ("Book a room with breakfast for Zoe Kim", None, ["guest", "breakfast"]),
        ("For Zoe Kim do not book a room with breakfast", None, ["guest", "breakfast"]),
    ],
)
def test_an_optional_tick_is_read_left_out_or_asked_for(task: str, given: str | None, missing: list[str]) -> None:
    workflow = only(booked("Ann Lee", True, " with breakfast"), booked("Bob Ray"))
    arguments, lacks = best_fill(workflow, task)
    assert (arguments.get("breakfast"), lacks) == (given, missing)


def test_a_run_whose_task_says_without_and_that_left_the_box_alone_gives_false() -> None:
    without = booked("Bob Ray", None, " without breakfast")
    workflow = only(booked("Ann Lee", True, " with breakfast"), without, booked("Cy Dow"))
    found = flag(workflow, "breakfast")
    assert (found.required, found.examples, workflow.evidence.support) == (False, ("true", "false"), 3)
    assert {"guest": "Bob Ray", "breakfast": "false"} in workflow.evidence.arguments


def test_the_name_of_the_box_behind_a_comma_is_enough_to_tell_it() -> None:
    workflow = only(created("Mug", ("Featured", True), told=", featured"), created("Cup"), created("Jar"))
    assert flag(workflow, "featured").required is False
    assert best_fill(workflow, "Create an item 'Pot', featured")[0] == {"title": "Pot", "featured": "true"}
    assert best_fill(workflow, "Create an item 'Pot', not featured")[0] == {"title": "Pot", "featured": "false"}
    assert best_fill(workflow, "Create an item 'Featured'") == ({"title": "Featured"}, [])
    assert best_fill(workflow, "Create an item 'Pot' that is featured") == ({"title": "Pot"}, ["featured"])


def test_two_boxes_of_one_form_are_two_values() -> None:
    def made(title: str, gift: bool, rush: bool) -> Run:
        told = f" {'with' if gift else 'without'} gift wrap and {'with' if rush else 'without'} rush delivery"
        return created(title, ("Gift wrap", gift), ("Rush delivery", rush), told=told)

    workflow = only(made("Mug", True, False), made("Cup", False, True), made("Jar", True, True))
    assert [p.name for p in workflow.parameters] == ["title", "gift_wrap", "rush_delivery"]
    arguments, _ = best_fill(workflow, "Create an item 'Pot' without gift wrap and with rush delivery")
    assert arguments == {"title": "Pot", "gift_wrap": "false", "rush_delivery": "true"}


def test_one_word_that_turns_two_boxes_is_one_value() -> None:
    def made(side: str, on: bool) -> Run:
        boxes = [step("check", label, role="checkbox", url="/s", checked=on) for label in ("Dark mode", "Dim pictures")]
        return run(f"Turn {side} dark mode", *boxes, step("click", "Save", role="button", url="/s"))

    workflow = only(made("on", True), made("off", False))
    assert [p.name for p in workflow.parameters] == ["dark_mode"]
    assert [s.params for s in workflow.steps] == [("dark_mode",), ("dark_mode",), ()]


def test_two_boxes_that_one_word_turns_against_each_other_keep_the_tasks_apart() -> None:
    def made(side: str, on: bool) -> Run:
        boxes = [
            step("check", label, role="checkbox", url="/s", checked=state)
            for label, state in (("Bell", on), ("Quiet", not on))
        ]
        return run(f"Turn {side} the bell", *boxes, step("click", "Save", role="button", url="/s"))

    assert [w.evidence.support for w in tasks(made("on", True), made("off", False))] == [1, 1]


def test_a_run_that_left_the_box_alone_though_its_task_has_the_word_does_not_make_the_tick_a_constant() -> None:
    workflow = only(
        created("Mug", ("Featured", True), told=", featured"), created("Cup"), created("Jar", told=" for the featured shelf")
    )
    assert flag(workflow, "featured").required is False


def test_a_state_that_all_runs_want_is_no_value_and_radios_stay_choices() -> None:
    always = [created(title, ("Featured", True), told=", featured") for title in ("Mug", "Cup")]
    assert [p.name for p in only(*always).parameters] == ["title"]

    def sent(how: str) -> Run:
        pick = step("check", how, role="radio", url="/send")
        return run(f"Send the parcel by {how}", pick, step("click", "Send", role="button", url="/send"))

    workflow = only(sent("Express"), sent("Standard"))
    assert [p.type for p in workflow.parameters] == ["string"]


def test_the_graver_of_two_tasks_decides_about_the_risk() -> None:
    made = only(turned("Subscribe me", "Newsletter", True), turned("Unsubscribe me", "Newsletter", False))
    assert made.risk == "destructive"


def test_a_name_that_the_reporter_gives_it_is_its_name() -> None:
    runs = [run.model_copy(update={"hints": {"theme": said}}) for run, said in zip(DARK, ("on", "off"), strict=True)]
    assert flag(only(*runs), "theme").examples == ("true", "false")


# --- clicks -----------------------------------------------------------------------------------------------------------


def test_a_click_on_a_box_and_a_tick_of_it_are_one_move_where_the_task_tells_the_state() -> None:
    workflow = only(DARK[0], turned("Turn off dark mode", "Dark mode", False, kind="click"))
    assert flag(workflow, "dark_mode").examples == ("true", "false")


def test_a_click_of_which_nothing_tells_what_it_led_to_stays_a_click() -> None:
    (made,) = tasks(turned("Set up dark mode", "Dark mode", True, kind="click"))
    assert [s.action.type for s in made.steps if s.action is not None][1] == "click"


def test_a_pressed_in_button_is_a_state() -> None:
    def pressed(side: str, **became: tuple[str, ...]) -> Run:
        bell = step("click", "Bell", role="button", became=Became(**became))
        return run(f"Switch the bell {side}", step("click", "Alerts", role="link"), bell)

    workflow = only(pressed("on", marks=("[aria-pressed=true]",)), pressed("off", lost=("[aria-pressed=true]",)))
    assert flag(workflow, "bell").examples == ("true", "false")


def test_a_later_look_does_not_turn_a_click_round() -> None:
    reported = turned("Turn on dark mode", "Dark mode", True, kind="click")
    looked: list[Step] = list(reported.steps)
    undone = looked[1].action.model_copy(update={"type": "check", "checked": False})
    looked[1] = looked[1].model_copy(update={"action": undone, "effect": Effect(changed=True)})
    seen = with_told_states(reported, reported.model_copy(update={"steps": tuple(looked)}))
    assert (seen.steps[1].action.checked, seen.steps[1].effect) == (True, None)


@pytest.mark.parametrize(
    ("label", "task", "state"),
    [
        ("Dark mode", "Turn dark mode off in the settings", False),
        ("Newsletter", "Unsubscribe me from the newsletter", False),
        ("Admin", "Set admin to yes for Bob", True),
        ("Milk", "Uncheck milk on the list", False),
        ("Milk", "Check milk on the list", None),
        ("Pink", "Add two pink pants", None),
        ("Hide sidebar", "Hide the sidebar", None),
        ("Dark mode", "Do not turn on dark mode", None),
    ],
)
def test_what_a_task_says_of_a_box_by_itself(label: str, task: str, state: Any) -> None:
    assert side_told(label, task) is state
