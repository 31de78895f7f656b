"""Names and titles that say what the work is, not how its last button is called."""

from __future__ import annotations

from making_runs import run, step

from awm_mcp.induction import induce
from awm_mcp.model import Landmark, Run, Step, Workflow


def only(*runs: Run) -> Workflow:
    (workflow,) = [w for w in induce(runs) if w.kind == "task"]
    return workflow


def told(*runs: Run) -> tuple[str, str, list[str]]:
    workflow = only(*runs)
    return workflow.name.removeprefix("store_"), workflow.title, [p.name for p in workflow.parameters]


def submitted(task: str, *steps: Step) -> Run:
    return run(task, *steps, step("click", "Submit", role="button", url="/form"), id=task)


def test_what_is_chosen_tells_the_work_and_not_the_button_pressed_behind_it() -> None:
    def chosen(name: str) -> Run:
        listed = step("select", "", name, role="combobox", css="#options", url="/form")
        return submitted(f"Select {name} from the list and click Submit.", listed)

    assert told(chosen("Bobine"), chosen("Ferne")) == (
        "select_option_from_list",
        "Select an option from the list",
        ["option"],
    )


def test_a_value_that_is_called_like_its_field_is_named_once() -> None:
    def entered(text: str) -> Run:
        return submitted(
            f'Enter "{text}" into the text field and press Submit.', step("fill", "", text, role="textbox", css="#tt")
        )

    assert told(entered("Marcella"), entered("Jerald"))[0] == "enter_text"


def test_what_is_clicked_on_is_named_also_where_only_its_kind_is_told() -> None:
    def clicked(label: str) -> Run:
        return run(f'For the user @leo, click on the "{label}" button.', step("click", label, role="button"), id=label)

    assert told(clicked("Mute"), clicked("Share via DM"))[:2] == ("click_on_button", "Click on a button")


def test_a_count_before_a_thing_is_no_thing_and_a_name_stands_for_its_person() -> None:
    def ordered(count: str, item: str, name: str) -> Run:
        fields = [step("fill", label, v, role="textbox", url="/form") for label, v in (("Item", item), ("Quantity", count))]
        return submitted(
            f"Order {count} {item} for {name}", *fields, step("fill", "Name", name, role="textbox", url="/form")
        )

    assert told(ordered("2", "Mugs", "Ann Lee"), ordered("3", "Cups", "Bo Ray"))[1] == "Order an item for a person"


def test_a_word_that_may_be_a_command_is_a_noun_behind_of_or_an_article() -> None:
    def made(name: str, kind: str) -> Run:
        steps = (step("fill", "Name", name, role="textbox", url="/form"), step("click", kind, role="button", url="/form"))
        return submitted(f"Create the label '{name}' of type {kind}.", *steps)

    assert told(made("late", "Group"), made("early", "Project"))[2] == ["name", "type"]


def test_a_choice_is_named_by_the_dialog_that_asks_for_it() -> None:
    def snoozed(until: str) -> Run:
        button = step("click", until, role="button")
        asked = button.action.target
        assert asked is not None
        target = asked.model_copy(update={"landmarks": (Landmark(role="dialog", name="Snooze until"),)})
        chosen = button.model_copy(update={"action": button.action.model_copy(update={"target": target})})
        return run(f"Snooze the first one of them, {until}.", step("click", "Snooze", role="button"), chosen, id=until)

    assert told(snoozed("Next week"), snoozed("Tomorrow"))[2] == ["snooze_until"]


def test_values_that_no_step_uses_leave_no_literal_of_one_run_in_the_title() -> None:
    def picked(date: str, day: str) -> Run:
        return submitted(
            f"Select {date} as the date and hit submit.", step("click", "Prev", text="Prev", css="a.prev"), id_of(day)
        )

    def id_of(day: str) -> Step:
        return step("click", "", css=f"td:nth-child({day}) a")

    assert told(picked("05/15/2016", "3"), picked("03/05/2016", "6"))[1] == "Select a date and hit submit"
