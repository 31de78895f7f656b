"""Options with data behind their names, as runs showed them: the name picks the one; other words make it another option."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, SOON, Stand, param, step, t

from awm_mcp.model import Became, FlowStep, Gap, Param, Text, Value, value

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
PARAMETERS = [{"name": "colour"}]
LISTED = """<button role=combobox aria-label=Colour aria-expanded=true id=c>any</button>
<div role=listbox id=l>{options}</div><script>l.onclick = event => say(c.textContent = event.target.textContent)</script>"""
NATIVE = "<select id=c aria-label=Colour onchange='say(c.selectedOptions[0].label)'><option>any</option>{options}</select>"


def behind(*tail: Text | Gap) -> Value:
    return value([Param(param="colour"), *tail])


COUNT = behind(Text(text=" ("), Gap(gap="number"), Text(text=")"))
LEFT = behind(Text(text=", "), Gap(gap="number"), Text(text=" items left"))
PICKED = (step("click", t(role="option", name=COUNT)), READ)


def chosen(named: Value) -> tuple[FlowStep, ...]:
    return step("select", t(role="combobox", name="Colour"), value=named), READ


def page(kind: str, *options: str) -> str:
    entry = "<option>{}</option>" if kind is NATIVE else "<div role=option>{}</div>"
    return LOG + kind.format(options="".join(map(entry.format, options)))


@pytest.mark.parametrize(
    ("kind", "steps", "options", "taken"),
    [
        (LISTED, PICKED, ("Red (8)", "Red wine (2)", "Blue"), "Red (8);"),
        (LISTED, PICKED, ("Blue", "Red wine (2)"), ""),
        (LISTED, chosen(COUNT), ("Red wine (2)", "Red [1,200]"), "Red [1,200];"),
        (NATIVE, chosen(LEFT), ("Red wine, 2 items left", "Red, 1 item left"), "Red, 1 item left;"),
    ],
)
async def test_the_option_of_a_name_is_the_one_with_nothing_but_data_behind_it(
    stand: Stand, kind: str, steps: tuple[FlowStep, ...], options: tuple[str, ...], taken: str
) -> None:
    shown = page(kind, *options)
    outcome = await stand.play(*steps, page=shown, args={"colour": "red"}, parameters=PARAMETERS, settings=SOON)
    assert (outcome.status == "ok", outcome.outputs.get("log", "")) == (bool(taken), taken)


@pytest.mark.parametrize(
    ("options", "taken"),
    [
        (("Blue (7)", "Red (8)", "Green (3)"), "Red (8);"),
        (("Blue", "Red (8)", "Green"), ""),
        (("Red (7)", "Red (8)", "Green (3)"), ""),
        (("Red wine (7)", "Blue (8)", "Green (3)"), ""),
    ],
    ids=["all count", "one alone counts", "told apart by it", "another one"],
)
async def test_numbers_that_all_options_came_to_have_are_no_part_of_their_names(
    stand: Stand, options: tuple[str, ...], taken: str
) -> None:
    steps, shown = (step("click", t(role="option", name=param("colour"))), READ), page(LISTED, *options)
    outcome = await stand.play(*steps, page=shown, args={"colour": "red"}, parameters=PARAMETERS, settings=SOON)
    assert (outcome.status == "ok", outcome.outputs.get("log", "")) == (bool(taken), taken)


@pytest.mark.parametrize(("shows", "taken"), [("Red", ""), ("Blue", "Red;"), ("Red, Blue", "Red;")])
async def test_an_option_that_its_box_shows_as_the_choice_is_chosen_already(stand: Stand, shows: str, taken: str) -> None:
    picked = t(role="option", name=param("colour"))
    steps = (step("click", picked, became=Became(unset=True, wanted=True)), READ)
    shown = page(LISTED, "Red", "Blue", "Green").replace(">any<", f" aria-controls=l>{shows}<")
    shown += "<script>say('seen')</script>"
    outcome = await stand.play(*steps, page=shown, args={"colour": "Red"}, parameters=PARAMETERS, settings=SOON)
    assert (outcome.status, outcome.outputs.get("log")) == ("ok", f"seen;{taken}"), outcome.stopped
