"""Options and rows whose labels carry data behind the value are one workflow whose value is the name without the data."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from making_runs import ORIGIN, run, step

from awm_mcp.induction import induce
from awm_mcp.induction.texts.labels_with_data import joint_tail, told_head
from awm_mcp.model import Effect, Gap, Param, Run, Seen, Step, Text, Workflow, value
from awm_mcp.model.tails import choice_of, is_tail, tail_of, with_tail

SENT = Effect(url=ORIGIN + "/done", requests=("POST /order",), changed=True)
OPEN = step("click", "Colour", role="combobox", url="/order")
SAVE = step("click", "Place order", role="button", url="/order", effect=SENT)
OPTIONS = ("Blue (3)", "Red (5)", "Red wine (2)")
WORDS = st.text("abcdefghKLMNäöéß", min_size=2, max_size=8)
TAILS = st.sampled_from([" (3)", " [1,200]", " +33", ", 3 left", " - $12.00", " – 15,50 €", " · 2 min", ": 7", " 19"])


def picked(*labels: str, role: str = "option") -> list[Run]:
    return [run(f"Order a mug in {label[: label.index('|')]}", OPEN, _pick(label, role), SAVE) for label in labels]


def _pick(label: str, role: str) -> Step:
    return step("click", label.replace("|", ""), role=role, url="/order")


def chosen(task: str, colour: str, options: tuple[str, ...]) -> Run:
    pick = step("select", "Colour", colour, role="combobox", url="/order", seen=Seen(options=options))
    return run(task, pick, SAVE)


def learned(*runs: Run) -> Workflow:
    (workflow,) = [w for w in induce(list(runs), most=None) if w.kind == "task"]
    return workflow


def words_in(workflow: Workflow) -> list[str]:
    return [one.words() for one in workflow.steps]


@pytest.mark.parametrize(
    ("labels", "role", "named"),
    [
        (("blue| (3)", "red| (5)"), "option", "{colour} (…)"),
        (("Blue|, 3 left", "Red|, 5 left"), "option", "{colour}, … left"),
        (("France| +33", "Peru| +51"), "option", "{colour} …"),
        (("Medium| - $12.00", "Large| - $15.50"), "radio", "{colour} - $…"),
        (("Acme| (12)", "Bolt| (7)"), "checkbox", "{colour} (…)"),
        (("Berlin Hbf| · 2 min", "Bonn| · 12 min"), "option", "{colour} · … min"),
        (("Blue|, 1 item left", "Red|, 5 items left"), "option", "{colour}, … items left"),
    ],
)
def test_runs_that_picked_names_with_data_behind_them_are_one_workflow(
    labels: tuple[str, ...], role: str, named: str
) -> None:
    workflow = learned(*picked(*labels, role=role))
    assert f'click {role} "{named}"' in words_in(workflow)
    values = {str(one) for arguments in workflow.evidence.arguments for one in arguments.values()}
    assert values == {label[: label.index("|")] for label in labels}


def test_the_choices_of_a_select_are_the_names_without_the_data() -> None:
    workflow = learned(chosen("Order a mug in blue", "Blue (3)", OPTIONS), chosen("Order a mug in red", "Red (5)", OPTIONS))
    assert workflow.parameters[0].enum == ("Blue", "Red", "Red wine")
    assert words_in(workflow)[0] == 'select "{colour} (…)" in combobox "Colour"'


def test_a_value_that_came_with_the_task_tells_the_name_as_well() -> None:
    told = (("Blue (3)", "Blue"), ("Red (5)", "Red"))
    made = [run("Order a mug", OPEN, _pick(label, "option"), SAVE, id=name, hints={"colour": name}) for label, name in told]
    assert words_in(learned(*made))[1] == 'click option "{colour} (…)"'


def test_data_that_tells_one_choice_from_another_stays() -> None:
    options = ("Red, 750 ml", "Red, 1 l", "White, 750 ml")
    assert words_in(learned(chosen("Order a bottle of Red", "Red, 750 ml", options)))[0].startswith('select "Red, 750 ml"')


def test_a_row_with_a_count_behind_its_name_is_told_by_the_name() -> None:
    def cancelled(task: str, row: str) -> Run:
        seen = Seen(equals=3, place=1, count=3, row_texts=(row,))
        return run(task, step("click", "Cancel", role="button", url="/order", row=row, seen=seen, effect=SENT))

    workflow = learned(
        cancelled("Cancel order #12", "Order #12 (3 items)"), cancelled("Cancel order #14", "Order #14 (8 items)")
    )
    assert words_in(workflow)[0] == 'click button "Cancel" in the row of "Order #{order} (… items)"'


@pytest.mark.parametrize(
    ("label", "task", "head"),
    [
        ("Red wine (2)", "Order it in red", ""),
        ("Red wine (2)", "Order a red wine", "Red wine"),
        ("Blue (3)", "Order it in blue (3)", ""),
        ("Ann (12)", "Open order 12 of Ann", ""),
        ("Chapter 2", "Read the chapter on cats", ""),
        ("M (3)", "Order it in M", "M"),
        ("A (3)", "Order a mug", ""),
        ("4.5", "Set the size to 4", ""),
        ("Pad-2 XL", "Order the Pad", ""),
        ("Anna (you)", "Assign it to Anna", ""),
    ],
)
def test_only_data_that_the_task_leaves_out_is_cut_off(label: str, task: str, head: str) -> None:
    assert told_head(label, task) == head


def test_tails_of_different_words_have_nothing_in_common() -> None:
    assert joint_tail([", 3 left", "", ", 1 left"]) == ", 3 left"
    assert joint_tail([", 3 cats", ", 2 dogs"]) == ""


@given(head=WORDS, tail=TAILS, more=WORDS)
def test_a_name_with_a_tail_is_told_apart_from_a_longer_name_with_it(head: str, tail: str, more: str) -> None:
    assert is_tail(head, tail)
    assert not is_tail(head, f" {more}{tail}")
    assert not is_tail(head, f"{more}{tail}")
    assert told_head(f"{head} {more}{tail}", f"Order it, {head} please") in (
        "",
        f"{head} {more}" if more == "please" else "",
    )


@given(tail=TAILS, other=TAILS)
def test_what_is_written_behind_a_parameter_is_read_as_its_tail(tail: str, other: str) -> None:
    named = with_tail(value([Param(param="colour")]), tail)
    found = tail_of(named)
    assert found is not None
    assert found[0] == value([Param(param="colour")])
    assert named.bind({"colour": "Red"}).matches("Red" + tail)
    assert not named.bind({"colour": "Red"}).matches("Red wine" + other)


@pytest.mark.parametrize(
    ("before", "behind", "head"),
    [("Red (", ")", "Red"), ("Red, ", " left", "Red"), ("Anna, Bonn (", ")", "Anna, Bonn"), ("Inbox ", "", "Inbox")],
)
def test_a_choice_that_is_the_same_in_all_runs_is_read_without_its_data(before: str, behind: str, head: str) -> None:
    found = choice_of(value([Text(text=before), Gap(gap="number"), Text(text=behind)]))
    assert found is not None
    assert found[0].literal == head


def test_a_gap_for_words_is_no_tail() -> None:
    assert tail_of(value([Param(param="colour"), Text(text=" "), Gap(gap="text")])) is None
    assert tail_of(value([Text(text="Inbox "), Gap(gap="number")])) is None
    assert tail_of(value([Param(param="colour")])) is None
