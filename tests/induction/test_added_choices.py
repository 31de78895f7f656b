"""Choices in a select of several: added to what was chosen, or the whole choice."""

from __future__ import annotations

import pytest
from making_runs import run, step

from awm_mcp.induction.cleaning.added_choices import joint_keeps, with_added_choices
from awm_mcp.model import Step, value


def chosen(values: tuple[str, ...], had: tuple[str, ...] | None, task: str = "Add the label red") -> Step:
    one = step("select", "Labels", role="listbox", values=tuple(map(value, values)), had=had)
    return with_added_choices(run(task, one)).steps[0]


@pytest.mark.parametrize(
    ("values", "had", "task", "keeps", "left"),
    [
        (("green", "red"), ("green",), "Add the label red", True, ("red",)),
        (("green", "red"), ("green",), "Set the labels green and red", False, ("green", "red")),
        (("red",), ("green",), "Set the label to red", False, ("red",)),
        (("red",), (), "Add the label red", None, ("red",)),
        (("red",), None, "Add the label red", True, ("red",)),
        (("red",), None, "Füge das Label Red hinzu", True, ("red",)),
        (("red",), None, "Set the label red", None, ("red",)),
        (("red",), None, "Set the labels to red", False, ("red",)),
        (("red",), None, "Save the label red", None, ("red",)),
        (("red",), None, "Add the note Milk with the label red", None, ("red",)),
        (("red",), ("red",), "Add the label red", None, ("red",)),
    ],
)
def test_what_a_run_chose(
    values: tuple[str, ...], had: tuple[str, ...] | None, task: str, keeps: bool | None, left: tuple[str, ...]
):
    action = chosen(values, had, task).action
    assert (action.keeps, tuple(one.literal for one in action.values)) == (keeps, left)


def test_runs_that_contradict_each_other_tell_nothing_and_one_that_tells_is_enough():
    added, whole, untold = chosen(("green", "red"), ("green",)), chosen(("red",), ("green",)), chosen(("red",), ())
    assert joint_keeps([added, untold]) is True
    assert joint_keeps([whole, untold]) is False
    assert joint_keeps([added, whole]) is None
