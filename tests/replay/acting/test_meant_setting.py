"""What a step means as the setting of a field, whatever widget it was recorded on."""

from __future__ import annotations

from typing import Any

from core_stage import param, step, t

from awm_mcp.model import Became, FlowStep, value
from awm_mcp.model.target import Place
from awm_mcp.replay.acting.meant_setting import Setting, setting_of
from awm_mcp.replay.values.binding import Arguments

MAIN = {"role": "main"}
SAVE = step("click", t(role="button", name="Save"))


def setting(*steps: FlowStep, at: int = 1, **given: Any) -> Setting | None:
    return setting_of([*steps, SAVE], at, Arguments(given, {}, None, "site"))


def told(found: Setting | None) -> tuple[Any, ...]:
    assert found is not None
    return found.names, found.value, found.wants


def test_an_opened_list_and_its_clicked_entry_are_one_setting_of_the_field():
    opens = step("click", t(role="combobox", label="Priority", name="Priority"))
    entry = step("click", t(role="option", name=param("level"), landmarks=[{"role": "listbox", "name": "Priority"}]))
    first, second = (setting(opens, entry, at=at, level="High") for at in (1, 2))
    assert told(first) == told(second) == (("Priority",), "High", "choice")
    assert first is not None and first.opens
    assert second is not None and second.opened


def test_what_is_typed_and_taken_from_the_suggestions_is_one_setting():
    typed = step("fill", t(role="combobox", label="Country"), param("country"))
    entry = step("click", t(role="option", name=param("country")))
    assert told(setting(typed, entry, country="Peru")) == (("Country",), "Peru", "choice")


def test_a_box_with_entries_under_its_own_label_is_a_list_without_roles():
    box = step("click", t(tag="div", label="Priority", text="Choose..."))
    entry = step("click", t(tag="div", label="Priority", text=param("level")))
    assert told(setting(box, entry, level="Low")) == (("Priority",), "Low", "choice")


def test_a_radio_button_and_a_button_of_a_group_set_the_field_that_the_group_is_called_after():
    group = {"role": "group", "name": "Priority"}
    radio = step("check", t(role="radio", name=param("level"), landmarks=[MAIN, group]))
    assert told(setting(radio, level="Low")) == (("Priority",), "Low", "choice")
    pressed = step("check", t(role="button", name="Low", landmarks=[MAIN, group]))
    assert told(setting(pressed)) == (("Priority",), "Low", "choice")


def test_a_button_of_a_group_without_a_name_may_be_called_after_its_parameter_only():
    became = Became(marks=(".v-btn--active",), alone=True)
    found = setting(step("click", t(role="button", name=param("task_priority")), became=became), task_priority="Low")
    assert told(found) == (("task priority",), "Low", "choice")
    assert found is not None and not found.told
    assert setting(step("click", t(role="button", name="Low"), became=became)) is None


def test_texts_days_ticks_and_files_are_told_apart():
    assert told(setting(step("fill", t(role="textbox", label="Note"), "Hi"))) == (("Note",), "Hi", "text")
    assert told(setting(step("fill", t(role="textbox", label="Due"), "2027-03-04"))) == (("Due",), "2027-03-04", "date")
    assert told(setting(step("select", t(role="combobox", label="Size"), "L"))) == (("Size",), "L", "choice")
    assert told(setting(step("check", t(role="switch", name="Urgent")))) == (("Urgent",), "", "state")
    assert told(setting(step("upload", t(tag="input", label="File"), "a.txt"))) == (("File",), "", "file")


def test_what_sets_nothing_or_more_than_one_thing_has_no_meaning_of_this_kind():
    assert setting(step("click", t(role="button", name="Edit"))) is None
    assert setting(step("select", t(role="listbox", label="Tags"), values=(value("a"), value("b")))) is None
    missing = step("fill", t(role="textbox", label="Note"), param("note"))
    assert setting(missing) is None


def test_a_field_of_a_row_that_no_text_tells_is_not_known_by_its_name_alone():
    assert setting(step("select", t(role="combobox", label="Status", row_needed=True), "Done")) is None
    assert setting(step("select", t(role="combobox", label="Status", place=Place(index=value("2"))), "Done")) is None
