"""Steps as agents write them by themselves: read where they can mean one thing only, told how, refused else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awm_mcp.errors import InvalidReport
from awm_mcp.formats import run_report
from awm_mcp.formats.assemble import ParsedReport

SAVE = {"type": "click", "target": {"role": "button", "name": "Save"}}


def parsed(*steps: dict[str, Any]) -> ParsedReport:
    return run_report.parse({"task": "save", "outcome": "success", "start_url": "http://a.test/", "steps": list(steps)})


def words(*steps: dict[str, Any]) -> list[str]:
    return [step.action.words() for step in parsed(*steps).run.steps]


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ({"action": "click", "role": "button", "name": "Save"}, 'click button "Save"'),
        ({"action": {"type": "click", "role": "button", "name": "Save"}}, 'click button "Save"'),
        ({"click": {"role": "button", "name": "Save"}}, 'click button "Save"'),
        ({"action": "click", "text": "Save"}, 'click element "Save"'),
        ({"action": "click", "type": "submit", "role": "button", "name": "Go"}, 'click button "Go"'),
        ({"action": "navigate", "url": "http://a.test/x"}, 'open "http://a.test/x"'),
        ({"goto": "http://a.test/x"}, 'open "http://a.test/x"'),
        ({"type": "fill", "label": "Email", "value": "x"}, 'fill element "Email" with "x"'),
        ({"action": "type", "label": "Email", "text": "x"}, 'fill element "Email" with "x"'),
        ({"action": "select", "label": "Country", "value": "Peru"}, 'select "Peru" in element "Country"'),
        ({"action": "uncheck", "role": "checkbox", "name": "News"}, 'uncheck checkbox "News"'),
        ({"action": "press", "key": "Enter"}, 'press "Enter"'),
        ({"action": "browser_click", "element": "Save button", "ref": "e5"}, 'click button "Save"'),
        ({"tool": "browser_click", "element": "Sign in button", "ref": "e5"}, 'click button "Sign in"'),
        ({"name": "mcp__playwright__browser_click", "element": "the 'Save' button", "target": "e5"}, 'click button "Save"'),
        ({"action": "browser_type", "element": "Email field", "ref": "e3", "text": "x"}, 'fill element "Email" with "x"'),
        ({"action": "browser_navigate", "url": "http://a.test/x"}, 'open "http://a.test/x"'),
        ({"action": "browser_press_key", "key": "Enter"}, 'press "Enter"'),
        ({"action": "browser_select_option", "element": "Size dropdown", "values": ["S"]}, 'select "S" in element "Size"'),
    ],
)
def test_the_usual_spellings_are_read_and_the_reporter_is_told_how(step: dict[str, Any], said: str) -> None:
    read = parsed(step, {"action": SAVE})
    assert read.run.steps[0].action.words() == said
    assert sum("step 1 was read as" in warning for warning in read.warnings) == 1


def test_a_form_filled_in_one_call_becomes_its_fields() -> None:
    fields = [
        {"name": "Email", "type": "textbox", "ref": "e1", "value": "x"},
        {"name": "News", "type": "checkbox", "value": "true"},
    ]
    assert words({"action": "browser_fill_form", "fields": fields}) == [
        'fill element "Email" with "x"',
        'check checkbox "News"',
    ]


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ({"action": "click", "type": "fill", "label": "Name"}, "ambiguous_step"),
        ({"action": "fill", "label": "Name", "text": "a", "value": "b"}, "ambiguous_step"),
        ({"action": "Click the Save button"}, "unknown_action"),
        ({"click": "Save"}, "unknown_action"),
        ({"action": "click", "ref": "e5"}, "incomplete_action"),
        ({"action": "click", "element": "submit button"}, "target_missing"),
        ({"action": "click", "element": "First result link"}, "target_missing"),
        ({"action": "click", "element": "Delete button in the row of Ann"}, "target_missing"),
        ({"action": "click", "element": "Save button", "target": "e5", "role": "link"}, None),
    ],
)
def test_what_can_mean_two_things_or_only_describes_an_element_is_refused(step: dict[str, Any], code: str | None) -> None:
    if code is None:  # what is said in fields goes before what is said in words
        assert words(step) == ["click link"]
        return
    with pytest.raises(InvalidReport) as told:
        parsed(step)
    assert told.value.code == code and told.value.step == 1


def test_steps_in_the_documented_shape_are_read_without_a_word() -> None:
    assert not parsed({"action": SAVE}, {**SAVE, "url": "http://a.test/"}).warnings


def test_many_readings_are_told_by_the_first_of_them() -> None:
    told = parsed(*[{"action": "click", "text": str(n)} for n in range(9)]).warnings
    assert len(told) == 6 and told[-1] == "4 more steps were read in the same way"


def test_what_was_typed_is_not_repeated_in_what_is_told() -> None:
    told = parsed({"action": "fill", "label": "Password", "value": "hunter2-secret"}).warnings
    assert told and not any("hunter2" in warning for warning in told)


_TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=30).filter(str.strip)
_MARKS = st.dictionaries(st.sampled_from(["role", "name", "label", "placeholder", "testid"]), _TEXT, min_size=1)


@given(_MARKS, st.sampled_from(["click", "hover", "dblclick"]), st.sampled_from(["action", "type", "tool", "kind"]))
def test_marks_beside_the_kind_mean_what_they_mean_in_a_target(marks: dict[str, str], kind: str, under: str) -> None:
    flat, nested = parsed({under: kind, **marks}), parsed({"action": {"type": kind, "target": marks}})
    assert flat.run.steps == nested.run.steps


@given(_MARKS, _TEXT, st.sampled_from(["value", "text"]))
def test_a_typed_text_beside_its_field_is_typed_as_it_is(marks: dict[str, str], text: str, under: str) -> None:
    try:
        nested = parsed({"action": {"type": "fill", "target": marks, "value": text}}).run
    except InvalidReport as refused:  # such as a text that was cut
        with pytest.raises(InvalidReport, match=refused.code):
            parsed({"action": "fill", **marks, under: text})
        return
    assert parsed({"action": "fill", **marks, under: text}).run.steps == nested.steps


_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | _TEXT, lambda inner: st.lists(inner, max_size=3), max_leaves=4
)
_KEYS = st.sampled_from(
    ["action", "type", "tool", "name", "role", "element", "ref", "target", "text", "value", "url", "fields", "label", "key"]
)


@given(st.dictionaries(_KEYS, _ANY | st.dictionaries(_KEYS, _ANY, max_size=3), max_size=6))
def test_no_step_whatever_breaks_the_reader(step: dict[str, Any]) -> None:
    try:
        read = parsed(step)
    except InvalidReport as refused:
        assert refused.code and refused.next
    else:
        assert read.run.steps
