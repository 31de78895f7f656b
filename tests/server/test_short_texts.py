"""What tools/list says of parameters and of what is switched: whole phrases within little room."""

from __future__ import annotations

from typing import Any

import pytest

from awm_mcp.model import Action, FlowStep, Param, Parameter, Target, Text, Workflow, value
from awm_mcp.server.published_tools import published_tool
from awm_mcp.server.short_texts import in_few_words
from awm_mcp.server.spoken_tasks import task_in_words

SWITCH = 'true turns on the switch "Dark mode", false turns it off.'
OPTIONAL = 'one of the choices of "Colour". Leave it out to skip it; the form then keeps what it shows.'


@pytest.mark.parametrize(
    ("said", "most", "may_lack", "shown"),
    [
        (SWITCH, 80, False, SWITCH),
        (SWITCH, 40, False, "on (true) or off (false)"),
        ("true unticks the box, false ticks it again as it was before", 40, False, "off (true) or on (false)"),
        ("Whether the checkbox is to be ticked: true ticks it, false unticks it.", 24, False, "on (true) or off (false)"),
        ("label of the checkbox to tick", 24, False, "label of the checkbox"),
        (OPTIONAL, 60, True, 'choice of "Colour"; optional: leave out to keep the form\'s value'),
        (OPTIONAL, 24, True, 'choice of "Colour"; optional'),
        (SWITCH + " Leave it out to skip it; the form then keeps its default false.", 24, True,
         "on (true) or off (false); optional"),
    ],
)  # fmt: skip
def test_a_text_is_a_whole_phrase_in_any_room(said: str, most: int, may_lack: bool, shown: str) -> None:
    assert in_few_words(said, most, may_lack=may_lack) == shown


def dark_mode(form: str, *around: str, **more: Any) -> Workflow:
    before, after = around
    slot = Param(param="dark_mode", format=form)
    action = Action(type="check", target=Target(role="switch", name=value("Dark mode")), checked=True)
    text = 'The dark mode: true turns on the switch "Dark mode", false turns it off on the settings page.'
    given = {
        "name": "shop_turn_dark_mode",
        "title": "Turn on or off dark mode in the settings of the account",
        "parameters": (Parameter(name="dark_mode", type="boolean", description=text, examples=("true",)),),
        "templates": (value([Text(text=before), slot, Text(text=after)]),),
    }
    return Workflow(site="shop.example", start=value("/"), steps=(FlowStep(action=action),), **{**given, **more})


def test_a_tool_says_in_words_what_is_switched_and_how() -> None:
    tool = published_tool(dark_mode("on|off", "Turn ", " dark mode in the settings"), (0, 0))
    assert tool.title == "Turn dark mode on or off"
    assert "Turn on or off dark mode in the settings" in (tool.description or "")
    assert "{dark_mode}" not in (tool.description or "")
    said = tool.input_schema["properties"]["dark_mode"]["description"]
    assert said in ('true turns on the switch "Dark mode", false turns it off', "on (true) or off (false)")


def test_a_slot_of_which_only_one_side_has_words_is_said_by_these() -> None:
    template = dark_mode("with|", "Order a cup ", " gift wrap").templates[0]
    assert task_in_words(template) == "Order a cup with gift wrap"


def test_two_verbs_make_no_title_that_is_cut() -> None:
    letter = {"name": "shop_set_weekly_letter", "title": "Subscribe to or unsubscribe from the weekly letter"}
    tool = published_tool(dark_mode("Subscribe to|Unsubscribe from", "", " the weekly letter", **letter), (0, 0))
    assert tool.title == "Set weekly letter"
